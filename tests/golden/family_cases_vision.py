"""VISION_CASES: families that see, of family_cases.py."""

from family_parts import (
    CLIP_VISION, GEMMA, HEAD, INDEXER, LINEAR, LOCAL_MOE, MLA, MOE, MROPE, PIXTRAL_VISION, PLAIN_VISION,
    QWEN25_VISION, QWEN2_VISION, QWEN3_VISION, ROUTED_MOE, SIGLIP_VISION, SLIDING, VL_TOKENS, WHOLE_MROPE, inner,
    text, vision,
)

VISION_CASES = {
    "qwen2_vl": {
        **text("qwen2_vl", "Qwen2VLForConditionalGeneration"),
        "vision_config": QWEN2_VISION,
        **VL_TOKENS,
        "rope_scaling": {"type": "mrope", "mrope_section": [2, 1, 1]},
    },
    "qwen2_5_vl": {
        **text("qwen2_5_vl", "Qwen2_5_VLForConditionalGeneration"),
        "vision_config": QWEN25_VISION,
        **VL_TOKENS,
        "rope_scaling": {"type": "mrope", "mrope_section": [2, 1, 1]},
    },
    "qwen3_5": vision(
        "qwen3_5", "Qwen3_5ForConditionalGeneration", inner("qwen3_5_text", HEAD, LINEAR, WHOLE_MROPE), PLAIN_VISION,
        **VL_TOKENS,
    ),
    "qwen3_5_moe": vision(
        "qwen3_5_moe", "Qwen3_5MoeForConditionalGeneration",
        inner("qwen3_5_moe_text", HEAD, LINEAR, MOE, WHOLE_MROPE, shared_expert_intermediate_size=36), PLAIN_VISION,
        **VL_TOKENS,
    ),
    "qwen3_vl": vision(
        "qwen3_vl", "Qwen3VLForConditionalGeneration", inner("qwen3_vl_text", HEAD, MROPE), QWEN3_VISION, **VL_TOKENS
    ),
    "qwen3_vl_moe": vision(
        "qwen3_vl_moe", "Qwen3VLMoeForConditionalGeneration", inner("qwen3_vl_moe_text", HEAD, MOE, MROPE),
        QWEN3_VISION, **VL_TOKENS,
    ),
    "gemma3": vision(
        "gemma3", "Gemma3ForConditionalGeneration",
        inner("gemma3_text", GEMMA, sliding_window=8, layer_types=SLIDING, query_pre_attn_scalar=10), SIGLIP_VISION,
        mm_tokens_per_image=4,
    ),
    "gemma4": vision(
        "gemma4", "Gemma4ForConditionalGeneration",
        inner(
            "gemma4_text", GEMMA, sliding_window=8, layer_types=SLIDING, enable_moe_block=True, num_experts=5,
            top_k_experts=2, moe_intermediate_size=28, global_head_dim=20, num_global_key_value_heads=1,
            attention_k_eq_v=True, hidden_size_per_layer_input=0, num_kv_shared_layers=0,
        ),
        {
            "model_type": "gemma4_vision", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2,
            "num_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 8, "patch_size": 4,
            "pooling_kernel_size": 3, "position_embedding_size": 64, "standardize": True,
        },
        audio_config=None,
    ),
    "glm4v": vision(
        "glm4v", "Glm4vForConditionalGeneration",
        inner("glm4v_text", attention_bias=True, rope_scaling={"type": "default", "mrope_section": [2, 1, 1]}),
        {
            "depth": 2, "hidden_size": 32, "intermediate_size": 44, "out_hidden_size": 48, "num_heads": 4,
            "patch_size": 4, "temporal_patch_size": 2, "spatial_merge_size": 2, "image_size": 16, "in_channels": 3,
        },
    ),
    "glm4v_moe": vision(
        "glm4v_moe", "Glm4vMoeForConditionalGeneration",
        inner(
            "glm4v_moe_text", HEAD, ROUTED_MOE, attention_bias=True, partial_rotary_factor=0.5,
            rope_scaling={"type": "default", "mrope_section": [2, 2, 1]},
        ),
        {
            "depth": 2, "hidden_size": 32, "intermediate_size": 44, "out_hidden_size": 48, "num_heads": 4,
            "patch_size": 4, "temporal_patch_size": 2, "spatial_merge_size": 2, "image_size": 16, "in_channels": 3,
        },
    ),
    "kimi_k25": vision(
        "kimi_k25", "KimiK25ForConditionalGeneration",
        inner("deepseek_v3", ROUTED_MOE, MLA, head_dim=8, topk_method="noaux_tc"),
        {
            "patch_size": 4, "init_pos_emb_height": 8, "init_pos_emb_width": 8, "init_pos_emb_time": 4,
            "merge_kernel_size": [2, 2], "vt_hidden_size": 32, "vt_intermediate_size": 44,
            "vt_num_attention_heads": 4, "vt_num_hidden_layers": 2, "mm_hidden_size": 32, "text_hidden_size": 48,
            "hidden_size": 32, "intermediate_size": 44, "num_attention_heads": 4, "num_hidden_layers": 2,
            "pos_emb_height": 8, "pos_emb_width": 8,
        },
        media_placeholder_token_id=90, projection_hidden_size=32,
    ),
    "kimi_k25-saved": vision(
        "kimi_k25", "Kimi_K25ForConditionalGeneration", inner("deepseek_v3", ROUTED_MOE, MLA, head_dim=8),
        {
            "model_type": "kimi_k25_vision", "patch_size": 4, "pos_emb_height": 8, "pos_emb_width": 10,
            "pos_emb_time": 4, "merge_kernel_size": [2, 2], "hidden_size": 32, "intermediate_size": 44,
            "num_attention_heads": 4, "num_hidden_layers": 2, "hidden_act": "gelu_pytorch_tanh",
        },
        image_token_id=90, projection_hidden_size=32, projection_layer_norm_eps=1e-5, tie_word_embeddings=False,
    ),
    "minimax_m3_vl": vision(
        "minimax_m3_vl", "MiniMaxM3SparseForConditionalGeneration",
        inner(
            "minimax_m3_vl_text", HEAD, LOCAL_MOE, dense_intermediate_size=52, shared_intermediate_size=36,
            moe_layer_freq=[0, 1, 1], rotary_dim=6, index_n_heads=2, index_head_dim=16,
            mlp_layer_types=["dense", "sparse", "sparse"],
            layer_types=["full_attention", "minimax_m3_sparse", "minimax_m3_sparse"],
        ),
        {
            "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2, "num_attention_heads": 4,
            "image_size": 16, "patch_size": 4, "temporal_patch_size": 2, "spatial_merge_size": 2,
        },
        projector_hidden_size=48,
    ),
    "step3p5": vision(
        "step3p7", "Step3p7ForConditionalGeneration",
        inner(
            "step3p5", HEAD, num_attention_heads=4, num_sliding_attention_heads=6, n_routed_experts=8,
            num_experts_per_tok=2, moe_intermediate_size=28, share_expert_dim=36, sliding_window=8,
            layer_types=["full_attention", "sliding_attention", "full_attention"],
            mlp_layer_types=["dense", "sparse", "sparse"],
        ),
        {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "image_size": 16, "patch_size": 4,
         "mlp_ratio": 1.375},
    ),
    "llama4": vision(
        "llama4", "Llama4ForConditionalGeneration",
        inner(
            "llama4_text", HEAD, LOCAL_MOE, intermediate_size_mlp=52, interleave_moe_layer_step=2,
            num_hidden_layers=4, attention_chunk_size=8, use_qk_norm=False,
        ),
        {
            "model_type": "llama4_vision_model", "hidden_size": 32, "intermediate_size": 128, "num_hidden_layers": 2,
            "num_attention_heads": 4, "image_size": 16, "patch_size": 4, "projector_input_dim": 30,
            "projector_output_dim": 30, "vision_output_dim": 30, "pixel_shuffle_ratio": 0.5,
        },
    ),
    "mllama": vision(
        "mllama", "MllamaForConditionalGeneration",
        inner("mllama_text_model", num_hidden_layers=4, cross_attention_layers=[1, 3]),
        {
            "model_type": "mllama_vision_model", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 3,
            "num_global_layers": 2, "attention_heads": 4, "image_size": 16, "patch_size": 4, "max_num_tiles": 4,
            "vision_output_dim": 96, "intermediate_layers_indices": [0, 2],
            "supported_aspect_ratios": [[1, 1], [1, 2], [1, 3], [2, 1]],
        },
    ),
    "mllama-tied": vision(
        "mllama", "MllamaForConditionalGeneration",
        inner("mllama_text_model", num_hidden_layers=4, cross_attention_layers=[1, 3], tie_word_embeddings=True),
        {
            "model_type": "mllama_vision_model", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 3,
            "num_global_layers": 2, "attention_heads": 4, "image_size": 16, "patch_size": 4, "max_num_tiles": 4,
            "vision_output_dim": 96, "intermediate_layers_indices": [0, 2],
            "supported_aspect_ratios": [[1, 1], [1, 2], [1, 3], [2, 1]],
        },
        tie_word_embeddings=True,
    ),
    "mistral3": vision(
        "mistral3", "Mistral3ForConditionalGeneration", inner("mistral", HEAD), PIXTRAL_VISION, spatial_merge_size=2,
        multimodal_projector_bias=False, projector_hidden_act="gelu", vision_feature_layer=-1,
    ),
    "ministral3": vision(
        "mistral3", "Mistral3ForConditionalGeneration", inner("ministral3", HEAD, tie_word_embeddings=True),
        PIXTRAL_VISION, spatial_merge_size=2,
        multimodal_projector_bias=False, projector_hidden_act="gelu", vision_feature_layer=-1,
    ),
    "ministral3-derived": vision(
        "mistral3", "Mistral3ForConditionalGeneration", inner("ministral3"), PIXTRAL_VISION, spatial_merge_size=2,
        multimodal_projector_bias=False, projector_hidden_act="gelu", vision_feature_layer=-1,
        tie_word_embeddings=False,
    ),
    "mistral4": vision(
        "mistral3", "Mistral3ForConditionalGeneration", inner("mistral4", ROUTED_MOE, MLA, head_dim=8),
        PIXTRAL_VISION, spatial_merge_size=2, multimodal_projector_bias=False, vision_feature_layer=-1,
    ),
    "llava": vision(
        "llava", "LlavaForConditionalGeneration", inner("llama"), CLIP_VISION, projector_hidden_act="gelu",
        vision_feature_layer=-2, vision_feature_select_strategy="default", image_token_index=90,
    ),
    "llava-pixtral": vision(
        "llava", "LlavaForConditionalGeneration", inner("mistral", HEAD), PIXTRAL_VISION, projector_hidden_act="gelu",
        vision_feature_layer=-1, vision_feature_select_strategy="full", image_token_index=90,
    ),
    "llava_next": vision(
        "llava_next", "LlavaNextForConditionalGeneration", inner("mistral"), CLIP_VISION, projector_hidden_act="gelu",
        vision_feature_layer=-2, image_token_index=90,
    ),
    "internvl": vision(
        "internvl", "InternVLForConditionalGeneration", inner("qwen3", HEAD),
        {
            "model_type": "internvl_vision", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2,
            "num_attention_heads": 4, "image_size": [16, 16], "patch_size": [4, 4], "attention_bias": True,
            "use_qk_norm": False, "use_absolute_position_embeddings": True,
        },
        downsample_ratio=0.5,
    ),
    "glm5_next": vision(
        "glm5_next", "Glm5NextForConditionalGeneration",
        inner(
            "glm5_next_text", ROUTED_MOE, MLA, INDEXER, num_hidden_layers=4, qk_rope_head_dim=0, head_dim=12,
            index_topk=4, index_kpool=2, linear_num_heads=4, first_k_dense_replace=3,
        ),
        {"depth": 2, "hidden_size": 32, "intermediate_size": 44, "out_hidden_size": 48, "num_heads": 4,
         "patch_size": 4, "temporal_patch_size": 2, "spatial_merge_size": 2, "image_size": 16, "in_channels": 3},
    ),
    "muse_glimmer": vision(
        "muse_glimmer", "MuseGlimmerForConditionalGeneration", inner("muse_glimmer_text", HEAD, sliding_window=8),
        {"hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2, "num_attention_heads": 4, "patch_size": 4},
    ),
    "idefics3": vision(
        "idefics3", "Idefics3ForConditionalGeneration", inner("llama"),
        {"model_type": "idefics3_vision", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2,
         "num_attention_heads": 4, "image_size": 16, "patch_size": 4}, scale_factor=2, image_token_id=90,
    ),
    "smolvlm": vision(
        "smolvlm", "SmolVLMForConditionalGeneration", inner("llama"),
        {"model_type": "smolvlm_vision", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2,
         "num_attention_heads": 4, "image_size": 16, "patch_size": 4}, scale_factor=2, image_token_id=90,
    ),
    "inkling": {
        "architectures": ["InklingForConditionalGeneration"], "model_type": "inkling_mm_model",
        "text_config": {
            "d_rel": 6, "dense_intermediate_size": 40, "dense_mlp_idx": 1, "gate_activation": "sigmoid",
            "head_dim": 10, "hidden_size": 48, "intermediate_size": 28, "local_layer_ids": [0, 1, 2],
            "n_routed_experts": 5, "n_shared_experts": 2, "num_attention_heads": 6, "num_experts_per_tok": 2,
            "num_hidden_layers": 4, "num_key_value_heads": 2, "rel_extent": 24, "rms_norm_eps": 1e-06,
            "sconv_kernel_size": 4, "sliding_window_size": 8, "swa_head_dim": 10, "swa_num_attention_heads": 8,
            "swa_num_key_value_heads": 4, "vocab_size": 96,
        },
        "vision_config": {
            "decoder_dmodel": 48, "n_channels": 3, "n_layers": 4, "patch_size": 40, "temporal_patch_size": 2,
        },
        "audio_config": {"decoder_dmodel": 48, "n_mel_bins": 6, "mel_vocab_size": 20},
    },
    "paligemma": vision(
        "paligemma", "PaliGemmaForConditionalGeneration", inner("gemma", GEMMA),
        {**SIGLIP_VISION, "projection_dim": 48, "vision_use_head": False}, projection_dim=48, image_token_index=90,
    ),
    "paligemma2": vision(
        "paligemma", "PaliGemmaForConditionalGeneration",
        inner("gemma2", GEMMA, sliding_window=8, query_pre_attn_scalar=10),
        {**SIGLIP_VISION, "projection_dim": 48, "vision_use_head": False}, projection_dim=48, image_token_index=90,
    ),
    "llava_onevision": vision(
        "llava_onevision", "LlavaOnevisionForConditionalGeneration", inner("qwen2"),
        {**SIGLIP_VISION, "vision_use_head": False}, image_token_index=90,
    ),
    "aya_vision": vision(
        "aya_vision", "AyaVisionForConditionalGeneration",
        inner("cohere2", sliding_window=8, layer_types=SLIDING, tie_word_embeddings=True, layer_norm_eps=1e-05),
        {**SIGLIP_VISION, "vision_use_head": False}, downsample_factor=2, alignment_intermediate_size=56,
        image_token_index=90,
    ),
    "cohere2_vision": vision(
        "cohere2_vision", "Cohere2VisionForConditionalGeneration",
        inner("cohere2", sliding_window=8, layer_types=SLIDING, tie_word_embeddings=True, layer_norm_eps=1e-05),
        {**SIGLIP_VISION, "vision_use_head": False}, downsample_factor=2, alignment_intermediate_size=56,
        image_token_id=90,
    ),
    "lfm2_vl": vision(
        "lfm2_vl", "Lfm2VlForConditionalGeneration",
        inner(
            "lfm2", intermediate_size=96, block_multiple_of=8, conv_L_cache=3,
            layer_types=["conv", "full_attention", "conv"], norm_eps=1e-05, tie_word_embeddings=True,
        ),
        {
            "model_type": "siglip2_vision_model", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2,
            "num_attention_heads": 4, "patch_size": 4, "num_patches": 16, "vision_use_head": False,
        },
        downsample_factor=2, projector_hidden_size=56, image_token_id=90,
    ),
    "aria": vision(
        "aria", "AriaForConditionalGeneration",
        inner("aria_text", HEAD, moe_num_experts=5, moe_topk=2, moe_num_shared_experts=2, intermediate_size=28),
        {
            "model_type": "idefics3_vision", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2,
            "num_attention_heads": 4, "image_size": 16, "patch_size": 4,
        },
        projector_patch_to_query_dict={"4900": 8}, image_token_index=90,
    ),
    "aria-biased": vision(
        "aria", "AriaForConditionalGeneration",
        inner(
            "aria_text", HEAD, moe_num_experts=5, moe_topk=2, moe_num_shared_experts=3, intermediate_size=28,
            mlp_bias=True, attention_bias=True,
        ),
        {
            "model_type": "idefics3_vision", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2,
            "num_attention_heads": 4, "image_size": 16, "patch_size": 4,
        },
        projector_patch_to_query_dict={"4900": 8}, image_token_index=90,
    ),
    "exaone4_5": vision(
        "exaone4_5", "Exaone4_5_ForConditionalGeneration",
        inner("exaone4", HEAD, sliding_window=8, layer_types=SLIDING), {**QWEN25_VISION, "num_key_value_heads": 2},
    ),
    "hunyuan_vl": vision(
        "hunyuan_vl", "HunYuanVLForConditionalGeneration", inner("hunyuan_vl_text", HEAD, tie_word_embeddings=True),
        {
            "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2, "num_attention_heads": 4,
            "patch_size": 4, "out_hidden_size": 48, "text_hidden_size": 48, "max_image_size": 64,
        },
    ),
}
VISION_CASES["glm46v"] = vision(
    "glm46v", "Glm46VForConditionalGeneration", VISION_CASES["glm4v_moe"]["text_config"],
    VISION_CASES["glm4v_moe"]["vision_config"],
)
VISION_CASES["glm46v-dense"] = vision(
    "glm46v", "Glm46VForConditionalGeneration", VISION_CASES["glm4v"]["text_config"], VISION_CASES["glm4v"]["vision_config"],
)
VISION_CASES["glm46v-biases"] = {
    **VISION_CASES["glm46v"], "vision_config": {**VISION_CASES["glm46v"]["vision_config"], "attention_bias": True},
}
VISION_CASES["glm_ocr"] = vision(
    "glm_ocr", "GlmOcrForConditionalGeneration",
    inner("glm_ocr_text", HEAD, rope_scaling={"type": "default", "mrope_section": [2, 2, 1]}),
    VISION_CASES["glm4v"]["vision_config"],
)
