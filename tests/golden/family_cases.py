"""CASES: the small model of each family that make_family_fixtures.py builds, as a config.json says it."""

from family_cases_2026 import RECENT_CASES
from family_cases_bytes_and_sounds import SOUND_CASES
from family_cases_images import IMAGE_CASES
from family_cases_plain import PLAIN_CASES
from family_cases_queries import QUERY_CASES
from family_cases_text import TEXT_CASES
from family_cases_tokens import TOKEN_CASES
from family_cases_towers import TOWER_CASES
from family_cases_uneven import UNEVEN_CASES
from family_cases_vision import VISION_CASES
from family_parts import (
    GEMMA, HEAD, INDEXER, LINEAR, LOCAL_MOE, MAMBA, MLA, MOE, ROUTED_MOE, SLIDING, WHOLE_MROPE, text,
)

CASES = {
    "llama": text("llama", "LlamaForCausalLM"),
    "llama-biased": text("llama", "LlamaForCausalLM", HEAD, attention_bias=True, mlp_bias=True),
    "mistral": text("mistral", "MistralForCausalLM", HEAD, sliding_window=None),
    "mixtral": text("mixtral", "MixtralForCausalLM", LOCAL_MOE),
    "qwen2": text("qwen2", "Qwen2ForCausalLM", tie_word_embeddings=True),
    "qwen2_moe": text(
        "qwen2_moe", "Qwen2MoeForCausalLM", MOE, shared_expert_intermediate_size=36, mlp_only_layers=[1]
    ),
    "qwen3": text("qwen3", "Qwen3ForCausalLM", HEAD),
    "qwen3_moe": text("qwen3_moe", "Qwen3MoeForCausalLM", HEAD, MOE, mlp_only_layers=[1]),
    "qwen3_next": text(
        "qwen3_next", "Qwen3NextForCausalLM", HEAD, MOE, LINEAR, shared_expert_intermediate_size=36,
        partial_rotary_factor=0.4,
    ),
    "qwen3_5_text": text("qwen3_5_text", "Qwen3_5ForCausalLM", HEAD, LINEAR, WHOLE_MROPE),
    "gemma": text("gemma", "GemmaForCausalLM", GEMMA),
    "gemma2": text("gemma2", "Gemma2ForCausalLM", GEMMA, sliding_window=8, query_pre_attn_scalar=10),
    "gemma3_text": text(
        "gemma3_text", "Gemma3ForCausalLM", GEMMA, sliding_window=8, layer_types=SLIDING, query_pre_attn_scalar=10
    ),
    "gemma4_text": text(
        "gemma4_text", "Gemma4ForCausalLM", GEMMA, num_hidden_layers=6, sliding_window=8,
        layer_types=SLIDING + SLIDING, hidden_size_per_layer_input=7, num_kv_shared_layers=3, global_head_dim=20,
        vocab_size_per_layer_input=80, enable_moe_block=False, use_double_wide_mlp=True,
    ),
    "phi": text("phi", "PhiForCausalLM", partial_rotary_factor=0.5, layer_norm_eps=1e-5),
    "phi3": text("phi3", "Phi3ForCausalLM"),
    "phimoe": text("phimoe", "PhimoeForCausalLM", LOCAL_MOE, attention_bias=True, lm_head_bias=True),
    "olmo2": text("olmo2", "Olmo2ForCausalLM"),
    "olmo3": text("olmo3", "Olmo3ForCausalLM", sliding_window=8, layer_types=SLIDING),
    "olmoe": text("olmoe", "OlmoeForCausalLM", num_experts=5, num_experts_per_tok=2),
    "glm4": text("glm4", "Glm4ForCausalLM", HEAD, attention_bias=True, partial_rotary_factor=0.5),
    "glm4_moe": text(
        "glm4_moe", "Glm4MoeForCausalLM", HEAD, ROUTED_MOE, attention_bias=True, use_qk_norm=True,
        partial_rotary_factor=0.5,
    ),
    "glm4_moe-derived": text("glm4_moe", "Glm4MoeForCausalLM", ROUTED_MOE, hidden_size=50),
    "glm4_moe_lite": text("glm4_moe_lite", "Glm4MoeLiteForCausalLM", ROUTED_MOE, MLA),
    "glm_moe_dsa": text("glm_moe_dsa", "GlmMoeDsaForCausalLM", ROUTED_MOE, MLA, INDEXER, head_dim=8),
    "deepseek_v2": text(
        "deepseek_v2", "DeepseekV2ForCausalLM", ROUTED_MOE, MLA, head_dim=8, topk_method="greedy", q_lora_rank=None,
        n_shared_experts=2,
    ),
    "deepseek_v3": text("deepseek_v3", "DeepseekV3ForCausalLM", ROUTED_MOE, MLA, head_dim=8, topk_method="noaux_tc"),
    "deepseek_v3-saved": text("deepseek_v3", "DeepseekV3ForCausalLM", ROUTED_MOE, MLA, head_dim=8, qk_head_dim=20),
    "deepseek_v32": text(
        "deepseek_v32", "DeepseekV32ForCausalLM", ROUTED_MOE, MLA, INDEXER, head_dim=8, topk_method="noaux_tc"
    ),
    "deepseek_v4": text(
        "deepseek_v4", "DeepseekV4ForCausalLM", num_key_value_heads=1, head_dim=24, q_lora_rank=14, o_groups=2,
        o_lora_rank=10, n_routed_experts=8, n_shared_experts=1, num_experts_per_tok=2, moe_intermediate_size=28,
        num_hidden_layers=5, num_hash_layers=1, num_nextn_predict_layers=1, hc_mult=4, sliding_window=8,
        index_n_heads=2, index_head_dim=16, index_topk=4, qk_rope_head_dim=8, compress_ratios=[0, 128, 4, 128, 4, 0],
        topk_method="noaux_tc", scoring_func="sqrtsoftplus", intermediate_size=28,
    ),
    "kimi_linear": text(
        "kimi_linear", "KimiLinearForCausalLM", ROUTED_MOE, MLA, num_hidden_layers=4, q_lora_rank=None, num_experts=8,
        linear_attn_config={
            "full_attn_layers": [4], "kda_layers": [1, 2, 3], "head_dim": 10, "num_heads": 4,
            "short_conv_kernel_size": 4,
        },
        layer_types=["linear_attention", "linear_attention", "linear_attention", "full_attention"],
        mlp_layer_types=["dense", "sparse", "sparse", "sparse"], head_dim=8, moe_renormalize=True,
        moe_router_activation_func="sigmoid", num_shared_experts=1, num_experts_per_token=2,
    ),
    "kimi_linear-saved": text(
        "kimi_linear", "KimiLinearForCausalLM", ROUTED_MOE, MLA, num_hidden_layers=4, q_lora_rank=None, num_experts=8,
        layer_types=["linear_attention", "full_attention", "linear_attention", "full_attention"],
        mlp_layer_types=["dense", "sparse", "sparse", "sparse"], head_dim=8, moe_renormalize=True,
        num_shared_experts=1, num_experts_per_token=2, linear_head_dim=10, linear_num_heads=4,
        linear_conv_kernel_dim=3, model_max_length=512,
    ),
    "gpt_oss": text(
        "gpt_oss", "GptOssForCausalLM", HEAD, LOCAL_MOE, attention_bias=True, sliding_window=8,
        layer_types=["sliding_attention", "full_attention", "sliding_attention"],
    ),
    "gpt_oss-derived": text(
        "gpt_oss", "GptOssForCausalLM", LOCAL_MOE, attention_bias=True, sliding_window=8,
        layer_types=["sliding_attention", "full_attention", "sliding_attention"],
    ),
    "minimax_m2": text("minimax_m2", "MiniMaxM2ForCausalLM", HEAD, LOCAL_MOE, use_qk_norm=True, rotary_dim=6),
    "minimax_m2-derived": text("minimax_m2", "MiniMaxM2ForCausalLM", LOCAL_MOE, use_qk_norm=True),
    "mimo_v2_flash": text(
        "mimo_v2_flash", "MiMoV2FlashForCausalLM", ROUTED_MOE, n_shared_experts=None, head_dim=12, v_head_dim=10,
        num_attention_heads=8, swa_num_attention_heads=8, swa_num_key_value_heads=4, swa_head_dim=12, swa_v_head_dim=10, sliding_window=8,
        hybrid_layer_pattern=[0, 1, 1], moe_layer_freq=[0, 1, 1], topk_method="noaux_tc",
        layer_types=["full_attention", "sliding_attention", "sliding_attention"],
        mlp_layer_types=["dense", "sparse", "sparse"], add_swa_attention_sink_bias=True,
        add_full_attention_sink_bias=False, layernorm_epsilon=1e-5,
    ),
    "mimo_v2_flash-saved": text(
        "mimo_v2_flash", "MiMoV2FlashForCausalLM", ROUTED_MOE, n_shared_experts=None, head_dim=12, v_head_dim=10,
        num_attention_heads=8, sliding_window=9,
        layer_types=["full_attention", "sliding_attention", "sliding_attention"],
        mlp_layer_types=["dense", "sparse", "sparse"],
    ),
    "nemotron_h": text(
        "nemotron_h", "NemotronHForCausalLM", HEAD, ROUTED_MOE, num_hidden_layers=5,
        layers_block_type=["mamba", "moe", "attention", "moe", "mamba"], mamba_num_heads=4, mamba_head_dim=6,
        ssm_state_size=8, n_groups=2, conv_kernel=4, use_conv_bias=True, moe_latent_size=20,
        moe_shared_expert_intermediate_size=36, mlp_hidden_act="relu2",
    ),
    "nemotron_h-dense": text(
        "nemotron_h", "NemotronHForCausalLM", HEAD, num_hidden_layers=4, hybrid_override_pattern="M-M*",
        mamba_num_heads=4, mamba_head_dim=6, ssm_state_size=8, n_groups=2, conv_kernel=4, use_conv_bias=True,
        mlp_hidden_act="relu2",
    ),
    "ernie4_5": text("ernie4_5", "Ernie4_5ForCausalLM", HEAD, use_bias=False),
    "ernie4_5-derived": text("ernie4_5", "Ernie4_5ForCausalLM", use_bias=False),
    "ernie4_5_moe": text(
        "ernie4_5_moe", "Ernie4_5_MoeForCausalLM", moe_num_experts=5, moe_k=2, moe_intermediate_size=28,
        moe_num_shared_experts=2, moe_layer_start_index=1, moe_layer_end_index=2, moe_layer_interval=1, use_bias=False,
    ),
    "hunyuan_v1_dense": text("hunyuan_v1_dense", "HunYuanDenseV1ForCausalLM", HEAD),
    "hunyuan_v1_moe": text(
        "hunyuan_v1_moe", "HunYuanMoEV1ForCausalLM", HEAD, num_experts=5, moe_topk=2, num_shared_expert=1
    ),
    "hy_v3": text("hy_v3", "HYV3ForCausalLM", HEAD, ROUTED_MOE, num_experts=8, expert_hidden_dim=28,
                  num_shared_experts=1, moe_intermediate_size=28),
    "hy_v4": text("hy_v4", "HYV4ForCausalLM", ROUTED_MOE, MLA, INDEXER, num_hidden_layers=6, head_dim=8, hc_mult=4),
    "longcat_flash": text(
        "longcat_flash", "LongcatFlashForCausalLM", MLA, num_layers=2, num_hidden_layers=4, ffn_hidden_size=40,
        n_routed_experts=6, zero_expert_num=2, expert_ffn_hidden_size=28, moe_topk=2, head_dim=8,
    ),
    "cohere2": text(
        "cohere2", "Cohere2ForCausalLM", sliding_window=8, layer_types=SLIDING, tie_word_embeddings=True,
        layer_norm_eps=1e-5,
    ),
    "granite": text("granite", "GraniteForCausalLM"),
    "granitemoe": text("granitemoe", "GraniteMoeForCausalLM", LOCAL_MOE),
    "smollm3": text("smollm3", "SmolLM3ForCausalLM"),
    "starcoder2": text("starcoder2", "Starcoder2ForCausalLM", use_bias=True, norm_epsilon=1e-5),
    "seed_oss": text("seed_oss", "SeedOssForCausalLM", HEAD, attention_bias=True, attention_out_bias=False),
    "exaone4": text("exaone4", "Exaone4ForCausalLM", HEAD, sliding_window=8, layer_types=SLIDING),
    "dots1": text(
        "dots1", "Dots1ForCausalLM", HEAD, ROUTED_MOE, layer_types=["full_attention"] * 3, topk_method="noaux_tc"
    ),
    "arcee": text("arcee", "ArceeForCausalLM", HEAD, hidden_act="relu2"),
    "apertus": text("apertus", "ApertusForCausalLM"),
    "glm": text("glm", "GlmForCausalLM", HEAD, attention_bias=True, partial_rotary_factor=0.5),
    "cohere": text("cohere", "CohereForCausalLM", tie_word_embeddings=True, use_qk_norm=True, layer_norm_eps=1e-5),
    "afmoe": text("afmoe", "AfmoeForCausalLM", HEAD, MOE, num_dense_layers=1, num_shared_experts=1, sliding_window=8),
    "olmo": text("olmo", "OlmoForCausalLM"),
    "stablelm": text("stablelm", "StableLmForCausalLM", use_qkv_bias=True, layer_norm_eps=1e-5),
    "nemotron": text("nemotron", "NemotronForCausalLM", HEAD, norm_eps=1e-5),
    "gpt2": {"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "n_embd": 48, "n_layer": 3, "n_head": 6,
             "vocab_size": 96, "n_positions": 64, "n_ctx": 64},
    "gpt_neox": {"architectures": ["GPTNeoXForCausalLM"], "model_type": "gpt_neox", "hidden_size": 48,
                 "num_hidden_layers": 3, "num_attention_heads": 6, "intermediate_size": 40, "vocab_size": 96,
                 "max_position_embeddings": 64, "tie_word_embeddings": False},
    "falcon": {"architectures": ["FalconForCausalLM"], "model_type": "falcon", "hidden_size": 48,
               "num_hidden_layers": 3, "num_attention_heads": 6, "vocab_size": 96, "multi_query": True,
               "new_decoder_architecture": False, "parallel_attn": True, "bias": False},
    "cwm": text("cwm", "CwmForCausalLM", HEAD, sliding_window=8, layer_types=SLIDING),
    "ministral": text("ministral", "MinistralForCausalLM", HEAD, sliding_window=8, layer_types=SLIDING),
    "bitnet": text("bitnet", "BitNetForCausalLM", hidden_act="relu2"),
    "helium": text("helium", "HeliumForCausalLM", HEAD),
    "vaultgemma": text(
        "vaultgemma", "VaultGemmaForCausalLM", GEMMA, sliding_window=8, layer_types=SLIDING, query_pre_attn_scalar=10,
    ),
    "jais2": text(
        "jais2", "Jais2ForCausalLM", hidden_act="relu2", layer_norm_eps=1e-05, attention_bias=True, mlp_bias=True,
    ),
    "flex_olmo": text("flex_olmo", "FlexOlmoForCausalLM", num_experts=5, num_experts_per_tok=2),
    "exaone_moe": text(
        "exaone_moe", "ExaoneMoeForCausalLM", HEAD, MOE, num_shared_experts=1, first_k_dense_replace=1,
        sliding_window=8, layer_types=SLIDING, n_group=1, topk_group=1,
    ),
    "solar_open": text("solar_open", "SolarOpenForCausalLM", HEAD, ROUTED_MOE),
    "axk1": text("axk1", "AXK1ForCausalLM", ROUTED_MOE, MLA),
    "youtu": text("youtu", "YoutuForCausalLM", MLA, tie_word_embeddings=True),
    "minicpm3": text("minicpm3", "MiniCPM3ForCausalLM", MLA, tie_word_embeddings=True),
    "minicpm3-direct": text("minicpm3", "MiniCPM3ForCausalLM", MLA, q_lora_rank=None),
    "dbrx": {
        "architectures": ["DbrxForCausalLM"], "model_type": "dbrx", "d_model": 48, "n_heads": 6, "n_layers": 3,
        "max_seq_len": 512, "vocab_size": 96, "attn_config": {"kv_n_heads": 2, "clip_qkv": 8, "rope_theta": 500000},
        "ffn_config": {"ffn_hidden_size": 28, "moe_num_experts": 5, "moe_top_k": 2}, "tie_word_embeddings": False,
    },
    "laguna": text(
        "laguna", "LagunaForCausalLM", HEAD, MOE, shared_expert_intermediate_size=36, sliding_window=8,
        layer_types=["full_attention", "sliding_attention", "full_attention"],
        num_attention_heads_per_layer=[6, 4, 6], mlp_layer_types=["dense", "sparse", "sparse"], gating=True,
    ),
    "opt": {
        "architectures": ["OPTForCausalLM"], "model_type": "opt", "hidden_size": 48, "num_hidden_layers": 3,
        "num_attention_heads": 6, "ffn_dim": 40, "vocab_size": 96, "max_position_embeddings": 64,
        "word_embed_proj_dim": 48, "do_layer_norm_before": True, "pad_token_id": 1,
    },
    "opt-projected": {
        "architectures": ["OPTForCausalLM"], "model_type": "opt", "hidden_size": 48, "num_hidden_layers": 3,
        "num_attention_heads": 6, "ffn_dim": 40, "vocab_size": 96, "max_position_embeddings": 64,
        "word_embed_proj_dim": 32, "do_layer_norm_before": False, "pad_token_id": 1,
    },
    "bloom": {
        "architectures": ["BloomForCausalLM"], "model_type": "bloom", "hidden_size": 48, "n_layer": 3, "n_head": 6,
        "vocab_size": 96,
    },
    "mpt": {
        "architectures": ["MPTForCausalLM"], "model_type": "mpt", "d_model": 48, "n_heads": 6, "n_layers": 3,
        "expansion_ratio": 4, "max_seq_len": 64, "vocab_size": 96,
    },
    "gptj": {
        "architectures": ["GPTJForCausalLM"], "model_type": "gptj", "n_embd": 48, "n_head": 6, "n_layer": 3,
        "n_positions": 64, "rotary_dim": 4, "n_inner": None, "vocab_size": 96, "tie_word_embeddings": False,
    },
    "gpt_neo": {
        "architectures": ["GPTNeoForCausalLM"], "model_type": "gpt_neo", "hidden_size": 48, "num_heads": 6,
        "num_layers": 3, "attention_types": [[["global", "local", "global"], 1]], "max_position_embeddings": 64,
        "vocab_size": 96, "window_size": 8,
    },
    "gpt_bigcode": {
        "architectures": ["GPTBigCodeForCausalLM"], "model_type": "gpt_bigcode", "n_embd": 48, "n_head": 6,
        "n_layer": 3, "n_positions": 64, "n_inner": 40, "multi_query": True, "vocab_size": 96,
    },
    "granitemoeshared": text(
        "granitemoeshared", "GraniteMoeSharedForCausalLM", LOCAL_MOE, shared_intermediate_size=36,
    ),
    "granitemoehybrid": text(
        "granitemoehybrid", "GraniteMoeHybridForCausalLM", LOCAL_MOE, MAMBA, shared_intermediate_size=36,
        layer_types=["mamba", "attention", "mamba"], position_embedding_type="nope",
    ),
    "granitemoehybrid-dense": text(
        "granitemoehybrid", "GraniteMoeHybridForCausalLM", MAMBA, num_local_experts=0, num_experts_per_tok=0,
        shared_intermediate_size=36, layer_types=["mamba", "attention", "mamba"], position_embedding_type="nope",
        tie_word_embeddings=True,
    ),
    "falcon_h1": text("falcon_h1", "FalconH1ForCausalLM", HEAD, MAMBA, mamba_d_ssm=96, mamba_rms_norm=False),
    "bamba": text("bamba", "BambaForCausalLM", MAMBA, attn_layer_indices=[1]),
    "jamba": text(
        "jamba", "JambaForCausalLM", num_hidden_layers=4, num_experts=5, num_experts_per_tok=2, expert_layer_period=2,
        expert_layer_offset=1, attn_layer_period=4, attn_layer_offset=2, mamba_d_state=14, mamba_d_conv=4,
        mamba_expand=2, mamba_dt_rank=7,
    ),
    "mamba": {
        "architectures": ["MambaForCausalLM"], "model_type": "mamba", "hidden_size": 48, "num_hidden_layers": 3,
        "state_size": 14, "conv_kernel": 4, "expand": 2, "intermediate_size": 96, "time_step_rank": 7,
        "vocab_size": 90, "use_bias": False, "use_conv_bias": True,
    },
    "mamba2": {
        "architectures": ["Mamba2ForCausalLM"], "model_type": "mamba2", "hidden_size": 48, "num_hidden_layers": 3,
        "num_heads": 4, "head_dim": 24, "state_size": 14, "n_groups": 2, "conv_kernel": 4, "expand": 2,
        "vocab_size": 90, "tie_word_embeddings": False,
    },
    "falcon_mamba": {
        "architectures": ["FalconMambaForCausalLM"], "model_type": "falcon_mamba", "hidden_size": 48,
        "num_hidden_layers": 3, "state_size": 14, "conv_kernel": 4, "expand": 2, "intermediate_size": 96,
        "time_step_rank": 7, "vocab_size": 90, "use_bias": False, "use_conv_bias": True,
    },
    "lfm2": text(
        "lfm2", "Lfm2ForCausalLM", intermediate_size=96, block_auto_adjust_ff_dim=True, block_multiple_of=8,
        block_ffn_dim_multiplier=1.0, conv_L_cache=3, layer_types=["conv", "full_attention", "conv"], norm_eps=1e-05,
        tie_word_embeddings=True,
    ),
    "lfm2_moe": text(
        "lfm2_moe", "Lfm2MoeForCausalLM", MOE, conv_L_cache=3, layer_types=["conv", "full_attention", "conv"],
        norm_eps=1e-05, num_dense_layers=1, use_expert_bias=True, tie_word_embeddings=True,
    ),
    "minimax": text(
        "minimax", "MiniMaxForCausalLM", HEAD, LOCAL_MOE,
        layer_types=["linear_attention", "linear_attention", "full_attention"],
    ),
    "cohere2_moe": text(
        "cohere2_moe", "Cohere2MoeForCausalLM", HEAD, num_experts=5, num_experts_per_tok=2, num_shared_experts=1,
        sliding_window=8, layer_types=SLIDING, mlp_layer_types=["dense", "sparse", "sparse"],
        prefix_dense_intermediate_size=52, layer_norm_eps=1e-05, tie_word_embeddings=True,
    ),
    "bailing_hybrid": text(
        "bailing_hybrid", "BailingHybridForCausalLM", ROUTED_MOE, MLA, q_lora_rank=None, num_hidden_layers=4,
        num_experts=8, num_shared_experts=1, layer_group_size=4, head_dim=10, short_conv_kernel_size=4,
    ),
    "gemma3n_text": text(
        "gemma3n_text", "Gemma3nForCausalLM", GEMMA, num_hidden_layers=6, sliding_window=8,
        layer_types=SLIDING + SLIDING, hidden_size_per_layer_input=7, vocab_size_per_layer_input=80,
        num_kv_shared_layers=3, laurel_rank=9, altup_num_inputs=4, activation_sparsity_pattern=[0.0] * 6,
        intermediate_size=[40] * 6,
    ),
    "mellum": text("mellum", "MellumForCausalLM", HEAD, MOE),
    "mellum-derived": text("mellum", "MellumForCausalLM", MOE),
    "deepseek_v3-biased": text(
        "deepseek_v3", "DeepseekV3ForCausalLM", ROUTED_MOE, MLA, head_dim=8, topk_method="noaux_tc",
        attention_bias=True, first_k_dense_replace=0, n_shared_experts=2, tie_word_embeddings=True,
    ),
    "gemma2-biased": text(
        "gemma2", "Gemma2ForCausalLM", GEMMA, sliding_window=8, query_pre_attn_scalar=10, attention_bias=True,
        tie_word_embeddings=False,
    ),
    "hy_v3-biased": text(
        "hy_v3", "HYV3ForCausalLM", HEAD, ROUTED_MOE, num_experts=8, num_shared_experts=2, moe_intermediate_size=28,
        attention_bias=True, mlp_bias=True,
    ),
    "nemotron_h-biased": text(
        "nemotron_h", "NemotronHForCausalLM", HEAD, ROUTED_MOE, num_hidden_layers=3,
        layers_block_type=["mamba", "moe", "attention"], mamba_num_heads=4, mamba_head_dim=6, ssm_state_size=8,
        n_groups=2, conv_kernel=4, use_bias=True, mlp_bias=True, moe_latent_size=20,
        moe_shared_expert_intermediate_size=36, mlp_hidden_act="relu2",
    ),
}
CASES.update(QUERY_CASES)
CASES.update(PLAIN_CASES)
CASES.update(SOUND_CASES)
CASES.update(TOKEN_CASES)
CASES.update(TOWER_CASES)
CASES.update(UNEVEN_CASES)
CASES.update(VISION_CASES)
CASES.update(TEXT_CASES)
CASES.update(IMAGE_CASES)
CASES.update(RECENT_CASES)
# As the reference saves them today, under other names than it reads and than are published.
CASES.update({f"saved-{name}": CASES[name] for name in
              ("deepseek_v4", "hy_v4", "kimi_k25", "qianfan_ocr", "olmo_hybrid", "kimi_linear")})
