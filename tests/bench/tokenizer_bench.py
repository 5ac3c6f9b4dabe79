#!/usr/bin/env python3
"""Compares the tokenizer with the package `tokenizers` (Rust), both on one thread, one after the other in one run, in
processor time (the machine may be busy).

tokenizer_bench.py PROGRAM MEGABYTES FOLDER...: PROGRAM is the built tokenizer_bench, each FOLDER holds a tokenizer.json. The
text is generated (tests/golden/tokens/corpus.py); further texts are its first part of plain prose and one letter repeated.
For each prints megabytes per second of both, the ratio, and whether all ids are equal.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "golden" / "tokens"))

import corpus  # noqa: E402
import tokenizers  # noqa: E402

PIECE_BYTES = 2048


def pieces_of(text):
    data = text.encode()
    at = 0
    while at < len(data):
        end = data.find(b"\n", at + PIECE_BYTES) + 1 if len(data) - at > PIECE_BYTES else 0
        end = end or len(data)
        yield data[at:end].decode()
        at = end


def best(work, runs):
    seconds, result = [], None
    for _ in range(runs):
        start = time.process_time()
        result = work()
        seconds.append(time.process_time() - start)
    return min(seconds), result


def reference(folder, text, runs):
    tokenizer = tokenizers.Tokenizer.from_file(str(pathlib.Path(folder) / "tokenizer.json"))
    size = len(text.encode())
    seconds, ids = best(lambda: tokenizer.encode_batch_fast([text], add_special_tokens=False)[0].ids, runs)
    pieces = list(pieces_of(text))
    piece_seconds, all_ids = best(
        lambda: [i for piece in pieces for i in tokenizer.encode_batch_fast([piece], add_special_tokens=False)[0].ids], runs)
    return {"text": {"mb_per_s": size / seconds / 1e6, "hash": corpus.fnv(ids)},
            "pieces": {"mb_per_s": size / piece_seconds / 1e6, "hash": corpus.fnv(all_ids)}}


def main():
    program, megabytes, folders = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    size = int(megabytes * 1e6)
    prose = (corpus.PROSE * (size // len(corpus.PROSE.encode()) + 1)).encode()[:size].decode("utf-8", "ignore")
    texts = {"mixed": "".join(corpus.generated(size)), "prose": prose, "one letter": "a" * min(size, 1000000)}
    for folder in folders:
        for name, text in texts.items():
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                ours = json.loads(subprocess.run([program, folder, file.name], check=True, capture_output=True).stdout)
            theirs = reference(folder, text, 2)
            for kind in ("text", "pieces"):
                a, b = ours[kind], theirs[kind]
                same = "equal ids" if a["hash"] == b["hash"] else "DIFFERENT IDS"
                print(f"{pathlib.Path(folder).name:24} {name:10} {kind:6} {a['mb_per_s']:8.2f} MB/s, tokenizers {b['mb_per_s']:7.2f} MB/s, "
                      f"{a['mb_per_s'] / b['mb_per_s']:5.1f} times, {same}", flush=True)
            print(f"{pathlib.Path(folder).name:24} {name:10} decode {ours['decode']['mb_per_s']:8.2f} MB/s", flush=True)


if __name__ == "__main__":
    main()
