"""Small configs of families that transformers cannot build, each with the function that lists its tensors.

All sizes differ from each other, so that a shape that fits by chance is unlikely.
"""

import layouts

DEEPSEEK_V41_TEXT = {
    "model_type": "deepseek_v41_text", "vocab_size": 96, "hidden_size": 48, "moe_intermediate_size": 28,
    "num_hidden_layers": 8, "num_attention_heads": 6, "num_key_value_heads": 1, "head_dim": 20, "qk_rope_head_dim": 8,
    "q_lora_rank": 14, "o_lora_rank": 10, "o_groups": 2, "hidden_act": "silu", "swiglu_limit": 10.0,
    "rms_norm_eps": 1e-20, "attention_bias": False, "tie_word_embeddings": False, "max_position_embeddings": 512,
    "rope_theta": 10000,
    "rope_scaling": {"rope_type": "yarn", "factor": 16, "beta_fast": 32, "beta_slow": 1,
                     "original_max_position_embeddings": 32},
    "n_routed_experts": 5, "n_shared_experts": 1, "num_experts_per_tok": 2, "scoring_func": "sqrtsoftplus",
    "topk_method": "noaux_tc", "norm_topk_prob": True, "routed_scaling_factor": 1.5, "sliding_window": 8,
    "compress_ratios": [0, 0, 2, 2, 2, 1, 1, 1, 0, 0], "compress_rope_theta": 160000, "kv_source_layer_ids": [2, 5],
    "index_source_layer_ids": [2, 5, 7], "index_n_heads": 3, "index_head_dim": 16, "index_topk": 4,
    "candidate_source_layer_id": 5, "candidate_topk_blocks": 4, "candidate_block_size": 2, "hc_mult": 4,
    "hc_sinkhorn_iters": 20, "hc_eps": 1e-06, "engram_layer_ids": [1, 4], "engram_num_embeddings": [290, 318],
    "engram_max_ngram_size": 3, "engram_vocab_size": 64, "engram_n_heads": 2, "engram_head_dim": 12,
    "engram_pad_token_id": 2, "engram_compressed_vocab_size": 64, "num_nextn_predict_layers": 2,
    "dspark_block_size": 5, "dspark_noise_token_id": 90, "dspark_target_layer_ids": [6, 7], "dspark_markov_rank": 18,
    "dspark_n_routed_experts": 3, "dspark_num_experts_per_tok": 1,
}
DEEPSEEK_V41 = {
    "architectures": ["DeepseekV41ForCausalLM"], "model_type": "deepseek_v41", "bos_token_id": 0, "eos_token_id": 1,
    "pad_token_id": 2, "image_token_id": 90, "text_config": DEEPSEEK_V41_TEXT,
    "vision_config": {"model_type": "deepseek_v41_vision", "num_hidden_layers": 2, "hidden_size": 32,
                      "num_attention_heads": 4, "intermediate_size": 44, "patch_size": 4, "rope_theta": 10000,
                      "downsample_ratio": 3, "max_image_tokens": 64, "min_pixels": 144, "max_wh_ratio": None},
}

LONGCAT = {
    "architectures": ["LongcatCausalLM"], "attention_bias": False, "attention_method": "LSA", "vocab_size": 96,
    "hidden_size": 48, "ffn_hidden_size": 44, "expert_ffn_hidden_size": 20, "num_layers": 3, "num_attention_heads": 4,
    "kv_lora_rank": 18, "q_lora_rank": 14, "qk_rope_head_dim": 8, "v_head_dim": 16, "qk_nope_head_dim": 12,
    "mla_scale_q_lora": True, "mla_scale_kv_lora": True, "routed_scaling_factor": 9.0, "n_routed_experts": 5,
    "max_position_embeddings": 512, "rms_norm_eps": 1e-05, "use_cache": True, "bos_token_id": 1, "eos_token_id": 2,
    "rope_theta": 1000000.0,
    "rope_scaling": {"original_max_position_embeddings": 64, "rope_type": "deepseek_yarn", "factor": 8, "beta_fast": 32,
                     "beta_slow": 1, "mscale": 1, "mscale_all_dim": 1},
    "zero_expert_num": 2, "zero_expert_type": "identity", "moe_topk": 3, "use_mla": 1, "oe_vocab_size_ratio": 2.567,
    "oe_neighbor_num": 4, "oe_split_num": 2, "mtp_num_layers": 3, "index_n_heads": 3, "index_head_dim": 10,
    "index_topk": 4, "index_k_norm_type": "rms", "cli_factor": 2, "index_local_tokens": 4, "index_init_tokens": 1,
}
LONGCAT_DENSE = {key: value for key, value in LONGCAT.items()
                 if not key.startswith(("index_", "oe_", "cli_", "mtp_")) and key != "attention_method"}

VL2_TEXT = {
    "architectures": ["DeepseekV2ForCausalLM"], "vocab_size": 96, "hidden_size": 48, "intermediate_size": 40,
    "moe_intermediate_size": 28, "num_hidden_layers": 3, "num_attention_heads": 6, "num_key_value_heads": 6,
    "n_routed_experts": 5, "n_shared_experts": 2, "num_experts_per_tok": 2, "first_k_dense_replace": 1,
    "topk_method": "greedy", "n_group": 1, "topk_group": 1, "max_position_embeddings": 512, "q_lora_rank": None,
    "lm_head": True, "rm_head": False,
}
VL2 = {
    "model_type": "deepseek_vl_v2", "candidate_resolutions": [[16, 16], [16, 32]], "global_view_pos": "head",
    "tile_tag": "2D",
    "projector_config": {"model_type": "mlp_projector", "input_dim": 32, "n_embed": 48},
    "vision_config": {"model_type": "vision", "model_name": "siglip_so400m_patch14_384", "layers": 2, "width": 32,
                      "heads": 4, "mlp_ratio": 2.3, "patch_size": 4, "image_size": 18},
}
WHOLE = {"use_mla": False, "kv_lora_rank": None, "qk_nope_head_dim": 0, "qk_rope_head_dim": 0, "v_head_dim": 0}
LATENT = {"kv_lora_rank": 18, "qk_nope_head_dim": 12, "qk_rope_head_dim": 8, "v_head_dim": 16}
OCR = {
    **VL2, "language_config": {**VL2_TEXT, **WHOLE},
    "projector_config": {"model_type": "mlp_projector", "projector_type": "linear", "input_dim": 68, "n_embed": 48},
    "vision_config": {
        "model_type": "vision", "model_name": "deeplip_b_l", "image_size": 64, "mlp_ratio": 3.7362,
        "width": {"sam_vit_b": {"downsample_channels": [26, 36], "global_attn_indexes": [1], "heads": 2, "layers": 3,
                                "width": 24}}},
}
JANUS_TEXT = {
    "model_type": "llama", "vocab_size": 96, "hidden_size": 48, "intermediate_size": 40, "num_hidden_layers": 3,
    "num_attention_heads": 6, "num_key_value_heads": 2, "max_position_embeddings": 512,
}


def part(name, **params):
    return {"cls": name, "params": params}


CASES = {
    "deepseek_v41": (layouts.deepseek_v41, DEEPSEEK_V41),
    # Without pictures, in one object, with three tables and a third of the layers' own index.
    "deepseek_v41_text": (layouts.deepseek_v41, {
        "architectures": ["DeepseekV41ForCausalLM"], **DEEPSEEK_V41_TEXT, "topk_method": "greedy",
        "scoring_func": "sigmoid", "routed_scaling_factor": 1.0, "hc_mult": 2, "engram_layer_ids": [0, 3, 6],
        "engram_num_embeddings": [71, 73, 79], "kv_source_layer_ids": [2, 4], "candidate_source_layer_id": -1,
        "compress_ratios": [0, 0, 2, 2, 1, 1, 1, 1], "num_nextn_predict_layers": 0,
    }),
    "longcat": (layouts.longcat, LONGCAT),
    "longcat-dense": (layouts.longcat, LONGCAT_DENSE),  # neither tables nor an index
    "longcat-renamed": (layouts.longcat_renamed, {**LONGCAT, "cli_factor": 3, "oe_split_num": 4}),
    "deepseek_vl_v2": (layouts.deepseek_vl_v2, {**VL2, "language_config": {**VL2_TEXT, **LATENT}}),
    "deepseek_vl_v2-ranks": (layouts.deepseek_vl_v2, {
        **VL2, "architectures": ["DeepseekVLV2ForCausalLM"],
        "language_config": {**VL2_TEXT, **LATENT, "q_lora_rank": 14, "topk_method": "noaux_tc",
                            "scoring_func": "sigmoid", "norm_topk_prob": True, "routed_scaling_factor": 2.0,
                            "n_shared_experts": None},
        "projector_config": {**VL2["projector_config"], "depth": 3, "mlp_ratio": 2, "downsample_ratio": 3}}),
    "deepseek_vl_v2-whole": (layouts.deepseek_vl_v2, {
        **VL2,
        "language_config": {**VL2_TEXT, **WHOLE, "num_key_value_heads": 2}}),
    "deepseek_vl_v2-ocr": (layouts.deepseek_ocr, {
        **OCR, "architectures": ["DeepseekOCRForCausalLM"],
        "vision_config": {**OCR["vision_config"], "width": {**OCR["vision_config"]["width"], "clip-l-14-224": {
            "heads": 4, "image_size": 18, "layers": 2, "patch_size": 4, "width": 32}}}}),
    "deepseek_vl_v2-ocr2": (layouts.deepseek_ocr, {
        **OCR, "architectures": ["DeepseekOCR2ForCausalLM"],
        "projector_config": {**OCR["projector_config"], "input_dim": 56},
        "vision_config": {**OCR["vision_config"], "width": {**OCR["vision_config"]["width"],
                                                            "qwen2-0-5b": {"dim": 56}}}}),
    "multi_modality": (layouts.multi_modality, {
        "architectures": ["MultiModalityCausalLM"], "model_type": "multi_modality", "language_config": JANUS_TEXT,
        "vision_config": part("CLIPVisionTower", image_size=384, model_name="siglip_large_patch16_384",
                              select_feature="same", select_layer=-1),
        "aligner_config": part("MlpProjector", depth=2, input_dim=1024, n_embed=48, projector_type="mlp_gelu"),
        "gen_vision_config": part("VQ-16", image_token_size=16384, n_embed=8),
        "gen_aligner_config": part("MlpProjector", depth=3, input_dim=8, n_embed=48, projector_type="mlp_gelu"),
        "gen_head_config": part("vision_head", image_token_embed=52, image_token_size=16384, n_embed=48)}),
    # DeepSeek-VL: looks, and makes no pictures.
    "multi_modality-looks": (layouts.multi_modality, {
        "architectures": ["MultiModalityCausalLM"], "model_type": "multi_modality", "language_config": JANUS_TEXT,
        "vision_config": part("CLIPVisionTower", image_size=336, model_name="siglip_so400m_patch14_384",
                              select_feature="same", select_layer=-2),
        "aligner_config": part("MlpProjector", depth=2, input_dim=1152, n_embed=48, projector_type="mlp_gelu")}),
    "multi_modality-two": (layouts.multi_modality, {
        "architectures": ["MultiModalityCausalLM"], "model_type": "multi_modality", "language_config": JANUS_TEXT,
        "vision_config": part("HybridVisionTower", concat_type="tuple", freeze_high=True, freeze_low=True,
                              high_res_cfg={"image_size": 256, "model_name": "sam_b_downsample", "select_layer": -1},
                              low_res_cfg={"image_size": 96, "model_name": "siglip_large_patch16_384",
                                           "select_layer": -1}),
        "aligner_config": part("MlpProjector", depth=3, input_dim=1024, n_embed=48,
                               projector_type="low_high_hybrid_split_mlp_gelu")}),
}
