"""What the cases of family_cases.py are put together from."""

import copy

# Sizes that differ from each other, so that a shape that fits by chance is unlikely.
TEXT = {
    "hidden_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 6,
    "num_key_value_heads": 2,
    "intermediate_size": 40,
    "vocab_size": 96,
    "max_position_embeddings": 512,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": False,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
HEAD = {"head_dim": 10}
MOE = {"num_experts": 5, "num_experts_per_tok": 2, "moe_intermediate_size": 28}
LOCAL_MOE = {"num_local_experts": 5, "num_experts_per_tok": 2}
ROUTED_MOE = {
    "n_routed_experts": 8,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 28,
    "n_shared_experts": 1,
    "first_k_dense_replace": 1,
    "n_group": 1,
    "topk_group": 1,
    "norm_topk_prob": True,
    "routed_scaling_factor": 2.5,
}
MLA = {
    "num_key_value_heads": 6,
    "q_lora_rank": 14,
    "kv_lora_rank": 18,
    "qk_nope_head_dim": 12,
    "qk_rope_head_dim": 8,
    "v_head_dim": 16,
}
INDEXER = {"index_n_heads": 2, "index_head_dim": 16, "index_topk": 4}
LINEAR = {
    "num_hidden_layers": 4,
    "full_attention_interval": 4,
    "layer_types": ["linear_attention", "linear_attention", "linear_attention", "full_attention"],
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 4,
    "linear_key_head_dim": 6,
    "linear_value_head_dim": 8,
    "linear_conv_kernel_dim": 4,
}
QWEN2_VISION = {
    "depth": 2,
    "embed_dim": 32,
    "hidden_size": 48,
    "mlp_ratio": 4,
    "num_heads": 4,
    "patch_size": 4,
    "temporal_patch_size": 2,
    "spatial_merge_size": 2,
    "in_channels": 3,
}
QWEN25_VISION = {
    "depth": 2,
    "hidden_size": 32,
    "intermediate_size": 44,
    "out_hidden_size": 48,
    "num_heads": 4,
    "patch_size": 4,
    "temporal_patch_size": 2,
    "spatial_merge_size": 2,
    "fullatt_block_indexes": [1],
    "window_size": 16,
}
QWEN3_VISION = {
    "depth": 2,
    "hidden_size": 32,
    "intermediate_size": 44,
    "out_hidden_size": 48,
    "num_heads": 4,
    "patch_size": 4,
    "temporal_patch_size": 2,
    "spatial_merge_size": 2,
    "num_position_embeddings": 16,
    "deepstack_visual_indexes": [0],
}
PLAIN_VISION = {**QWEN3_VISION, "deepstack_visual_indexes": []}
CLIP_VISION = {
    "model_type": "clip_vision_model",
    "hidden_size": 32,
    "intermediate_size": 44,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "image_size": 16,
    "patch_size": 4,
    "projection_dim": 20,
}
SIGLIP_VISION = {
    "model_type": "siglip_vision_model",
    "hidden_size": 32,
    "intermediate_size": 44,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "image_size": 16,
    "patch_size": 4,
}
PIXTRAL_VISION = {
    "model_type": "pixtral",
    "hidden_size": 32,
    "intermediate_size": 44,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "head_dim": 8,
    "image_size": 16,
    "patch_size": 4,
}
MROPE = {"rope_parameters": {"rope_type": "default", "rope_theta": 1e6, "mrope_section": [2, 2, 1]}}
WHOLE_MROPE = {"rope_parameters": {**MROPE["rope_parameters"], "partial_rotary_factor": 1.0}}
VL_TOKENS = {"image_token_id": 90, "video_token_id": 91, "vision_start_token_id": 92, "vision_end_token_id": 93}


def text(model_type, architecture, *parts, **more):
    config = {"architectures": [architecture], "model_type": model_type, **TEXT}
    for part in (*parts, more):
        config.update(copy.deepcopy(part))
    return config


def vision(model_type, architecture, text_config, vision_config, **more):
    inner = copy.deepcopy(text_config)
    inner.pop("architectures", None)
    config = {"architectures": [architecture], "model_type": model_type, "text_config": inner}
    config["vision_config"] = copy.deepcopy(vision_config)
    config["tie_word_embeddings"] = inner.get("tie_word_embeddings", False)
    return {**config, **copy.deepcopy(more)}


def inner(model_type, *parts, **more):
    return text(model_type, "", *parts, **more)


MAMBA = {
    "mamba_n_heads": 4, "mamba_d_head": 24, "mamba_n_groups": 2, "mamba_d_state": 14, "mamba_d_conv": 4,
    "mamba_expand": 2, "mamba_conv_bias": True, "mamba_proj_bias": False,
}
SLIDING = ["sliding_attention", "sliding_attention", "full_attention"]
GEMMA = {"head_dim": 10, "hidden_activation": "gelu_pytorch_tanh", "tie_word_embeddings": True}
