"""TOKEN_CASES: families that read pictures as tokens of their vocabulary."""

from family_parts import HEAD, inner, text, vision

PICTURE_TOKENS = {
    "base_channels": 32, "channel_multiplier": [1, 2, 2], "num_res_blocks": 2, "embed_dim": 6, "latent_channels": 12,
}
MAPPED = {"vocabulary_map": {"<image>": 90}}

EMU_TOKENS = {
    "base_channels": 32, "num_res_blocks": 2, "embed_dim": 6, "latent_channels": 12, "codebook_size": 20,
}

TOKEN_CASES = {
    "chameleon": {
        **text("chameleon", "ChameleonForConditionalGeneration", MAPPED),
        "vq_config": {**PICTURE_TOKENS, "num_embeddings": 20, "resolution": 64},
    },
    "chameleon-attended": {
        **text("chameleon", "ChameleonForConditionalGeneration", MAPPED, attention_bias=True, mlp_bias=True,
               swin_norm=True, tie_word_embeddings=True),
        "vq_config": {
            **PICTURE_TOKENS, "channel_multiplier": [2, 1, 1, 3], "num_res_blocks": 1, "num_embeddings": 20,
            "resolution": 72, "attn_resolutions": [36, 9], "double_latent": True, "in_channels": 1,
        },
    },
    "emu3": {
        **vision("emu3", "Emu3ForConditionalGeneration", inner("emu3_text_model"), {}, **MAPPED),
        "vq_config": {**EMU_TOKENS, "channel_multiplier": [1, 2, 2], "attn_resolutions": [2], "hidden_size": 64},
    },
    "emu3-frames": {
        **vision("emu3", "Emu3ForConditionalGeneration", inner("emu3_text_model", HEAD), {}, **MAPPED),
        "vq_config": {
            **EMU_TOKENS, "channel_multiplier": [2, 1, 3, 3], "num_res_blocks": 1, "temporal_downsample_factor": 9,
            "attn_resolutions": [2, 3], "hidden_size": 96, "double_latent": False, "in_channels": 1, "out_channels": 2,
        },
    },
    "emu3_text_model": text("emu3_text_model", "Emu3ForCausalLM", HEAD),
}
