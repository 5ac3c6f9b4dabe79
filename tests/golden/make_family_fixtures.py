#!/usr/bin/env python3
"""Writes tests/golden/families: what the reference implementation stores for a small model of each family.

Needs transformers, torch, scipy, and timm for gemma3n, fast_vlm and perception_lm; nothing is downloaded and no weight is
ever made: the classes are built on the meta device, and their tensors renamed as save_pretrained would. One file per case:

  {"config": a config.json as published ones look, "tensors": {"model.layers.{0-3}.mlp.up_proj.weight": [40, 48]}}

Usage: make_family_fixtures.py [CASE...]
       make_family_fixtures.py --vary COUNT SEED FOLDER [CASE...]

       make_family_fixtures.py --resave FOLDER [CASE...]

The second form changes settings of each case at random and writes COUNT files per case to FOLDER, for
tst_model_families with FIRSTLIGHT_FAMILY_FIXTURES=FOLDER. The third writes the cases with the config as the reference
implementation saves it again, which has newer names for many settings. Neither is kept: what differs becomes a fix
and, where it is new, a case in family_cases.py.
"""

import copy
import json
import pathlib
import random
import re
import sys

from family_cases import CASES

FOLDER = pathlib.Path(__file__).parent / "families"


# Where the class has another name than published configs say.
CLASSES = {
    "KimiK25ForConditionalGeneration": "Kimi_K25ForConditionalGeneration",
    "MPTForCausalLM": "MptForCausalLM",
    "Qwen2_5OmniModel": "Qwen2_5OmniForConditionalGeneration",
}

# Where save_pretrained writes other names than the published checkpoints have. The cases "saved-..." keep them.
RENAMES = {
    "deepseek_v4": [
        (r"^model\.embed_tokens\.", "embed."),
        (r"^model\.hc_head\.hc_", "hc_head_"),
        (r"^model\.", ""),
        (r"\.attn\.norm\.", ".attn.kv_norm."),
    ],
    "hy_v4": [(r"\.mlp\.(shared_experts\.)?linear_gate", r".mlp.\1gate_proj")],
    "kimi_k25": [(r"\.model\.blocks\.", ".model.layers."), (r"^model\.mm_projector", "mm_projector"),
                 (r"\.encoder\.patch_embed\.", ".patch_embed.")],
    "qianfan_ocr": [(r"^language_model\.model\.encoder\.", "language_model.model.")],
    "olmo_hybrid": [(r"(layers\.3)\.feedforward_layer_norm", r"\1.post_attention_layernorm")],
    "kimi_linear": [(r"\.0\.block_sparse_moe\.(down|gate|up)_proj", r".0.mlp.\1_proj")],
}


# Parameters of the classes that published checkpoints do not have: longcat_flash keeps room for experts that do nothing.
DROPPED = {"longcat_flash": r"\.experts\.[67]\."}


def published(name, case_name):
    for pattern, replacement in RENAMES.get(case_name.partition("-")[0], []):
        name = re.sub(pattern, replacement, name)
    return name


def build(case_name):
    """The tensors that save_pretrained would write: name -> shape."""
    import torch
    import transformers
    from transformers.core_model_loading import revert_weight_conversion

    content = copy.deepcopy(CASES[case_name])
    config_class = transformers.AutoConfig.for_model(content["model_type"]).__class__
    config = config_class.from_dict(content)
    architecture = content["architectures"][0]
    model_class = getattr(transformers, CLASSES.get(architecture, architecture))
    with torch.device("meta"):
        model = model_class(config)
    state = {name: tensor for name, tensor in model.state_dict().items()}
    tied = getattr(model, "all_tied_weights_keys", None) or {}
    for name in tied:
        state.pop(name, None)
    state = revert_weight_conversion(model, state)
    if case_name in DROPPED:
        state = {name: tensor for name, tensor in state.items() if not re.search(DROPPED[case_name], name)}
    return {published(name, case_name): list(tensor.shape) for name, tensor in state.items()}


def ranges(numbers):
    """[0, 1, 2, 5] -> "0-2,5"."""
    parts = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in parts)


def grouped(tensors):
    """Names that differ in one number and have the same shape become one line, number by number from the right."""
    rows = {name: shape for name, shape in tensors.items()}
    deepest = max(name.count(".") for name in rows) + 1
    for position in range(deepest, -1, -1):
        merged = {}
        for name, shape in rows.items():
            parts = name.split(".")
            if position < len(parts) and parts[position].isdigit():
                key = (tuple(parts[:position]), tuple(parts[position + 1 :]), tuple(shape))
                merged.setdefault(key, []).append(int(parts[position]))
            else:
                merged[name] = shape
        rows = {}
        for key, value in merged.items():
            if isinstance(key, str):
                rows[key] = value
                continue
            before, after, shape = key
            number = f"{value[0]}" if len(value) == 1 else "{" + ranges(value) + "}"
            rows[".".join((*before, number, *after))] = list(shape)
    return rows


def dump(content):
    """JSON with one line for each tensor and each entry of the config."""
    config = ",\n".join(f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in content["config"].items())
    rows = ",\n".join(
        f"    {json.dumps(name)}: {json.dumps(shape)}" for name, shape in sorted(content["tensors"].items())
    )
    return f'{{\n  "config": {{\n{config}\n  }},\n  "tensors": {{\n{rows}\n  }}\n}}\n'


# Keys whose lists have one entry for each layer: the number of layers stays as it is.
LAYER_LISTS = ("layer_types", "mlp_layer_types", "layers_block_type", "hybrid_layer_pattern", "hybrid_override_pattern",
               "compress_ratios", "cross_attention_layers", "linear_attn_config", "num_attention_heads_per_layer",
               "local_layer_ids", "attention_types")
SWITCHES = ("attention_bias", "mlp_bias", "use_qk_norm", "use_bias", "use_conv_bias", "mamba_conv_bias")


def known_settings(text):
    """What the reference reads: a setting that it does not know changes nothing there."""
    import transformers

    try:
        return set(transformers.AutoConfig.for_model(text["model_type"]).to_dict())
    except (KeyError, ValueError):
        return set()


def varied(content, chance):
    """The same model with some settings changed, as another release of the family might have them."""
    config = copy.deepcopy(content)
    inner_config = config.get("text_config", config)
    known = known_settings(inner_config)
    choices = {name: [True, False] for name in SWITCHES if name in known}
    choices["torch_dtype"] = choices["dtype"] = ["bfloat16"]
    for name in ("n_shared_experts", "moe_num_shared_experts"):
        if inner_config.get(name) and "num_shared_experts" not in known:
            choices[name] = [1, 2, 3]
    if "first_k_dense_replace" in known and "mlp_layer_types" not in known:
        choices["first_k_dense_replace"] = [0, 1, 3]
    if "mlp_only_layers" in known:
        choices["mlp_only_layers"] = [[], [0], [0, 2]]
        choices["decoder_sparse_step"] = [1, 2]
    if inner_config.get("num_key_value_heads") == 2 and "num_attention_heads_per_layer" not in inner_config:
        choices["num_key_value_heads"] = [1, 2]
    if "num_hidden_layers" in inner_config and not any(name in inner_config for name in LAYER_LISTS):
        choices["num_hidden_layers"] = [3, 4, 6]
    if "vocab_size" in inner_config:
        choices["vocab_size"] = [96, 104, 128]
    for name, values in choices.items():
        if chance.random() < 0.5:
            inner_config[name] = chance.choice(values)
    if chance.random() < 0.5:
        config["tie_word_embeddings"] = inner_config["tie_word_embeddings"] = chance.random() < 0.5
    if "rope_parameters" in known and not any(name.startswith("rope_") for name in inner_config):
        parameters = {"rope_type": "default", "rope_theta": 1e5}
        inner_config.update(chance.choice(({"rope_theta": 1e5}, {"rope_parameters": parameters})))
    return config


def write_case(name, path):
    """False where the reference implementation refuses the config: the others are still worth having."""
    try:
        tensors = build(name)
    except Exception as error:
        print(f"{path.stem}: {type(error).__name__}: {re.sub(chr(10), ' ', str(error))[:300]}", file=sys.stderr)
        return False
    path.write_text(dump({"config": CASES[name], "tensors": grouped(tensors)}))
    return True


def write_varied(count, seed, folder, names):
    chance = random.Random(seed)
    folder.mkdir(exist_ok=True)
    for name in names:
        original = CASES[name]
        for number in range(count):
            CASES[name] = varied(original, chance)
            write_case(name, folder / f"{name}-{number}.json")
        CASES[name] = original


def write_resaved(folder, names):
    """The same tensors under the config that save_pretrained would write beside them."""
    import transformers

    folder.mkdir(exist_ok=True)
    for name in names:
        content = CASES[name]
        config_class = transformers.AutoConfig.for_model(content["model_type"]).__class__
        saved = json.loads(config_class.from_dict(copy.deepcopy(content)).to_json_string())
        saved.setdefault("architectures", content["architectures"])
        tensors = json.loads((FOLDER / f"{name}.json").read_text())["tensors"]
        (folder / f"{name}.json").write_text(dump({"config": saved, "tensors": tensors}))


def main():
    if sys.argv[1:2] == ["--resave"]:
        write_resaved(pathlib.Path(sys.argv[2]), sys.argv[3:] or list(CASES))
        return 0
    if sys.argv[1:2] == ["--vary"]:
        write_varied(int(sys.argv[2]), int(sys.argv[3]), pathlib.Path(sys.argv[4]), sys.argv[5:] or list(CASES))
        return 0
    FOLDER.mkdir(exist_ok=True)
    written = [write_case(name, FOLDER / f"{name}.json") for name in sys.argv[1:] or CASES]
    return 0 if all(written) else 1


if __name__ == "__main__":
    sys.exit(main())
