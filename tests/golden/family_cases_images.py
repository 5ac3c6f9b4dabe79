"""IMAGE_CASES: families that see, and those that hear, beside those of family_cases.py."""

from family_parts import (
    CLIP_VISION, GEMMA, HEAD, INDEXER, LINEAR, MLA, MOE, MROPE, PIXTRAL_VISION, QWEN25_VISION, QWEN3_VISION, ROUTED_MOE,
    SIGLIP_VISION, SLIDING, TEXT, VL_TOKENS, WHOLE_MROPE, inner, text, vision,
)

LLAVA_LIKE = {"projector_hidden_act": "gelu", "vision_feature_layer": -2, "image_token_index": 90}
NO_HEAD = {"vision_use_head": False}
PLAIN = {"hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2, "num_attention_heads": 4,
         "image_size": 16, "patch_size": 4}
SAM_VISION = {
    "hidden_size": 32, "output_channels": 20, "num_hidden_layers": 3, "num_attention_heads": 4, "image_size": 64,
    "patch_size": 4, "mlp_dim": 44, "window_size": 3, "global_attn_indexes": [1],
}
VQ = {"embed_dim": 6, "num_embeddings": 20, "latent_channels": 12, "base_channels": 32, "num_res_blocks": 1,
      "channel_multiplier": [1, 2]}

OMNI_AUDIO = {
    "d_model": 32, "encoder_layers": 2, "encoder_attention_heads": 4, "encoder_ffn_dim": 44, "num_mel_bins": 16,
    "max_source_positions": 30, "n_window": 8, "output_dim": 48,
}

IMAGE_CASES = {
    "ernie4_5_vl_moe": vision(
        "ernie4_5_vl_moe", "Ernie4_5_VLMoeForConditionalGeneration",
        inner(
            "ernie4_5_vl_moe_text", moe_num_experts=5, moe_k=2, moe_num_shared_experts=2, use_bias=False,
            moe_intermediate_size=[28, 12], mlp_layer_types=["dense", "sparse", "sparse"],
            rope_parameters={"rope_type": "default", "rope_theta": 5e5, "mrope_section": [1, 1, 2]},
        ),
        {"depth": 2, "hidden_size": 32, "intermediate_size": 44, "num_heads": 4, "patch_size": 4,
         "spatial_merge_size": 2, "temporal_merge_size": 2},
        image_token_id=90,
    ),
    "ovis2": vision(
        "ovis2", "Ovis2ForConditionalGeneration", inner("qwen2"),
        {**PLAIN, "vocab_size": 40, "hidden_stride": 2, "num_visual_indicator_tokens": 5}, image_token_id=90,
        visual_indicator_token_ids=[91, 92, 93, 94, 95], hidden_size=48, vocab_size=96,
    ),
    "molmo2": {
        **vision(
            "molmo2", "Molmo2ForConditionalGeneration",
            inner("molmo2_text", HEAD, additional_vocab_size=96, qk_norm_type="qwen3"),
            {"model_type": "molmo2_vision", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 3,
             "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, "image_size": [16, 16],
             "patch_size": 4},
            image_patch_id=90,
        ),
        "adapter_config": {
            "model_type": "molmo2_adapter", "vision_feature_layer": [2, 1], "hidden_size": 32,
            "num_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 8, "intermediate_size": 52,
            "text_hidden_size": 48,
        },
    },
    "deepseek_vl": vision(
        "deepseek_vl", "DeepseekVLForConditionalGeneration", inner("llama"), {**SIGLIP_VISION, **NO_HEAD},
        image_token_id=90,
    ),
    "deepseek_vl_hybrid": {
        **vision(
            "deepseek_vl_hybrid", "DeepseekVLHybridForConditionalGeneration", inner("llama"),
            {**SIGLIP_VISION, **NO_HEAD}, image_token_id=90,
        ),
        "high_res_vision_config": {"model_type": "sam_vision_model", **SAM_VISION},
    },
    "idefics2": {
        **vision("idefics2", "Idefics2ForConditionalGeneration", inner("mistral"), PLAIN, image_token_id=90),
        "perceiver_config": {
            "hidden_size": 48, "resampler_n_latents": 6, "resampler_depth": 2, "resampler_n_heads": 4,
            "resampler_head_dim": 10, "num_key_value_heads": 2,
        },
    },
    "got_ocr2": vision(
        "got_ocr2", "GotOcr2ForConditionalGeneration", inner("qwen2", tie_word_embeddings=True), SAM_VISION,
        image_token_index=90,
    ),
    "paddleocr_vl": vision(
        "paddleocr_vl", "PaddleOCRVLForConditionalGeneration",
        inner("paddleocr_vl_text", HEAD, MROPE, use_bias=False), {**PLAIN, "spatial_merge_size": 2}, **VL_TOKENS,
    ),
    "video_llama_3": vision("video_llama_3", "VideoLlama3ForConditionalGeneration", inner("qwen2"), PLAIN,
                            image_token_id=90),
    "qianfan_ocr": vision(
        "qianfan_ocr", "QianfanOCRForConditionalGeneration", inner("qwen3", HEAD),
        {**PLAIN, "image_size": [16, 16], "patch_size": [4, 4]}, downsample_ratio=0.5, image_token_id=90,
    ),
    "phi4_multimodal": {
        **text(
            "phi4_multimodal", "Phi4MultimodalForCausalLM", tie_word_embeddings=True,
            original_max_position_embeddings=64, partial_rotary_factor=0.75,
        ),
        "vision_config": {**PLAIN, "image_size": 16, "crop_size": 16},
        "audio_config": {
            "hidden_size": 32, "intermediate_size": 44, "num_blocks": 2, "num_attention_heads": 4, "input_size": 16,
            "ext_pw_out_channel": 32, "depthwise_separable_out_channel": 32, "nemo_conv_channels": 24,
            "time_reduction": 4, "bias_max_distance": 9, "kernel_size": 3,
        },
    },
    "vipllava": {
        **vision("vipllava", "VipLlavaForConditionalGeneration", inner("llama"), {**CLIP_VISION, "num_hidden_layers": 4},
                 **LLAVA_LIKE),
        "vision_feature_layer": [-2, -1, 2],
    },
    "llava_next_video": vision(
        "llava_next_video", "LlavaNextVideoForConditionalGeneration", inner("llama"), CLIP_VISION, **LLAVA_LIKE
    ),
    "video_llava": vision("video_llava", "VideoLlavaForConditionalGeneration", inner("llama"), CLIP_VISION, **LLAVA_LIKE),
    "lighton_ocr": vision(
        "lighton_ocr", "LightOnOcrForConditionalGeneration", inner("qwen3", HEAD, tie_word_embeddings=True),
        PIXTRAL_VISION, spatial_merge_size=2, image_token_id=90,
    ),
    "fuyu": {
        **text("fuyu", "FuyuForCausalLM", num_key_value_heads=6, layer_norm_eps=1e-05), "image_size": 16,
        "patch_size": 4,
        "text_config": inner("persimmon", num_key_value_heads=6, layer_norm_eps=1e-05),
    },
    "janus": {
        **vision(
            "janus", "JanusForConditionalGeneration", inner("llama"),
            {"model_type": "janus_vision_model", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
             "image_size": 16, "patch_size": 4, "mlp_ratio": 2.0, "projection_dim": 48, "depth": 2},
            image_token_id=90,
        ),
        "vq_config": {"model_type": "janus_vqgan", **VQ, "projection_dim": 48, "image_token_embed_dim": 48},
    },
    "hyperclovax_vision_v2": vision(
        "hyperclovax_vision_v2", "HyperCLOVAXVisionV2ForConditionalGeneration", inner("hyperclovax"),
        {"model_type": "qwen2_5_vl_vision", **QWEN25_VISION}, image_token_id=90,
    ),
    "qwen4_exp": vision(
        "qwen4_exp", "Qwen4ExpForConditionalGeneration",
        inner(
            "qwen4_exp_text", HEAD, LINEAR, MOE, WHOLE_MROPE, shared_expert_intermediate_size=36, hc_count=4,
            hc_lowrank=7, ple_layer_ids=[1], ngram_size=3, heads_per_ngram=2, ngram_vocab_size_base=50,
            make_ngram_vocab_size_divisible_by=256, split_ngram_parts=2, ple_embed_dim=16, indexer_n_heads=2,
            indexer_kv_heads=1, indexer_head_dim=16, indexer_budget=8, indexer_compress_ratio=4,
        ),
        QWEN3_VISION, **VL_TOKENS,
    ),
    "mistral_large4": vision(
        "mistral_large4", "MistralLarge4ForConditionalGeneration",
        inner("mistral_large4_text", ROUTED_MOE, {k: v for k, v in MLA.items() if k != "q_lora_rank"}, INDEXER,
              num_hidden_layers=4, head_dim=8),
        PIXTRAL_VISION, spatial_merge_size=2, vision_feature_layer=-1,
    ),
    "lfm3_vl": vision(
        "lfm3_vl", "Lfm3VlForConditionalGeneration",
        inner("lfm3", HEAD, num_hidden_layers=4, norm_eps=1e-05, tie_word_embeddings=True,
              layer_types=["conv", "conv", "full_attention", "sliding_attention"]),
        {"hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 4, "num_attention_heads": 4,
         "num_key_value_heads": 2, "patch_size": 4, "layer_types": ["conv", "conv", "full_attention", "conv"]},
        projector_hidden_size=56, image_token_id=90,
    ),
    "qwen2_5_omni": {
        "architectures": ["Qwen2_5OmniModel"], "model_type": "qwen2_5_omni", "enable_audio_output": False,
        "thinker_config": {
            "model_type": "qwen2_5_omni_thinker", "audio_config": OMNI_AUDIO, "image_token_index": 90,
            "text_config": inner(
                "qwen2_5_omni_text",
                rope_parameters={"rope_type": "default", "rope_theta": 1e6, "mrope_section": [2, 1, 1]},
            ),
            "vision_config": QWEN25_VISION,
        },
    },
    "qwen3_omni_moe": {
        "architectures": ["Qwen3OmniMoeForConditionalGeneration"], "model_type": "qwen3_omni_moe",
        "enable_audio_output": False,
        "thinker_config": {
            "model_type": "qwen3_omni_moe_thinker", "audio_config": {**OMNI_AUDIO, "downsample_hidden_size": 24},
            "image_token_id": 90, "text_config": inner("qwen3_omni_moe_text", HEAD, MOE, MROPE),
            "vision_config": QWEN3_VISION,
        },
    },
    "qwen2_audio": {
        "architectures": ["Qwen2AudioForConditionalGeneration"], "model_type": "qwen2_audio",
        "audio_config": {**OMNI_AUDIO, "model_type": "qwen2_audio_encoder"}, "audio_token_index": 90,
        "text_config": inner("qwen2"),
    },
    "gemma4_unified": vision(
        "gemma4_unified", "Gemma4UnifiedForConditionalGeneration",
        inner(
            "gemma4_unified_text", GEMMA, sliding_window=8, layer_types=SLIDING, global_head_dim=20,
            num_global_key_value_heads=1, attention_k_eq_v=True, num_kv_shared_layers=0, hidden_size_per_layer_input=0,
            enable_moe_block=False,
        ),
        {"model_type": "gemma4_unified_vision", "mm_embed_dim": 32, "mm_posemb_size": 14, "output_proj_dims": 32,
         "patch_size": 4, "pooling_kernel_size": 3, "model_patch_size": 12},
        audio_config={"model_type": "gemma4_unified_audio", "audio_embed_dim": 24, "hidden_size": 24,
                      "output_proj_dims": 24, "audio_samples_per_token": 24},
    ),
    "gemma3n": {
        **vision(
            "gemma3n", "Gemma3nForConditionalGeneration",
            inner(
                "gemma3n_text", GEMMA, num_hidden_layers=6, sliding_window=8, layer_types=SLIDING + SLIDING,
                hidden_size_per_layer_input=7, vocab_size_per_layer_input=80, num_kv_shared_layers=3, laurel_rank=9,
                altup_num_inputs=4, activation_sparsity_pattern=[0.0] * 6, intermediate_size=[40] * 6,
            ),
            {"model_type": "gemma3n_vision", "architecture": "mobilenetv5_300m_enc", "hidden_size": 2048,
             "vocab_size": 12, "vocab_offset": 96},
        ),
        "audio_config": {
            "model_type": "gemma3n_audio", "hidden_size": 32, "conf_num_attention_heads": 4,
            "conf_num_hidden_layers": 2, "sscp_conv_channel_size": [8, 6], "input_feat_size": 16, "vocab_size": 14,
            "vocab_offset": 108,
        },
    },
    "gemma4-audio": {
        **vision(
            "gemma4", "Gemma4ForConditionalGeneration",
            inner(
                "gemma4_text", GEMMA, num_hidden_layers=6, sliding_window=8, layer_types=SLIDING + SLIDING,
                hidden_size_per_layer_input=7, num_kv_shared_layers=3, global_head_dim=20,
                vocab_size_per_layer_input=80, enable_moe_block=False,
            ),
            {
                "model_type": "gemma4_vision", "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2,
                "num_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 8, "patch_size": 4,
                "pooling_kernel_size": 3, "position_embedding_size": 64, "standardize": False,
                "use_clipped_linears": True,
            },
        ),
        "audio_config": {
            "model_type": "gemma4_audio", "hidden_size": 32, "num_attention_heads": 4, "num_hidden_layers": 2,
            "output_proj_dims": 24, "conv_kernel_size": 5, "subsampling_conv_channels": [8, 6],
            "use_clipped_linears": True,
        },
    },
    "cohere2_vision-experts": vision(
        "cohere2_vision", "Cohere2VisionForConditionalGeneration",
        inner(
            "cohere2_moe", HEAD, num_experts=5, num_experts_per_tok=2, num_shared_experts=1, sliding_window=8,
            layer_types=SLIDING, mlp_layer_types=["dense", "sparse", "sparse"], prefix_dense_intermediate_size=52,
            layer_norm_eps=1e-05, tie_word_embeddings=True,
        ),
        {**SIGLIP_VISION, **NO_HEAD}, downsample_factor=2, alignment_intermediate_size=56, image_token_id=90,
    ),
}
