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
