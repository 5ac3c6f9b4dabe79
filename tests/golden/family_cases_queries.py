"""QUERY_CASES: families whose language model attends to pictures through queries of a transformer in between."""

from family_parts import HEAD, inner, text, vision

PICTURE_TOWER = {
    "hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2, "num_attention_heads": 4, "image_size": 24,
    "patch_size": 4,
}
QUERY_TRANSFORMER = {
    "hidden_size": 36, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 52, "vocab_size": 40,
    "max_position_embeddings": 24,
}
OPT = {"model_type": "opt", "hidden_size": 48, "num_hidden_layers": 3, "num_attention_heads": 6, "ffn_dim": 40,
       "vocab_size": 96, "max_position_embeddings": 64, "word_embed_proj_dim": 48, "pad_token_id": 1}

T5 = {"model_type": "t5", "d_model": 48, "num_layers": 3, "num_heads": 6, "d_kv": 10, "d_ff": 40, "vocab_size": 96,
      "relative_attention_num_buckets": 8}


def queried(model_type, architecture, language_model, query_settings=None, picture_settings=None, **more):
    return {
        **vision(model_type, architecture, language_model, {**PICTURE_TOWER, **(picture_settings or {})}, **more),
        "qformer_config": {**QUERY_TRANSFORMER, **(query_settings or {})},
    }


QUERY_CASES = {
    "blip-2": queried("blip-2", "Blip2ForConditionalGeneration", OPT, num_query_tokens=5, image_token_index=90),
    "blip-2-uneven": queried(
        "blip-2", "Blip2ForConditionalGeneration",
        {**OPT, "word_embed_proj_dim": 32, "do_layer_norm_before": False, "tie_word_embeddings": False,
         "enable_bias": False},
        {"cross_attention_frequency": 3, "use_qformer_text_input": True}, {"qkv_bias": False, "image_size": 18},
        num_query_tokens=3,
    ),
    "blip-2-llama": queried("blip-2", "Blip2ForConditionalGeneration", inner("llama", HEAD, attention_bias=True)),
    "blip-2-t5": queried("blip-2", "Blip2ForConditionalGeneration", T5),
    "instructblip-t5": queried(
        "instructblip", "InstructBlipForConditionalGeneration",
        {**T5, "feed_forward_proj": "gated-gelu", "num_decoder_layers": 4},
    ),
    "instructblip": queried(
        "instructblip", "InstructBlipForConditionalGeneration", inner("llama"), num_query_tokens=5,
        image_token_index=90,
    ),
    "instructblip-opt": queried(
        "instructblip", "InstructBlipForConditionalGeneration", OPT, {"cross_attention_frequency": 1},
    ),
    "idefics": {
        **text("idefics", "IdeficsForVisionText2Text", num_hidden_layers=4, cross_layer_interval=2,
               additional_vocab_size=3, use_resampler=True, alpha_type="vector"),
        "vision_config": {**PICTURE_TOWER, "embed_dim": 32},
        "perceiver_config": {
            "use_resampler": True, "resampler_n_latents": 6, "resampler_depth": 2, "resampler_n_heads": 4,
            "resampler_head_dim": 10, "qk_layer_norms_perceiver": True,
        },
    },
    "idefics-uneven": {
        **text("idefics", "IdeficsForVisionText2Text", num_hidden_layers=5, cross_layer_interval=2,
               qk_layer_norms=True, tie_word_embeddings=True, additional_vocab_size=2),
        "vision_config": {"embed_dim": 40, "num_hidden_layers": 2, "num_attention_heads": 4, "patch_size": 4,
                          "image_size": 18, "num_channels": 1},
    },
    "kosmos-2": vision(
        "kosmos-2", "Kosmos2ForConditionalGeneration",
        {"embed_dim": 48, "layers": 3, "attention_heads": 6, "ffn_dim": 40, "vocab_size": 96,
         "max_position_embeddings": 64, "tie_word_embeddings": True},
        PICTURE_TOWER, latent_query_num=5,
    ),
    "kosmos-2-uneven": vision(
        "kosmos-2", "Kosmos2ForConditionalGeneration",
        {"embed_dim": 48, "layers": 2, "attention_heads": 6, "ffn_dim": 40, "vocab_size": 96,
         "add_cross_attention": True, "scale_embedding": False, "tie_word_embeddings": False},
        {**PICTURE_TOWER, "num_channels": 1, "image_size": 18}, latent_query_num=7, tie_word_embeddings=False,
    ),
    "kosmos-2.5": vision(
        "kosmos-2.5", "Kosmos2_5ForConditionalGeneration",
        {"embed_dim": 48, "layers": 3, "attention_heads": 6, "ffn_dim": 40, "vocab_size": 96,
         "max_position_embeddings": 64, "tie_word_embeddings": True},
        {**PICTURE_TOWER, "patch_embed_hidden_size": 48, "head_dim": 10, "max_num_patches": 20}, latent_query_num=5,
    ),
    "kosmos-2.5-untied": vision(
        "kosmos-2.5", "Kosmos2_5ForConditionalGeneration",
        {"embed_dim": 36, "layers": 2, "attention_heads": 4, "ffn_dim": 40, "vocab_size": 104,
         "tie_word_embeddings": False},
        {**PICTURE_TOWER, "patch_embed_hidden_size": 192, "head_dim": 6, "max_num_patches": 30}, latent_query_num=3,
    ),
}
