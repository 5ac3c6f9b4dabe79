"""TOWER_CASES: language models behind towers that see or hear."""

from family_parts import GEMMA, HEAD, MROPE, QWEN3_VISION, SLIDING, VL_TOKENS, inner, vision


def perception_tower(kind, **arguments):
    return {"model_type": "timm_wrapper", "architecture": f"vit_pe_lang_{kind}_patch14_448", "model_args": arguments}


SMALL_TOWER = {
    "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2, "num_attention_heads": 4, "patch_size": 4,
}

EXPERTS = {"num_experts": 5, "top_k_experts": 2, "moe_intermediate_size": 28}
GEMMA_TOWER = {
    "model_type": "gemma4_vision", **SMALL_TOWER, "position_embedding_size": 64, "num_key_value_heads": 4,
    "head_dim": 8,
}

BART = {
    "model_type": "bart", "d_model": 48, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4,
    "decoder_attention_heads": 6, "encoder_ffn_dim": 44, "decoder_ffn_dim": 40, "vocab_size": 96,
    "max_position_embeddings": 64, "tie_word_embeddings": True,
}

TOWER_CASES = {
    "perception_lm": vision(
        "perception_lm", "PerceptionLMForConditionalGeneration", inner("llama"),
        perception_tower("large", depth=2, embed_dim=32, img_size=[28, 28], num_heads=4,
                         use_post_transformer_norm=False),
        projector_pooling_ratio=2, image_token_id=90,
    ),
    "perception_lm-gigantic": vision(
        "perception_lm", "PerceptionLMForConditionalGeneration",
        inner("llama", HEAD, attention_bias=True, mlp_bias=True, tie_word_embeddings=True),
        perception_tower("gigantic", depth=2, embed_dim=48, img_size=[42, 28], num_heads=4, init_values=None,
                         use_post_transformer_norm=True),
        image_token_id=90,
    ),
    "cosmos3_omni": vision(
        "cosmos3_omni", "Cosmos3OmniForConditionalGeneration", inner("qwen3_vl_text", HEAD, MROPE), QWEN3_VISION,
        **VL_TOKENS,
    ),
    "cosmos3_omni-left": vision(
        "cosmos3_omni", "Cosmos3OmniForConditionalGeneration",
        {"model_type": "qwen3_vl_text", "num_hidden_layers": 2, "attention_bias": True},
        {"depth": 2, "deepstack_visual_indexes": [1, 0]},
        tie_word_embeddings=True,
    ),
    "cosmos3_edge": vision(
        "cosmos3_edge", "Cosmos3EdgeForConditionalGeneration", inner("cosmos3_edge_text", HEAD, MROPE),
        {**SMALL_TOWER, "num_patches": 16, "spatial_merge_size": 2}, projector_hidden_size=52, **VL_TOKENS,
    ),
    "cosmos3_edge-left": vision(
        "cosmos3_edge", "Cosmos3EdgeForConditionalGeneration",
        {"model_type": "cosmos3_edge_text", "num_hidden_layers": 2, "attention_bias": True, "mlp_bias": True},
        {"num_hidden_layers": 2, "num_channels": 1, "spatial_merge_size": 3},
    ),
    "diffusion_gemma": vision(
        "diffusion_gemma", "DiffusionGemmaForBlockDiffusion",
        inner("diffusion_gemma_text", GEMMA, layer_types=SLIDING, sliding_window=8, global_head_dim=20, **EXPERTS),
        {**GEMMA_TOWER, "num_key_value_heads": 2, "head_dim": 10}, image_token_id=90,
    ),
    "diffusion_gemma-untied": vision(
        "diffusion_gemma", "DiffusionGemmaForBlockDiffusion",
        inner("diffusion_gemma_text", num_hidden_layers=7, head_dim=10, num_global_key_value_heads=1,
              attention_bias=True, **EXPERTS),
        {**GEMMA_TOWER, "standardize": True, "use_clipped_linears": True},
    ),
    "florence2": vision(
        "florence2", "Florence2ForConditionalGeneration", BART,
        {"embed_dim": [16, 24, 40], "depths": [1, 2, 1], "num_heads": [2, 3, 4], "num_groups": [2, 3, 4],
         "patch_size": [5, 3, 3], "patch_stride": [4, 2, 2], "patch_padding": [2, 1, 1],
         "patch_prenorm": [False, True, False], "projection_dim": 48, "mlp_ratio": 2.5, "max_temporal_embeddings": 7,
         "max_position_embeddings": 9},
        image_token_id=90,
    ),
    "florence2-untied": vision(
        "florence2", "Florence2ForConditionalGeneration",
        {**BART, "encoder_layers": 3, "decoder_layers": 1, "tie_word_embeddings": False},
        {"embed_dim": [16, 20, 32, 40], "depths": [2, 1, 3, 1], "num_heads": [2, 2, 4, 4], "num_groups": [2, 2, 4, 4],
         "in_channels": 1, "qkv_bias": False, "projection_dim": 48},
        tie_word_embeddings=False,
    ),
}
