# SPDX-License-Identifier: Apache-2.0
"""Accuracy of an exported checkpoint per skill, on fresh data, with the stock transformers classes in bf16 and greedy decoding.

An answer counts only if it is exactly the expected sentence.
"""
import argparse
import io
import json
import pathlib
import random
import time

import torch
from PIL import Image
from transformers import AutoModelForImageTextToText, AutoProcessor

import data
import phrases
import scenes

SEED = "held out"


class Answerer:
    def __init__(self, folder):
        self.processor = AutoProcessor.from_pretrained(folder)
        self.processor.tokenizer.padding_side = "left"
        self.net = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.bfloat16).eval()

    @torch.no_grad()
    def batch(self, conversations):
        texts, pictures = [], []
        for messages in conversations:
            texts.append(self.processor.apply_chat_template(messages, tokenize=False, add_generation_prompt=True))
            pictures += [c["image"] for m in messages if not isinstance(m["content"], str) for c in m["content"] if c["type"] == "image"]
        inputs = self.processor(text=texts, images=pictures or None, return_tensors="pt", padding=True)
        out = self.net.generate(**inputs, do_sample=False, max_new_tokens=96)
        return [t.strip() for t in self.processor.tokenizer.batch_decode(out[:, inputs["input_ids"].shape[1]:], skip_special_tokens=True)]

    def answer(self, conversations, size=24):
        order = sorted(range(len(conversations)), key=lambda i: len(str(conversations[i])))
        answers = [None] * len(order)
        for at in range(0, len(order), size):
            part = order[at:at + size]
            for i, a in zip(part, self.batch([conversations[i] for i in part])):
                answers[i] = a
        return answers


def picture_case(rng, kind):
    while True:
        scene = scenes.make_scene(rng, 1 if kind == "what" else None)
        made = data.picture_question(scene, rng, kind)
        if made:
            return [data.user(rng, data.natural(rng, made[1]), [data.render(scene, rng)])], made[2]


def turns_case(rng):
    """Three to five turns about one picture; the last answer counts."""
    while True:
        messages, _ = data.picture_talk(rng, rng.randint(3, 5))
        if messages[-1]["role"] == "assistant" and sum(m["role"] == "user" for m in messages) > 2:
            return messages[:-1], messages[-1]["content"]


def double_case(rng):
    messages, _ = data.double_talk(rng, 1)
    return messages[:-1], messages[-1]["content"]


def text_case(rng, kind):
    kind, q, a = data.text_question(rng, kind, test=True)
    return [{"role": "user", "content": data.natural(rng, q, kind in ("repeat", "sort", "sequence"))}], a


def nonsense_case(rng):
    said = " ".join(data.nonsense(rng) for _ in range(rng.randint(1, 3)))
    return [{"role": "user", "content": rng.choice(phrases.REPEAT).format(t=said)}], said


def sized_case(rng, width, height, quality=None):
    """What is this? for one large shape in a picture of a given size."""
    real, scenes.picture_size = scenes.picture_size, lambda rng: (width, height)
    while True:
        scene = scenes.make_scene(rng, 1)
        if scene.shapes[0].size != "small":
            break
    scenes.picture_size = real
    picture = data.render(scene, rng)
    if quality:
        store = io.BytesIO()
        picture.save(store, "JPEG", quality=quality)
        picture = Image.open(io.BytesIO(store.getvalue())).convert("RGB")
    return [data.user(rng, "What is this?", [picture])], f"It is {data.article(scene.shapes[0].name)}."


def cases(count):
    groups = {"pictures": {}, "text": {}, "picture sizes": {}}
    for kind in data.PICTURE_KINDS:
        groups["pictures"][kind] = lambda rng, k=kind: picture_case(rng, k)
    groups["pictures"]["several turns"] = turns_case
    groups["pictures"]["two pictures"] = double_case
    for kind in ("greeting", "who", "sums", "repeat", "sort", "sequence", "refusal", "no picture", "count to", "abilities", "thanks"):
        groups["text"][kind] = lambda rng, k=kind: text_case(rng, k)
    groups["text"]["repeat nonsense"] = nonsense_case
    for name, w, h, q in (("64 x 64", 64, 64, None), ("128 x 128", 128, 128, None), ("256 x 256", 256, 256, None), ("512 x 512", 512, 512, None),
                          ("512 x 256", 512, 256, None), ("200 x 400", 200, 400, None), ("176 x 128", 176, 128, None), ("640 x 480", 640, 480, None),
                          ("256 x 256 JPEG 60", 256, 256, 60)):
        groups["picture sizes"][name] = lambda rng, a=(w, h, q): sized_case(rng, *a)
    made = {}
    for group, skills in groups.items():
        for skill, make in skills.items():
            rng = random.Random(f"{SEED} {group} {skill}")
            made[group, skill] = [make(rng) for _ in range(count)]
    return made


TITLES = {"pictures": "Questions about pictures of the training kind", "text": "Text alone",
          "picture sizes": "\"What is this?\" about one shape, by size of the picture"}
MARKS = "<!-- figures of evaluate.py -->", "<!-- end of figures -->"


def tables(figures, columns=4):
    """The figures as Markdown, four skills in a row."""
    lines = []
    for group, skills in figures.items():
        lines += ["", f"{TITLES[group]}, mean {skills['mean']} %:", "", "| skill | % " * columns + "|", "|---|---:" * columns + "|"]
        cells = [f"| {name} | {value:g} " for name, value in skills.items() if name != "mean"]
        cells += ["| | "] * (-len(cells) % columns)
        lines += ["".join(cells[i:i + columns]) + "|" for i in range(0, len(cells), columns)]
    return "\n".join(lines) + "\n\n"


def write_card(path, figures):
    text = path.read_text(encoding="utf-8")
    start, end = (text.index(mark) for mark in MARKS)
    path.write_text(text[:start + len(MARKS[0])] + "\n" + tables(figures) + text[end:], encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="exported checkpoint")
    parser.add_argument("--cases", type=int, default=200, help="cases of each skill")
    parser.add_argument("--only", help="one group: pictures, text or 'picture sizes'")
    parser.add_argument("--json", help="file to write the figures to")
    parser.add_argument("--card", help="model card whose tables are written anew")
    parser.add_argument("--errors", type=int, default=0, help="errors to show of each skill")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    answerer, figures, begin = Answerer(options.folder), {}, time.monotonic()
    for (group, skill), tests in cases(options.cases).items():
        if options.only and group != options.only:
            continue
        answers = answerer.answer([messages for messages, _ in tests])
        right = sum(a == wanted for a, (_, wanted) in zip(answers, tests))
        figures.setdefault(group, {})[skill] = round(100 * right / len(tests), 1)
        print(f"{group:14} {skill:18} {figures[group][skill]:6.1f}", flush=True)
        shown = 0
        for a, (messages, wanted) in zip(answers, tests):
            if a != wanted and shown < options.errors:
                shown += 1
                content = messages[-1]["content"]
                asked = content if isinstance(content, str) else " ".join(c.get("text", "<%dx%d>" % c["image"].size if "image" in c else "") for c in content)
                print(f"    {asked!r}\n      wanted {wanted!r}\n      got    {a!r}")
    for group, skills in figures.items():
        skills["mean"] = round(sum(skills.values()) / len(skills), 1)
        print(f"{group:14} {'mean':18} {skills['mean']:6.1f}")
    print(f"{time.monotonic() - begin:.0f} s")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"cases_per_skill": options.cases, "decoding": "greedy", "dtype": "bfloat16", "accuracy_percent": figures}, indent=2) + "\n")
    if options.card:
        write_card(pathlib.Path(options.card), figures)
