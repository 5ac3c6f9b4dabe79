# SPDX-License-Identifier: Apache-2.0
"""The miniature Qwen3-VL-MoE: its configuration, tokenizer and chat template, and a forward pass that is quick on a CPU.

The weights live in the stock transformers class, so what is trained is what is exported. `forward` computes the same as the
stock forward pass for a whole batch of conversations at once (see `check.py`).
"""
import copy
import math

import torch
import torch.nn.functional as F
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import Qwen3VLMoeConfig, Qwen3VLMoeForConditionalGeneration

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>"]
VOCABULARY = 1024
IDS = {name: VOCABULARY - len(SPECIAL) + i for i, name in enumerate(SPECIAL)}
PATCH, MERGE = 16, 2
LEAST, MOST = 20736, 32768  # picture area after resizing, in pixels

CONFIG = {
    "architectures": ["Qwen3VLMoeForConditionalGeneration"],
    "dtype": "bfloat16",
    "image_token_id": IDS["<|image_pad|>"],
    "model_type": "qwen3_vl_moe",
    "text_config": {
        "attention_bias": False, "attention_dropout": 0.0, "bos_token_id": IDS["<|endoftext|>"], "decoder_sparse_step": 1,
        "dtype": "bfloat16", "eos_token_id": IDS["<|im_end|>"], "head_dim": 32, "hidden_act": "silu", "hidden_size": 192,
        "initializer_range": 0.05, "intermediate_size": 384, "max_position_embeddings": 4096, "mlp_only_layers": [],
        "model_type": "qwen3_vl_moe_text", "moe_intermediate_size": 128, "norm_topk_prob": True, "num_attention_heads": 6,
        "num_experts": 8, "num_experts_per_tok": 2, "num_hidden_layers": 4, "num_key_value_heads": 2,
        "pad_token_id": IDS["<|endoftext|>"], "rms_norm_eps": 1e-06,
        "rope_scaling": {"mrope_interleaved": True, "mrope_section": [6, 5, 5], "rope_type": "default"},
        "rope_theta": 10000, "use_cache": True, "vocab_size": VOCABULARY,
    },
    "tie_word_embeddings": False,
    "video_token_id": IDS["<|video_pad|>"],
    "vision_config": {
        "deepstack_visual_indexes": [0, 2], "depth": 4, "hidden_act": "gelu_pytorch_tanh", "hidden_size": 128, "in_channels": 3,
        "initializer_range": 0.05, "intermediate_size": 256, "model_type": "qwen3_vl_moe", "num_heads": 4,
        "num_position_embeddings": 64, "out_hidden_size": 192, "patch_size": PATCH, "spatial_merge_size": MERGE,
        "temporal_patch_size": 2,
    },
    "vision_end_token_id": IDS["<|vision_end|>"],
    "vision_start_token_id": IDS["<|vision_start|>"],
}
GENERATION = {"bos_token_id": IDS["<|endoftext|>"], "do_sample": False, "eos_token_id": [IDS["<|im_end|>"], IDS["<|endoftext|>"]],
              "max_new_tokens": 128, "pad_token_id": IDS["<|endoftext|>"]}
PREPROCESSOR = {"do_convert_rgb": True, "do_normalize": True, "do_rescale": True, "do_resize": True, "image_mean": [.5, .5, .5],
                "image_processor_type": "Qwen2VLImageProcessorFast", "image_std": [.5, .5, .5], "merge_size": MERGE, "patch_size": PATCH,
                "processor_class": "Qwen3VLProcessor", "resample": 3, "rescale_factor": 1 / 255,
                "size": {"longest_edge": MOST, "shortest_edge": LEAST}, "temporal_patch_size": 2}
VIDEO = {"do_convert_rgb": True, "do_normalize": True, "do_rescale": True, "do_resize": True, "fps": 2, "image_mean": [.5, .5, .5], "image_std": [.5, .5, .5],
         "max_frames": 16, "merge_size": MERGE, "min_frames": 4, "patch_size": PATCH, "processor_class": "Qwen3VLProcessor", "resample": 3,
         "rescale_factor": 1 / 255, "size": {"longest_edge": MOST, "shortest_edge": LEAST}, "temporal_patch_size": 2,
         "video_processor_type": "Qwen3VLVideoProcessor"}
TOKENIZER_CONFIG = {
    "add_bos_token": False, "add_prefix_space": False, "additional_special_tokens": SPECIAL[1:], "bos_token": None, "clean_up_tokenization_spaces": False,
    "added_tokens_decoder": {str(i): {"content": name, "lstrip": False, "normalized": False, "rstrip": False, "single_word": False, "special": True} for name, i in IDS.items()},
    "eos_token": "<|im_end|>", "errors": "replace", "model_max_length": 4096, "pad_token": "<|endoftext|>", "padding_side": "left",
    "processor_class": "Qwen3VLProcessor", "split_special_tokens": False, "tokenizer_class": "Qwen2Tokenizer", "unk_token": None,
}
CHAT_TEMPLATE = """{%- set image_count = namespace(value=0) %}
{%- set video_count = namespace(value=0) %}
{%- for message in messages %}
    {{- '<|im_start|>' + message.role + '\\n' }}
    {%- if message.content is string %}
        {{- message.content }}
    {%- else %}
        {%- for content in message.content %}
            {%- if content.type == 'image' or 'image' in content or 'image_url' in content %}
                {%- set image_count.value = image_count.value + 1 %}
                {%- if add_vision_id %}Picture {{ image_count.value }}: {% endif -%}
                <|vision_start|><|image_pad|><|vision_end|>
            {%- elif content.type == 'video' or 'video' in content %}
                {%- set video_count.value = video_count.value + 1 %}
                {%- if add_vision_id %}Video {{ video_count.value }}: {% endif -%}
                <|vision_start|><|video_pad|><|vision_end|>
            {%- elif 'text' in content %}
                {{- content.text }}
            {%- endif %}
        {%- endfor %}
    {%- endif %}
    {{- '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}
"""
SPLIT = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"


def train_tokenizer(texts):
    tokenizer = Tokenizer(models.BPE())
    from tokenizers import normalizers
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(SPLIT), behavior="isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=VOCABULARY - len(SPECIAL), initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    assert tokenizer.get_vocab_size() == VOCABULARY - len(SPECIAL)
    tokenizer.add_special_tokens([AddedToken(name, normalized=False, special=True) for name in SPECIAL])
    assert all(tokenizer.token_to_id(name) == i for name, i in IDS.items())
    return tokenizer


def fresh_model(seed=0):
    torch.manual_seed(seed)
    config = Qwen3VLMoeConfig(**copy.deepcopy(CONFIG))
    model = Qwen3VLMoeForConditionalGeneration._from_config(config, dtype=torch.float32, attn_implementation="sdpa")
    for name, weight in model.named_parameters():
        if name.endswith(("o_proj.weight", "down_proj", "attn.proj.weight", "mlp.linear_fc2.weight")):
            weight.data /= math.sqrt(8)  # smaller writes into the residual stream at the start
    return model


# ---------------------------------------------------------------------------------------------- pictures to patches

def smart_resize(height, width, factor=PATCH * MERGE, least=LEAST, most=MOST):
    h, w = round(height / factor) * factor, round(width / factor) * factor
    if h * w > most:
        beta = math.sqrt(height * width / most)
        h, w = max(factor, math.floor(height / beta / factor) * factor), max(factor, math.floor(width / beta / factor) * factor)
    elif h * w < least:
        beta = math.sqrt(least / (height * width))
        h, w = math.ceil(height * beta / factor) * factor, math.ceil(width * beta / factor) * factor
    return h, w


def patches(picture, resample):
    """(patches [n, 3 * 16 * 16], rows, columns): the processor's order, one of the two equal time steps."""
    import numpy
    h, w = smart_resize(picture.height, picture.width)
    if (w, h) != picture.size:
        picture = picture.resize((w, h), resample)
    x = torch.from_numpy(numpy.asarray(picture, dtype=numpy.float32) / 127.5 - 1)
    gh, gw = h // PATCH, w // PATCH
    x = x.view(gh // 2, 2, PATCH, gw // 2, 2, PATCH, 3).permute(0, 3, 1, 4, 6, 2, 5)
    return x.reshape(gh * gw, 3 * PATCH * PATCH), gh, gw


# ---------------------------------------------------------------------------------------------- forward pass

_tables = {}


def grid_tables(gh, gw, side=8, head=32):
    """Position table weights and rotary angles of a grid, in patch order."""
    key = (gh, gw)
    if key not in _tables:
        y, x = torch.meshgrid(torch.arange(gh), torch.arange(gw), indexing="ij")
        order = lambda t: t.view(gh // 2, 2, gw // 2, 2).permute(0, 2, 1, 3).reshape(-1)
        y, x = order(y), order(x)
        def axis(v, n):
            at = torch.linspace(0, side - 1, n)[v]
            low = at.floor().long().clamp(max=side - 1)
            return low, (low + 1).clamp(max=side - 1), at - low
        (y0, y1, fy), (x0, x1, fx) = axis(y, gh), axis(x, gw)
        index = torch.stack([y0 * side + x0, y0 * side + x1, y1 * side + x0, y1 * side + x1], 1)
        weight = torch.stack([(1 - fy) * (1 - fx), (1 - fy) * fx, fy * (1 - fx), fy * fx], 1)
        table = torch.zeros(gh * gw, side * side).scatter_add_(1, index, weight)
        inverse = 1.0 / (10000 ** (torch.arange(0, head // 2, 2).float() / (head // 2)))
        angle = torch.cat([y[:, None] * inverse, x[:, None] * inverse], 1)
        angle = torch.cat([angle, angle], 1)
        _tables[key] = table, angle.cos(), angle.sin()
    return _tables[key]


def rotate(x, cos, sin):
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat((-b, a), -1) * sin


def attend(q, k, v, bias):
    """Plain attention: its backward pass is quicker on a CPU than that of the fused kernel."""
    scores = (q * q.shape[-1] ** -.5) @ k.transpose(-1, -2)
    return ((scores + bias).softmax(-1) @ v).transpose(1, 2)


def merge_tokens(m, x):
    if m.use_postshuffle_norm:
        x = m.norm(x.view(-1, m.hidden_size))
    else:
        x = m.norm(x).view(-1, m.hidden_size)
    return m.linear_fc2(F.gelu(m.linear_fc1(x)))


def see(visual, pixels, grids):
    """Merged tokens and deepstack features of all pictures of a batch, packed one after another."""
    lengths = [gh * gw for gh, gw in grids]
    longest, count = max(lengths), len(grids)
    tables = [grid_tables(*g) for g in grids]
    table, cos, sin = (torch.cat([t[i] for t in tables])[:, None] if i else torch.cat([t[0] for t in tables]) for i in range(3))
    kernel = visual.patch_embed.proj.weight.sum(2).flatten(1)  # both time steps of a still picture are the same
    x = F.linear(pixels, kernel, visual.patch_embed.proj.bias) + F.linear(table, visual.pos_embed.weight.t())
    mask = torch.arange(longest) < torch.tensor(lengths)[:, None]
    where = mask.flatten().nonzero()[:, 0]
    bias = torch.zeros(count, 1, 1, longest).masked_fill_(~mask[:, None, None], -1e9)
    heads, deep = 4, []
    for i, block in enumerate(visual.blocks):
        q, k, v = block.attn.qkv(block.norm1(x)).view(-1, 3, heads, 32).unbind(1)
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        def spread(t):
            return torch.zeros(count * longest, heads, 32, dtype=t.dtype).index_copy(0, where, t).view(count, longest, heads, 32).transpose(1, 2)
        seen = attend(spread(q), spread(k), spread(v), bias)
        x = x + block.attn.proj(seen.reshape(count * longest, -1)[where])
        x = x + block.mlp(block.norm2(x))
        if i in visual.deepstack_visual_indexes:
            deep.append(merge_tokens(visual.deepstack_merger_list[len(deep)], x))
    return merge_tokens(visual.merger, x), deep


def rms(norm, x):
    return F.rms_norm(x, (x.shape[-1],), norm.weight, 1e-6)


def experts(mlp, x):
    """Sparse block over tokens [n, hidden]; returns its output and the balance term of the router."""
    logits = F.linear(x, mlp.gate.weight)
    odds = logits.float().softmax(-1)
    top, choice = odds.topk(2, -1)
    top = top / top.sum(-1, keepdim=True)
    flat = choice.flatten()
    order = flat.argsort(stable=True)
    counts = flat.bincount(minlength=8)
    sizes = counts.tolist()
    rows = x.to(torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else x.dtype)[order // 2].split(sizes)
    weights = top.flatten()[order][:, None].split(sizes)
    out = []
    for part, weight, first, second in zip(rows, weights, mlp.experts.gate_up_proj.unbind(0), mlp.experts.down_proj.unbind(0)):
        gate, up = F.linear(part, first).chunk(2, -1)
        out.append(F.linear(F.silu(gate) * up * weight.to(gate.dtype), second))
    back = torch.empty_like(order).index_copy_(0, order, torch.arange(len(order)))
    out = torch.cat(out)[back].view(-1, 2, x.shape[-1]).sum(1, dtype=torch.float32)
    balance = 8 * (odds.mean(0) * (counts.float() / flat.numel())).sum()
    return out, balance


def forward(model, batch):
    """Logits at the positions whose next token counts, the merged tokens (for the training head), and the balance term."""
    text = model.model.language_model
    ids = batch["ids"]
    count, length = ids.shape
    x = text.embed_tokens(ids).float()
    flat_image = (ids == IDS["<|image_pad|>"]).flatten().nonzero()[:, 0]
    merged, deep = (None, [])
    if batch["grids"]:
        merged, deep = see(model.model.visual, batch["pixels"], batch["grids"])
        x = x.reshape(-1, 192).index_copy(0, flat_image, merged.float()).view(count, length, 192)
    real = batch["real"]
    inverse = text.rotary_emb.inv_freq
    angles = batch["positions"][..., None].float() * inverse  # 3, count, length, 16
    angle = angles[0].clone()
    angle[..., 1:15:3], angle[..., 2:15:3] = angles[1, ..., 1:15:3], angles[2, ..., 2:15:3]
    angle = torch.cat([angle, angle], -1)[:, None]
    cos, sin = angle.cos(), angle.sin()
    balance = 0
    for i, layer in enumerate(text.layers):
        a, h = layer.self_attn, rms(layer.input_layernorm, x)
        q = rms(a.q_norm, a.q_proj(h).float().view(count, length, 6, 32)).transpose(1, 2)
        k = rms(a.k_norm, a.k_proj(h).float().view(count, length, 2, 32)).transpose(1, 2)
        v = a.v_proj(h).float().view(count, length, 2, 32).transpose(1, 2)
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        k, v = k.repeat_interleave(3, 1), v.repeat_interleave(3, 1)
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + a.o_proj(seen.transpose(1, 2).reshape(count, length, -1))
        h = rms(layer.post_attention_layernorm, x).view(-1, 192)[real]
        made, b = experts(layer.mlp, h)
        x = x.reshape(-1, 192).index_add(0, real, made)
        if i < len(deep):
            x = x.index_add(0, flat_image, deep[i].float())
        x = x.view(count, length, 192)
        balance = balance + b
    x = rms(text.norm, x.view(-1, 192)[batch["predict"]])
    return model.lm_head(x), (merged, deep), balance / 4
