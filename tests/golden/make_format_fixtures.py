"""Writes small checkpoint files of each format with what the reference packages read from them.

formats/gguf     files of the `gguf` package: all kinds of metadata values, all tensor types, a split model; blocks.f32 has
                 the numbers that gguf.dequantize() makes of each block type
formats/torch    files of torch.save(): new and old form, shared storages, strides, 8-bit dtypes, training checkpoints,
                 and pickles that must be refused
formats/engine   the model of fixtures/qwen2-bf16 as torch.save(), two ranks of a training and GGUF writers store it, those of llama-fp32 and
                 mixtral-fp32 as GGUF; tiny-logits.json has what transformers computes with the numbers that
                 gguf/tiny.gguf stands for
formats/dcp      a distributed checkpoint, and one whose tensors are stored in two pieces
reference.json in each folder lists every tensor with its dtype, shape and, where small, its bytes.

Seeds are fixed: the same versions write the same numbers (torch puts an id of its own into each archive).

Usage: python make_format_fixtures.py            (gguf 0.19, torch 2.15, numpy)
"""

import collections
import io
import json
import os
import pathlib
import pickle
import shutil
import zipfile

import gguf
import numpy
import torch
import torch.distributed.checkpoint as dcp
import transformers
from safetensors.torch import load_file, save_file
from torch.distributed.checkpoint import metadata as dcp_metadata

HERE = pathlib.Path(__file__).resolve().parent / "formats"
QUANTS = gguf.GGMLQuantizationType
EXPANDED = ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "IQ4_XS", "MXFP4"]
BLOCKS_EACH = 3


def fresh(name):
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def write_json(path, content):
    path.write_text(json.dumps(content, indent=1) + "\n")


# --- GGUF ---

def random_blocks(generator, kind, count):
    """Any bits are valid blocks; the scales are made finite so that results can be compared."""
    size = gguf.GGML_QUANT_SIZES[QUANTS[kind]][1]
    blocks = generator.integers(0, 256, (count, size), dtype=numpy.uint8)
    places = {"Q2_K": [80, 82], "Q3_K": [108], "Q6_K": [208], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q4_1": [0, 2], "Q5_1": [0, 2]}
    if kind == "MXFP4":
        blocks[:, 0] = numpy.array([0, 1, 130], dtype=numpy.uint8)[:count]
        return blocks
    for place in places.get(kind, [0]):
        scales = generator.normal(0, 0.02, count).astype(numpy.float16)
        scales[0] = numpy.float16(6e-6)  # subnormal
        blocks[:, place:place + 2] = scales.view(numpy.uint8).reshape(count, 2)
    return blocks


def add_values(writer):
    writer.add_uint8("test.u8", 200)
    writer.add_int8("test.i8", -100)
    writer.add_uint16("test.u16", 60000)
    writer.add_int16("test.i16", -30000)
    writer.add_uint32("test.u32", 4000000000)
    writer.add_int32("test.i32", -2000000000)
    writer.add_uint64("test.u64", 2**64 - 1)
    writer.add_int64("test.i64", -2**62)
    writer.add_float32("test.f32", 0.1)
    writer.add_float64("test.f64", 0.1)
    writer.add_bool("test.truth", True)
    writer.add_string("test.text", "h\u00e9llo \u6f22")
    writer.add_array("test.integers", [1, -2, 3])
    writer.add_array("test.reals", [0.5, -1.5])
    writer.add_array("test.truths", [True, False])
    writer.add_array("test.texts", ["a", "", "\u00e9"])
    writer.add_array("test.lists", [[1, 2], [3]])


def add_model(writer):
    writer.add_name("Tiny")
    writer.add_context_length(512)
    writer.add_embedding_length(64)
    writer.add_block_count(1)
    writer.add_feed_forward_length(256)
    writer.add_head_count(4)
    writer.add_head_count_kv(2)
    writer.add_rope_freq_base(10000.0)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(["<s>", "a", "b", "ab", "</s>", "\u0120", "c", "d"])
    writer.add_token_types([3, 1, 1, 1, 3, 1, 1, 1])
    writer.add_token_merges(["a b"])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(4)
    writer.add_add_bos_token(True)
    writer.add_chat_template("{{ messages }}")


def model_tensors(generator):
    def plain(*shape):
        return generator.normal(0, 0.1, shape).astype(numpy.float32)

    def packed(kind, rows, columns):
        return gguf.quants.quantize(plain(rows, columns), QUANTS[kind]), QUANTS[kind]

    tensors = {"token_embd.weight": packed("Q8_0", 8, 64), "output_norm.weight": (plain(64), None)}
    block = "blk.0."
    tensors[block + "attn_norm.weight"] = (plain(64), None)
    tensors[block + "ffn_norm.weight"] = (plain(64), None)
    tensors[block + "attn_q.weight"] = packed("Q4_0", 64, 64)
    tensors[block + "attn_k.weight"] = packed("Q4_1", 32, 64)
    tensors[block + "attn_v.weight"] = packed("Q5_0", 32, 64)
    for name in ["q", "k", "v"]:
        tensors[block + "attn_%s.bias" % name] = (plain(64 if name == "q" else 32), None)
    tensors[block + "attn_output.weight"] = packed("Q5_1", 64, 64)
    tensors[block + "ffn_gate.weight"] = (plain(256, 64).astype(numpy.float16), None)
    tensors[block + "ffn_up.weight"] = packed("BF16", 256, 64)
    tensors[block + "ffn_down.weight"] = (random_blocks(generator, "Q4_K", 64), QUANTS.Q4_K)
    return tensors


def write_tensors(writer, tensors):
    for name, (data, kind) in tensors.items():
        if kind is None:
            writer.add_tensor(name, data)
        else:
            writer.add_tensor(name, data, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def describe_gguf(path):
    reader = gguf.GGUFReader(path)
    return [{"name": t.name, "dtype": t.tensor_type.name, "shape": [int(n) for n in reversed(t.shape)],
             "offset": int(t.data_offset), "bytes": int(t.n_bytes)} for t in reader.tensors]


def make_gguf():
    folder = fresh("gguf")
    generator = numpy.random.default_rng(1)
    writer = gguf.GGUFWriter(folder / "values.gguf", "test")
    add_values(writer)
    write_tensors(writer, {})

    writer = gguf.GGUFWriter(folder / "tiny.gguf", "qwen2")
    add_model(writer)
    write_tensors(writer, model_tensors(generator))

    writer = gguf.GGUFWriter(folder / "types.gguf", "test")
    writer.add_custom_alignment(64)
    tensors = {}
    for kind in gguf.GGML_QUANT_SIZES:
        if kind.name in ("Q8_1", "F16", "F32", "F64", "I8", "I16", "I32", "I64", "BF16"):
            continue
        tensors["t." + kind.name] = (random_blocks(generator, kind.name, 1), kind)
    for kind in ["float32", "float16", "float64", "int8", "int16", "int32", "int64"]:
        tensors["t." + kind] = (numpy.arange(3, dtype=kind), None)
    tensors["t.four"] = (numpy.zeros((1, 2, 1, 3), dtype=numpy.float32), None)
    write_tensors(writer, tensors)

    writer = gguf.GGUFWriter(folder / "split.gguf", "qwen2", split_max_tensors=6)
    add_model(writer)
    write_tensors(writer, model_tensors(numpy.random.default_rng(2)))

    numbers, rows = [], []
    for kind in EXPANDED:
        blocks = random_blocks(generator, kind, BLOCKS_EACH)
        values = gguf.quants.dequantize(blocks, QUANTS[kind]).astype(numpy.float32).reshape(-1)
        rows.append({"format": kind, "blocks": blocks.tobytes().hex(), "values": len(values)})
        numbers.append(values)
    numpy.concatenate(numbers).astype("<f4").tofile(folder / "blocks.f32")
    write_json(folder / "blocks.json", rows)
    write_json(folder / "reference.json", {path.name: describe_gguf(path) for path in sorted(folder.glob("*.gguf"))})


# --- torch ---

DTYPES = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.float64: "F64", torch.int64: "I64",
          torch.int32: "I32", torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8", torch.bool: "BOOL",
          torch.complex64: "C64", torch.float8_e4m3fn: "F8_E4M3", torch.float8_e5m2: "F8_E5M2", torch.uint16: "U16",
          torch.uint32: "U32", torch.uint64: "U64", torch.float8_e8m0fnu: "F8_E8M0"}


def raw(tensor):
    plain = tensor.detach().contiguous()
    return plain.reshape(-1).view(torch.uint8).numpy().tobytes().hex() if plain.numel() else ""


def describe_torch(tensors, prefix=""):
    return [{"name": prefix + name, "dtype": DTYPES[t.dtype], "shape": list(t.shape), "hex": raw(t)}
            for name, t in tensors.items()]


def every_dtype():
    return {name: torch.arange(6).reshape(2, 3).to(dtype) for dtype, name in DTYPES.items()}


def shared():
    whole = torch.arange(12, dtype=torch.float32)
    return {"whole": whole, "tail": whole[8:], "rows": whole.reshape(3, 4)[1:], "scalar": torch.tensor(2.5),
            "nothing": torch.zeros(0, 5)}


class Trap:
    def __reduce__(self):
        return os.system, ("true",)


def write_pickle_archive(path, pickled):
    """What torch.load() opens as its own, with any pickle inside."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/version", "3\n")


def make_torch():
    folder = fresh("torch")
    torch.manual_seed(1)
    reference = {}

    def save(name, content, expected, **options):
        torch.save(content, folder / name, **options)
        reference[name] = describe_torch(expected)

    dtypes = every_dtype()
    save("dtypes.bin", dtypes, dtypes)
    old = {name: t for name, t in dtypes.items() if t.dtype not in
           (torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e8m0fnu, torch.uint16, torch.uint32, torch.uint64)}
    save("legacy.bin", old, old, _use_new_zipfile_serialization=False)
    save("shared.pth", shared(), shared())
    save("shared-legacy.pth", shared(), shared(), _use_new_zipfile_serialization=False)
    layer = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.LayerNorm(2))
    save("module.pt", layer.state_dict(), layer.state_dict())
    parameters = collections.OrderedDict(layer.named_parameters())
    save("parameters.pt", parameters, parameters)
    save("protocol4.pt", layer.state_dict(), layer.state_dict(), pickle_protocol=4)
    training = {"model": layer.state_dict(), "step": 3, "rate": 0.5, "optimizer": {"state": {0: {"m": torch.ones(2)}}}}
    save("training.pt", training, layer.state_dict())
    nested = {"encoder": {"a": torch.ones(2), "deep": {"b": torch.zeros(1, dtype=torch.int32)}}, "epoch": 1}
    torch.save(nested, folder / "nested.pt")
    reference["nested.pt"] = describe_torch({"encoder.a": nested["encoder"]["a"], "encoder.deep.b": nested["encoder"]["deep"]["b"]})
    torch.serialization.set_crc32_options(False)
    save("no-checksum.pt", layer.state_dict(), layer.state_dict())
    torch.serialization.set_crc32_options(True)

    torch.save({"strided": torch.arange(6.0).reshape(2, 3).t(), "plain": torch.ones(2)}, folder / "strided.pt")
    torch.save(layer, folder / "whole-module.pt")
    write_pickle_archive(folder / "trap.bin", pickle.dumps({"weight": Trap()}, protocol=2))
    (folder / "trap-bare.bin").write_bytes(pickle.dumps(Trap(), protocol=2))
    torch.jit.script(torch.nn.Linear(2, 2)).save(str(folder / "script.pt"))

    hub = folder / "hub"
    hub.mkdir()
    parts = [{"a.weight": torch.arange(4.0).reshape(2, 2), "a.bias": torch.ones(2)}, {"b.weight": torch.zeros(3)}]
    names = ["pytorch_model-%05d-of-00002.bin" % number for number in (1, 2)]
    for name, part in zip(names, parts):
        torch.save(part, hub / name)
    torch.save({"a": 1}, hub / "training_args.bin")
    write_json(hub / "pytorch_model.bin.index.json", {
        "metadata": {"total_size": sum(t.nbytes for part in parts for t in part.values())},
        "weight_map": {tensor: name for name, part in zip(names, parts) for tensor in part}})
    write_json(folder / "reference.json", reference)


# --- distributed checkpoints ---

def make_dcp():
    folder = fresh("dcp")
    state = {"a.weight": torch.arange(6, dtype=torch.bfloat16).reshape(2, 3), "b": torch.ones(4), "c": torch.tensor(7),
             "step": 3}
    dcp.save(state, checkpoint_id=folder / "whole", no_dist=True)
    reference = {"whole": describe_torch({name: t for name, t in state.items() if isinstance(t, torch.Tensor)})}

    # As two ranks would have saved them: rows, the last of them fewer, and columns.
    matrix = torch.arange(8.0).reshape(4, 2)
    write_pieces(folder / "pieces", {"w": (matrix, 0, 3), "columns": (matrix, 1, 1)})
    write_json(folder / "reference.json", reference)


def write_pieces(folder, tensors):
    """`tensors`: name -> (tensor, dimension in which two ranks share it, size of the first part)."""
    folder.mkdir()
    files, described, places = [b"", b""], {}, {}
    for name, (tensor, dimension, first) in tensors.items():
        chunks = []
        for rank, part in enumerate(tensor.split([first, tensor.shape[dimension] - first], dimension)):
            blob = io.BytesIO()
            torch.save(part.clone(memory_format=torch.contiguous_format), blob)
            offsets = torch.Size([rank * first if d == dimension else 0 for d in range(tensor.dim())])
            chunks.append(dcp_metadata.ChunkStorageMetadata(offsets=offsets, sizes=part.shape))
            index = dcp_metadata.MetadataIndex(name, offsets, rank)
            places[index] = dcp.filesystem._StorageInfo("__%d_0.distcp" % rank, len(files[rank]), len(blob.getvalue()))
            files[rank] += blob.getvalue()
        properties = dcp_metadata.TensorProperties(dtype=tensor.dtype)
        described[name] = dcp_metadata.TensorStorageMetadata(properties, tensor.shape, chunks)
    for rank, content in enumerate(files):
        (folder / ("__%d_0.distcp" % rank)).write_bytes(content)
    with open(folder / ".metadata", "wb") as file:
        pickle.dump(dcp_metadata.Metadata(described, storage_data=places), file)


# --- one whole model, to be run ---

GGUF_NAMES = {"self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
              "self_attn.o_proj": "attn_output", "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up",
              "mlp.down_proj": "ffn_down", "input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm",
              "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm", "mlp.gate": "ffn_gate_inp",
              "block_sparse_moe.gate": "ffn_gate_inp"}
EXPERT_NAMES = {"w1": "ffn_gate_exps", "w2": "ffn_down_exps", "w3": "ffn_up_exps", "gate_proj": "ffn_gate_exps",
                "down_proj": "ffn_down_exps", "up_proj": "ffn_up_exps"}


def gguf_name(name):
    if name.startswith("model.layers."):
        layer, rest = name[len("model.layers."):].split(".", 1)
        module, kind = rest.rsplit(".", 1)
        return "blk.%s.%s.%s" % (layer, GGUF_NAMES[module], kind)
    return {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight",
            "lm_head.weight": "output.weight"}[name]


def add_settings(writer, config):
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_rope_freq_base(config["rope_parameters"]["rope_theta"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_vocab_size(config["vocab_size"])
    if "head_dim" in config:
        writer.add_key_length(config["head_dim"])
        writer.add_value_length(config["head_dim"])
        writer.add_rope_dimension_count(config["head_dim"])
    experts = config.get("num_local_experts", config.get("num_experts"))
    if experts:
        writer.add_expert_count(experts)
        writer.add_expert_used_count(config["num_experts_per_tok"])
        if "moe_intermediate_size" in config:
            writer.add_expert_feed_forward_length(config["moe_intermediate_size"])


def with_adjacent_pairs(values, heads):
    """Rows of q and k as the llama architecture of GGUF has them: neighbours are rotated against each other."""
    rows = values.shape[0]
    return values.reshape(heads, 2, rows // heads // 2, -1).swapaxes(1, 2).reshape(values.shape)


def position_factors(rope, head_dim):
    """By what Llama 3.1's scaling divides each frequency."""
    frequencies = rope["rope_theta"] ** -(numpy.arange(0, head_dim, 2) / head_dim)
    waves = 2 * numpy.pi / frequencies
    low, high, old = rope["low_freq_factor"], rope["high_freq_factor"], rope["original_max_position_embeddings"]
    smooth = (old / waves - low) / (high - low)
    blended = 1 / ((1 - smooth) / rope["factor"] + smooth)
    factors = numpy.where(waves < old / high, 1.0, numpy.where(waves > old / low, rope["factor"], blended))
    return factors.astype(numpy.float32)


def gguf_tensors(state, config, architecture):
    tensors, experts = {}, collections.defaultdict(dict)
    for name, tensor in state.items():
        values = tensor.float().numpy()
        if ".experts." in name:
            layer, rest = name[len("model.layers."):].split(".", 1)
            expert, projection = rest.split(".experts.")[1].split(".")[:2]
            experts["blk.%s.%s.weight" % (layer, EXPERT_NAMES[projection])][int(expert)] = values
            continue
        if architecture == "llama" and (".q_proj." in name or ".k_proj." in name):
            kind = "num_attention_heads" if ".q_proj." in name else "num_key_value_heads"
            values = with_adjacent_pairs(values, config[kind])
        tensors[gguf_name(name)] = values
    for name, stack in experts.items():
        tensors[name] = numpy.stack([stack[expert] for expert in range(len(stack))])
    if config["rope_parameters"]["rope_type"] == "llama3":
        tensors["rope_freqs.weight"] = position_factors(config["rope_parameters"], config["head_dim"])
    return tensors


def write_gguf_model(path, fixture, architecture, matrices=None):
    """`matrices`: the type that tensors of two dimensions are stored as; None: as they are."""
    source = HERE.parent / "fixtures" / fixture
    config = json.loads((source / "config.json").read_text())
    state = {}
    for file in sorted(source.glob("*.safetensors")):
        state.update(load_file(file))
    writer = gguf.GGUFWriter(path, architecture)
    add_settings(writer, config)
    write_tensors(writer, {
        name: (gguf.quants.quantize(values, matrices), matrices) if matrices and values.ndim > 1 else (values, None)
        for name, values in gguf_tensors(state, config, architecture).items()})
    return state


PARAMS_NAMES = {"self_attn.q_proj": "attention.wq", "self_attn.k_proj": "attention.wk", "self_attn.v_proj": "attention.wv",
                "self_attn.o_proj": "attention.wo", "input_layernorm": "attention_norm",
                "post_attention_layernorm": "ffn_norm", "block_sparse_moe.gate": "feed_forward.gate"}


def params_name(name):
    """What the layout of Mistral's own releases calls a tensor."""
    if not name.startswith("model.layers."):
        return {"model.embed_tokens.weight": "tok_embeddings.weight", "model.norm.weight": "norm.weight",
                "lm_head.weight": "output.weight"}[name]
    layer, rest = name[len("model.layers."):].split(".", 1)
    module, kind = rest.rsplit(".", 1)
    module = PARAMS_NAMES.get(module) or module.replace("block_sparse_moe.experts", "feed_forward.experts")
    return "layers.%s.%s.%s" % (layer, module, kind)


def write_params_model(folder, fixture):
    folder.mkdir()
    source = HERE.parent / "fixtures" / fixture
    config = json.loads((source / "config.json").read_text())
    tensors = {}
    for file in sorted(source.glob("*.safetensors")):
        for name, tensor in load_file(file).items():
            if ".q_proj." in name or ".k_proj." in name:
                heads = config["num_attention_heads" if ".q_proj." in name else "num_key_value_heads"]
                tensor = torch.from_numpy(with_adjacent_pairs(tensor.numpy(), heads).copy())
            tensors[params_name(name)] = tensor
    save_file(tensors, folder / "consolidated.safetensors")
    write_json(folder / "params.json", {
        "dim": config["hidden_size"], "n_layers": config["num_hidden_layers"], "n_heads": config["num_attention_heads"],
        "n_kv_heads": config["num_key_value_heads"], "head_dim": config.get("head_dim"),
        "hidden_dim": config["intermediate_size"], "vocab_size": config["vocab_size"],
        "norm_eps": config["rms_norm_eps"], "rope_theta": config["rope_parameters"]["rope_theta"],
        "moe": {"num_experts": config["num_local_experts"], "num_experts_per_tok": config["num_experts_per_tok"]}})


def make_engine():
    folder = fresh("engine")
    state = write_gguf_model(folder / "model.gguf", "qwen2-bf16", "qwen2", QUANTS.BF16)
    torch.save(state, folder / "pytorch_model.bin")
    torch.save(state, folder / "legacy.bin", _use_new_zipfile_serialization=False)
    write_pieces(folder / "pieces", {name: (tensor, 0, (tensor.shape[0] + 2) // 3) for name, tensor in state.items()})
    write_gguf_model(folder / "llama.gguf", "llama-fp32", "llama")
    write_gguf_model(folder / "mixtral.gguf", "mixtral-fp32", "llama")
    write_params_model(folder / "params", "mixtral-fp32")


def make_tiny_reference():
    """fp32 logits of gguf/tiny.gguf, whose blocks are expanded by the gguf package."""
    reader = gguf.GGUFReader(HERE / "gguf" / "tiny.gguf")
    config = transformers.Qwen2Config(
        vocab_size=8, hidden_size=64, intermediate_size=256, num_hidden_layers=1, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=512, rms_norm_eps=1e-6, tie_word_embeddings=True,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0})
    model = transformers.Qwen2ForCausalLM(config).eval()
    names = {gguf_name(name): name for name in model.state_dict() if name != "lm_head.weight"}
    state = {}
    for tensor in reader.tensors:
        values = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(numpy.float32)
        state[names[tensor.name]] = torch.from_numpy(values.reshape([int(n) for n in reversed(tensor.shape)]))
    model.load_state_dict(state, strict=False)
    tokens = [0, 1, 5, 3, 7, 2, 6, 4, 1]
    with torch.no_grad():
        logits = model(torch.tensor([tokens])).logits[0]
    write_json(HERE / "engine" / "tiny-logits.json", {"tokens": tokens, "logits": logits.reshape(-1).tolist()})


if __name__ == "__main__":
    make_gguf()
    make_torch()
    make_dcp()
    make_engine()
    make_tiny_reference()
