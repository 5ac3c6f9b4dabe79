#!/usr/bin/env python3
"""Makes the tokenizers of this folder and what the reference library does with them.

Needs the package `tokenizers`. Run it in this folder; it replaces <name>/tokenizer.json, <name>/expected.json and
corpus.json. The tokenizers are small ones, trained here on a few sentences, but built of the parts that the families
they are named after use. expected.json holds, for each text of corpus.json, the ids and the text decoded from them.
"""

import json
import pathlib

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

HERE = pathlib.Path(__file__).parent

QWEN2 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LLAMA3 = QWEN2.replace(r"\p{N}|", r"\p{N}{1,3}|")
O200K = "|".join([
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+",
])
KIMI = "|".join([
    r"[\p{Han}]+",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+",
])
DEEPSEEK = [
    r"\p{N}{1,3}",
    r"[一-龥぀-ゟ゠-ヿ]+",
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
]

PROSE = """The quick brown fox jumps over the lazy dog. It wasn't the first time, and they'll do it again, won't they?
A new telescope sees its first light; the astronomers look at the picture and describe what they see in it.
Numbers such as 12, 345 and 6789012 occur, and dates like 2026-11-29 or times like 18:05:33.
def forward(self, hidden_states, attention_mask=None):
    for layer in self.layers:
        hidden_states = layer(hidden_states, mask=attention_mask)  # each layer in turn
    return self.norm(hidden_states)
Über den Wolken muß die Freiheit wohl grenzenlos sein. L'été dernier, à la plage, nous étions déjà là.
東京は日本の首都です。今天天气很好,我们去公园散步吧。안녕하세요, 반갑습니다. Привет, как дела? שלום עולם. مرحبا بالعالم.
"""

TEXTS = [
    "", "a", " ", "  ", "\n", "Hello, world!", "The telescope sees its first light.", "I'm sure THEY'LL say it's DON'T 'S 'ſ",
    " leading", "trailing ", "two  spaces   three", "tabs\t\tand\nnew\r\nlines\r\r\n\n end", "\n\n\n", "   \n  \n x",
    "1", "12", "1234567890", "3.14159 and 1,000,000", "x=1;y=22;z=333;w=4444", "٣٤٥ Ⅷ ½ 𝟘𝟙", "v1.2.3-rc4+build.5",
    "def f(x):\n    return x ** 2  # square\n\nclass A(B):\n\tpass\n", "if (a && b || !c) { return a[i++] << 2; }",
    "<html><body class=\"x\">&amp;</body></html>", "https://example.org/a/b?c=d&e=%20f#g", "snake_case camelCase PascalCase SCREAMING_CASE",
    "日本語のテキストと中文文本,混在しています。", "한국어 텍스트도 있습니다", "今天天气很好", "東京tower東京123東京!", "Ελληνικά и русский текст",
    "שלום עולם, זה טקסט", "مرحبا بالعالم ١٢٣", "mixed עברית and عربي text", "हिन्दी में देवनागरी लिपि", "ภาษาไทยไม่มีช่องว่าง", "தமிழ் எழுத்து",
    "👍", "👨‍👩‍👧‍👦 family", "👍🏽👋🏿 tones", "🏳️‍🌈🇩🇪🇯🇵 flags", "❤️ vs ❤", "keycap 1️⃣#️⃣", "a\u200bb\u200cc\u200dd\u2060e\ufefff",
    "e\u0301 vs é", "n\u0303o o\u0308 A\u030a", "\u1100\u1161\u11a8 vs 각", "a\u0323\u0307 a\u0307\u0323", "\u0301 starts with a mark", "q\u0307\u0323\u0301\u0300",
    "ﬁ ﬂ ß İ ı K Å Ω ² ½", "ﷺ ㍿ Ⅷ ①", "\u00a0nbsp\u00a0\u2003em\u3000ideographic", "\u2028line\u2029para\u0085next", "\x01\x02\x1b[31m\x7f\x80\x9f",
    "\ue000 private \U0010fffd", "\ud7ff\ue000\ufffd\uffff", "\U0001f9ff\U0001faf8", "Z̸̡̢a̷̛l̶̢g̸o̴",
    "▁ lower block ▁▁", "Ġ and Ċ are letters", "<0x0A> is not a byte", "</s> <s> <unk> [UNK] [CLS]",
    "<|im_start|>user\nhi<|im_end|>", "<|im_start|> spaced <|im_end|> ", "<|im_start|<|im_start|>", "x<|endoftext|>y", "<think>\nhm\n</think>\n\nok",
    "a [MASK] b", "a  [MASK]  b", "word[WORD] [WORD] [WORD]word", "Name NAME name nAmE", "x" * 200, "ab" * 150, "é" * 100, "漢" * 100, " " * 120, "\n" * 80,
    "=" * 70, "-=" * 40, "a b " * 60, "0" * 100, "The lazy dog. " * 12, "aaaaaaaaaaaaaaaaaaaaaaab", "😀" * 40, "don't" * 20,
]


def base_vocabulary(tokenizer, size, special, alphabet):
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=special, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(PROSE.splitlines(keepends=True) * 4, trainer)


def bytes_tokenizer(pre_tokenizer, normalizer=None, size=700, **options):
    tokenizer = Tokenizer(models.BPE(**options))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizer
    tokenizer.decoder = decoders.ByteLevel()
    base_vocabulary(tokenizer, size, [], sorted(pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.add_special_tokens(["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|image_pad|>"])
    tokenizer.add_tokens([AddedToken("<think>", normalized=False), AddedToken("</think>", normalized=False)])
    return tokenizer


def split_bytes(*patterns):
    parts = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in patterns]
    return pre_tokenizers.Sequence(parts + [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def gpt2():
    tokenizer = bytes_tokenizer(pre_tokenizers.ByteLevel(add_prefix_space=True))
    tokenizer.add_tokens([
        AddedToken("[MASK]", lstrip=True, rstrip=True, special=True), AddedToken("[WORD]", single_word=True),
        AddedToken("NAME", normalized=True),
    ])
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    return tokenizer


def starcoder():
    parts = [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    return bytes_tokenizer(pre_tokenizers.Sequence(parts), normalizers.Sequence([normalizers.NFC(), normalizers.Lowercase()]))


def fallback_vocabulary():
    """Characters and merges on "▁" text, with a token for each byte."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    base_vocabulary(tokenizer, 420, ["<unk>", "<s>", "</s>"], [])
    model = json.loads(tokenizer.to_str())["model"]
    for byte in range(256):
        model["vocab"][f"<0x{byte:02X}>"] = len(model["vocab"])
    merges = [tuple(merge) for merge in model["merges"]]
    return Tokenizer(models.BPE(model["vocab"], merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))


def llama2():
    tokenizer = fallback_vocabulary()
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    tokenizer.add_special_tokens([AddedToken(token, normalized=False) for token in ("<unk>", "<s>", "</s>")])
    tokenizer.add_tokens([AddedToken("[MASK]", lstrip=True, normalized=True), AddedToken("NAME", normalized=True)])
    return tokenizer


def gemma():
    tokenizer = fallback_vocabulary()
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    tokenizer.add_tokens([AddedToken("\n\n", normalized=False), AddedToken("▁▁", normalized=False)])
    return tokenizer


def mistral():
    tokenizer = fallback_vocabulary()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first", split=False)
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    return tokenizer


def punctuated():
    """Parts that the families above do not have: unknown tokens, suffixes, pieces merged with their neighbours."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=False, end_of_word_suffix="</w>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Strip(), normalizers.Replace(Regex(r"\s+"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation("merged_with_next"), pre_tokenizers.Digits(),
        pre_tokenizers.Split(Regex("[A-Z]+"), "contiguous"), pre_tokenizers.Split("-", "merged_with_previous", invert=False),
    ])
    tokenizer.decoder = decoders.BPEDecoder(suffix="</w>")
    trainer = trainers.BpeTrainer(vocab_size=500, special_tokens=["<unk>"], end_of_word_suffix="</w>", show_progress=False)
    tokenizer.train_from_iterator(PROSE.splitlines(), trainer)
    return tokenizer


TOKENIZERS = {
    "gpt2": gpt2,
    "qwen2": lambda: bytes_tokenizer(split_bytes(QWEN2), normalizers.NFC()),
    "llama3": lambda: bytes_tokenizer(split_bytes(LLAMA3), ignore_merges=True),
    "o200k": lambda: bytes_tokenizer(split_bytes(O200K)),
    "kimi": lambda: bytes_tokenizer(split_bytes(KIMI)),
    "deepseek": lambda: bytes_tokenizer(split_bytes(*DEEPSEEK)),
    "starcoder": starcoder,
    "llama2": llama2,
    "gemma": gemma,
    "mistral": mistral,
    "punctuated": punctuated,
}


def main():
    (HERE / "corpus.json").write_text(json.dumps(TEXTS, indent=0) + "\n")
    for name, make in TOKENIZERS.items():
        folder = HERE / name
        folder.mkdir(exist_ok=True)
        tokenizer = make()
        data = json.loads(tokenizer.to_str())
        (folder / "tokenizer.json").write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        rows = []
        for text in TEXTS:
            ids = tokenizer.encode(text, add_special_tokens=False).ids
            tokenizer.encode_special_tokens = True
            plain = tokenizer.encode(text, add_special_tokens=False).ids
            tokenizer.encode_special_tokens = False
            row = {"ids": ids, "decoded": tokenizer.decode(ids, skip_special_tokens=False)}
            if plain != ids:
                row["as_text"] = plain
            rows.append(json.dumps(row, separators=(",", ":")))
        (folder / "expected.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
