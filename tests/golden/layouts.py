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
    return longcat(config, ("model.ngram_embeddings.embedders.{}.weight", "model.ngram_embeddings.post_projs.{}.weight"))
