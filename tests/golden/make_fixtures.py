"""Writes tiny random models and what transformers computes with them, for the engine's golden tests.

Each folder under fixtures/ is a checkpoint (config.json, *.safetensors) with reference.json and reference.f32 beside it.
reference.json lists cases: prompt tokens, images, greedy continuation, and where in reference.f32 the logits of all
prompt positions ("fp32": computed in fp32 on the stored weights, "native": in the model's own dtype), vision features
and position ids lie. Seeds are fixed; for bf16 models the first prompt is taken for which rounding in the reference
itself changes neither a greedy token nor a logit by more than kNativeTolerance.

Usage: python make_fixtures.py            (transformers 5.23, torch 2.15, safetensors)
"""

import json
import pathlib
import shutil

import numpy
import torch
import transformers
from safetensors.torch import load_file, save_file

HERE = pathlib.Path(__file__).resolve().parent / "fixtures"
VOCABULARY = 128
IMAGE_TOKEN, VIDEO_TOKEN, VISION_START, VISION_END = 124, 125, 126, 127
FIRST_SPECIAL = 124
GREEDY_TOKENS = 20
NATIVE_TOLERANCE = 1.5e-2
PATCH, MERGE, TEMPORAL = 4, 2, 2


def rope(**extra):
    return {"rope_type": "default", "rope_theta": 10000.0, **extra}


def text_settings(**extra):
    return {
        "vocab_size": VOCABULARY, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2,
        "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "max_position_embeddings": 256,
        "rms_norm_eps": 1e-6, "bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 0, **extra,
    }


def llama():
    settings = text_settings(tie_word_embeddings=False)
    settings["rope_parameters"] = {
        "rope_type": "llama3", "rope_theta": 500.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 32,
    }
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(**settings))


def qwen3():
    settings = text_settings(tie_word_embeddings=True, rope_parameters=rope())
    return transformers.Qwen3ForCausalLM(transformers.Qwen3Config(**settings))


def qwen2():
    settings = text_settings(tie_word_embeddings=False, rope_parameters=rope())
    del settings["head_dim"]
    return transformers.Qwen2ForCausalLM(transformers.Qwen2Config(**settings))


def qwen3_moe():
    settings = text_settings(
        tie_word_embeddings=False, rope_parameters=rope(), num_experts=4, num_experts_per_tok=2,
        moe_intermediate_size=24, norm_topk_prob=True, decoder_sparse_step=1, mlp_only_layers=[0])
    return transformers.Qwen3MoeForCausalLM(transformers.Qwen3MoeConfig(**settings))


def mistral():
    settings = text_settings(tie_word_embeddings=False, rope_parameters=rope(), sliding_window=None)
    return transformers.MistralForCausalLM(transformers.MistralConfig(**settings))


def mixtral():
    settings = text_settings(
        tie_word_embeddings=False, rope_parameters=rope(), num_local_experts=4, num_experts_per_tok=2,
        sliding_window=None)
    return transformers.MixtralForCausalLM(transformers.MixtralConfig(**settings))


def seed_oss():
    settings = text_settings(
        tie_word_embeddings=False, rope_parameters=rope(), attention_bias=True, attention_out_bias=False,
        mlp_bias=False, attention_dropout=0.0, residual_dropout=0.0)
    return transformers.SeedOssForCausalLM(transformers.SeedOssConfig(**settings))


def ernie4_5():
    settings = text_settings(tie_word_embeddings=True, rope_parameters=rope(), use_bias=False)
    return transformers.Ernie4_5ForCausalLM(transformers.Ernie4_5Config(**settings))


def qwen3_vl_moe():
    text = text_settings(
        num_hidden_layers=4, rope_parameters=rope(mrope_section=[4, 2, 2], mrope_interleaved=True),
        num_experts=4, num_experts_per_tok=2, moe_intermediate_size=24, decoder_sparse_step=1, mlp_only_layers=[])
    vision = {
        "depth": 3, "hidden_size": 16, "num_heads": 2, "intermediate_size": 32, "patch_size": PATCH,
        "temporal_patch_size": TEMPORAL, "spatial_merge_size": MERGE, "in_channels": 3, "out_hidden_size": 32,
        "num_position_embeddings": 25, "deepstack_visual_indexes": [0, 2], "hidden_act": "gelu_pytorch_tanh",
    }
    config = transformers.Qwen3VLMoeConfig(
        text_config=text, vision_config=vision, image_token_id=IMAGE_TOKEN, video_token_id=VIDEO_TOKEN,
        vision_start_token_id=VISION_START, vision_end_token_id=VISION_END, tie_word_embeddings=False)
    return transformers.Qwen3VLMoeForConditionalGeneration(config)


def randomize(model, seed):
    """Every weight keeps the scale of its input, so that logits are of order one and every part matters."""
    generator = torch.Generator().manual_seed(seed)
    tied = getattr(model.config, "tie_word_embeddings", False)
    for name, parameter in sorted(model.named_parameters()):
        noise = torch.randn(parameter.shape, generator=generator)
        if "norm" in name and name.endswith("weight"):
            value = 1.0 + 0.1 * noise
        elif name.endswith("bias"):
            value = 0.1 * noise
        elif "lm_head" in name or (tied and "embed_tokens" in name):
            value = 0.4 * noise / parameter.shape[-1] ** 0.5
        elif "embed" in name and "proj" not in name:
            value = noise
        else:
            fan_in = parameter[0].numel() if parameter.dim() != 3 else parameter.shape[-1]
            value = noise / fan_in ** 0.5
        parameter.data.copy_(value)


def picture(generator, width, height):
    """Smooth colour ramps with some noise: neighbouring patches are alike, none are equal."""
    y, x = torch.meshgrid(torch.linspace(0, 1, height), torch.linspace(0, 1, width), indexing="ij")
    directions = torch.rand((3, 2), generator=generator) * 2 - 1
    ramps = torch.stack([0.5 + 0.5 * (a * x + b * y) for a, b in directions.tolist()], dim=-1)
    noise = torch.rand((height, width, 3), generator=generator)
    return ((0.8 * ramps + 0.2 * noise).clamp(0, 1) * 255).to(torch.uint8)


def patches(image):
    """As Qwen2VLImageProcessor does for an image that needs no resizing."""
    height, width, channels = image.shape
    pixels = (image.to(torch.float32).permute(2, 0, 1) - 127.5) / 127.5
    rows, columns = height // PATCH, width // PATCH
    blocks = pixels.reshape(channels, rows // MERGE, MERGE, PATCH, columns // MERGE, MERGE, PATCH)
    blocks = blocks.permute(1, 4, 2, 5, 0, 3, 6).unsqueeze(5)
    blocks = blocks.expand(-1, -1, -1, -1, -1, TEMPORAL, -1, -1)
    return blocks.reshape(rows * columns, -1), (1, rows, columns)


def make_inputs(generator, layout):
    """`layout`: numbers are runs of random text tokens, (width, height) pairs are images."""
    tokens, images = [], []
    for part in layout:
        if isinstance(part, int):
            tokens += torch.randint(2, FIRST_SPECIAL, (part,), generator=generator).tolist()
        else:
            images.append(picture(generator, *part))
            merged = part[0] * part[1] // (PATCH * MERGE) ** 2
            tokens += [VISION_START] + [IMAGE_TOKEN] * merged + [VISION_END]
    inputs = {"input_ids": torch.tensor([tokens])}
    if images:
        rows, grids = zip(*(patches(image) for image in images))
        inputs["pixel_values"] = torch.cat(rows)
        inputs["image_grid_thw"] = torch.tensor(grids)
        inputs["mm_token_type_ids"] = (inputs["input_ids"] == IMAGE_TOKEN).int()
    return tokens, images, inputs


def compute(model, inputs):
    with torch.no_grad():
        logits = model(**inputs).logits[0].float()
        output = model.generate(
            **inputs, max_new_tokens=GREEDY_TOKENS, min_new_tokens=GREEDY_TOKENS, do_sample=False,
            suppress_tokens=None, eos_token_id=None)
    return logits, output[0, inputs["input_ids"].shape[1]:].tolist()


class Reference:
    """Collects cases and their tensors."""

    def __init__(self):
        self.cases, self.data, self.offset = [], [], 0

    def tensor(self, value):
        value = value.detach().float().contiguous().numpy().astype(numpy.float32)
        entry = {"offset": self.offset, "shape": list(value.shape)}
        self.data.append(value.tobytes())
        self.offset += value.size
        return entry

    def write(self, folder, dtype):
        (folder / "reference.f32").write_bytes(b"".join(self.data))
        text = json.dumps({"dtype": dtype, "cases": self.cases}, indent=1)
        (folder / "reference.json").write_text(text + "\n")


def add_vision(reference, case, model, inputs):
    with torch.no_grad():
        grids = inputs["image_grid_thw"]
        output = model.model.get_image_features(inputs["pixel_values"], grids, return_dict=True)
        planes = [torch.cat(list(output.pooler_output))]
        planes += [torch.cat(list(feature)) for feature in output.deepstack_features]
        positions, _ = model.model.get_rope_index(
            inputs["input_ids"], mm_token_type_ids=inputs["mm_token_type_ids"], image_grid_thw=grids)
    case["features"] = reference.tensor(torch.stack(planes))
    case["positions"] = reference.tensor(positions[:, 0, :])


def add_case(reference, folder, name, layout, seed, exact, native):
    for attempt in range(200):
        generator = torch.Generator().manual_seed(seed + 1000 * attempt)
        tokens, images, inputs = make_inputs(generator, layout)
        logits, greedy = compute(exact, inputs)
        if native is None:
            break
        native_logits, native_greedy = compute(native, inputs)
        if native_greedy == greedy and (native_logits - logits).abs().max() < NATIVE_TOLERANCE:
            break
    else:
        raise RuntimeError(f"no stable prompt for {folder.name} {name}")
    case = {"name": name, "tokens": tokens, "greedy": greedy, "images": [], "fp32": reference.tensor(logits)}
    if native is not None:
        case["native"] = reference.tensor(native_logits)
    for index, image in enumerate(images):
        file = f"{name}-{index}.rgb"
        (folder / file).write_bytes(image.numpy().tobytes())
        case["images"].append({"file": file, "width": image.shape[1], "height": image.shape[0]})
    if images:
        add_vision(reference, case, exact, inputs)
    reference.cases.append(case)
    print(f"{folder.name} {name}: attempt {attempt}, logits up to {logits.abs().max():.2f}")


def transpose_experts(folder):
    """From the orientation that transformers saves to that of the published checkpoints."""
    for file in folder.glob("*.safetensors"):
        tensors = load_file(file)
        for name, tensor in tensors.items():
            if ".mlp.experts." in name:
                tensors[name] = tensor.transpose(1, 2).contiguous()
        save_file(tensors, file, metadata={"format": "pt"})


def make_model(name, build, dtype, seed, layouts, published=False, shard="5GB"):
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    model = build()
    randomize(model, seed)
    model = model.to(dtype).eval()
    model.save_pretrained(folder, max_shard_size=shard)
    (folder / "generation_config.json").unlink(missing_ok=True)
    exact = build().eval()
    exact.load_state_dict({key: value.float() for key, value in model.state_dict().items()})
    reference = Reference()
    for index, (case, layout) in enumerate(layouts.items()):
        native = None if dtype == torch.float32 else model
        add_case(reference, folder, case, layout, seed + index, exact, native)
    reference.write(folder, str(dtype).removeprefix("torch."))
    if published:
        transpose_experts(folder)


TEXT = {"short": [5], "blocks": [37]}
IMAGES = {
    "text": [21],
    "wide": [4, (32, 16), 6],
    "two": [3, (24, 40), 5, (16, 16), 4],
}


def main():
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    make_model("llama-fp32", llama, torch.float32, 11, TEXT)
    make_model("qwen3-bf16", qwen3, torch.bfloat16, 12, TEXT)
    make_model("qwen2-bf16", qwen2, torch.bfloat16, 13, TEXT)
    make_model("qwen3-moe-fp32", qwen3_moe, torch.float32, 14, TEXT, shard="60KB")
    make_model("mistral-fp32", mistral, torch.float32, 17, TEXT)
    make_model("mixtral-fp32", mixtral, torch.float32, 18, TEXT)
    make_model("seed-oss-fp32", seed_oss, torch.float32, 19, TEXT)
    make_model("ernie4-5-fp32", ernie4_5, torch.float32, 20, TEXT)
    make_model("qwen3-vl-moe-fp32", qwen3_vl_moe, torch.float32, 15, IMAGES, published=True, shard="150KB")
    make_model("qwen3-vl-moe-bf16", qwen3_vl_moe, torch.bfloat16, 16, IMAGES)


if __name__ == "__main__":
    main()
