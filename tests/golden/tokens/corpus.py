#!/usr/bin/env python3
"""The texts that tokenizers are compared on.

TEXTS, RAW and LONG go into corpus.json, see entries(). Run as a program it writes any amount of text of the same kinds, the
same on every run: `corpus.py BYTES FILE [SEED]` (for the benchmark and for long comparisons).
"""

import random
import sys

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

TEXTS += [
    "for (auto& [key, value] : map) {\n        std::cout << key << \": \" << value << '\\n';\n    }\n", "\t\t\treturn 0x1F;\r\n",
    "SELECT a, COUNT(*) FROM t WHERE b LIKE '%x_y%' GROUP BY a;", "{\"key\": [1, 2.5, null, true], \"ключ\": \"значение\"}",
    "\u201cquotes\u201d \u2018single\u2019 \u2014 dash \u2026 \u00abguillemets\u00bb \u300c\u300d\uff08\uff09\uff01",
    "\U0001f469\u200d\U0001f680\U0001f468\U0001f3fd\u200d\U0001f4bb\U0001f9d1\u200d\U0001f91d\u200d\U0001f9d1", "\u0e01\u0e33 \u0e9a\u0ecd\u0eb2 \u17d2\u1780",
    "\u0627\u0644\u0639\u064e\u0631\u064e\u0628\u0650\u064a\u064e\u0651\u0629 \u202btext\u202c \u2066isolate\u2069 \u200fmark\u200e",
    "\u0915\u094d\u0937\u0924\u094d\u0930\u093f\u092f \u0ba8\u0bbf \u0d15\u0d4d\u0d37 \u0f04\u0f0b", "\u1e9b\u0323 \u1e9b\u0323\u0307 d\u0307\u0323 \u0344 \u0958 \u2126 \ufb1d",
    "caf\u00e9 cafe\u0301 CAF\u00c9 \u0130stanbul \u0131 \u00df \u1e9e \u01c5 \u03a3\u03c3\u03c2", "\x00nul\x00\x00", "a\u00adb soft\u00adhyphen \ufeffbom \ufff9x\ufffa",
    "\u3042\u3044\u3046 \u30ab\u30bf\u30ab\u30ca \u6f22\u5b57 \uff76\uff85 \u30fc\u30fc 123\u5186", "\u4e00\u4e8c\u4e09abc\u56db\u4e94 \U00020000\U0002a6d6 \u9fa6\u3400",
    "unaffable unwantedness embeddings tokenization hypothesizing", "Don't you'd we've I'm she'll it's ' s ' t", "wordwordword Word WORD wOrD",
]

# Bytes that are no UTF-8; each broken part is read as U+FFFD.
RAW = [
    b"\xff", b"abc\x80def", b"\xc3", b"\xe6\x97 \xe6\x97\xa5", b"\xf0\x9f\x98", b"\xf0\x9f\x98\x80\xf0\x9f", b"\xed\xa0\x80\xed\xb0\x80",
    b"\xc0\xafx\xe0\x80\xaf", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", "Gr\u00fc\u00dfe".encode("latin-1"), "\u65e5\u672c".encode("utf-16-le") + b"\xff\xfe",
]

# Lines of about 100 kB: text and how often it stands there.
LONG = {
    "prose": [("The lazy dog jumps over the telescope, again and again. ", 1800)],
    "one letter": [("a", 100000)],
    "blanks": [(" ", 100000)],
    "no blanks": [("thequickbrownfox", 6250)],
    "ideographs": [("\u6f22\u5b57\u304b\u306a", 8400)],
    "marks": [("e\u0301\u0323", 20000)],
    "emoji": [("\U0001f469\u200d\U0001f680", 9000)],
    "newlines": [("\n", 50000), ("x\r\n", 10000)],
    "digits": [("0123456789", 10000)],
    "unknown": [("\U000e0001\ue000", 14000)],
    "mixed": [("Zeile ", 3000), ("\u05e9\u05dc\u05d5\u05dd ", 4000), ("-=", 9000), ("<|im_end|>", 1000)],
}


def entries():
    """All texts as corpus.json holds them: a string, {"hex": bytes} or {"name", "parts": [[text, count], ...]}."""
    return (list(TEXTS) + [{"hex": raw.hex()} for raw in RAW] + [{"name": name, "parts": parts} for name, parts in LONG.items()])


def text_of(entry):
    if isinstance(entry, str):
        return entry
    if "hex" in entry:
        return bytes.fromhex(entry["hex"]).decode("utf-8", "replace")
    return "".join(text * count for text, count in entry["parts"])


def fnv(values):
    """FNV-1a, 64 bits, over numbers as 4 little-endian bytes."""
    state = 0xCBF29CE484222325
    for value in values:
        for byte in value.to_bytes(4, "little"):
            state = (state ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{state:016x}"


def generated(size, seed=1):
    """About `size` bytes: prose, code, other scripts and noise, in lines of all lengths."""
    source = random.Random(seed)
    words = PROSE.split()
    ranges = [(0x20, 0x7E), (0xA0, 0x24F), (0x370, 0x52F), (0x590, 0x6FF), (0x900, 0xDFF), (0x4E00, 0x9FFF), (0x3040, 0x30FF),
              (0xAC00, 0xD7A3), (0x1F300, 0x1FAFF), (0x2000, 0x206F), (0x300, 0x36F), (0x0, 0x1F)]
    written = 0
    while written < size:
        kind = source.random()
        if kind < 0.55:
            line = " ".join(source.choices(words, k=source.randrange(1, 40)))
        elif kind < 0.75:
            line = "    " * source.randrange(4) + source.choice(TEXTS)
        elif kind < 0.95:
            first, last = source.choice(ranges)
            line = "".join(chr(source.randint(first, last)) + (" " if source.random() < 0.15 else "") for _ in range(source.randrange(1, 60)))
        else:
            line = "".join(chr(c) for c in (source.randrange(0x110000) for _ in range(source.randrange(1, 30))) if not 0xD800 <= c < 0xE000)
        line += "\n" * source.choice((1, 1, 1, 2))
        written += len(line.encode())
        yield line


def main():
    size, file = int(sys.argv[1]), sys.argv[2]
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with open(file, "w", encoding="utf-8", newline="") as out:
        out.writelines(generated(size, seed))


if __name__ == "__main__":
    main()
