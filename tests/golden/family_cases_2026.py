"""RECENT_CASES: families of 2026 beside those of family_cases.py, most of them with pictures."""

from family_cases_images import PLAIN, SAM_VISION
from family_parts import (
    CLIP_VISION, HEAD, INDEXER, LINEAR, MLA, QWEN3_VISION, ROUTED_MOE, SIGLIP_VISION, SLIDING, TEXT, VL_TOKENS,
    WHOLE_MROPE, inner, text, vision,
)

MUSE_VISION = {
    "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 3, "num_attention_heads": 4, "patch_size": 4,
    "pos_emb_height": 5, "pos_emb_width": 5, "max_position_embeddings": 25,
}
MUSE_EXPERTS = {
    "num_local_experts": 5, "num_experts_per_tok": 2, "moe_intermediate_size": 28, "moe_hidden_size": 20,
    "sliding_window": 8,
}
MUSE_AUDIO = {"hidden_sizes": [8, 12, 14, 22], "patch_sizes": [4, 3, 2, 2], "out_hidden_size": 48}
INKLING2 = {
    "num_hidden_layers": 6, "head_dim": 10, "swa_num_attention_heads": 4, "swa_num_key_value_heads": 4,
    "swa_head_dim": 8, "sliding_window_size": 9, "d_rel": 7, "rel_extent": 11, "intermediate_size": 28,
    "moe_intermediate_size": 28, "n_routed_experts": 5, "num_experts_per_tok": 2,
}
INKLING2_VISION = {
    "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "patch_size": 4, "mlp_ratio": 1.5,
    "posemb_grid_size": 5, "projection_hidden_dim": 56, "text_hidden_size": 48,
}
DOTS3 = {
    **MLA, **INDEXER, "num_hidden_layers": 6, "head_dim": 20, "n_routed_experts": 6, "num_experts_per_tok": 2,
    "moe_intermediate_size": 28, "moe_shared_expert_intermediate_size": 36, "sliding_window_size": 8,
    "swa_num_attention_heads": 4, "swa_num_key_value_heads": 4, "swa_q_lora_rank": 15, "swa_kv_lora_rank": 17,
    "swa_head_dim": 18, "swa_qk_nope_head_dim": 10, "swa_v_head_dim": 13,
}
DOTS3_VISION = {
    "embed_dim": 32, "num_heads": 4, "intermediate_size": 44, "num_hidden_layers": 3, "patch_size": 4,
    "pyramid_num_routed": [-1, 2, 3], "moe_intermediate_size": 22, "adapter_in_dim": 32, "adapter_out_dim": 48,
}
DOTS3_AUDIO = {
    "whisper_config": {
        "d_model": 24, "encoder_layers": 2, "encoder_attention_heads": 4, "encoder_ffn_dim": 36, "num_mel_bins": 20,
    },
    "downsample_hidden_size": 6, "whisper_adapter_in_dim": 24, "whisper_adapter_out_dim": 48,
}
NEMOTRON = {
    **ROUTED_MOE, **TEXT, "model_type": "nemotron_h", "num_hidden_layers": 3, "head_dim": 10,
    "layers_block_type": ["mamba", "moe", "attention"], "mamba_num_heads": 4, "mamba_head_dim": 6, "ssm_state_size": 8,
    "n_groups": 2, "conv_kernel": 4, "moe_shared_expert_intermediate_size": 36,
}
RADIO = {
    "model_type": "radio", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "patch_size": 4,
    "mlp_ratio": 1.375, "max_img_size": 22, "video_temporal_patch_size": 2,
}
PARAKEET = {
    "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 36, "num_mel_bins": 18,
    "subsampling_conv_channels": 10, "conv_kernel_size": 5, "projection_hidden_size": 28, "projection_bias": False,
}
OCR_DECODER = {
    "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2,
}
GRANITE_RESAMPLERS = {
    "downsample_rate": "2/4", "deepstack_layer_map": [[-2, 0], [-1, 1]], "spatial_target_layers": [0, 1, 1, 2],
    "image_token_index": 90,
}
FAST_VIT = {
    "model_type": "timm_wrapper", "architecture": "fastvit_mci3", "do_pooling": True, "global_pool": "avg",
    "hidden_size": 3072, "model_args": {"inference_mode": True},
}

RECENT_CASES = {
    "muse_spark": vision(
        "muse_spark", "MuseSparkForConditionalGeneration", inner("muse_spark_text", HEAD, MUSE_EXPERTS), MUSE_VISION,
        audio_config=MUSE_AUDIO, out_hidden_size=128, projector_hidden_size=56, image_token_id=90,
    ),
    "muse_spark-dense": vision(
        "muse_spark", "MuseSparkForConditionalGeneration",
        inner(
            "muse_spark_text", MUSE_EXPERTS, head_dim=8, num_key_value_heads=3, attention_bias=True,
            mlp_layer_types=["dense", "sparse", "dense"],
            layer_types=["full_attention", "sliding_attention", "full_attention"],
        ),
        {**MUSE_VISION, "merge_size": 1},
        audio_config={"hidden_sizes": [8, 12], "patch_sizes": [4, 3], "depths": [1, 3], "num_hidden_layers": 2,
                      "conv_kernel_size": 5, "mlp_ratio": 1.5, "out_hidden_size": 48},
        out_hidden_size=32, projector_hidden_size=56, image_token_id=90, tie_word_embeddings=True,
    ),
    "cohere_compass": vision(
        "cohere_compass", "CohereCompassForConditionalGeneration",
        inner(
            "cohere_compass_text", layer_norm_eps=1e-05, sliding_window=8, layer_types=SLIDING,
            rope_parameters={
                "sliding_attention": {"rope_type": "default", "rope_theta": 5e4, "mrope_section": [2, 1, 1]},
                "full_attention": None,
            },
        ),
        {**QWEN3_VISION, "rope_parameters": {"rope_type": "axial", "rope_theta": 1e4}}, **VL_TOKENS,
    ),
    "cohere_compass_text": text(
        "cohere_compass_text", "CohereCompassForCausalLM", layer_norm_eps=1e-05, num_key_value_heads=3,
        attention_bias=True, logit_scale=0.25, tie_word_embeddings=True,
        rope_parameters={
            "full_attention": {"rope_type": "default", "rope_theta": 5e4, "mrope_section": [2, 1, 1]},
        },
    ),
    "inkling2": vision(
        "inkling2", "Inkling2ForConditionalGeneration", inner("inkling2_text", INKLING2), INKLING2_VISION,
        image_token_id=90,
    ),
    "inkling2-shared": vision(
        "inkling2", "Inkling2ForConditionalGeneration",
        inner(
            "inkling2_text", {**INKLING2, "num_hidden_layers": 4}, rel_extent=12, conv_kernel_size=3,
            n_layers_per_attn_res_block=2, layer_types=["hybrid", "hybrid_sliding", "hybrid_sliding", "hybrid"],
        ),
        {**INKLING2_VISION, "intermediate_size": 52, "projector_bias": True, "spatial_merge_size": 1},
        image_token_id=90,
    ),
    "inkling2_text": text("inkling2_text", "Inkling2ForCausalLM", INKLING2),
    "dots3_note": {
        **text("dots3_note", "Dots3NoteForConditionalGeneration", DOTS3), "vision_config": DOTS3_VISION,
        "audio_config": DOTS3_AUDIO,
    },
    "dots3_note-full": {
        **text(
            "dots3_note", "Dots3NoteForConditionalGeneration", DOTS3, use_dsa=False, attention_bias=True,
            num_hidden_layers=3, layer_types=["full_attention", "sliding_attention", "full_attention"],
            mlp_layer_types=["sparse", "dense", "sparse"], n_shared_experts=2, swa_qk_rope_head_dim=4, swa_head_dim=14,
            n_group=2, topk_group=1, tie_word_embeddings=True,
        ),
        "vision_config": {**DOTS3_VISION, "pyramid_num_routed": [3, 6, -1], "attention_bias": True},
        "audio_config": {
            "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 36,
            "feature_size": 15, "downsample_hidden_size": 6, "adapter_input_size": 24, "adapter_out_dim": 48,
            "attention_bias": False,
        },
    },
    "dots3_note_text": text("dots3_note_text", "Dots3NoteForCausalLM", DOTS3, use_sliding_window=False),
    "dots3_note_text-layers": text(
        "dots3_note_text", "Dots3NoteForCausalLM", {key: value for key, value in DOTS3.items() if not key.startswith("swa_")},
        layer_types=["indexed_attention"] * 2 + ["sliding_attention"] * 2 + ["indexed_attention"] * 2,
        per_layer_config={
            f"0{layer}": {"num_attention_heads": 4, "num_key_value_heads": 4, "q_lora_rank": 15, "kv_lora_rank": 17,
                          "qk_nope_head_dim": 10, "head_dim": 18, "v_head_dim": 13} for layer in (2, 3)
        },
    ),
    "nemotron_h_omni": {
        **vision("nemotron_h_omni", "NemotronH_Omni_Reasoning_V3", NEMOTRON, RADIO),
        "audio_config": PARAKEET, "projector_hidden_size": 56, "vision_hidden_size": 32, "image_token_id": 90,
    },
    "nemotron_h_omni-released": {
        "architectures": ["NemotronH_Omni_Reasoning_V3"], "model_type": "nemotron_h_omni",
        "llm_config": {**NEMOTRON, "moe_latent_size": 20, "num_nextn_predict_layers": 1},
        "vision_config": {**RADIO, "use_swiglu_ffn": True, "qkv_bias": False, "num_registers": 2, "patch_size": 6},
        "projector_hidden_size": 56, "vit_hidden_size": 32, "downsample_ratio": 0.25, "img_context_token_id": 90,
        "sound_config": {**PARAKEET, "attention_bias": True, "convolution_bias": False, "subsampling_factor": 4,
                         "projection_bias": True},
    },
    "nemotron_h_omni-deaf": vision(
        "nemotron_h_omni", "NemotronH_Omni_Reasoning_V3",
        {**NEMOTRON, "layers_block_type": ["mamba", "attention", "moe", "mamba"], "num_hidden_layers": 4}, RADIO,
        vision_hidden_size=32,
    ),
    "minicpmv4_6": vision(
        "minicpmv4_6", "MiniCPMV4_6ForConditionalGeneration", inner("qwen3_5_text", HEAD, LINEAR, WHOLE_MROPE),
        {**PLAIN, "num_hidden_layers": 3}, insert_layer_id=1, image_token_id=90,
    ),
    "minicpmv4_7": vision(
        "minicpmv4_7", "MiniCPMV4_7ForConditionalGeneration",
        inner(
            "qwen3_5_text", HEAD, WHOLE_MROPE, {**LINEAR, "num_hidden_layers": 3},
            layer_types=["full_attention", "linear_attention", "full_attention"], tie_word_embeddings=True,
        ),
        {**PLAIN, "num_hidden_layers": 3, "window_kernel_size": [3, 2], "image_size": 21}, insert_layer_id=1,
        merger_times=3, image_start_id=91, tie_word_embeddings=True,
    ),
    "minicpm_ocr": {
        "architectures": ["MiniCPMOcrForConditionalGeneration"], "model_type": "minicpm_ocr", "insert_layer_id": 1,
        "text_config": inner("qwen3_5_text", HEAD, LINEAR, WHOLE_MROPE), "vision_config": PLAIN,
    },
    "deepseek_ocr2": vision(
        "deepseek_ocr2", "DeepseekOcr2ForConditionalGeneration",
        inner("deepseek_ocr2_text", ROUTED_MOE, mlp_layer_types=["dense", "sparse", "sparse"]),
        {"sam_config": {**SAM_VISION, "downsample_channels": [18, 32]}, "encoder_config": OCR_DECODER},
        image_token_id=90,
    ),
    "deepseek_ocr2-biased": vision(
        "deepseek_ocr2", "DeepseekOcr2ForConditionalGeneration",
        inner(
            "deepseek_ocr2_text", ROUTED_MOE, mlp_layer_types=["sparse", "dense", "sparse"], attention_bias=True,
            mlp_bias=True, n_shared_experts=2, num_key_value_heads=3, tie_word_embeddings=True,
        ),
        {
            "sam_config": {**SAM_VISION, "downsample_channels": [18, 40], "use_rel_pos": False, "qkv_bias": False,
                           "mlp_dim": None, "mlp_ratio": 1.5},
            "encoder_config": {**OCR_DECODER, "hidden_size": 40, "num_attention_heads": 5, "num_key_value_heads": 5},
        },
    ),
    "unlimited_ocr": vision(
        "unlimited_ocr", "UnlimitedOcrForConditionalGeneration", inner("unlimited_ocr_text", ROUTED_MOE),
        {"sam_config": {**SAM_VISION, "downsample_channels": [18, 26]}, "encoder_config": PLAIN}, image_token_id=90,
    ),
    "unlimited_ocr-released": {
        "architectures": ["UnlimitedOcrForConditionalGeneration"], "model_type": "unlimited_ocr", "sliding_window": 8,
        "language_config": {
            **ROUTED_MOE, **TEXT, "model_type": "unlimited_ocr_text", "num_key_value_heads": 6, "mlp_bias": True,
            "first_k_dense_replace": 2, "attention_bias": True, "layer_types": [
                "full_attention", "reference_sliding_attention", "full_attention",
            ],
        },
        "vision_config": {
            "sam_config": {**SAM_VISION, "use_abs_pos": False, "downsample_channels": [18, 26], "image_size": 48},
            "encoder_config": {**PLAIN, "image_size": 21},
        },
    },
    "granite4_vision": {
        **vision("granite4_vision", "Granite4VisionForConditionalGeneration", inner("granite4_vision_text"),
                 {**SIGLIP_VISION, "hidden_size": 64}),
        **GRANITE_RESAMPLERS,
        "qformer_config": {"model_type": "blip_2_qformer", "intermediate_size": 36, "num_hidden_layers": 2},
    },
    "granite4_vision-clip": {
        **vision(
            "granite4_vision", "Granite4VisionForConditionalGeneration",
            inner("granite4_vision_text", attention_bias=True, mlp_bias=True, tie_word_embeddings=True),
            {**CLIP_VISION, "hidden_size": 64},
        ),
        **GRANITE_RESAMPLERS, "downsample_rate": "1/4", "deepstack_layer_map": [[-1, 1]],
        "qformer_config": {
            "model_type": "blip_2_qformer", "intermediate_size": 36, "num_hidden_layers": 3,
            "cross_attention_frequency": 2, "use_qformer_text_input": False,
        },
    },
    "granite_docling": vision(
        "granite_docling", "GraniteDoclingForConditionalGeneration",
        inner("granite_docling_text", tie_word_embeddings=True),
        {**PLAIN, "out_hidden_size": 48, "scale_factor": 2, "deepstack_visual_indexes": [1]}, image_token_id=90,
        density_router_hidden_size=12,
    ),
    "granite_docling-coarse": vision(
        "granite_docling", "GraniteDoclingForConditionalGeneration",
        inner("granite_docling_text", attention_bias=True, mlp_bias=True, num_key_value_heads=3),
        {**PLAIN, "out_hidden_size": 48, "scale_factor": 4, "deepstack_visual_indexes": [], "use_fine_route": False},
    ),
    "aria_text": text("aria_text", "AriaTextForCausalLM", moe_num_experts=5, moe_topk=2, moe_num_shared_experts=3),
    "fast_vlm": vision("fast_vlm", "FastVlmForConditionalGeneration", inner("qwen2"), FAST_VIT, image_token_index=90),
    "fast_vlm-tied": {
        **vision(
            "fast_vlm", "FastVlmForConditionalGeneration",
            inner("qwen2", num_key_value_heads=3, num_hidden_layers=2, tie_word_embeddings=True), FAST_VIT,
            multimodal_projector_bias=False,
        ),
        "tie_word_embeddings": False,
    },
    "inkling_text": text(
        "inkling_text", "InklingForCausalLM", INKLING2, rel_extent=24,
        layer_types=["hybrid_sliding", "hybrid", "hybrid_sliding", "hybrid_sliding", "hybrid", "hybrid_sliding"],
        mlp_layer_types=["dense", "sparse", "sparse", "sparse", "dense", "sparse"], n_shared_experts=3,
    ),
    "inkling_text-old": {
        "architectures": ["InklingForCausalLM"], "model_type": "inkling_text", **INKLING2, "hidden_size": 48,
        "num_attention_heads": 6, "num_key_value_heads": 2, "local_layer_ids": [0, 1, 2, 4], "dense_mlp_idx": 2,
        "dense_intermediate_size": 40, "n_shared_experts": 2, "vocab_size": 96, "sconv_kernel_size": 3,
    },
}
