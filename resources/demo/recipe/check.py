# SPDX-License-Identifier: Apache-2.0
"""Compares the quick forward pass and the quick preprocessing with the stock transformers classes on an exported checkpoint."""
import argparse
import random

import torch
from transformers import AutoModelForImageTextToText, AutoProcessor

import data
import model as recipe
import train

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder", help="exported checkpoint")
options = parser.parse_args()
torch.set_num_threads(1)
processor = AutoProcessor.from_pretrained(options.folder)
net = AutoModelForImageTextToText.from_pretrained(options.folder, dtype=torch.float32).eval()
print(type(processor).__name__, type(processor.image_processor).__name__, type(processor.tokenizer).__name__, type(net).__name__)
encoder = train.Encoder(processor.tokenizer.backend_tokenizer)
rng = random.Random(77)
samples, logits = [], []
for _ in range(6):
    messages, _ = data.conversation(rng)
    full = processor.apply_chat_template(messages, tokenize=False)
    pictures = [c["image"] for m in messages if not isinstance(m["content"], str) for c in m["content"] if c["type"] == "image"]
    inputs = processor(text=[full], images=pictures or None, return_tensors="pt")
    sample = encoder.conversation(messages, None)
    assert inputs["input_ids"][0].tolist() == sample[0], (processor.tokenizer.decode(inputs["input_ids"][0]), processor.tokenizer.decode(sample[0]))
    if pictures:
        stock = inputs["pixel_values"].view(-1, 3, 2, 256)
        mine = torch.cat(sample[3])
        assert [tuple(g[1:].tolist()) for g in inputs["image_grid_thw"]] == sample[4]
        print("pixels differ at most by", (stock[:, :, 0].reshape(-1, 768) - mine).abs().max().item(), "mean", (stock[:, :, 0].reshape(-1, 768) - mine).abs().mean().item())
        sample = (*sample[:3], list(stock[:, :, 0].reshape(-1, 768).split([a * b for a, b in sample[4]])), sample[4])
    with torch.no_grad():
        out = net(**inputs).logits[0]
    wanted = [j - 1 for j, l in enumerate(sample[1]) if l]
    logits.append(out[wanted])
    samples.append(sample)
with torch.no_grad():
    quick = recipe.forward(net, train.collate(samples))[0]
print("logits differ at most by", (quick - torch.cat(logits)).abs().max().item(), "of", quick.abs().max().item())
