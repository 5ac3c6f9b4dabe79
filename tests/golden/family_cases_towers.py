"""TOWER_CASES: language models behind towers that see or hear."""

from family_parts import HEAD, inner, vision


def perception_tower(kind, **arguments):
    return {"model_type": "timm_wrapper", "architecture": f"vit_pe_lang_{kind}_patch14_448", "model_args": arguments}


TOWER_CASES = {
    "perception_lm": vision(
        "perception_lm", "PerceptionLMForConditionalGeneration", inner("llama"),
        perception_tower("large", depth=2, embed_dim=32, img_size=[28, 28], num_heads=4, use_post_transformer_norm=False),
        projector_pooling_ratio=2, image_token_id=90,
    ),
    "perception_lm-gigantic": vision(
        "perception_lm", "PerceptionLMForConditionalGeneration",
        inner("llama", HEAD, attention_bias=True, mlp_bias=True, tie_word_embeddings=True),
        perception_tower("gigantic", depth=2, embed_dim=48, img_size=[42, 28], num_heads=4, init_values=None,
                         use_post_transformer_norm=True),
        image_token_id=90,
    ),
}
