#!/usr/bin/env python3
"""Makes unicode.json: what the reference library makes of every code point.

Needs the package `tokenizers`. For each component, one hash (see corpus.fnv) of the UTF-8 bytes of all results for every
4096 code points: of a normalizer the text that it makes of the code point between "a" and "\u0316b"; of a pre-tokenizer the
pieces of "a", the code point and "b", joined by "\u0000".

classes.json: for each class of characters that patterns of tokenizer files name, how many code points the reference finds
in it, and the hash (corpus.fnv) of them.
"""

import json
import pathlib

import corpus
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

HERE = pathlib.Path(__file__).parent
PAGE = 4096

NORMALIZERS = {
    "NFC": normalizers.NFC(), "NFD": normalizers.NFD(), "NFKC": normalizers.NFKC(), "NFKD": normalizers.NFKD(),
    "StripAccents": normalizers.StripAccents(), "Lowercase": normalizers.Lowercase(), "Nmt": normalizers.Nmt(),
    "Strip": normalizers.Strip(), "BertNormalizer": normalizers.BertNormalizer(),
    "BertNormalizer plain": normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False),
}
PRE_TOKENIZERS = {
    "Punctuation": pre_tokenizers.Punctuation(), "Digits": pre_tokenizers.Digits(), "WhitespaceSplit": pre_tokenizers.WhitespaceSplit(), "Whitespace": pre_tokenizers.Whitespace(),
    "BertPreTokenizer": pre_tokenizers.BertPreTokenizer(), "UnicodeScripts": pre_tokenizers.UnicodeScripts(),
}

CLASSES = [rf"\p{{{name}}}" for name in ("L", "M", "N", "P", "S", "Z", "C", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd", "No", "Po",
                                        "Pd", "So", "Sm", "Cf", "Han")] + [r"\w", r"\s", r"\d", "[[:punct:]]"]


def fnv(data):
    state = 0xCBF29CE484222325
    for byte in data:
        state = (state ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{state:016x}"


def pages(apply):
    out = []
    for begin in range(0, 0x110000, PAGE):
        results = [apply(chr(code)) for code in range(begin, begin + PAGE) if not 0xD800 <= code < 0xE000]
        out.append(fnv("\0".join(results).encode()))
    return out


def component(kind, part):
    tokenizer = Tokenizer(models.WordLevel({}, unk_token=""))
    setattr(tokenizer, kind, part)
    return json.loads(tokenizer.to_str())[kind]


def members(pattern):
    splitter = pre_tokenizers.Split(Regex(pattern), "removed", invert=True)
    for begin in range(0, 0x110000, PAGE):
        text = "".join(chr(code) for code in range(begin, begin + PAGE) if not 0xD800 <= code < 0xE000)
        for piece, _ in splitter.pre_tokenize_str(text):
            yield from map(ord, piece)


def write_classes():
    rows = []
    for pattern in CLASSES:
        found = list(members(pattern))
        rows.append({"pattern": pattern, "count": len(found), "hash": corpus.fnv(found)})
    (HERE / "classes.json").write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


def main():
    write_classes()
    rows = []
    for name, part in NORMALIZERS.items():
        rows.append({"name": name, "normalizer": component("normalizer", part),
                     "pages": pages(lambda c, part=part: part.normalize_str(f"a{c}\u0316b"))})
    for name, part in PRE_TOKENIZERS.items():
        rows.append({"name": name, "pre_tokenizer": component("pre_tokenizer", part),
                     "pages": pages(lambda c, part=part: "\0".join(piece for piece, _ in part.pre_tokenize_str(f"a{c}b")))})
    (HERE / "unicode.json").write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")


if __name__ == "__main__":
    main()
