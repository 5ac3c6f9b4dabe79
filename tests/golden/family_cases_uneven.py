"""UNEVEN_CASES: sizes that differ where the other cases have one and the same, and settings left to their defaults."""

import copy

from family_cases_2026 import RECENT_CASES
from family_cases_images import IMAGE_CASES
from family_cases_text import TEXT_CASES
from family_cases_vision import VISION_CASES
from family_parts import HEAD, MLA, ROUTED_MOE, inner, text, vision

PATCHES = {"num_hidden_layers": 2, "num_attention_heads": 4, "patch_size": 4}
PICTURE_CODES = {
    "model_type": "janus_vqgan", "embed_dim": 6, "num_embeddings": 20, "latent_channels": 12, "base_channels": 32,
}

def changed(case, path, **settings):
    """A case with some settings of the object at that path put otherwise; None takes one away."""
    config = copy.deepcopy(case)
    part = config
    for key in path:
        part = part[key]
    part.update(settings)
    for key in [key for key, value in settings.items() if value is None]:
        del part[key]
    return config


def grey(case):
    """Pictures of one channel."""
    return changed(case, TOWER, num_channels=1)


TOWER = ("vision_config",)
WORDS = ("text_config",)

UNEVEN_CASES = {
    "janus-uneven": {
        **vision(
            "janus", "JanusForConditionalGeneration", inner("llama", HEAD),
            {"model_type": "janus_vision_model", "hidden_size": 32, **PATCHES, "image_size": 16, "mlp_ratio": 2.5,
             "projection_dim": 36, "depth": 3, "num_channels": 1, "use_qk_norm": True, "attention_bias": False},
            image_token_id=90,
        ),
        "vq_config": {
            **PICTURE_CODES, "channel_multiplier": [2, 1, 1, 3], "num_res_blocks": 2, "projection_dim": 28,
            "num_hidden_layers": 3, "image_token_embed_dim": 44, "double_latent": True, "out_channels": 2,
            "in_channels": 1,
        },
    },
    "janus-left": {
        **vision(
            "janus", "JanusForConditionalGeneration", {"model_type": "llama", "num_hidden_layers": 2},
            {"model_type": "janus_vision_model", "num_hidden_layers": 1}, image_token_id=90,
        ),
        "tie_word_embeddings": True,
    },
    "ovis2-uneven": vision(
        "ovis2", "Ovis2ForConditionalGeneration", inner("qwen2", tie_word_embeddings=False),
        {**PATCHES, "hidden_size": 32, "intermediate_size": 44, "image_size": 24, "vocab_size": 40,
         "hidden_stride": 3, "num_visual_indicator_tokens": 4, "num_channels": 1, "qkv_bias": True, "mlp_bias": True},
        image_token_id=90, visual_indicator_token_ids=[91, 92, 93, 94], hidden_size=52, vocab_size=104,
    ),
    "ovis2-left": vision(
        "ovis2", "Ovis2ForConditionalGeneration", {"model_type": "qwen2", "num_hidden_layers": 2},
        {"num_hidden_layers": 2}, tie_word_embeddings=True,
    ),
    "molmo2-uneven": {
        **vision(
            "molmo2", "Molmo2ForConditionalGeneration",
            inner("molmo2_text", HEAD, additional_vocab_size=96, qk_norm_type="olmo", norm_after=True),
            {"model_type": "molmo2_vision", **PATCHES, "hidden_size": 32, "intermediate_size": 44,
             "image_size": [16, 24], "num_channels": 1, "attention_bias": False},
            image_patch_id=90,
        ),
        "adapter_config": {
            "model_type": "molmo2_adapter", "vision_feature_layer": [1, 0, 1], "hidden_size": 28,
            "num_attention_heads": 4, "intermediate_size": 52, "text_hidden_size": 56, "mlp_bias": True,
        },
    },
    "recurrent_gemma-uneven": text(
        "recurrent_gemma", "RecurrentGemmaForCausalLM", num_hidden_layers=4, head_dim=10, lru_width=60,
        intermediate_size=41, block_types=["recurrent", "attention"], tie_word_embeddings=True,
    ),
    "bailing_hybrid-left": text(
        "bailing_hybrid", "BailingHybridForCausalLM",
        {k: v for k, v in ROUTED_MOE.items() if k not in ("first_k_dense_replace", "n_shared_experts")},
        {k: v for k, v in MLA.items() if k != "q_lora_rank"}, num_hidden_layers=4, layer_group_size=2, num_experts=6,
        n_routed_experts=8,
    ),
    "bailing_hybrid-uneven": text(
        "bailing_hybrid", "BailingHybridForCausalLM", ROUTED_MOE, MLA, num_hidden_layers=4, layer_group_size=2,
        num_experts=6, head_dim=14, linear_num_heads=4, linear_head_dim=10, linear_conv_kernel_dim=3,
    ),
    "zamba": text(
        "zamba", "ZambaForCausalLM", num_hidden_layers=6, mamba_d_state=14, mamba_dt_rank=5, tie_word_embeddings=True,
        layers_block_type=["mamba", "hybrid", "mamba", "hybrid", "hybrid", "mamba"], num_key_value_heads=3,
    ),
    "zamba-left": text(
        "zamba", "ZambaForCausalLM", num_hidden_layers=7, attn_layer_period=3, attn_layer_offset=1,
        attention_head_dim=10, attention_hidden_size=96, n_mamba_heads=4, mamba_expand=3, mamba_d_conv=3,
        mamba_conv_bias=False, mamba_proj_bias=True, mamba_dt_rank="auto",
    ),
    "gemma4-layers": changed(
        VISION_CASES["gemma4"], WORDS, global_head_dim=None, num_global_key_value_heads=None,
        per_layer_config={"2": {"head_dim": 20, "num_key_value_heads": 1}},
    ),
    "glm4v-biased": changed(VISION_CASES["glm4v"], TOWER, attention_bias=True),
    "glm4v_moe-biased": changed(VISION_CASES["glm4v_moe"], TOWER, attention_bias=True),
    "glm46v-biased": changed(VISION_CASES["glm46v"], TOWER, attention_bias=True),
    "glm5_next-unbiased": changed(VISION_CASES["glm5_next"], TOWER, attention_bias=False),
    "mistral3-heads": grey(changed(VISION_CASES["mistral3"], TOWER, head_dim=12)),
    "llava-pixtral-heads": grey(changed(VISION_CASES["llava-pixtral"], TOWER, head_dim=12)),
    "lighton_ocr-heads": grey(changed(IMAGE_CASES["lighton_ocr"], TOWER, head_dim=12)),
    "mistral_large4-heads": grey(changed(IMAGE_CASES["mistral_large4"], TOWER, head_dim=12)),
    "phi4_multimodal-cropped": grey(changed(IMAGE_CASES["phi4_multimodal"], TOWER, image_size=24)),
    "muse_glimmer-grid": changed(VISION_CASES["muse_glimmer"], TOWER, pos_emb_height=6, pos_emb_width=5),
    "gemma4-left": changed(VISION_CASES["gemma4"], WORDS, hidden_size_per_layer_input=7),
    "granitemoe_swa-shared": changed(TEXT_CASES["granitemoe_swa"], (), shared_intermediate_size=36),
    "internvl-unpooled": changed(VISION_CASES["internvl"], TOWER, use_mean_pooling=False, use_mask_token=True,
                                 use_absolute_position_embeddings=False, num_channels=1),
    "qianfan_ocr-unpooled": changed(IMAGE_CASES["qianfan_ocr"], TOWER, use_mean_pooling=False, use_mask_token=True,
                                    use_absolute_position_embeddings=False, attention_bias=False, num_channels=1),
    "got_ocr2-unbiased": changed(IMAGE_CASES["got_ocr2"], TOWER, qkv_bias=False, use_abs_pos=False, num_channels=1),
    "deepseek_vl_hybrid-unbiased": changed(IMAGE_CASES["deepseek_vl_hybrid"], ("high_res_vision_config",),
                                           qkv_bias=False, use_abs_pos=False, num_channels=1),
    "glm4v-tied": changed(VISION_CASES["glm4v"], WORDS, tie_word_embeddings=True),
    "glm4v_moe-tied": changed(VISION_CASES["glm4v_moe"], WORDS, tie_word_embeddings=True),
    "glm_ocr-tied": changed(VISION_CASES["glm_ocr"], WORDS, tie_word_embeddings=True),
    "llava-tied": grey(changed(VISION_CASES["llava"], WORDS, tie_word_embeddings=True)),
    "llava_next_video-tied": grey(changed(IMAGE_CASES["llava_next_video"], WORDS, tie_word_embeddings=True)),
    "llava_onevision-tied": grey(changed(VISION_CASES["llava_onevision"], WORDS, tie_word_embeddings=True)),
    "minimax_m3_vl-tied": grey(changed(VISION_CASES["minimax_m3_vl"], WORDS, tie_word_embeddings=True)),
    "paddleocr_vl-tied": grey(changed(IMAGE_CASES["paddleocr_vl"], WORDS, tie_word_embeddings=True)),
    "video_llama_3-tied": grey(changed(IMAGE_CASES["video_llama_3"], WORDS, tie_word_embeddings=True)),
    "llama4-tied": grey(changed(VISION_CASES["llama4"], WORDS, tie_word_embeddings=True)),
    "hunyuan_vl-tied": grey(changed(VISION_CASES["hunyuan_vl"], WORDS, tie_word_embeddings=True)),
    "glm_ocr-grey": changed(VISION_CASES["glm_ocr"], TOWER, in_channels=1),
    **{
        f"{name}-grey": grey(VISION_CASES[name])
        for name in ("aya_vision", "gemma3", "idefics3", "mllama", "paligemma")
    },
    "cohere_compass_text-heads": changed(
        changed(RECENT_CASES["cohere_compass_text"], (), head_dim=20), ("rope_parameters", "full_attention"),
        mrope_section=[4, 3, 3],
    ),
    "nemotron_h_omni-unbiased": changed(RECENT_CASES["nemotron_h_omni"], WORDS, mamba_proj_bias=True),
}
