# SPDX-License-Identifier: Apache-2.0
"""Synthetic pictures of simple shapes: what is where, and how it is drawn. A `random.Random` decides everything."""
import colorsys
import io
import math
from dataclasses import dataclass, field

import numpy
from PIL import Image, ImageDraw, ImageFilter

SHAPES = ["circle", "square", "triangle", "star"]
COLOURS = ["red", "green", "blue", "yellow", "orange", "purple", "black", "white"]
CELLS = ["at the top left", "at the top", "at the top right", "at the left", "in the centre", "at the right",
         "at the bottom left", "at the bottom", "at the bottom right"]
SIZES = ["small", "medium", "large"]
RADII = [(0.08, 0.11), (0.135, 0.175), (0.21, 0.42)]  # share of sqrt(width * height)
BACKGROUNDS = ["white", "light grey", "grey", "dark grey", "black", "light", "dark"]
NUMBERS = ["no", "one", "two", "three", "four"]

# hue range in degrees, saturation range, value range
HSV = {"red": ((-8, 8), (.75, 1), (.52, 1)), "orange": ((23, 40), (.78, 1), (.88, 1)), "yellow": ((48, 62), (.65, 1), (.84, 1)),
       "green": ((90, 156), (.5, 1), (.36, 1)), "blue": ((203, 241), (.6, 1), (.48, 1)), "purple": ((264, 302), (.45, 1), (.42, .86)),
       "black": ((0, 360), (0, .3), (0, .13)), "white": ((0, 360), (0, .03), (.94, 1))}
EXACT = {"red": ["ff0000", "dc143c", "e53935", "cc0000", "d32f2f", "f44336", "b22222", "8b0000", "e74c3c"],
         "orange": ["ffa500", "ff8c00", "ff7f00", "f57c00", "e67e22", "ff9800", "fb8c00"],
         "yellow": ["ffff00", "ffd700", "f1c40f", "ffeb3b", "fdd835", "ffee00", "f7dc6f"],
         "green": ["008000", "00ff00", "228b22", "32cd32", "2e8b57", "4caf50", "2ecc71", "27ae60", "006400", "43a047", "3cb371"],
         "blue": ["0000ff", "4169e1", "1e90ff", "2196f3", "3498db", "000080", "1565c0", "0000cd", "1e88e5", "4682b4"],
         "purple": ["800080", "9b59b6", "8e44ad", "6a0dad", "9c27b0", "8a2be2", "9400d3", "663399", "4b0082", "7b1fa2", "9370db"],
         "black": ["000000", "111111", "1a1a1a", "0a0a0a"], "white": ["ffffff", "fafafa", "f5f5f5", "fffafa"]}


def hex_rgb(text):
    return tuple(int(text[i:i + 2], 16) for i in (0, 2, 4))


def hsv_rgb(h, s, v):
    return tuple(round(255 * c) for c in colorsys.hsv_to_rgb((h % 360) / 360, s, v))


def draw_colour(rng, name):
    if rng.random() < .4:
        return hex_rgb(rng.choice(EXACT[name]))
    (h0, h1), (s0, s1), (v0, v1) = HSV[name]
    return hsv_rgb(rng.uniform(h0, h1), rng.uniform(s0, s1), rng.uniform(v0, v1))


def draw_background(rng):
    """Returns (name, rgb)."""
    kind = rng.choices(BACKGROUNDS, [32, 12, 6, 10, 16, 14, 10])[0]
    grey = lambda a, b: hsv_rgb(rng.uniform(0, 360), rng.uniform(0, .03), rng.uniform(a, b))
    if kind == "white":
        return kind, (255, 255, 255) if rng.random() < .6 else hsv_rgb(rng.uniform(20, 80), rng.uniform(0, .06), rng.uniform(.95, 1))
    if kind == "black":
        return kind, (0, 0, 0) if rng.random() < .6 else grey(0, .07)
    if kind == "light":
        return kind, hsv_rgb(rng.uniform(0, 360), rng.uniform(.10, .30), rng.uniform(.86, 1))
    if kind == "dark":
        return kind, hsv_rgb(rng.uniform(0, 360), rng.uniform(.3, .7), rng.uniform(.13, .30))
    return kind, grey(*{"light grey": (.72, .90), "grey": (.42, .62), "dark grey": (.15, .30)}[kind])


def distance(a, b):
    return math.sqrt(2 * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + 3 * (a[2] - b[2]) ** 2) / 3


@dataclass
class Shape:
    shape: str
    colour: str
    rgb: tuple
    x: float
    y: float
    radius: float
    size: str
    cell: int
    style: dict = field(default_factory=dict)

    @property
    def column(self):
        return self.cell % 3

    @property
    def row(self):
        return self.cell // 3

    @property
    def name(self):
        return f"{self.colour} {self.shape}"


@dataclass
class Scene:
    width: int
    height: int
    background: str
    background_rgb: tuple
    shapes: list

    def ref(self, rng, s, bare=True):
        """A way to name one shape so that it cannot be confused with another, or None."""
        ways = []
        if sum(o.shape == s.shape for o in self.shapes) == 1:
            ways += [f"the {s.shape}"] * 3
        if sum(o.colour == s.colour for o in self.shapes) == 1 and not bare:
            ways += [f"the {s.colour} shape", f"the {s.colour} one"]
        if sum(o.name == s.name for o in self.shapes) == 1:
            ways += [f"the {s.name}"] * (2 if ways else 1)
        return rng.choice(ways) if ways else None


REACH = {"circle": 1.0, "square": 1.27, "triangle": 1.2, "star": 1.15}  # circumradius over nominal radius


def picture_size(rng):
    if rng.random() < .3:
        side = rng.choice([64, 96, 100, 128, 128, 160, 192, 200, 224, 256, 256, 300, 320, 384, 400, 448, 512])
        return side, side
    if rng.random() < .45:
        a = rng.choice([(4, 3), (3, 2), (16, 9), (5, 4), (2, 1)])
        long = math.exp(rng.uniform(math.log(90), math.log(512)))
        w, h = long, long * a[1] / a[0]
    else:
        long = math.exp(rng.uniform(math.log(72), math.log(512)))
        w, h = long, long / math.exp(rng.uniform(0, math.log(2.6)))
    if rng.random() < .4:
        w, h = h, w
    return max(64, round(w)), max(64, round(h))


def make_scene(rng, count=None, plain=False):
    while True:
        scene = try_scene(rng, count, plain)
        if scene:
            return scene


def try_scene(rng, count, plain):
    w, h = picture_size(rng)
    name, ground = draw_background(rng)
    count = count or rng.choices([1, 2, 3, 4], [26, 32, 24, 18])[0]
    alike = rng.random()  # some scenes share colours or shapes, so that "same" is often true
    scene = Scene(w, h, name, ground, [])
    for i in range(count):
        for attempt in range(40):
            size = rng.choices([0, 1, 2], [3, 4, 7 if attempt < 12 else 2] if count < 3 else [4, 6, 3 if attempt < 12 else 0])[0]
            if size == 0 and min(w, h) < 96 and rng.random() < .8:
                continue
            radius = rng.uniform(*RADII[size]) * math.sqrt(w * h)
            shape = rng.choice(SHAPES)
            colour = rng.choice(COLOURS)
            if i and alike < .25:
                colour = scene.shapes[0].colour
            elif i and alike < .42:
                shape = scene.shapes[0].shape
            if any(o.shape == shape and o.colour == colour for o in scene.shapes) and rng.random() < .8:
                continue
            rgb = draw_colour(rng, colour)
            if distance(rgb, ground) < 62:
                continue
            reach = radius * REACH[shape]
            inset = reach * (1.0 if rng.random() < .9 else .8)
            if 2 * inset > min(w, h):
                continue
            x, y = rng.uniform(inset, w - inset), rng.uniform(inset, h - inset)
            if rng.random() < .25:   # people like the middle and the thirds
                x = rng.choice([.25, .5, .5, .75]) * w
                y = rng.choice([.25, .5, .5, .75]) * h
                if min(x, w - x) < inset or min(y, h - y) < inset:
                    continue
            elif rng.random() < .1:  # touching an edge
                x = rng.choice([inset, w - inset])
            if any(abs(v - t) < .03 for v in (x / w, y / h) for t in (1 / 3, 2 / 3)):
                continue
            if any(math.hypot(x - o.x, y - o.y) < reach + o.radius * REACH[o.shape] + .01 * (w + h) for o in scene.shapes):
                continue
            cell = int(3 * y / h) * 3 + int(3 * x / w)
            scene.shapes.append(Shape(shape, colour, rgb, x, y, radius, SIZES[size], cell, draw_style(rng, shape, rgb, ground, radius, w, h)))
            break
        else:
            return None
    scene.shapes.sort(key=lambda s: (s.row, s.x))
    return scene


def draw_style(rng, shape, rgb, ground, radius, w, h):
    style = {"turn": 0.0, "outline": None, "hollow": 0.0, "fat": 1.0}
    if shape == "square":
        style["turn"] = rng.choice([0, 0, 0, 45, rng.uniform(0, 90)])
        style["stretch"] = 1 if rng.random() < .7 else rng.uniform(.9, 1.1)
    elif shape == "triangle":
        style["turn"] = rng.choice([0, 0, 0, 180, 90, 270, rng.uniform(0, 360)])
        style["kind"] = rng.choice(["even", "even", "wide", "tall", "right"])
    elif shape == "star":
        style["turn"] = rng.choice([0, 0, 0, 36, rng.uniform(0, 72)])
        style["fat"] = rng.choice([.382, .382, .4, .5, rng.uniform(.32, .56)])
    else:
        style["stretch"] = 1 if rng.random() < .7 else rng.uniform(.9, 1.1)
    chance = rng.random()
    on_screen = radius / math.sqrt(w * h)
    if chance < .13:
        edge = rng.choice([(0, 0, 0), (255, 255, 255), tuple(c // 2 for c in rgb), (80, 80, 80)])
        style["outline"] = (edge, rng.uniform(.04, .10) * radius)
    elif chance < .22 and on_screen > .12:
        style["hollow"] = rng.uniform(.14, .3) * radius
    return style


def outline_points(s):
    """Corner points of a shape around its centre, in pixels."""
    turn, r = math.radians(s.style["turn"]), s.radius
    if s.shape == "square":
        a = .9 * r
        b = a * s.style.get("stretch", 1)
        points = [(-a, -b), (a, -b), (a, b), (-a, b)]
    elif s.shape == "triangle":
        r *= 1.2
        kind = s.style["kind"]
        if kind == "right":
            points = [(-.75 * r, -.75 * r), (-.75 * r, .65 * r), (.75 * r, .65 * r)]
        elif kind == "wide":
            points = [(0, -.7 * r), (.95 * r, .5 * r), (-.95 * r, .5 * r)]
        elif kind == "tall":
            points = [(0, -r), (.65 * r, .75 * r), (-.65 * r, .75 * r)]
        else:
            points = [(r * math.sin(a), -r * math.cos(a)) for a in (0, 2 * math.pi / 3, 4 * math.pi / 3)]
    else:
        r *= 1.15
        points = []
        for i in range(10):
            length = r if i % 2 == 0 else r * s.style["fat"]
            points.append((length * math.sin(i * math.pi / 5), -length * math.cos(i * math.pi / 5)))
    c, d = math.cos(turn), math.sin(turn)
    return [(s.x + px * c - py * d, s.y + px * d + py * c) for px, py in points]


def draw_shape(canvas, s, k):
    hollow, outline = s.style["hollow"], s.style["outline"]
    fill = None if hollow else s.rgb
    line, width = (s.rgb, hollow) if hollow else outline or (None, 0)
    width = max(1, round(width * k)) if line else 0
    if s.shape == "circle":
        rx, ry = s.radius, s.radius * s.style.get("stretch", 1)
        box = [(s.x - rx) * k, (s.y - ry) * k, (s.x + rx) * k - 1, (s.y + ry) * k - 1]
        canvas.ellipse(box, fill=fill, outline=line, width=width)
        return
    points = [(px * k, py * k) for px, py in outline_points(s)]
    if fill:
        canvas.polygon(points, fill=fill)
    if line:
        canvas.line(points + points[:2], fill=line, width=width, joint="curve")


def render(scene, rng):
    w, h = scene.width, scene.height
    k = 1 if rng.random() < .12 else (3 if w * h < 40000 else 2)
    picture = Image.new("RGB", (w * k, h * k), scene.background_rgb)
    canvas = ImageDraw.Draw(picture)
    for s in scene.shapes:
        draw_shape(canvas, s, k)
    if k > 1:
        picture = picture.reduce(k)
    if rng.random() < .05:
        picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(.3, .008 * math.sqrt(w * h))))
    if rng.random() < .12:
        noise = numpy.random.default_rng(rng.getrandbits(32)).standard_normal((h, w, 3 if rng.random() < .5 else 1), dtype=numpy.float32)
        pixels = numpy.asarray(picture, dtype=numpy.float32) + rng.uniform(2, 12) * noise
        picture = Image.fromarray(pixels.clip(0, 255).astype(numpy.uint8))
    if rng.random() < .25:
        store = io.BytesIO()
        picture.save(store, "JPEG", quality=rng.randint(50, 95))
        picture = Image.open(io.BytesIO(store.getvalue())).convert("RGB")
    return picture
