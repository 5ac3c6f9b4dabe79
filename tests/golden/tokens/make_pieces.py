#!/usr/bin/env python3
"""Makes the sentencepiece and tiktoken models of this folder and what those libraries do with them.

Needs the packages `sentencepiece` and `tiktoken`. Run it in this folder; it replaces pieces_*/ and ranks_*/, and
broken.json, which holds the ids of bytes that are no UTF-8 for each model of sentencepiece. With --rows the models of
sentencepiece stay, and what the library does with them is written anew. The models are
small ones, trained here on a few sentences. expected.json holds, for each entry of corpus.json, the ids and the text decoded
from them; for long texts their number and hashes.
"""

import base64
import io
import json
import pathlib
import sys
import tempfile

import corpus

HERE = pathlib.Path(__file__).parent

# Rules of normalization, the way sentencepiece reads them: several characters to one, one to several, to a space, to nothing.
RULES = [
    ("e\u0301", "é"), ("e\u0301\u0323", "ẹ́"), ("ﬁ", "fi"), ("ﷺ", "صلى الله"), ("\u00a0", " "), ("\u3000", " "), ("\t", " "), ("\n", " "),
    ("\r", " "), ("\u200b", ""), ("\x01", ""), ("\u212b", "\u00c5"), ("½", "1/2"), ("Ａ", "A"), ("…", "..."), ("①", "1"), ("\u1100\u1161", "가"),
    ("\u2028", " "), ("\ufeff", ""), ("カ\u3099", "ガ"),
]


def train(model_type, vocab_size=420, rules=True, **options):
    import sentencepiece
    model = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder:
        tsv = pathlib.Path(folder) / "rules.tsv"
        tsv.write_text("".join(
            " ".join(f"{ord(c):X}" for c in source) + "\t" + " ".join(f"{ord(c):X}" for c in target) + "\n" for source, target in RULES))
        naming = {"normalization_rule_tsv": str(tsv)} if rules else {"normalization_rule_name": "identity"}
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(corpus.PROSE.splitlines() * 4), model_writer=model, model_type=model_type, vocab_size=vocab_size,
            hard_vocab_limit=False, num_threads=1, minloglevel=2, **naming, **options)
    return model.getvalue()


def fields(message):
    """The fields of a protocol buffer message: (number, kind, value, bytes of the whole field)."""
    def varint(at):
        value = shift = 0
        while True:
            value |= (message[at] & 0x7F) << shift
            shift += 7
            at += 1
            if message[at - 1] < 0x80:
                return value, at
    at = 0
    while at < len(message):
        begin = at
        tag, at = varint(at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(at)
        else:
            size, at = (4, at) if kind == 5 else (8, at) if kind == 1 else varint(at)
            value = message[at:at + size]
            at += size
        yield tag >> 3, kind, value, message[begin:at]


def charsmap():
    normalizer = next(value for number, _, value, _ in fields(train("char", 100)) if number == 3)
    return next(value for number, _, value, _ in fields(normalizer) if number == 2)


def with_kind(data, kinds):
    """A model with the type of some pieces changed."""
    out = b""
    for number, _, value, whole in fields(data):
        text = next((inner.decode() for n, _, inner, _ in fields(value) if n == 1), "") if number == 1 else ""
        if text in kinds:
            piece = b"".join(raw for n, _, _, raw in fields(value) if n != 3) + bytes([3 << 3, kinds[text]])
            whole = bytes([1 << 3 | 2, len(piece)]) + piece
        out += whole
    return out


LLAMA = dict(byte_fallback=True, split_digits=True, remove_extra_whitespaces=False, rules=False, vocab_size=680)
MODELS = {
    "pieces_unigram": lambda: train("unigram", user_defined_symbols=["<sep>", "don't"], control_symbols=["<mask>"]),
    "pieces_bytes": lambda: train("unigram", byte_fallback=True, vocab_size=680, add_dummy_prefix=False, allow_whitespace_only_pieces=True),
    "pieces_llama": lambda: train("bpe", **LLAMA),
    "pieces_gemma": lambda: train("bpe", **{**LLAMA, "add_dummy_prefix": False}, allow_whitespace_only_pieces=True,
                                  user_defined_symbols=["\n\n", "▁▁▁", "<table>", "x"], control_symbols=["<start_of_turn>"]),
    "pieces_bpe": lambda: train("bpe", character_coverage=0.98),
    "pieces_unused": lambda: with_kind(train("bpe", **LLAMA), {"the": 5, "▁the": 5, "er": 5, "▁t": 5}),
    "pieces_suffix": lambda: train("unigram", treat_whitespace_as_suffix=True),
    "pieces_words": lambda: train("word", vocab_size=150, control_symbols=["<mask>"]),
    "pieces_char": lambda: train("char", vocab_size=150, user_defined_symbols=["lazy"]),
}


def row(entry, ids, decoded):
    if isinstance(entry, dict) and "parts" in entry:
        return {"count": len(ids), "hash": corpus.fnv(ids), "decoded": corpus.fnv(decoded.encode())}
    return {"ids": ids, "decoded": decoded}


def write(folder, name, data, rows):
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    (folder / "expected.json").write_text("[\n" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in rows) + "\n]\n")


def make_pieces(name, data):
    import sentencepiece
    processor = sentencepiece.SentencePieceProcessor(model_proto=data)
    rows = []
    for entry in corpus.entries():
        broken = isinstance(entry, dict) and "hex" in entry
        ids = processor.encode(bytes.fromhex(entry["hex"]) if broken else corpus.text_of(entry))
        rows.append(row(entry, ids, processor.decode(ids)))
    write(HERE / name, "tokenizer.model", data, rows)


BROKEN = [b"\xe2\x82", b"\xf0\x9f\x98 x", b"ok \xe6\x97 end", b"ab\xc3", b"ab\xc3x", b"\xff\xfe", b"\x80the", b"a\xed\xa0\x80b", b"\xc0\xaf",
          b"the \xf4\x90\x80\x80 dog", b"  \xe2 ", b"\xef\xbf\xbd\xe2"]


def make_broken():
    import sentencepiece
    rows = {}
    for name in MODELS:
        processor = sentencepiece.SentencePieceProcessor(model_file=str(HERE / name / "tokenizer.model"))
        rows[name] = {text.hex(): processor.encode(text) for text in BROKEN}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    (HERE / "broken.json").write_text("{\n" + lines + "\n}\n")


KIMI = "|".join([
    r"[\p{Han}]+",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+",
])
LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"


def train_ranks(pattern, size):
    """Byte pairs by how often they stand in the pieces of the prose; of those as often the lowest bytes."""
    import regex
    pieces = [[bytes([byte]) for byte in piece.encode()] for piece in regex.findall(pattern, corpus.PROSE * 2, regex.V1)]
    ranks = {bytes([byte]): byte for byte in range(256)}
    while len(ranks) < size:
        counts = {}
        for piece in pieces:
            for pair in zip(piece, piece[1:]):
                counts[pair] = counts.get(pair, 0) + 1
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        ranks[best[0] + best[1]] = len(ranks)
        for piece in pieces:
            at = 0
            while at + 1 < len(piece):
                if (piece[at], piece[at + 1]) == best:
                    piece[at:at + 2] = [best[0] + best[1]]
                at += 1
    ranks[b"the telescope sees"] = len(ranks)  # comes about by no merge
    ranks[b"lazydog"] = len(ranks)
    return ranks


def make_ranks(name, pattern, config):
    import tiktoken
    ranks = train_ranks(pattern, 600)
    special = {f"<|reserved_token_{index}|>": index for index in range(len(ranks), len(ranks) + 256)} if name == "ranks_kimi" else {}
    for token, content in config.get("added_tokens_decoder", {}).items():
        special = {key: value for key, value in special.items() if value != int(token)}
        special[content["content"]] = int(token)
    encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special)
    normal = {token["content"] for token in config.get("added_tokens_decoder", {}).values() if not token["special"]}
    rows = []
    for entry in corpus.entries():
        text = corpus.text_of(entry)
        ids = encoding.encode(text, allowed_special="all")
        made = row(entry, ids, encoding.decode(ids))
        plain = encoding.encode(text, allowed_special=normal, disallowed_special=())
        if plain != ids:
            made["as_text"] = corpus.fnv(plain) if "count" in made else plain
        rows.append(made)
    data = b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())
    write(HERE / name, "tiktoken.model" if config else "tokenizer.model", data, rows)
    if config:
        (HERE / name / "tokenizer_config.json").write_text(json.dumps(config, indent=1) + "\n")


def main():
    if sys.argv[1:] == ["--rows"]:
        for name in MODELS:
            make_pieces(name, (HERE / name / "tokenizer.model").read_bytes())
    else:
        make_models()
    make_broken()


def make_models():
    for name, make in MODELS.items():
        make_pieces(name, make())
    named = {"602": "[BOS]", "603": "[EOS]", "604": "<|im_end|>", "605": "<|im_start|>", "606": "<think>"}
    make_ranks("ranks_kimi", KIMI, {
        "tokenizer_class": "TikTokenTokenizer",
        "added_tokens_decoder": {key: {"content": content, "special": content != "<think>"} for key, content in named.items()}})
    make_ranks("ranks_llama3", LLAMA3, {})


if __name__ == "__main__":
    main()
