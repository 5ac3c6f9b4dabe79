"""TEXT_CASES: text families beside those of family_cases.py."""

from family_parts import HEAD, INDEXER, LOCAL_MOE, MLA, MOE, ROUTED_MOE, SLIDING, text

TWO_BASES = {
    "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
    "full_attention": {"rope_type": "proportional", "rope_theta": 1e6, "partial_rotary_factor": 0.5},
}

TEXT_CASES = {
    "codegen": {
        "architectures": ["CodeGenForCausalLM"], "model_type": "codegen", "n_embd": 48, "n_head": 4, "n_layer": 3,
        "n_positions": 64, "n_ctx": 64, "rotary_dim": 4, "n_inner": None, "vocab_size": 96,
        "tie_word_embeddings": False,
    },
    "persimmon": text("persimmon", "PersimmonForCausalLM", num_key_value_heads=6, layer_norm_eps=1e-05),
    "recurrent_gemma": text(
        "recurrent_gemma", "RecurrentGemmaForCausalLM", num_hidden_layers=4, num_key_value_heads=1, lru_width=36,
        attention_window_size=8, block_types=["recurrent", "recurrent", "attention"], tie_word_embeddings=True,
    ),
    "rwkv": {
        "architectures": ["RwkvForCausalLM"], "model_type": "rwkv", "hidden_size": 48, "attention_hidden_size": 40,
        "intermediate_size": 56, "num_hidden_layers": 3, "context_length": 64, "vocab_size": 96,
        "layer_norm_epsilon": 1e-05, "tie_word_embeddings": False,
    },
    "zamba2": text(
        "zamba2", "Zamba2ForCausalLM", num_hidden_layers=8, num_key_value_heads=6, n_mamba_heads=4, mamba_d_state=14,
        mamba_d_conv=4, mamba_expand=2, mamba_ngroups=2, num_mem_blocks=2, use_shared_attention_adapter=False,
        adapter_rank=7, use_mem_rope=True, hybrid_layer_ids=[1, 3, 6, 7],
        layers_block_type=["mamba", "hybrid", "mamba", "hybrid", "mamba", "mamba", "hybrid", "hybrid"],
        tie_word_embeddings=True,
    ),
    "zamba2-adapters": text(
        "zamba2", "Zamba2ForCausalLM", num_hidden_layers=6, num_key_value_heads=6, n_mamba_heads=4, mamba_d_state=14,
        mamba_d_conv=4, mamba_expand=2, mamba_ngroups=1, num_mem_blocks=1, use_shared_attention_adapter=True,
        adapter_rank=7, hybrid_layer_ids=[1, 3, 5],
        layers_block_type=["mamba", "hybrid", "mamba", "hybrid", "mamba", "hybrid"], tie_word_embeddings=True,
    ),
    "olmo_hybrid": text(
        "olmo_hybrid", "OlmoHybridForCausalLM", num_hidden_layers=4, linear_num_key_heads=4,
        linear_num_value_heads=4, linear_key_head_dim=12, linear_value_head_dim=12, linear_conv_kernel_dim=4,
        layer_types=["linear_attention"] * 3 + ["full_attention"],
    ),
    "nanochat": text("nanochat", "NanoChatForCausalLM", hidden_act="relu2"),
    "diffllama": text("diffllama", "DiffLlamaForCausalLM"),
    "jetmoe": text(
        "jetmoe", "JetMoeForCausalLM", LOCAL_MOE, num_key_value_heads=4, num_attention_heads=8, kv_channels=10,
        tie_word_embeddings=True,
    ),
    "hyperclovax": text("hyperclovax", "HyperCLOVAXForCausalLM", HEAD, use_post_norm=True),
    "granite_swa": text("granite_swa", "GraniteSWAForCausalLM", sliding_window=8, layer_types=SLIDING),
    "granitemoe_swa": text("granitemoe_swa", "GraniteMoeSWAForCausalLM", LOCAL_MOE, layer_types=SLIDING),
    "granitemoe_swa-shared": text(
        "granitemoe_swa", "GraniteMoeSWAForCausalLM", LOCAL_MOE, layer_types=SLIDING, shared_intermediate_size=36,
    ),
    "kolibri1": text(
        "kolibri1", "Kolibri1ForCausalLM", HEAD, MOE, shared_expert_intermediate_size=36, sliding_window=8,
        layer_types=SLIDING,
    ),
    "flint": text(
        "flint", "FlintForCausalLM", HEAD, MOE, shared_expert_intermediate_size=36, sliding_window=8,
        layer_types=SLIDING, mlp_only_layers=[0],
    ),
    "beam": text(
        "beam", "BeamForCausalLM", HEAD, MOE, num_experts=6, sliding_window=8, layer_types=SLIDING,
        mlp_layer_types=["dense", "sparse", "sparse"], n_group=2, topk_group=1,
    ),
    "lfm3": text(
        "lfm3", "Lfm3ForCausalLM", HEAD, num_hidden_layers=4, conv_L_cache=7, norm_eps=1e-05,
        layer_types=["conv", "conv", "full_attention", "sliding_attention"], rope_parameters=TWO_BASES,
        tie_word_embeddings=True,
    ),
    "zaya": text(
        "zaya", "ZayaForCausalLM", num_experts=5, num_experts_per_tok=1, moe_intermediate_size=28, head_dim=10,
        router_hidden_size=22, cca_time0=2, cca_time1=3, tie_word_embeddings=True,
    ),
    "axk2": text(
        "axk2", "AXK2ForCausalLM", ROUTED_MOE, MLA, INDEXER, head_dim=8, gated_norm_rank=7, n_group=None,
        topk_group=None,
    ),
    "xglm": {
        "architectures": ["XGLMForCausalLM"], "model_type": "xglm", "d_model": 48, "ffn_dim": 40, "num_layers": 3,
        "attention_heads": 6, "vocab_size": 96, "max_position_embeddings": 64, "tie_word_embeddings": True,
    },
    "iquestcoder": text("iquestcoder", "LlamaForCausalLM", HEAD),
}
