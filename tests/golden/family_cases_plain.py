"""PLAIN_CASES: families that only read and write, without a tower."""

from family_parts import HEAD, TEXT, text

GPT = {"n_embd": 48, "n_layer": 3, "n_head": 6, "vocab_size": 96, "n_positions": 64}
XLSTM = {
    "hidden_size": 96, "num_hidden_layers": 3, "num_heads": 4, "vocab_size": 96, "ffn_round_up_to_multiple_of": 8,
}
NARROW = {key: value for key, value in TEXT.items() if key not in ("num_key_value_heads", "rms_norm_eps")}


def plain(model_type, architecture, *parts, **more):
    config = {"architectures": [architecture], "model_type": model_type}
    for part in (*parts, more):
        config.update(part)
    return config


PLAIN_CASES = {
    "modernbert-decoder": plain("modernbert-decoder", "ModernBertDecoderForCausalLM", NARROW, num_hidden_layers=5,
                                tie_word_embeddings=True),
    "modernbert-decoder-biased": plain(
        "modernbert-decoder", "ModernBertDecoderForCausalLM", NARROW, norm_bias=True, attention_bias=True,
        mlp_bias=True, decoder_bias=False, classifier_bias=True,
        layer_types=["sliding_attention", "full_attention", "full_attention"],
    ),
    "biogpt": plain("biogpt", "BioGptForCausalLM", NARROW, tie_word_embeddings=True),
    "biogpt-untied": plain("biogpt", "BioGptForCausalLM", NARROW, scale_embedding=False, max_position_embeddings=70),
    "openai-gpt": plain("openai-gpt", "OpenAIGPTLMHeadModel", GPT),
    "openai-gpt-untied": plain("openai-gpt", "OpenAIGPTLMHeadModel", GPT, n_positions=70, tie_word_embeddings=False),
    "gpt_neox_japanese": plain("gpt_neox_japanese", "GPTNeoXJapaneseForCausalLM", NARROW, tie_word_embeddings=True),
    "gpt_neox_japanese-untied": plain("gpt_neox_japanese", "GPTNeoXJapaneseForCausalLM", NARROW,
                                      intermediate_multiple_size=3, rotary_pct=0.5),
    "doge": text("doge", "DogeForCausalLM", sliding_window=8),
    "doge-experts": text("doge", "DogeForCausalLM", HEAD, is_moe=True, num_experts=50, num_experts_per_tok=4,
                         attention_bias=True, mlp_bias=True),
    "xlstm": plain("xlstm", "xLSTMForCausalLM", XLSTM),
    "xlstm-fused": plain(
        "xlstm", "xLSTMForCausalLM", XLSTM, weight_mode="fused", use_bias=True, qk_dim_factor=1.3, v_dim_factor=2.1,
        ffn_proj_factor=1.9, tie_word_embeddings=True,
    ),
    "hrm_text": plain("hrm_text", "HrmTextForCausalLM", NARROW, HEAD),
    "hrm_text-uneven": plain("hrm_text", "HrmTextForCausalLM", NARROW, HEAD, H_cycles=3, L_cycles=2,
                             attention_bias=True, mlp_bias=True, tie_word_embeddings=True),
}
