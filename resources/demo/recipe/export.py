# SPDX-License-Identifier: Apache-2.0
"""Writes a trained state as a checkpoint folder in the layout of the published models (bf16, several shards)."""
import argparse
import json
import pathlib

import torch
from safetensors.torch import save_file

import model as recipe

SHARD = 2_300_000


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def export(state, tokenizer, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("model*.safetensors"):
        old.unlink()
    tensors = {}
    for name, t in state.items():
        if name.endswith(("experts.gate_up_proj", "experts.down_proj")):
            t = t.transpose(1, 2)  # the published orientation: [experts, in, out]
        tensors[name] = t.detach().to(torch.bfloat16).contiguous().clone()
    shards, size = [{}], 0
    for name, t in tensors.items():
        if size + t.nbytes > SHARD and shards[-1]:
            shards.append({})
            size = 0
        shards[-1][name] = t
        size += t.nbytes
    weight_map = {}
    for i, shard in enumerate(shards, 1):
        file = f"model-{i:05d}-of-{len(shards):05d}.safetensors"
        save_file(shard, folder / file, metadata={"format": "pt"})
        (folder / file).chmod(0o644)
        weight_map |= dict.fromkeys(shard, file)
    total = {"total_parameters": sum(t.numel() for t in tensors.values()), "total_size": sum(t.nbytes for t in tensors.values())}
    write_json(folder / "model.safetensors.index.json", {"metadata": total, "weight_map": dict(sorted(weight_map.items()))})
    write_json(folder / "config.json", recipe.CONFIG)
    write_json(folder / "generation_config.json", recipe.GENERATION)
    write_json(folder / "preprocessor_config.json", recipe.PREPROCESSOR)
    write_json(folder / "video_preprocessor_config.json", recipe.VIDEO)
    write_json(folder / "tokenizer_config.json", recipe.TOKENIZER_CONFIG)
    (folder / "chat_template.jinja").write_text(recipe.CHAT_TEMPLATE, encoding="utf-8")
    tokenizer.save(str(folder / "tokenizer.json"))
    return total


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", help="folder that train.py wrote")
    parser.add_argument("folder", help="checkpoint folder to write")
    options = parser.parse_args()
    work = pathlib.Path(options.work)
    state = torch.load(work / "state.pt", map_location="cpu", weights_only=True)["model"]
    print(export(state, recipe.Tokenizer.from_file(str(work / "tokenizer.json")), options.folder))
