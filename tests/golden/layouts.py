"""What checkpoints hold whose classes transformers does not have: name -> shape, from the config alone."""


def linear(tensors, name, out, into, bias=False):
    tensors[f"{name}.weight"] = [out, into]
    if bias:
        tensors[f"{name}.bias"] = [out]


def layer_norm(tensors, name, width):
    tensors[f"{name}.weight"] = [width]
    tensors[f"{name}.bias"] = [width]


# DeepSeek-V4.1: bare names, the draft's layers under mtp.

def v41_attention(text, name, tensors):
    hidden, width = text["hidden_size"], text["num_attention_heads"] * text["head_dim"]
    linear(tensors, f"{name}.wq_a", text["q_lora_rank"], hidden)
    tensors[f"{name}.q_norm.weight"] = [text["q_lora_rank"]]
    linear(tensors, f"{name}.wq_b", width, text["q_lora_rank"])
    linear(tensors, f"{name}.wkv", text["head_dim"], hidden)
    tensors[f"{name}.kv_norm.weight"] = [text["head_dim"]]
    linear(tensors, f"{name}.wo_a", text["o_groups"] * text["o_lora_rank"], width // text["o_groups"])
    linear(tensors, f"{name}.wo_b", hidden, text["o_groups"] * text["o_lora_rank"])
    tensors[f"{name}.attn_sink"] = [text["num_attention_heads"]]


def v41_block(text, name, experts, sees, tensors):
    hidden, inner, streams = text["hidden_size"], text["moe_intermediate_size"], text["hc_mult"]
    v41_attention(text, f"{name}.attn", tensors)
    tensors[f"{name}.attn_norm.weight"] = [hidden]
    tensors[f"{name}.ffn_norm.weight"] = [hidden]
    for part in ("attn", "ffn"):
        mixes = streams * (streams + 2)  # from the streams, to the streams, and between them
        tensors[f"{name}.hc_{part}_fn"] = [mixes, streams * hidden]
        tensors[f"{name}.hc_{part}_base"] = [mixes]
        tensors[f"{name}.hc_{part}_scale"] = [3]
    tensors[f"{name}.ffn.gate.weight"] = [experts, hidden]
    if text["topk_method"] == "noaux_tc":
        tensors[f"{name}.ffn.gate.bias"] = [experts]
    if sees:
        tensors[f"{name}.ffn.gate.bias_vl"] = [experts]
    for expert in [f"experts.{number}" for number in range(experts)] + ["shared_experts"]:
        linear(tensors, f"{name}.ffn.{expert}.w1", inner, hidden)
        linear(tensors, f"{name}.ffn.{expert}.w2", hidden, inner)
        linear(tensors, f"{name}.ffn.{expert}.w3", inner, hidden)


def v41_sparse_parts(text, layer, tensors):
    hidden, width, ratio = text["hidden_size"], text["head_dim"], text["compress_ratios"][layer]
    attention = f"layers.{layer}.attn"
    makes_keys = layer in text["kv_source_layer_ids"]
    if ratio > 0 and makes_keys:
        linear(tensors, f"{attention}.compressor.wkv", width, hidden)
        tensors[f"{attention}.compressor.norm.weight"] = [width]
        if ratio > 1:  # where several tokens become one
            linear(tensors, f"{attention}.compressor.wgate", width, hidden)
    if ratio > 0 and layer in text["index_source_layer_ids"]:
        heads, size = text["index_n_heads"], text["index_head_dim"]
        linear(tensors, f"{attention}.indexer.wq_b", heads * size, text["q_lora_rank"])
        linear(tensors, f"{attention}.indexer.weights_proj", heads, hidden)
        if makes_keys:
            linear(tensors, f"{attention}.indexer.wk", size, width)
            tensors[f"{attention}.indexer.k_norm.weight"] = [size]


def v41_memory(text, layer, tensors):
    if layer not in text["engram_layer_ids"]:
        return
    name, hidden, streams = f"layers.{layer}.engram", text["hidden_size"], text["hc_mult"]
    rows = text["engram_num_embeddings"][text["engram_layer_ids"].index(layer)]
    read = (text["engram_max_ngram_size"] - 1) * text["engram_n_heads"] * text["engram_head_dim"]
    tensors[f"{name}.embed.weight"] = [rows, text["engram_head_dim"]]
    linear(tensors, f"{name}.wkv", hidden * (streams + 1), read)
    tensors[f"{name}.q_weight"] = [streams, hidden]
    tensors[f"{name}.k_weight"] = [streams, hidden]


def v41_draft(text, sees, tensors):
    count, hidden, rank = text["num_nextn_predict_layers"], text["hidden_size"], text["dspark_markov_rank"]
    for layer in range(count):
        v41_block(text, f"mtp.{layer}", text["dspark_n_routed_experts"], sees, tensors)
    if count > 0:
        linear(tensors, "mtp.0.main_proj", hidden, hidden * len(text["dspark_target_layer_ids"]))
        tensors["mtp.0.main_norm.weight"] = [hidden]
        last = f"mtp.{count - 1}"
        tensors[f"{last}.norm.weight"] = [hidden]
        linear(tensors, f"{last}.markov_head.embed", text["vocab_size"], rank)
        linear(tensors, f"{last}.markov_head.head", text["vocab_size"], rank)
        linear(tensors, f"{last}.confidence_head.proj", 1, hidden + rank)


def v41_vision(vision, hidden, tensors):
    width, inner = vision["hidden_size"], vision["intermediate_size"]
    linear(tensors, "vision.patch_embed.proj", width, 3 * vision["patch_size"] ** 2, bias=True)
    for layer in range(vision["num_hidden_layers"]):
        block = f"vision.blocks.{layer}"
        tensors[f"{block}.norm1.weight"] = [width]
        linear(tensors, f"{block}.attn.wqkv", 3 * width, width, bias=True)
        linear(tensors, f"{block}.attn.wo", width, width, bias=True)
        tensors[f"{block}.norm2.weight"] = [width]
        linear(tensors, f"{block}.mlp.w1", 2 * inner, width)
        linear(tensors, f"{block}.mlp.w2", width, inner)
    tensors["vision.norm.weight"] = [width]
    linear(tensors, "aligner.w1", hidden, width * vision["downsample_ratio"] ** 2, bias=True)
    linear(tensors, "aligner.w2", hidden, hidden, bias=True)
    for mark in ("start", "end", "newline"):
        tensors[f"image_{mark}"] = [hidden]


def deepseek_v41(config):
    text, vision = config.get("text_config", config), config.get("vision_config")
    tensors = {}
    hidden, vocabulary = text["hidden_size"], text["vocab_size"]
    tensors["embed.weight"] = [vocabulary, hidden]
    for layer in range(text["num_hidden_layers"]):
        v41_block(text, f"layers.{layer}", text["n_routed_experts"], vision is not None, tensors)
        v41_sparse_parts(text, layer, tensors)
        v41_memory(text, layer, tensors)
    tensors["norm.weight"] = [hidden]
    tensors["head.weight"] = [vocabulary, hidden]
    v41_draft(text, vision is not None, tensors)
    if vision is not None:
        v41_vision(vision, hidden, tensors)
    return tensors


# LongCat-2.0: two attentions and two dense parts in a layer, experts beside them, n-gram tables, an index now and then.

def longcat_attention(config, name, asks_index, tensors):
    hidden, heads, rank = config["hidden_size"], config["num_attention_heads"], config["kv_lora_rank"]
    turned, straight = config["qk_rope_head_dim"], config["qk_nope_head_dim"]
    linear(tensors, f"{name}.q_a_proj", config["q_lora_rank"], hidden)
    tensors[f"{name}.q_a_layernorm.weight"] = [config["q_lora_rank"]]
    linear(tensors, f"{name}.q_b_proj", heads * (straight + turned), config["q_lora_rank"])
    linear(tensors, f"{name}.kv_a_proj_with_mqa", rank + turned, hidden)
    tensors[f"{name}.kv_a_layernorm.weight"] = [rank]
    linear(tensors, f"{name}.kv_b_proj", heads * (straight + config["v_head_dim"]), rank)
    linear(tensors, f"{name}.o_proj", hidden, heads * config["v_head_dim"])
    if asks_index:
        index_heads, size = config["index_n_heads"], config["index_head_dim"]
        linear(tensors, f"{name}.indexer.wq_b", index_heads * size, config["q_lora_rank"])
        linear(tensors, f"{name}.indexer.wk", size, hidden)
        tensors[f"{name}.indexer.k_norm.weight"] = [size]
        linear(tensors, f"{name}.indexer.weights_proj", index_heads, hidden)


def gated(tensors, name, inner, hidden):
    linear(tensors, f"{name}.gate_proj", inner, hidden)
    linear(tensors, f"{name}.up_proj", inner, hidden)
    linear(tensors, f"{name}.down_proj", hidden, inner)


def longcat_tables(config, names, tensors):
    if "oe_vocab_size_ratio" not in config:
        return
    count = (config["oe_neighbor_num"] - 1) * config["oe_split_num"]
    rows = int(config["oe_vocab_size_ratio"] * config["vocab_size"])
    for table in range(count):
        width = config["hidden_size"] // count
        tensors[names[0].format(table)] = [rows + 2 * table + 1, width]
        tensors[names[1].format(table)] = [config["hidden_size"], width]


def longcat_layer(config, layer, tensors):
    name, hidden = f"model.layers.{layer}", config["hidden_size"]
    slots = config["n_routed_experts"] + config["zero_expert_num"]  # the latter have no weights
    for half in range(2):
        asks = "index_topk" in config and (2 * layer + half) % config.get("cli_factor", 1) == 0
        longcat_attention(config, f"{name}.self_attn.{half}", asks, tensors)
        tensors[f"{name}.input_layernorm.{half}.weight"] = [hidden]
        tensors[f"{name}.post_attention_layernorm.{half}.weight"] = [hidden]
        gated(tensors, f"{name}.mlps.{half}", config["ffn_hidden_size"], hidden)
    linear(tensors, f"{name}.mlp.router.classifier", slots, hidden)
    tensors[f"{name}.mlp.router.e_score_correction_bias"] = [slots]
    for expert in range(config["n_routed_experts"]):
        gated(tensors, f"{name}.mlp.experts.{expert}", config["expert_ffn_hidden_size"], hidden)


def longcat(config, tables=("model.oe_embed_tokens{}.weight", "model.oe_embed_proj{}.weight")):
    tensors, hidden = {}, config["hidden_size"]
    linear(tensors, "model.embed_tokens", config["vocab_size"], hidden)
    longcat_tables(config, tables, tensors)
    for layer in range(config["num_layers"]):
        longcat_layer(config, layer, tensors)
    tensors["model.norm.weight"] = [hidden]
    linear(tensors, "lm_head", config["vocab_size"], hidden)
    if config.get("mtp_num_layers", 0) > 0:  # one layer, however often it is used
        name = "model.mtp.layers.0"
        linear(tensors, f"{name}.eh_proj", hidden, 2 * hidden)
        longcat_attention(config, f"{name}.transformer_layer.self_attn", "index_topk" in config, tensors)
        gated(tensors, f"{name}.transformer_layer.mlp", config["ffn_hidden_size"], hidden)
        tensors["model.mtp.norm.weight"] = [hidden]
        linear(tensors, "model.mtp.embed_tokens", config["vocab_size"], hidden)
    return tensors


def longcat_renamed(config):
    return longcat(config, ("model.ngram_embeddings.embedders.{}.weight",
                            "model.ngram_embeddings.post_projs.{}.weight"))


# The tower of DeepSeek-VL2 and Janus, as timm builds it, with a pooling head that is not used.

def timm_tower(name, width, inner, depth, patch, side, tensors):
    tensors[f"{name}.patch_embed.proj.weight"] = [width, 3, patch, patch]
    tensors[f"{name}.patch_embed.proj.bias"] = [width]
    tensors[f"{name}.pos_embed"] = [1, (side // patch) ** 2, width]
    for layer in range(depth):
        block = f"{name}.blocks.{layer}"
        layer_norm(tensors, f"{block}.norm1", width)
        linear(tensors, f"{block}.attn.qkv", 3 * width, width, bias=True)
        linear(tensors, f"{block}.attn.proj", width, width, bias=True)
        layer_norm(tensors, f"{block}.norm2", width)
        linear(tensors, f"{block}.mlp.fc1", inner, width, bias=True)
        linear(tensors, f"{block}.mlp.fc2", width, inner, bias=True)
    layer_norm(tensors, f"{name}.norm", width)
    tensors[f"{name}.attn_pool.latent"] = [1, 1, width]
    linear(tensors, f"{name}.attn_pool.q", width, width, bias=True)
    linear(tensors, f"{name}.attn_pool.kv", 2 * width, width, bias=True)
    linear(tensors, f"{name}.attn_pool.proj", width, width, bias=True)
    layer_norm(tensors, f"{name}.attn_pool.norm", width)
    linear(tensors, f"{name}.attn_pool.mlp.fc1", inner, width, bias=True)
    linear(tensors, f"{name}.attn_pool.mlp.fc2", width, inner, bias=True)


def projector(name, into, between, out, depth, tensors):
    """Linear layers with activations between them, which take every other number."""
    for place in range(depth):
        first, last = place == 0, place == depth - 1
        linear(tensors, f"{name}.layers.{2 * place}", out if last else between, into if first else between, bias=True)


# DeepSeek-VL2.

def vl2_attention(text, name, tensors):
    hidden, heads = text["hidden_size"], text["num_attention_heads"]
    if not text.get("use_mla", True):
        size = hidden // heads
        linear(tensors, f"{name}.q_proj", hidden, hidden)
        linear(tensors, f"{name}.k_proj", text["num_key_value_heads"] * size, hidden)
        linear(tensors, f"{name}.v_proj", text["num_key_value_heads"] * size, hidden)
        linear(tensors, f"{name}.o_proj", hidden, hidden)
        return
    rank, turned = text.get("kv_lora_rank", 512), text.get("qk_rope_head_dim", 64)
    straight, value = text.get("qk_nope_head_dim", 128), text.get("v_head_dim", 128)
    if text["q_lora_rank"] is None:
        linear(tensors, f"{name}.q_proj", heads * (straight + turned), hidden)
    else:
        linear(tensors, f"{name}.q_a_proj", text["q_lora_rank"], hidden)
        tensors[f"{name}.q_a_layernorm.weight"] = [text["q_lora_rank"]]
        linear(tensors, f"{name}.q_b_proj", heads * (straight + turned), text["q_lora_rank"])
    linear(tensors, f"{name}.kv_a_proj_with_mqa", rank + turned, hidden)
    tensors[f"{name}.kv_a_layernorm.weight"] = [rank]
    linear(tensors, f"{name}.kv_b_proj", heads * (straight + value), rank)
    linear(tensors, f"{name}.o_proj", hidden, heads * value)


def vl2_feed_forward(text, name, layer, tensors):
    hidden, inner, experts = text["hidden_size"], text["moe_intermediate_size"], text.get("n_routed_experts")
    if experts is None or layer < text["first_k_dense_replace"]:
        gated(tensors, name, text["intermediate_size"], hidden)
        return
    linear(tensors, f"{name}.gate", experts, hidden)
    if text["topk_method"] == "noaux_tc":
        tensors[f"{name}.gate.e_score_correction_bias"] = [experts]
    for expert in range(experts):
        gated(tensors, f"{name}.experts.{expert}", inner, hidden)
    if text["n_shared_experts"] is not None:
        gated(tensors, f"{name}.shared_experts", text["n_shared_experts"] * inner, hidden)


def vl2_text(text, name, head, tensors):
    hidden = text["hidden_size"]
    linear(tensors, f"{name}.embed_tokens", text["vocab_size"], hidden)
    for layer in range(text["num_hidden_layers"]):
        block = f"{name}.layers.{layer}"
        tensors[f"{block}.input_layernorm.weight"] = [hidden]
        tensors[f"{block}.post_attention_layernorm.weight"] = [hidden]
        vl2_attention(text, f"{block}.self_attn", tensors)
        vl2_feed_forward(text, f"{block}.mlp", layer, tensors)
    tensors[f"{name}.norm.weight"] = [hidden]
    linear(tensors, head, text["vocab_size"], hidden)


def deepseek_vl_v2(config):
    vision, merger, tensors = config["vision_config"], config["projector_config"], {}
    timm_tower("vision", vision["width"], int(vision["width"] * vision["mlp_ratio"]), vision["layers"],
               vision["patch_size"], vision.get("image_size", 384), tensors)
    seen, inner, out = merger.get("input_dim", 1152), merger.get("mlp_ratio", 1) * merger["n_embed"], merger["n_embed"]
    projector("projector", seen * merger.get("downsample_ratio", 2) ** 2, inner, out, merger.get("depth", 2), tensors)
    tensors["image_newline"] = [out]
    tensors["view_seperator"] = [out]
    vl2_text(config["language_config"], "language.model", "language.lm_head", tensors)
    return tensors


# DeepSeek-OCR. What its program and that of DeepSeek-VL take as given is written out.

def sam_tower(name, width, heads, depth, everywhere, side, tensors):
    tensors[f"{name}.patch_embed.proj.weight"] = [width, 3, 16, 16]
    tensors[f"{name}.patch_embed.proj.bias"] = [width]
    tensors[f"{name}.pos_embed"] = [1, side // 16, side // 16, width]
    for layer in range(depth):
        block, reach = f"{name}.blocks.{layer}", side // 16 if layer in everywhere else 14
        layer_norm(tensors, f"{block}.norm1", width)
        linear(tensors, f"{block}.attn.qkv", 3 * width, width, bias=True)
        tensors[f"{block}.attn.rel_pos_h"] = [2 * reach - 1, width // heads]
        tensors[f"{block}.attn.rel_pos_w"] = [2 * reach - 1, width // heads]
        linear(tensors, f"{block}.attn.proj", width, width, bias=True)
        layer_norm(tensors, f"{block}.norm2", width)
        linear(tensors, f"{block}.mlp.lin1", 4 * width, width, bias=True)
        linear(tensors, f"{block}.mlp.lin2", width, 4 * width, bias=True)
    sam_neck(f"{name}.neck", width, tensors)


def sam_neck(name, width, tensors):
    tensors[f"{name}.0.weight"] = [256, width, 1, 1]
    layer_norm(tensors, f"{name}.1", 256)
    tensors[f"{name}.2.weight"] = [256, 256, 3, 3]
    layer_norm(tensors, f"{name}.3", 256)


def ocr_second_tower(name, tower, tensors):
    width, patch = tower["width"], tower["patch_size"]
    tensors[f"{name}.embeddings.class_embedding"] = [width]
    tensors[f"{name}.embeddings.patch_embedding.weight"] = [width, 3, patch, patch]  # stored and not used
    tensors[f"{name}.embeddings.position_embedding.weight"] = [(tower["image_size"] // patch) ** 2 + 1, width]
    layer_norm(tensors, f"{name}.pre_layrnorm", width)
    for layer in range(tower["layers"]):
        block = f"{name}.transformer.layers.{layer}"
        layer_norm(tensors, f"{block}.layer_norm1", width)
        linear(tensors, f"{block}.self_attn.qkv_proj", 3 * width, width, bias=True)
        linear(tensors, f"{block}.self_attn.out_proj", width, width, bias=True)
        layer_norm(tensors, f"{block}.layer_norm2", width)
        linear(tensors, f"{block}.mlp.fc1", 4 * width, width, bias=True)
        linear(tensors, f"{block}.mlp.fc2", width, 4 * width, bias=True)


def ocr_decoder(name, width, tensors):
    """The second tower of DeepSeek-OCR-2: queries read what the first one saw."""
    tensors[f"{name}.query_768.weight"] = [144, width]
    tensors[f"{name}.query_1024.weight"] = [256, width]
    for layer in range(24):
        block = f"{name}.model.model.layers.{layer}"
        tensors[f"{block}.input_layernorm.weight"] = [width]
        tensors[f"{block}.post_attention_layernorm.weight"] = [width]
        for part, out in (("q", width), ("k", 2 * width // 14), ("v", 2 * width // 14)):
            linear(tensors, f"{block}.self_attn.{part}_proj", out, width, bias=True)
        linear(tensors, f"{block}.self_attn.o_proj", width, width)
        gated(tensors, f"{block}.mlp", 4864, width)
    tensors[f"{name}.model.model.norm.weight"] = [width]


def deepseek_ocr(config):
    towers, merger, tensors = config["vision_config"]["width"], config["projector_config"], {}
    first = towers["sam_vit_b"]
    sam_tower("model.sam_model", first["width"], first["heads"], first["layers"], first["global_attn_indexes"],
              config["vision_config"]["image_size"], tensors)
    merged, last = first["downsample_channels"][0], first["downsample_channels"][1]
    if "qwen2-0-5b" in towers:
        last = 896
        ocr_decoder("model.qwen2_model", towers["qwen2-0-5b"]["dim"], tensors)
    else:
        ocr_second_tower("model.vision_model", towers["clip-l-14-224"], tensors)
        tensors["model.image_newline"] = [merger["n_embed"]]
    tensors["model.sam_model.net_2.weight"] = [merged, 256, 3, 3]
    tensors["model.sam_model.net_3.weight"] = [last, merged, 3, 3]
    linear(tensors, "model.projector.layers", merger["n_embed"], merger["input_dim"], bias=True)
    tensors["model.view_seperator"] = [merger["n_embed"]]
    vl2_text(config["language_config"], "model", "lm_head", tensors)
    return tensors


# Janus as its makers' program writes it, and DeepSeek-VL, which is Janus without what makes pictures.

JANUS_TOWERS = {"siglip_large_patch16_384": (1024, 4096, 24, 16), "siglip_so400m_patch14_384": (1152, 4304, 27, 14)}
VQ_WIDTHS = [128 * factor for factor in (1, 1, 2, 2, 4)]


def convolution(tensors, name, out, into, side):
    tensors[f"{name}.weight"] = [out, into, side, side]
    tensors[f"{name}.bias"] = [out]


def vq_block(name, into, out, tensors):
    layer_norm(tensors, f"{name}.norm1", into)
    convolution(tensors, f"{name}.conv1", out, into, 3)
    layer_norm(tensors, f"{name}.norm2", out)
    convolution(tensors, f"{name}.conv2", out, out, 3)
    if into != out:
        convolution(tensors, f"{name}.nin_shortcut", out, into, 1)


def vq_attention(name, width, tensors):
    layer_norm(tensors, f"{name}.norm", width)
    for part in ("q", "k", "v", "proj_out"):
        convolution(tensors, f"{name}.{part}", width, width, 1)


def vq_half(name, widths, blocks, resize, ends, tensors):
    """Levels of blocks, with attention in the deepest, and a middle of two blocks around another attention."""
    deepest = max(widths)
    for level, width in enumerate(widths):
        place, before = f"{name}.conv_blocks.{level}", widths[max(level - 1, 0)]
        for block in range(blocks):
            vq_block(f"{place}.res.{block}", before if block == 0 else width, width, tensors)
            if width == deepest:
                vq_attention(f"{place}.attn.{block}", width, tensors)
        if level < len(widths) - 1:
            convolution(tensors, f"{place}.{resize}.conv", width, width, 3)
    vq_block(f"{name}.mid.0", deepest, deepest, tensors)
    vq_attention(f"{name}.mid.1", deepest, tensors)
    vq_block(f"{name}.mid.2", deepest, deepest, tensors)
    convolution(tensors, f"{name}.conv_in", widths[0], ends[0], 3)
    layer_norm(tensors, f"{name}.norm_out", widths[-1])
    convolution(tensors, f"{name}.conv_out", ends[1], widths[-1], 3)


def janus_pictures(config, tensors):
    model, codes = "gen_vision_model", config["gen_vision_config"]["params"]
    vq_half(f"{model}.encoder", VQ_WIDTHS, 2, "downsample", (3, 256), tensors)
    vq_half(f"{model}.decoder", VQ_WIDTHS[::-1], 3, "upsample", (256, 3), tensors)
    convolution(tensors, f"{model}.quant_conv", 8, 256, 1)
    convolution(tensors, f"{model}.post_quant_conv", 256, 8, 1)
    tensors[f"{model}.quantize.embedding.weight"] = [16384, 8]
    tensors[f"{model}.quantize.codebook_used"] = [65536]
    tensors["gen_embed.weight"] = [codes["image_token_size"], codes["n_embed"]]
    aligner, head = config["gen_aligner_config"]["params"], config["gen_head_config"]["params"]
    projector("gen_aligner", aligner["input_dim"], aligner["n_embed"], aligner["n_embed"], aligner["depth"], tensors)
    linear(tensors, "gen_head.output_mlp_projector", head["image_token_embed"], head["n_embed"], bias=True)
    linear(tensors, "gen_head.vision_head", head["image_token_size"], head["image_token_embed"], bias=True)


def janus_tower(name, vision, tensors):
    width, inner, layers, patch = JANUS_TOWERS[vision["model_name"]]
    depth = min(layers, layers + vision["select_layer"] + 1)
    timm_tower(name, width, inner, depth, patch, vision["image_size"], tensors)


def two_towers(vision, aligner, tensors):
    high, out = "vision_model.vision_tower_high.vision_tower", aligner["n_embed"]
    sam_tower(high, 768, 12, 12, [2, 5, 8, 11], vision["high_res_cfg"]["image_size"], tensors)
    tensors[f"{high}.downsamples.0.weight"] = [512, 256, 3, 3]
    tensors[f"{high}.downsamples.1.weight"] = [1024, 512, 3, 3]
    tensors[f"{high}.hd_alpha_downsamples"] = [1]
    sam_neck(f"{high}.neck_hd", 768, tensors)
    janus_tower("vision_model.vision_tower_low.vision_tower", vision["low_res_cfg"], tensors)
    layer_norm(tensors, "vision_model.high_layer_norm", 1024)  # both norms are stored and not used
    layer_norm(tensors, "vision_model.low_layer_norm", 1024)
    linear(tensors, "aligner.high_up_proj", out // 2, aligner["input_dim"], bias=True)
    linear(tensors, "aligner.low_up_proj", out // 2, aligner["input_dim"], bias=True)
    for place in range(1, aligner["depth"]):
        linear(tensors, f"aligner.layers.{2 * place - 1}", out, out, bias=True)


def multi_modality(config):
    text, vision = config["language_config"], config["vision_config"]["params"]
    aligner, hidden, tensors = config["aligner_config"]["params"], text["hidden_size"], {}
    if config["vision_config"]["cls"] == "HybridVisionTower":
        two_towers(vision, aligner, tensors)
    else:
        janus_tower("vision_model.vision_tower", vision, tensors)
        projector("aligner", aligner["input_dim"], aligner["n_embed"], aligner["n_embed"], aligner["depth"], tensors)
    if "gen_vision_config" in config:
        janus_pictures(config, tensors)
    linear(tensors, "language_model.model.embed_tokens", text["vocab_size"], hidden)
    keys = text["num_key_value_heads"] * hidden // text["num_attention_heads"]
    for layer in range(text["num_hidden_layers"]):
        name = f"language_model.model.layers.{layer}"
        tensors[f"{name}.input_layernorm.weight"] = [hidden]
        tensors[f"{name}.post_attention_layernorm.weight"] = [hidden]
        for part, out in (("q", hidden), ("k", keys), ("v", keys), ("o", hidden)):
            linear(tensors, f"{name}.self_attn.{part}_proj", out, hidden)
        gated(tensors, f"{name}.mlp", text["intermediate_size"], hidden)
    tensors["language_model.model.norm.weight"] = [hidden]
    linear(tensors, "language_model.lm_head", text["vocab_size"], hidden)
    return tensors
