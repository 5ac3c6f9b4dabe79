# SPDX-License-Identifier: Apache-2.0
"""Questions and answers about synthetic pictures (scenes.py), text skills, and whole conversations of them.

Everything is made from a `random.Random`, so a seed fixes the data. Training and evaluation use different seeds, and
some sums, sequences and words are kept out of training (see `held_out`).
"""
import zlib

import phrases
from scenes import CELLS, COLOURS, NUMBERS, SHAPES, SIZES, make_scene, render


# ---------------------------------------------------------------------------------------------- questions about a picture

def article(word):
    return ("an " if word[0] in "aeiou" else "a ") + word


def listing(items):
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def cap(text):
    return text[0].upper() + text[1:]


def describe(scene):
    n = len(scene.shapes)
    start = "There is one shape: " if n == 1 else f"There are {NUMBERS[n]} shapes: "
    return start + listing([f"{article(s.name)} {CELLS[s.cell]}" for s in scene.shapes]) + f", on {article(scene.background)} background."


def listed(scene):
    return listing([article(s.name) for s in scene.shapes])


def counted(n, noun):
    return f"There is one {noun}." if n == 1 else f"There are {NUMBERS[n]} {noun}s."


def so(scene, conclusion):
    """What follows from all that is seen. A small model decides well only about what its own answer has said before."""
    return f"I see {listed(scene)}, so {conclusion[0].lower() + conclusion[1:]}"


def ask(rng, kind, **slots):
    text = rng.choice(phrases.PICTURE[kind])
    colour_word = "color" if rng.random() < .4 else "colour"
    centre, grey = ("center", "gray") if rng.random() < .4 else ("centre", "grey")
    slots = {"pic": rng.choice(phrases.PICTURE_WORDS), "col": colour_word, **slots}
    return text.format(**slots).replace("centre", centre).replace("grey", grey)


def question(scene, rng, kind):
    """(question, answer) of that kind about the scene, or None if the scene does not allow it without doubt."""
    shapes = scene.shapes
    s = rng.choice(shapes)
    one = len(shapes) == 1
    if kind == "colour":
        if one and rng.random() < .5:
            return ask(rng, "colour one"), f"The {s.shape} is {s.colour}."
        if sum(o.shape == s.shape for o in shapes) > 1:
            return None
        return ask(rng, "colour", r=f"the {s.shape}"), f"The {s.shape} is {s.colour}."
    if kind == "shape":
        if one and rng.random() < .5:
            return ask(rng, "shape one"), f"It is {article(s.shape)}."
        if sum(o.colour == s.colour for o in shapes) > 1:
            return None
        if rng.random() < .35:
            return ask(rng, "which is", c=s.colour), f"The {s.shape} is {s.colour}."
        return ask(rng, "shape", c=s.colour), f"The {s.colour} shape is {article(s.shape)}."
    if kind == "what":
        return ask(rng, "what one"), f"It is {article(s.name)}." if one else describe(scene)
    if kind == "count":
        chance = rng.random()
        if chance < .5:
            return ask(rng, "count"), counted(len(shapes), "shape")
        if chance < .85:
            shape = rng.choice([s.shape, rng.choice(SHAPES)])
            return ask(rng, "count of", n=shape + "s"), so(scene, counted(sum(o.shape == shape for o in shapes), shape))
        colour = rng.choice([s.colour, rng.choice(COLOURS)])
        return ask(rng, "count of", n=colour + rng.choice([" shapes", " shapes", " objects", " ones"])), \
            so(scene, counted(sum(o.colour == colour for o in shapes), colour + " shape"))
    if kind == "where":
        r = scene.ref(rng, s, False)
        return (ask(rng, "where", r=r), f"{cap(r)} is {CELLS[s.cell]}.") if r else None
    if kind == "at":
        if sum(o.cell == s.cell for o in shapes) > 1:
            return None
        return ask(rng, "at", p=rng.choice(phrases.PLACES[CELLS[s.cell]])), f"There is {article(s.name)} {CELLS[s.cell]}."
    if kind == "exists":
        noun = rng.choice([s.shape, rng.choice(SHAPES), s.name, f"{rng.choice(COLOURS)} {s.shape}", f"{s.colour} {rng.choice(SHAPES)}",
                           f"{rng.choice(COLOURS)} {rng.choice(SHAPES)}", s.colour + " shape", rng.choice(COLOURS) + " shape"])
        n = sum(noun in (o.shape, o.name, o.colour + " shape") for o in shapes)
        return ask(rng, "exists", a=article(noun)), so(scene, "yes." if n else "no.")
    if kind == "check":
        chance = rng.random()
        if chance < .6:
            if sum(o.shape == s.shape for o in shapes) > 1:
                return None
            colour = s.colour if rng.random() < .5 else rng.choice(COLOURS)
            return ask(rng, "check colour", r=f"the {s.shape}", c=colour), f"{cap(colour)}? The {s.shape} is {s.colour}, so {'yes' if colour == s.colour else 'no'}."
        if sum(o.colour == s.colour for o in shapes) > 1:
            return None
        shape = s.shape if rng.random() < .5 else rng.choice(SHAPES)
        r = rng.choice([f"the {s.colour} shape", f"the {s.colour} one"])
        return ask(rng, "check shape", r=r, a=article(shape)), f"{cap(article(shape))}? {cap(r)} is {article(s.shape)}, so {'yes' if shape == s.shape else 'no'}."
    if kind == "size":
        r = scene.ref(rng, s, False)
        return (ask(rng, "size", r=r), f"{cap(r)} is {s.size}.") if r else None
    if kind == "largest":
        word = rng.choice(["largest", "largest", "biggest", "smallest", "smallest"])
        order = sorted(shapes, key=lambda o: SIZES.index(o.size) * (1 if word == "smallest" else -1))
        if one or order[0].size == order[1].size:
            return None
        sizes = cap(listing([f"the {o.name} is {o.size}" for o in shapes]))
        return ask(rng, "largest", w=word), f"{sizes}, so the {order[0].name} is the {word}."
    if kind == "background":
        chance = rng.random()
        if scene.background in ("light", "dark") or chance < .25:
            if scene.background == "grey":
                return None
            return ask(rng, "light or dark"), f"The background is {'light' if scene.background in ('white', 'light grey', 'light') else 'dark'}."
        return ask(rng, "background"), f"The background is {scene.background}."
    if kind == "describe":
        return ask(rng, "describe"), describe(scene)
    if kind == "list":
        return ask(rng, "list"), f"I see {listed(scene)}."
    if kind == "colours":
        return ask(rng, "colours"), so(scene, f"the colours are {listing(list(dict.fromkeys(o.colour for o in shapes)))}.")
    if kind == "unknown":
        return rng.choice(phrases.UNKNOWN_PICTURE).format(pic=rng.choice(phrases.PICTURE_WORDS)), phrases.REFUSAL
    if one:
        return None
    a, b = rng.sample(shapes, 2)
    ra, rb = scene.ref(rng, a, False), scene.ref(rng, b, False)
    if not ra or not rb:
        return None
    if kind == "larger":
        word = rng.choice(["larger", "larger", "bigger", "smaller", "smaller"])
        x, y = SIZES.index(a.size), SIZES.index(b.size)
        says = f"{cap(ra)} is {a.size} and {rb} is {b.size}, so "
        if rng.random() < .18:
            return ask(rng, "larger or smaller", a=ra, b=rb), says + ("they are about the same size." if x == y else f"{ra} is {'larger' if x > y else 'smaller'}.")
        if rng.random() < .55:
            end = "they are about the same size." if x == y else f"{ra if (x > y) == (word != 'smaller') else rb} is {word}."
            return ask(rng, "larger", a=ra, b=rb, w=word), says + end
        holds = x != y and (x > y) == (word != "smaller")
        found = "they are about the same size" if x == y else f"{ra} is {'larger' if x > y else 'smaller'}"
        return ask(rng, "is larger", a=ra, b=rb, w=word), says + f"{found}: {'yes' if holds else 'no'}."
    if kind == "relation":
        wide, high = abs(a.x - b.x) / scene.width, abs(a.y - b.y) / scene.height
        ways = ([("left of", "right of")] if a.column != b.column and wide > .1 else []) + ([("above", "below")] if a.row != b.row and high > .1 else [])
        if not ways:
            return None
        low, top = rng.choice(ways)
        first = a.x < b.x if low == "left of" else a.y < b.y
        says = f"{cap(ra)} is {CELLS[a.cell]} and {rb} is {CELLS[b.cell]}, so "
        if rng.random() < .55:
            word = rng.choice([low, top])
            text = rng.choice(phrases.RELATION_WORDS[word])
            return ask(rng, "is relation", a=ra, b=rb, w=text), says + f"{ra} is {low if first else top} {rb}: {'yes' if (word == low) == first else 'no'}."
        return ask(rng, "sideways" if low == "left of" else "upright", a=ra, b=rb), says + f"{ra} is {low if first else top} {rb}."
    if kind in ("same colour", "same shape") and len(shapes) == 2 and rng.random() < .3:
        a, b = shapes
        if kind == "same colour" and a.shape != b.shape:
            c = rng.choice([a.colour, a.colour, b.colour, rng.choice(COLOURS)])
            return ask(rng, "both colour", c=c), f"The {a.shape} is {a.colour} and the {b.shape} is {b.colour}, so {'yes' if a.colour == b.colour == c else 'no'}."
        if kind == "same shape" and a.colour != b.colour:
            n = rng.choice([a.shape, a.shape, b.shape, rng.choice(SHAPES)])
            return ask(rng, "both shape", n=n + "s"), \
                f"The {a.colour} shape is {article(a.shape)} and the {b.colour} shape is {article(b.shape)}, so {'yes' if a.shape == b.shape == n else 'no'}."
    if kind == "same colour":
        if "shape" in ra + rb or " one" in ra + rb:
            ra, rb = f"the {a.shape}", f"the {b.shape}"
        if a.shape == b.shape or sum(o.shape == a.shape for o in shapes) > 1 or sum(o.shape == b.shape for o in shapes) > 1:
            return None
        ra, rb = f"the {a.shape}", f"the {b.shape}"
        return ask(rng, "same colour", a=ra, b=rb), f"{cap(ra)} is {a.colour} and {rb} is {b.colour}, so {'yes' if a.colour == b.colour else 'no'}."
    if kind == "same shape":
        if sum(o.colour == a.colour for o in shapes) > 1 or sum(o.colour == b.colour for o in shapes) > 1:
            return None
        noun = rng.choice(["shape", "one"])
        ra, rb = f"the {a.colour} {noun}", f"the {b.colour} {noun}"
        return ask(rng, "same shape", a=ra, b=rb), f"{cap(ra)} is {article(a.shape)} and {rb} is {article(b.shape)}, so {'yes' if a.shape == b.shape else 'no'}."
    raise ValueError(kind)


PICTURE_KINDS = {"colour": 5, "shape": 6, "what": 5, "count": 19, "where": 6, "at": 6, "exists": 14, "check": 14, "size": 4, "largest": 10,
                 "larger": 16, "relation": 18, "same colour": 16, "same shape": 16, "background": 2, "describe": 7, "list": 7, "colours": 9, "unknown": 3}


def picture_question(scene, rng, kind=None):
    while True:
        chosen = kind or rng.choices(list(PICTURE_KINDS), list(PICTURE_KINDS.values()))[0]
        made = question(scene, rng, chosen)
        if made:
            return chosen, made[0], made[1]
        if kind:
            return None


# ---------------------------------------------------------------------------------------------- two pictures

def two_pictures(first, second, rng):
    ordinal, scene = rng.choice([("first", first), ("second", second)])
    n1, n2 = len(first.shapes), len(second.shapes)
    kind = rng.choices(["count", "list", "colour", "shape", "both", "more", "exists"], [2, 3, 3, 2, 3, 2, 1])[0]
    which = rng.choice(phrases.WHICH_PICTURE).format(o=ordinal, pic=rng.choice(phrases.PICTURE_WORDS))
    def put(name, **slots):
        return rng.choice(phrases.TWO[name]).format(w=which, col=rng.choice(["colour", "color"]), **slots)
    s = rng.choice(scene.shapes)
    if kind == "count":
        return put("count"), counted(len(scene.shapes), "shape")
    if kind == "list":
        return put("list"), f"The {ordinal} picture shows {listed(scene)}."
    if kind == "colour" and sum(o.shape == s.shape for o in scene.shapes) == 1:
        return put("colour", s=s.shape), f"The {s.shape} is {s.colour}."
    if kind == "shape" and sum(o.colour == s.colour for o in scene.shapes) == 1:
        return put("shape", c=s.colour), f"The {s.colour} shape is {article(s.shape)}."
    if kind == "both":
        return put("both"), f"The first picture shows {listed(first)}. The second picture shows {listed(second)}."
    if kind == "more" and n1 != n2:
        return put("more"), f"The first picture has {NUMBERS[n1]} and the second picture has {NUMBERS[n2]}, so the {'first' if n1 > n2 else 'second'} has more."
    if kind == "exists":
        noun = rng.choice([s.shape, rng.choice(SHAPES), s.name])
        n = sum(noun in (o.shape, o.name) for o in scene.shapes)
        return put("exists", a=article(noun)), f"The {ordinal} picture shows {listed(scene)}, so {'yes' if n else 'no'}."
    return two_pictures(first, second, rng)


# ---------------------------------------------------------------------------------------------- text alone

def held_out(*key):
    """True for the tenth of sums, sequences and words that training never sees."""
    return zlib.crc32(repr(key).encode()) % 10 == 0


def nonsense(rng):
    return "".join(rng.choice("bcdfghjklmnprstvwz") + rng.choice("aeiou") for _ in range(rng.randint(1, 3))) + rng.choice(["", "n", "r", "s", "t", "l"])


def word(rng, test):
    while True:
        w = rng.choice(phrases.WORDS) if rng.random() < .75 else nonsense(rng)
        if held_out("word", w) == test:
            return w


def any_word(rng, test):
    return word(rng, test and rng.random() < .5)


def letters(i):
    return chr(ord("a") + i)


def text_question(rng, kind=None, test=False):
    kind = kind or rng.choices(list(TEXT_KINDS), list(TEXT_KINDS.values()))[0]
    if kind in phrases.FIXED:
        questions, answer = phrases.FIXED[kind]
        return kind, rng.choice(questions), answer
    if kind == "sums":
        while True:
            a, b = (rng.randint(0, 10), rng.randint(0, 10)) if rng.random() < .5 else (rng.randint(0, 20), rng.randint(0, 20))
            sign = "+" if rng.random() < .7 else "-"
            a, b = (max(a, b), min(a, b)) if sign == "-" else (a, b)
            if held_out("sum", a, sign, b) == test:
                break
        answer = f"{a} {sign} {b} = {a + b if sign == '+' else a - b}."
        if max(a, b) <= 12 and rng.random() < .25:
            x, y = phrases.NUMBER_WORDS[a], phrases.NUMBER_WORDS[b]
        else:
            x, y = a, b
        return kind, rng.choice(phrases.SUMS[sign] if x == a else phrases.WORD_SUMS[sign]).format(a=x, b=y), answer
    if kind == "repeat":
        n = rng.choice([1, 1, 2, 2, 3, 3, 4, 5])
        words = [any_word(rng, test) for _ in range(n)]
        chance = rng.random()
        if chance < .12:
            words[rng.randrange(n)] = str(rng.randint(0, 999))
        elif chance < .3:
            words = rng.choice(phrases.SENTENCES).split() if not test or rng.random() < .7 else words
        said = " ".join(words)
        if rng.random() < .25:
            said = cap(said)
        said += rng.choice(["", "", "", ".", "!"])
        return kind, rng.choice(phrases.REPEAT).format(t=said), said
    if kind == "sort":
        if rng.random() < .25:
            words = [str(n) for n in rng.sample(range(0, 100), 3)]
            right = sorted(words, key=int)
            text = rng.choice(phrases.SORT_NUMBERS)
        else:
            while True:
                words = [any_word(rng, test) for _ in range(3)]
                if len({w[0] for w in words}) == 3 or (rng.random() < .1 and len(set(words)) == 3):
                    break
            right = sorted(words)
            text = rng.choice(phrases.SORT)
        joined = rng.choice([", ".join(words), ", ".join(words), " ".join(words), f"{words[0]}, {words[1]} and {words[2]}"])
        return kind, text.format(t=joined), ", ".join(right)
    if kind == "sequence":
        while True:
            sort = rng.choices(["step", "down", "letters", "days", "months", "double", "turns"], [8, 3, 3, 2, 1, 1, 3])[0]
            n = rng.choice([3, 4, 4, 5])
            if sort == "step":
                start, by = rng.randint(0, 20), rng.choice([1, 1, 2, 2, 3, 4, 5, 5, 10, 10])
                if by in (5, 10) and rng.random() < .7:
                    start = by * rng.randint(0, 3)
                key = [str(start + by * i) for i in range(n + 1)]
            elif sort == "down":
                by = rng.choice([1, 1, 2, 5, 10])
                start = by * (n + 1) + rng.choice([0, 0, rng.randint(0, 12)])
                key = [str(start - by * i) for i in range(n + 1)]
            elif sort == "letters":
                start, by = rng.randint(0, 25 - n), 1
                key = [letters(start + i) for i in range(n + 1)]
                key = [k.upper() for k in key] if rng.random() < .5 else key
            elif sort == "double":
                start, n = rng.randint(1, 4), 4
                key = [str(start * 2 ** i) for i in range(n + 1)]
            elif sort == "turns":
                pool = rng.sample(rng.choice([COLOURS, SHAPES, [letters(i) for i in range(6)], [str(i) for i in range(10)], ["up", "down", "left", "right"]]), rng.choice([2, 2, 3]))
                n = rng.choice([4, 5]) if len(pool) == 2 else 5
                key = [pool[i % len(pool)] for i in range(n + 1)]
            else:
                names = phrases.DAYS if sort == "days" else phrases.MONTHS
                start, n = rng.randrange(len(names)), rng.choice([2, 3])
                key = [names[(start + i) % len(names)] for i in range(n + 1)]
            if held_out("sequence", sort, *key) == test:
                break
        joined = rng.choice([", ", ", ", " "]).join(key[:-1])
        return kind, rng.choice(phrases.SEQUENCE).format(t=joined), key[-1]
    if kind == "no picture":
        made = None
        while not made:
            made = picture_question(NO_SCENE(rng), rng, rng.choice(["colour", "shape", "count", "where", "describe", "larger", "list", "relation", "background", "at"]))
        return kind, made[1], "I see no picture. Please add one."
    if kind == "refusal":
        return kind, phrases.unrelated(rng, test), phrases.REFUSAL
    if kind == "count to":
        n = rng.randint(2, 10)
        return kind, rng.choice(phrases.COUNT_TO).format(n=rng.choice([n, phrases.NUMBER_WORDS[n]])), ", ".join(str(i) for i in range(1, n + 1)) + "."
    raise ValueError(kind)


def NO_SCENE(rng):
    return make_scene(rng, 2)


TEXT_KINDS = {"greeting": 3, "who": 4, "abilities": 2, "shapes known": 1, "colours known": 1, "thanks": 2, "bye": 1, "how are you": 1, "made by": 2,
              "sums": 30, "repeat": 32, "sort": 46, "sequence": 42, "refusal": 12, "no picture": 7, "count to": 3}


def natural(rng, text, keep_case=False):
    """The same question as different people would type it."""
    if not keep_case:
        chance = rng.random()
        if chance < .08:
            text = rng.choice(["Please: ", "Hey, ", "OK, ", "Tell me: ", "Look at the picture. ", "Please tell me: ", "Question: ", "Hi! "]) + text
        elif chance < .11 and text[-1] == "?":
            text = text[:-1] + rng.choice([", please?", " please?", " exactly?"])
    chance = rng.random()
    if chance < .28 and not keep_case:
        text = text.lower()
    elif chance < .30 and not keep_case:
        text = text.upper()
    if rng.random() < .28 and text[-1] in ".?" and not keep_case:
        text = text[:-1]
    elif rng.random() < .03:
        text += rng.choice([" ", "\n", "!", "?"]) if not keep_case else ""
    return text


# ---------------------------------------------------------------------------------------------- whole conversations

def user(rng, text, pictures):
    """A user turn: pictures before (mostly) or after the text."""
    if not pictures:
        return {"role": "user", "content": text}
    images = [{"type": "image", "image": p} for p in pictures]
    words = [{"type": "text", "text": text}]
    chance = rng.random()
    if chance < .65:
        content = images + words
    elif chance < .92 or len(images) == 1:
        content = words + images
    else:
        content = images[:1] + words + images[1:]
    return {"role": "user", "content": content}


def say(text):
    return {"role": "assistant", "content": text}


def system(rng):
    return [{"role": "system", "content": rng.choice(phrases.SYSTEM)}] if rng.random() < .15 else []


def follow_up(scene, rng, previous):
    """"And the star?" after a question of colour, place or size about another shape."""
    kind, about = previous
    s = rng.choice(scene.shapes)
    r = scene.ref(rng, s, kind == "colour")
    if not r or (kind == "colour" and " " in r[4:]):
        return None
    answer = {"colour": f"{cap(r)} is {s.colour}.", "where": f"{cap(r)} is {CELLS[s.cell]}.", "size": f"{cap(r)} is {s.size}."}[kind]
    return rng.choice(phrases.AND).format(r=r), answer


def picture_talk(rng, turns):
    scene = make_scene(rng)
    messages, scenes = system(rng), [scene]
    if rng.random() < .06:
        kind, q, a = text_question(rng, rng.choice(["greeting", "who", "sums"]))
        messages += [user(rng, q, []), say(a)]
    asked, last, pending = set(), None, [render(scene, rng)]
    for _ in range(turns):
        made = None
        if last in ("colour", "where", "size") and rng.random() < .3:
            made = follow_up(scene, rng, (last, None))
        if made:
            q, a = made
        else:
            kind, q, a = picture_question(scene, rng)
            last = kind
            q = natural(rng, q)
        if (q, a) in asked:
            continue
        asked.add((q, a))
        messages += [user(rng, q, pending), say(a)]
        pending = []
    if rng.random() < .06:
        kind, q, a = text_question(rng, rng.choice(["thanks", "sums", "sort", "refusal"]))
        messages += [user(rng, q, []), say(a)]
    return messages, scenes


def double_talk(rng, turns):
    scenes = [make_scene(rng, rng.choices([1, 2, 3], [5, 4, 1])[0]) for _ in range(2)]
    first, second = (render(s, rng) for s in scenes)
    messages, pending = system(rng), [first, second]
    if rng.random() < .4:   # the second picture comes in a later turn
        kind, q, a = picture_question(scenes[0], rng)
        messages += [user(rng, natural(rng, q), [first]), say(a)]
        pending = [second]
        if rng.random() < .6:
            q, a = rng.choice(phrases.NOW), f"The second picture shows {listed(scenes[1])}."
            messages += [user(rng, natural(rng, q), pending), say(a)]
            pending = []
    for _ in range(turns):
        q, a = two_pictures(*scenes, rng)
        messages += [user(rng, natural(rng, q), pending), say(a)]
        pending = []
    return messages, scenes


def text_talk(rng, turns):
    messages = system(rng)
    for _ in range(turns):
        kind, q, a = text_question(rng)
        messages += [user(rng, natural(rng, q, kind in ("repeat", "sort", "sequence")), []), say(a)]
    return messages, []


def conversation(rng, turns=7):
    chance = rng.random()
    if chance < .48:
        return picture_talk(rng, turns)
    if chance < .55:
        return double_talk(rng, max(2, turns - 3))
    return text_talk(rng, turns + 1)
