"""SOUND_CASES: families that hear, and one that reads bytes in patches."""

from family_parts import HEAD, inner

EAR = {"hidden_size": 32, "intermediate_size": 44, "num_hidden_layers": 2, "num_attention_heads": 4,
       "num_mel_bins": 16, "max_source_positions": 30}
CONFORMER = {
    "model_type": "granite_speech_encoder", "input_dim": 20, "num_layers": 2, "hidden_dim": 32, "num_heads": 4,
    "output_dim": 14, "context_size": 10, "max_pos_emb": 12, "conv_kernel_size": 5,
}
QUERIES = {
    "model_type": "blip_2_qformer", "hidden_size": 36, "num_hidden_layers": 4, "num_attention_heads": 4,
    "intermediate_size": 52, "encoder_hidden_size": 32,
}
BYTE_LAYERS = {"hidden_size": 48, "num_attention_heads": 6, "num_hidden_layers": 3, "intermediate_size": 40,
               "vocab_size": 96}


def hearing(model_type, architecture, text_config, audio_config, **more):
    return {
        "architectures": [architecture], "model_type": model_type, "text_config": text_config,
        "audio_config": audio_config, **more,
    }


def byte_latent(encoder=None, decoder=None, whole=None, patcher=None, **more):
    return {
        "architectures": ["BltForCausalLM"], "model_type": "blt", "vocab_size": 96,
        "encoder_hash_byte_group_vocab": 50, "encoder_hash_byte_group_size": [3, 4, 5],
        "encoder_config": {**BYTE_LAYERS, "num_hidden_layers": 2, "hidden_size_global": 96, **(encoder or {})},
        "decoder_config": {**BYTE_LAYERS, "hidden_size_global": 96, **(decoder or {})},
        "global_config": {**BYTE_LAYERS, "hidden_size": 96, "num_hidden_layers": 4, **(whole or {})},
        "patcher_config": {**BYTE_LAYERS, "hidden_size": 36, "intermediate_size": 28, **(patcher or {})}, **more,
    }


SOUND_CASES = {
    "voxtral": hearing("voxtral", "VoxtralForConditionalGeneration", inner("llama"), {**EAR, "intermediate_size": 128},
                       audio_token_id=24),
    "voxtral-left": hearing(
        "voxtral", "VoxtralForConditionalGeneration", {"model_type": "llama", "num_hidden_layers": 2},
        {"num_hidden_layers": 2}, audio_token_id=24,
    ),
    "audioflamingo3": hearing("audioflamingo3", "AudioFlamingo3ForConditionalGeneration", inner("qwen2"), EAR),
    "audioflamingo3-llama": hearing(
        "audioflamingo3", "AudioFlamingo3ForConditionalGeneration", inner("llama", HEAD, attention_bias=True),
        {"d_model": 40, "encoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 52, "num_mel_bins": 20},
        projector_bias=False,
    ),
    "granite_speech": {
        "architectures": ["GraniteSpeechForConditionalGeneration"], "model_type": "granite_speech",
        "text_config": inner("granite", tie_word_embeddings=True), "encoder_config": CONFORMER,
        "projector_config": QUERIES, "tie_word_embeddings": True,
    },
    "granite_speech-uneven": {
        "architectures": ["GraniteSpeechForConditionalGeneration"], "model_type": "granite_speech",
        "text_config": inner("granite", HEAD, attention_bias=True),
        "encoder_config": {**CONFORMER, "dim_head": 10, "feedforward_mult": 3, "conv_expansion_factor": 3},
        "projector_config": {**QUERIES, "cross_attention_frequency": 3, "use_qformer_text_input": True},
        "tie_word_embeddings": False, "window_size": 12, "downsample_rate": 3, "has_lora_adapter": False,
    },
    "blt": byte_latent(),
    "blt-uneven": byte_latent(
        {"cross_attn_all_layers": True, "hidden_size": 36, "intermediate_size": None, "num_key_value_heads": 3},
        {"cross_attn_all_layers": False, "num_key_value_heads": 2, "cross_attn_k": 3}, {"num_key_value_heads": 1},
        {"num_key_value_heads": 2}, cross_attn_k=3, encoder_hash_byte_group_nb_functions=2, patch_in_forward=False,
    ),
}
