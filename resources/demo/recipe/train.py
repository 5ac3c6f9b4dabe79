# SPDX-License-Identifier: Apache-2.0
"""Trains the demo model from nothing on pictures and sentences that data.py makes up, on two CPU cores.

First the vision tower alone learns to say, for each of its tokens, which shape of which colour and size lies there and where,
and what it covers (with a throw-away head); then the whole model learns to answer. Two processes of one thread share the work.
The state is written to the work folder every few minutes; running the same command again continues from there.
"""
import argparse
import math
import os
import pathlib
import random
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from PIL import Image, ImageDraw
from tokenizers import Tokenizer

import data
import model as recipe
import phrases
import scenes

HEADS = [("shape", len(scenes.SHAPES) + 1), ("colour", len(scenes.COLOURS) + 1), ("cell", 10), ("size", 4), ("background", len(scenes.BACKGROUNDS))]
FILTERS = [Image.BICUBIC] * 6 + [Image.BILINEAR, Image.LANCZOS, Image.BOX]


# ---------------------------------------------------------------------------------------------- batches

def make_tokenizer(seed):
    rng, texts = random.Random(seed), []
    real, data.render = data.render, lambda scene, rng: None
    for _ in range(6000):
        for message in data.conversation(rng)[0]:
            content = message["content"]
            texts += [content] if isinstance(content, str) else [c["text"] for c in content if c["type"] == "text"]
    data.render = real
    return recipe.train_tokenizer(texts + [" " + w for w in phrases.WORDS] * 3)


def token_labels(scene, gh, gw):
    """For each merged token of a picture: shape, colour, cell, size (0 = nothing there), the background, and an 8 x 8 mask."""
    rows, columns = gh // 2, gw // 2
    ground = scenes.BACKGROUNDS.index(scene.background)
    labels = [[0, 0, 0, 0, ground] for _ in range(rows * columns)]
    best = [1e9] * len(labels)
    bw, bh = scene.width / columns, scene.height / rows
    for s in scene.shapes:
        says = [scenes.SHAPES.index(s.shape) + 1, scenes.COLOURS.index(s.colour) + 1, s.cell + 1, scenes.SIZES.index(s.size) + 1, ground]
        home = min(rows - 1, max(0, int(s.y / bh))) * columns + min(columns - 1, max(0, int(s.x / bw)))
        for i in range(rows * columns):
            away = math.hypot((i % columns + .5) * bw - s.x, (i // columns + .5) * bh - s.y)
            rank = -1e6 + away if i == home else away
            if (i == home or away < .85 * s.radius) and rank < best[i]:
                labels[i], best[i] = says, rank
    sheet = Image.new("L", (columns * 8, rows * 8))
    canvas, kx, ky = ImageDraw.Draw(sheet), columns * 8 / scene.width, rows * 8 / scene.height
    for s in scene.shapes:
        if s.shape == "circle":
            canvas.ellipse([(s.x - s.radius) * kx, (s.y - s.radius) * ky, (s.x + s.radius) * kx - 1, (s.y + s.radius) * ky - 1], fill=1)
        else:
            canvas.polygon([(x * kx - .5, y * ky - .5) for x, y in scenes.outline_points(s)], fill=1)
    mask = torch.frombuffer(bytearray(sheet.tobytes()), dtype=torch.uint8).view(rows, 8, columns, 8).permute(0, 2, 1, 3).reshape(-1, 64)
    return torch.cat([torch.tensor(labels, dtype=torch.uint8), mask], 1)


DECISIVE = ["yes", "no", "Yes", "No", "one", "two", "three", "four", "left", "right", "above", "below", "they"]
ROUTINE = {answer for _, answer in phrases.FIXED.values()} | {phrases.REFUSAL, "I see no picture. Please add one."}


class Encoder:
    """Turns conversations into tokens. Words that decide an answer weigh more in the loss, fixed sentences less."""

    def __init__(self, tokenizer):
        self.tokenizer, self.cache = tokenizer, {}
        self.decisive = {tokenizer.token_to_id(mark + w) for w in DECISIVE for mark in ("", "\u0120")} - {None}

    def text(self, t):
        return self.tokenizer.encode(t, add_special_tokens=False).ids

    def piece(self, t):
        if t not in self.cache:
            self.cache[t] = self.text(t)
        return self.cache[t]

    def conversation(self, messages, rng, limit=None):
        """Token ids, which of them are to be predicted, positions, pixels, grids."""
        ids, learn, places, pixels, grids, at = [], [], [], [], [], 0
        for message in messages:
            part, mine = self.piece(f"<|im_start|>{message['role']}\n")[:], []
            answer = message["role"] == "assistant"
            content = message["content"]
            here, spots = [], []
            run = ""   # text next to text is tokenized as one piece
            for c in ([{"type": "text", "text": content}] if isinstance(content, str) else content):
                if c["type"] == "text":
                    run += c["text"]
                    continue
                part += self.text(run) if run else []
                run = ""
                x, gh, gw = recipe.patches(c["image"], rng.choice(FILTERS) if rng else Image.BICUBIC)
                here.append((x, gh, gw))
                part.append(recipe.IDS["<|vision_start|>"])
                spots.append((len(part), gh // 2, gw // 2))
                part += [recipe.IDS["<|image_pad|>"]] * (gh * gw // 4) + [recipe.IDS["<|vision_end|>"]]
            head = len(part)
            part += self.text(run) if run else []
            part += self.piece("<|im_end|>\n")
            mine = [0] * len(part)
            if answer:
                usual = .3 if content in ROUTINE else 1
                mine[head:len(part) - 1] = [4 if t in self.decisive and usual == 1 else usual for t in part[head:-1]]
            if limit and not answer and len(ids) + len(part) + 24 > limit:
                break
            if limit and answer and len(ids) + len(part) > limit:
                break
            i = 0
            for start, rows, columns in spots + [(len(part), 0, 0)]:
                places += [(at + j,) * 3 for j in range(start - i)]
                at += start - i
                places += [(at, at + r, at + c) for r in range(rows) for c in range(columns)]
                at += max(rows, columns)
                i = start + rows * columns
            ids += part
            learn += mine
            for x, gh, gw in here:
                pixels.append(x)
                grids.append((gh, gw))
        return ids, learn, places, pixels, grids


def collate(samples):
    length = max(len(s[0]) for s in samples)
    ids = torch.full((len(samples), length), recipe.IDS["<|endoftext|>"])
    places = torch.zeros(3, len(samples), length, dtype=torch.long)
    predict, target, weight, real = [], [], [], []
    for i, (t, learn, p, _, _) in enumerate(samples):
        ids[i, :len(t)] = torch.tensor(t)
        places[:, i, :len(t)] = torch.tensor(p).t()
        real += range(i * length, i * length + len(t))
        for j, wanted in enumerate(learn):
            if wanted:
                predict.append(i * length + j - 1)
                target.append(t[j])
                weight.append(wanted)
    pixels = [x for s in samples for x in s[3]]
    return {"ids": ids, "positions": places, "real": torch.tensor(real), "predict": torch.tensor(predict), "target": torch.tensor(target), "weight": torch.tensor(weight, dtype=torch.float32),
            "pixels": torch.cat(pixels) if pixels else None, "grids": [g for s in samples for g in s[4]]}


def talk_batch(encoder, rng, count, limit):
    samples, labels = [], []
    for _ in range(count):
        messages, shown = data.conversation(rng)
        sample = encoder.conversation(messages, rng, limit)
        samples.append(sample)
        for scene, grid in zip(shown, sample[4]):
            labels.append(token_labels(scene, *grid))
    return collate(samples), torch.cat(labels).long() if labels else []


def picture_batch(rng, count):
    pixels, grids, labels = [], [], []
    for _ in range(count):
        scene = scenes.make_scene(rng)
        x, gh, gw = recipe.patches(scenes.render(scene, rng), rng.choice(FILTERS))
        pixels.append(x)
        grids.append((gh, gw))
        labels.append(token_labels(scene, gh, gw))
    return torch.cat(pixels), grids, torch.cat(labels).long()


# ---------------------------------------------------------------------------------------------- optimiser

def orthogonal(g):
    """Newton-Schulz iteration of Muon on a stack of matrices."""
    x = g.bfloat16()
    tall = x.shape[1] > x.shape[2]
    x = x.transpose(1, 2) if tall else x
    x = (x / (x.float().square().sum((1, 2), keepdim=True).sqrt() + 1e-7)).contiguous()
    for _ in range(5):
        a = torch.bmm(x, x.transpose(1, 2))
        x = torch.baddbmm(x, torch.baddbmm(a, a, a, beta=-4.7750, alpha=2.0315), x, beta=3.4445)
    return (x.transpose(1, 2) if tall else x).float()


class Muon:
    """Each process orthogonalises its share of the matrices; the updates are then summed over the processes."""

    def __init__(self, weights, scales, rank, world, momentum=.95, decay=.05):
        self.momentum, self.decay, self.rank, self.world = momentum, decay, rank, world
        self.weights, self.scales = weights, scales
        self.buffers = [torch.zeros_like(w) for w in weights]
        self.groups = {}
        for i, w in enumerate(weights):
            shape = tuple(w.shape[-2:])
            shape = (128, 512) if shape == (512, 512) else shape  # in four parts: a fifth of the work
            self.groups.setdefault(shape, []).append(i)

    @torch.no_grad()
    def step(self, lr):
        updates = []
        for w, b in zip(self.weights, self.buffers):
            b.lerp_(w.grad, 1 - self.momentum)
            updates.append(w.grad.lerp(b, self.momentum))
        flat = torch.zeros(sum(w.numel() for w in self.weights))
        views, at = [], 0
        for w in self.weights:
            views.append(flat[at:at + w.numel()].view(w.shape))
            at += w.numel()
        for shape, members in self.groups.items():
            stack = torch.cat([updates[i].reshape(-1, *shape) for i in members])
            cuts = [len(stack) * r // self.world for r in range(self.world + 1)]
            mine = torch.zeros_like(stack)
            if cuts[self.rank] < cuts[self.rank + 1]:
                part = slice(cuts[self.rank], cuts[self.rank + 1])
                mine[part] = orthogonal(stack[part]) * max(1, shape[0] / shape[1]) ** .5
            at = 0
            for i in members:
                n = self.weights[i].numel() // (shape[0] * shape[1])
                views[i].copy_(mine[at:at + n].view(self.weights[i].shape))
                at += n
        if self.world > 1:
            dist.all_reduce(flat)
        for w, v, scale in zip(self.weights, views, self.scales):
            w.mul_(1 - lr * scale * self.decay).add_(v, alpha=-lr * scale)

    def state_dict(self):
        return self.buffers

    def load_state_dict(self, buffers):
        for b, saved in zip(self.buffers, buffers):
            b.copy_(saved)


def split_weights(named):
    matrices, others = [], []
    for name, w in named:
        plain = w.dim() < 2 or any(k in name for k in ("embed", "lm_head", "mlp.gate.weight"))
        (others if plain else matrices).append(w)
    return matrices, others


# ---------------------------------------------------------------------------------------------- training

def head_loss(head, features, labels):
    """Cross-entropy of the throw-away head on the three outputs of the tower, and its accuracy on tokens with a shape."""
    loss, right = 0, []
    for part, x in zip(head, features):
        at = 0
        out = part(x)
        for i, (_, n) in enumerate(HEADS):
            loss = loss + F.cross_entropy(out[:, at:at + n].float(), labels[:, i])
            if part is head[0] and i < 4:
                some = labels[:, i] > 0
                right.append((out[some, at:at + n].argmax(-1) == labels[some, i]).float().mean().item())
            at += n
        loss = loss + 2 * F.binary_cross_entropy_with_logits(out[:, at:].float(), labels[:, len(HEADS):].float())
    return loss / len(head) / len(HEADS), right


def worker(rank, world, options):
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    work = pathlib.Path(options.work)
    if world > 1:
        dist.init_process_group("gloo", init_method=f"file://{work.resolve()}/meet", rank=rank, world_size=world)
    tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
    encoder = Encoder(tokenizer)
    net = recipe.fresh_model(options.seed)
    tower = net.model.visual
    head = torch.nn.ModuleList(torch.nn.Linear(192, sum(n for _, n in HEADS) + 64) for _ in range(3))
    state = {"phase": 1, "seconds": 0.0, "step": 0}
    file = work / "state.pt"
    saved = torch.load(file, weights_only=True) if file.exists() else None
    if saved:
        net.load_state_dict(saved["model"])
        head.load_state_dict(saved["head"])
        state = saved["progress"]
    first = True
    for phase, minutes in ((1, options.tower_minutes), (2, options.minutes)):
        if phase < state["phase"]:
            continue
        if phase > state["phase"]:
            state = {"phase": phase, "seconds": 0.0, "step": 0}
        trained = tower if phase == 1 else net
        # in the second phase the tower, which has learnt already, moves more slowly
        seeing = options.tower_rate if phase == 2 else 1.0
        if not seeing:
            trained = torch.nn.ModuleDict({"language_model": net.model.language_model, "lm_head": net.lm_head})
            tower.requires_grad_(False)
        matrices, others = split_weights(trained.named_parameters())
        mine = {id(w) for w in tower.parameters()}
        slow, others = [w for w in others if id(w) in mine], [w for w in others if id(w) not in mine] + (list(head.parameters()) if seeing else [])
        weights = matrices + slow + others
        muon = Muon(matrices, [seeing if id(w) in mine else 1.0 for w in matrices], rank, world)
        adam = torch.optim.AdamW([{"params": slow}, {"params": others}] if slow else [{"params": others}], lr=2e-3, betas=(.9, .95), weight_decay=.01, fused=True)
        if saved and first and saved["progress"]["phase"] == phase and "muon" in saved:
            muon.load_state_dict(saved["muon"])
            adam.load_state_dict(saved["adam"])
        first = False
        rng = random.Random(f"{options.seed} {phase} {rank} {state['step']}")
        mark, kept, sums, n = time.monotonic(), time.monotonic(), torch.zeros(8), 0
        while True:
            clock = torch.tensor([state["seconds"] / 60 / minutes])
            if world > 1:
                dist.broadcast(clock, 0)
            done = clock.item()
            if done >= 1:
                break
            factor = min(1, (state["step"] + 1) / 30) * (1 if done < options.hold else max(.01, 1 - (done - options.hold) / (1 - options.hold) * .99))
            if phase == 1:
                pixels, grids, labels = picture_batch(rng, options.pictures)
                with torch.autocast("cpu", torch.bfloat16):
                    merged, deep = recipe.see(tower, pixels, grids)
                    loss, right = head_loss(head, [merged, *deep], labels)
                stats = [loss.item(), *right]
            else:
                batch, labels = talk_batch(encoder, rng, options.batch, options.length)
                with torch.autocast("cpu", torch.bfloat16):
                    logits, (merged, deep), balance = recipe.forward(net, batch)
                    answer = (F.cross_entropy(logits.float(), batch["target"], reduction="none") * batch["weight"]).sum() / batch["weight"].sum()
                    side = .5 * max(0, 1 - done / .7) if options.tower_rate else 0
                    loss = answer + .01 * balance
                    right = [0, 0, 0, 0]
                    if side and len(labels):
                        extra, right = head_loss(head, [merged, *deep], labels)
                        loss = loss + side * extra
                hit = (logits.argmax(-1) == batch["target"]).float().mean().item()
                stats = [answer.item(), *right, hit, balance.item(), float(batch["ids"].shape[1])]
            loss.backward()
            for w in weights:
                if w.grad is None:
                    w.grad = torch.zeros_like(w)
            flat = torch.cat([w.grad.flatten() for w in weights])
            if world > 1:
                dist.all_reduce(flat)
                flat /= world
            flat *= min(1.0, 1.0 / (flat.norm().item() + 1e-6))
            at = 0
            for w in weights:
                w.grad = flat[at:at + w.numel()].view(w.shape)
                at += w.numel()
            muon.step(options.rate * factor)
            for group, scale in zip(adam.param_groups, (seeing, 1.0) if slow else (1.0,)):
                group["lr"] = .1 * options.rate * factor * scale
            adam.step()
            for w in weights:
                w.grad = None
            now = time.monotonic()
            state["seconds"] += now - mark
            mark = now
            state["step"] += 1
            sums[:len(stats)] += torch.tensor(stats)
            n += 1
            if rank == 0 and state["step"] % 20 == 0:
                print(f"phase {phase} step {state['step']} {state['seconds'] / 60:.1f} min {state['seconds'] / state['step']:.3f} s/step lr {factor:.3f}  "
                      + " ".join(f"{v:.4f}" for v in (sums / n).tolist()), flush=True)
                sums.zero_()
                n = 0
            if rank == 0 and now - kept > 150:
                kept = now
                save(file, net, head, muon, adam, state)
        if rank == 0:
            save(file, net, head, muon, adam, state)
        saved = None
    if world > 1:
        dist.destroy_process_group()


def save(file, net, head, muon, adam, state):
    torch.save({"model": net.state_dict(), "head": head.state_dict(), "muon": muon.state_dict(), "adam": adam.state_dict(), "progress": state}, file.with_suffix(".new"))
    os.replace(file.with_suffix(".new"), file)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", help="folder for the tokenizer and the training state")
    parser.add_argument("--tower-minutes", type=float, default=5, help="time for the vision tower alone")
    parser.add_argument("--minutes", type=float, default=50, help="time for the whole model")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--batch", type=int, default=20, help="conversations of each process")
    parser.add_argument("--pictures", type=int, default=24, help="pictures of each process while the tower learns alone")
    parser.add_argument("--length", type=int, default=180, help="longest conversation in tokens")
    parser.add_argument("--rate", type=float, default=.02, help="of Muon; AdamW takes a tenth")
    parser.add_argument("--tower-rate", type=float, default=.35, help="share of the rate for the vision tower in the second phase; 0 keeps it as it is")
    parser.add_argument("--hold", type=float, default=.4, help="share of the time before the rate falls")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in ("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_"):
        os.environ.setdefault(name, "33554432")  # keep freed memory: page faults cost a tenth of the time
    folder = pathlib.Path(options.work)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "meet").unlink(missing_ok=True)
    if not (folder / "tokenizer.json").exists():
        make_tokenizer(options.seed).save(str(folder / "tokenizer.json"))
    if options.processes == 1:
        worker(0, 1, options)
    else:
        torch.multiprocessing.spawn(worker, (options.processes, options), options.processes)
