# SPDX-License-Identifier: Apache-2.0
"""Draws the sample pictures of resources/samples."""
import argparse
import math
import pathlib

from PIL import Image, ImageDraw

SCALE = 4  # drawn larger, then reduced: smooth edges


class Sheet:
    def __init__(self, width, height, ground):
        self.picture = Image.new("RGB", (width * SCALE, height * SCALE), ground)
        self.pen = ImageDraw.Draw(self.picture)

    def circle(self, x, y, r, colour):
        self.pen.ellipse([v * SCALE for v in (x - r, y - r, x + r, y + r)], fill=colour)

    def polygon(self, points, colour):
        self.pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=colour)

    def square(self, x, y, half, colour, turn=0):
        corners = [math.radians(turn + 45 + 90 * i) for i in range(4)]
        self.polygon([(x + half * math.sqrt(2) * math.cos(a), y + half * math.sqrt(2) * math.sin(a)) for a in corners], colour)

    def triangle(self, x, y, r, colour, turn=0):
        corners = [math.radians(turn + 120 * i) for i in range(3)]
        self.polygon([(x + r * math.sin(a), y - r * math.cos(a)) for a in corners], colour)

    def star(self, x, y, r, colour, turn=0, inner=.42):
        self.polygon([(x + (r if i % 2 == 0 else r * inner) * math.sin(math.radians(turn + 36 * i)),
                       y - (r if i % 2 == 0 else r * inner) * math.cos(math.radians(turn + 36 * i))) for i in range(10)], colour)

    def save(self, path):
        self.picture.reduce(SCALE).save(path, **({} if path.suffix == ".png" else {"quality": 88}))


def draw(folder):
    s = Sheet(256, 256, "white")
    s.circle(128, 128, 80, "#e02020")
    s.save(folder / "red-circle.png")

    s = Sheet(480, 320, "#f4f4f4")
    s.square(120, 160, 60, "#1e5fe0")
    s.star(360, 160, 80, "#ffd400")
    s.save(folder / "blue-square-and-yellow-star.jpg")

    s = Sheet(400, 300, "#101014")
    s.triangle(200, 165, 100, "#19c04a")
    s.save(folder / "green-triangle-on-black.webp")

    s = Sheet(512, 384, "white")
    s.circle(90, 75, 45, "#ff8c00")
    s.square(420, 80, 42, "#7a1fa2")
    s.triangle(90, 310, 52, "#d62828")
    s.star(420, 305, 55, "#1565c0")
    s.save(folder / "four-shapes.png")

    s = Sheet(320, 320, "#202020")
    s.circle(80, 160, 28, "white")
    s.square(225, 160, 75, "#ff9800")
    s.save(folder / "small-white-circle-and-large-orange-square.png")

    s = Sheet(600, 300, "#e8e8e8")
    for x in (100, 300, 500):
        s.star(x, 150, 58, "#8e24aa")
    s.save(folder / "three-purple-stars.jpg")

    s = Sheet(200, 400, "#fffdf5")
    s.triangle(100, 70, 48, "black")
    s.circle(100, 330, 48, "#2e9e3f")
    s.save(folder / "black-triangle-above-green-circle.webp")

    s = Sheet(96, 96, "white")
    s.square(48, 48, 26, "#0000ff", turn=45)
    s.save(folder / "tiny-blue-square.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="where to write the pictures")
    options = parser.parse_args()
    target = pathlib.Path(options.folder)
    target.mkdir(parents=True, exist_ok=True)
    draw(target)
