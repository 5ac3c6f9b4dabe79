#!/usr/bin/env python3
"""Makes the tokenizers of this folder and what the reference library does with them.

Needs the packages `tokenizers` and `sentencepiece`. Run it in this folder; it replaces <name>/expected.json, corpus.json and
splits.json, and makes <name>/tokenizer.json where there is none (training is not quite the same on every run). The tokenizers are small ones, trained here on a few sentences, but built of the parts that the families
they are named after use. expected.json holds, for each entry of corpus.json, the ids and the text decoded from them; for
long texts their number and hashes.
"""

import json
import pathlib

import corpus
import make_pieces
from corpus import PROSE
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


def clip():
    """Bytes, written in their alphabet, with a suffix at the end of words; tokens that take blanks from each other."""
    tokenizer = Tokenizer(models.BPE(end_of_word_suffix="</w>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(r"<\|im_end\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"), "removed", invert=True),
        pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=900, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), end_of_word_suffix="</w>", show_progress=False)
    tokenizer.train_from_iterator(PROSE.splitlines() * 3, trainer)
    tokenizer.add_special_tokens(["<|im_start|>", "<|im_end|>", AddedToken("NAME", normalized=True)])
    tokenizer.add_tokens([AddedToken("[MASK]", lstrip=True, rstrip=True, normalized=False), AddedToken("  ", lstrip=True, normalized=False),
                          AddedToken("b", single_word=True, normalized=False)])
    return tokenizer


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


def unigram_vocabulary(pre_tokenizer, size=400, normalizer=None, extra=()):
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizer
    trainer = trainers.UnigramTrainer(vocab_size=size, special_tokens=["<pad>", "</s>", "<unk>", *extra], unk_token="<unk>", show_progress=False)
    tokenizer.train_from_iterator(PROSE.splitlines() * 3, trainer)
    return json.loads(tokenizer.to_str())["model"]


def unigram_tokenizer(model, **options):
    return Tokenizer(models.Unigram([tuple(entry) for entry in model["vocab"]], unk_id=model["unk_id"], **options))


def t5():
    """Unigram with rules compiled by sentencepiece, a Metaspace of the old kind, tokens behind the vocabulary."""
    tokenizer = unigram_tokenizer(unigram_vocabulary(pre_tokenizers.Metaspace()))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Precompiled(make_pieces.charsmap()), normalizers.Strip(left=False, right=True), normalizers.Replace(Regex(" {2,}"), "▁")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(prepend_scheme="always")
    tokenizer.add_special_tokens([AddedToken(token, normalized=False) for token in ("<pad>", "</s>", "<unk>", "<extra_id_0>", "<extra_id_1>")])
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)])
    return tokenizer


def unigram_bytes():
    """Unigram on the whole text, with a token for each byte."""
    model = unigram_vocabulary(pre_tokenizers.Metaspace(), extra=[f"<0x{byte:02X}>" for byte in range(256)], size=656)
    tokenizer = unigram_tokenizer(model, byte_fallback=True)
    tokenizer.normalizer = normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(" ", "▁")])
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    tokenizer.add_special_tokens(["<pad>", "</s>", "<unk>"])
    return tokenizer


def bert(**options):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=options.pop("longest", 100)))
    tokenizer.normalizer = normalizers.BertNormalizer(**options)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=420, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"], show_progress=False)
    tokenizer.train_from_iterator(PROSE.splitlines() * 3, trainer)
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def cased():
    tokenizer = bert(lowercase=False, strip_accents=False, handle_chinese_chars=False, clean_text=False, longest=6)
    tokenizer.decoder = decoders.WordPiece(prefix="##", cleanup=False)
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=True),
        processors.TemplateProcessing(single="[CLS] [MASK] $A [SEP]", pair="$A $B", special_tokens=[("[CLS]", 2), ("[SEP]", 3), ("[MASK]", 4)])])
    return tokenizer


def words():
    tokenizer = Tokenizer(models.WordLevel(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True)])
    trainer = trainers.WordLevelTrainer(vocab_size=200, special_tokens=["<unk>", "<s>", "</s>"], show_progress=False)
    tokenizer.train_from_iterator(PROSE.splitlines(), trainer)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 1))
    return tokenizer


def ctc():
    """Single characters, as models that listen have them."""
    vocab = {token: index for index, token in enumerate(["<pad>", "<unk>", "|", *"abcdefghijklmnopqrstuvwxyz'.!? "])}
    tokenizer = Tokenizer(models.WordLevel(vocab, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Lowercase(), normalizers.Replace(" ", "|"), normalizers.Prepend("|")])
    tokenizer.pre_tokenizer = pre_tokenizers.FixedLength(length=1)
    tokenizer.decoder = decoders.CTC(pad_token="<pad>", word_delimiter_token="|", cleanup=True)
    return tokenizer


def scripts():
    """Pieces of one script; the model marks what begins a word."""
    tokenizer = unigram_tokenizer(unigram_vocabulary(pre_tokenizers.Metaspace(), size=300))
    tokenizer.normalizer = normalizers.Strip()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.UnicodeScripts(), pre_tokenizers.Punctuation("contiguous"), pre_tokenizers.CharDelimiterSplit("-"),
        pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="first", split=True)])
    tokenizer.decoder = decoders.Sequence([decoders.Metaspace(prepend_scheme="never"), decoders.Strip(" ", 1, 0)])
    tokenizer.add_special_tokens(["</s>"])
    return tokenizer


TOKENIZERS = {
    "gpt2": gpt2,
    "qwen2": lambda: bytes_tokenizer(split_bytes(QWEN2), normalizers.NFC()),
    "llama3": lambda: bytes_tokenizer(split_bytes(LLAMA3), ignore_merges=True),
    "o200k": lambda: bytes_tokenizer(split_bytes(O200K)),
    "kimi": lambda: bytes_tokenizer(split_bytes(KIMI)),
    "deepseek": lambda: bytes_tokenizer(split_bytes(*DEEPSEEK)),
    "starcoder": starcoder,
    "clip": clip,
    "llama2": llama2,
    "gemma": gemma,
    "mistral": mistral,
    "punctuated": punctuated,
    "t5": t5,
    "unigram_bytes": unigram_bytes,
    "bert": bert,
    "cased": cased,
    "words": words,
    "ctc": ctc,
    "scripts": scripts,
}


SPLITS = {
    f"split_{behavior}_{'inverted' if invert else 'plain'}": (behavior, invert)
    for behavior in ("removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous") for invert in (False, True)
}


SPLIT_TEXTS = ["", "a", "ab", "abab", "xab", "abx", "xxababxxab", "hello world", "  a  ", "aeiou", "xyz", "Wait... what?! (yes)", "...", "a.b,c", "-a--b-"]


def tokenizer_with(pre_tokenizer):
    tokenizer = Tokenizer(models.WordLevel({}, unk_token=""))
    tokenizer.pre_tokenizer = pre_tokenizer
    return tokenizer


def pieces_of_splits():
    """The pieces of each kind of splitting, not encoded."""
    rows = {}
    for name, (behavior, invert) in SPLITS.items():
        for kind, splitter in (("regex", pre_tokenizers.Split(Regex("[aeiou ]+"), behavior, invert)), ("string", pre_tokenizers.Split("ab", behavior, invert))):
            rows[f"{name}_{kind}"] = {
                "pre_tokenizer": json.loads(tokenizer_with(splitter).to_str())["pre_tokenizer"],
                "pieces": [[piece for piece, _ in splitter.pre_tokenize_str(text)] for text in SPLIT_TEXTS]}
    for behavior in ("removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous"):
        splitter = pre_tokenizers.Punctuation(behavior)
        rows[f"punctuation_{behavior}"] = {
            "pre_tokenizer": json.loads(tokenizer_with(splitter).to_str())["pre_tokenizer"],
            "pieces": [[piece for piece, _ in splitter.pre_tokenize_str(text)] for text in SPLIT_TEXTS]}
    return rows


def rows_of(tokenizer):
    for entry in corpus.entries():
        text = corpus.text_of(entry)
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        tokenizer.encode_special_tokens = True
        plain = tokenizer.encode(text, add_special_tokens=False).ids
        tokenizer.encode_special_tokens = False
        decoded = tokenizer.decode(ids, skip_special_tokens=False)
        if isinstance(entry, dict) and "parts" in entry:
            yield {"count": len(ids), "hash": corpus.fnv(ids), "as_text": corpus.fnv(plain), "decoded": corpus.fnv(decoded.encode())}
            continue
        row = {"ids": ids, "decoded": decoded}
        if plain != ids:
            row["as_text"] = plain
        around = tokenizer.encode(text, add_special_tokens=True).ids
        if around != ids:
            row["around"] = around
        yield row


def main():
    (HERE / "corpus.json").write_text(json.dumps(corpus.entries(), indent=0) + "\n")
    (HERE / "splits.json").write_text(json.dumps({"texts": SPLIT_TEXTS, "splits": pieces_of_splits()}, indent=0) + "\n")
    for name, make in TOKENIZERS.items():
        folder = HERE / name
        folder.mkdir(exist_ok=True)
        file = folder / "tokenizer.json"
        if not file.exists():
            data = json.loads(make().to_str())
            file.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        tokenizer = Tokenizer.from_file(str(file))
        rows = [json.dumps(row, separators=(",", ":")) for row in rows_of(tokenizer)]
        (folder / "expected.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
