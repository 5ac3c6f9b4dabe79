#!/usr/bin/env python3
"""Makes the pictures of this folder, and what the reference libraries make of them.

Needs Pillow, numpy, and transformers with torchvision. For each picture expected.json has the size and the sum of all
channel values that the reference decodes (the pixels are in <name>.ppm), and for each processor configuration the grid, the
token count and the same of the pixels that the model receives (in <name>.<config>.ppm for a few).
"""

import io
import json
import pathlib
import struct
import warnings
import zlib

import numpy as np
from PIL import Image, ImageOps
from transformers import AutoImageProcessor

HERE = pathlib.Path(__file__).parent
warnings.filterwarnings("ignore")

CONFIGS = {
    "qwen3": {"image_processor_type": "Qwen2VLImageProcessorFast", "patch_size": 16, "merge_size": 2, "temporal_patch_size": 2,
              "size": {"shortest_edge": 4096, "longest_edge": 16384}, "image_mean": [0.5] * 3, "image_std": [0.5] * 3,
              "do_resize": True, "do_rescale": True, "rescale_factor": 1 / 255, "do_normalize": True, "resample": 3},
    "qwen2": {"image_processor_type": "Qwen2VLImageProcessor", "patch_size": 14, "merge_size": 2, "temporal_patch_size": 2,
              "min_pixels": 3136, "max_pixels": 12544},
}


def scene(width, height):
    """A picture with edges, gradients and noise."""
    y, x = np.mgrid[0:height, 0:width].astype(float)
    random = np.random.default_rng(width * 1000 + height)
    red = 255 * x / max(width - 1, 1)
    green = 127 + 120 * np.sin(x * 0.7) * np.cos(y * 0.9)
    blue = np.where((x - width / 2) ** 2 + (y - height / 2) ** 2 < (min(width, height) / 3) ** 2, 230, 20)
    pixels = np.stack([red, green, blue], -1) + random.normal(0, 8, (height, width, 3))
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def with_alpha(image):
    alpha = np.tile(np.linspace(0, 255, image.width).astype(np.uint8), (image.height, 1))
    return Image.merge("RGBA", (*image.split(), Image.fromarray(alpha)))


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def raw_png(width, height, depth, color, rows, extra=b"", interlace=0):
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + extra + png_chunk(b"IDAT", data) + png_chunk(b"IEND", b"")


def png_16(color, channels):
    random = np.random.default_rng(16)
    values = random.integers(0, 65536, (9, 11, channels)).astype(">u2")
    if channels == 1:
        values[0, :8, 0] = [0, 1, 127, 128, 255, 256, 32768, 65535]
    return raw_png(11, 9, 16, color, [row.tobytes() for row in values])


def oriented(orientation, kind):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return saved(scene(23, 17), kind, exif=exif, **({"lossless": True} if kind == "WEBP" else {}))


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def bmp(bits, rows, width, height, palette=b"", compression=0, masks=b"", top_down=False):
    data = b"".join(row + b"\0" * (-len(row) % 4) for row in rows) if compression not in (1, 2) else rows
    offset = 14 + 40 + len(masks) + len(palette)
    info = struct.pack("<IiiHHIIiiII", 40, width, -height if top_down else height, 1, bits, compression, len(data), 0, 0,
                       len(palette) // 4, 0)
    return b"BM" + struct.pack("<IHHI", offset + len(data), 0, 0, offset) + info + masks + palette + data


def bmp_alpha(rows, width, height):
    data = b"".join(rows)
    info = struct.pack("<IiiHHIIiiII", 108, width, height, 1, 32, 3, len(data), 0, 0, 0, 0)
    info += struct.pack("<4I", 0xFF0000, 0xFF00, 0xFF, 0xFF000000) + b"BGRs" + bytes(48)
    return b"BM" + struct.pack("<IHHI", 14 + len(info) + len(data), 0, 0, 14 + len(info)) + info + data


def keyed_png(width, height, depth, color, rows, key):
    return raw_png(width, height, depth, color, rows, extra=png_chunk(b"tRNS", struct.pack(f">{len(key)}H", *key)))


def cmyk_jpeg(adobe):
    """A CMYK file without Adobe's marker (None), or with this colour transform in it."""
    whole = saved(scene(40, 30).convert("CMYK"), "JPEG", quality=95)
    at = whole.index(b"\xff\xee")
    end = at + 2 + struct.unpack(">H", whole[at + 2 : at + 4])[0]
    return whole[:at] + (b"" if adobe is None else whole[at : end - 1] + bytes([adobe])) + whole[end:]


def gif(screen, left, top, width, height, indices, transparent=None):
    """One frame somewhere on the screen."""
    palette = bytes([10, 20, 30, 200, 0, 0, 0, 200, 0, 0, 0, 200])
    codes = [code for i, index in enumerate(indices) for code in ([4] if i % 2 == 0 else []) + [index]] + [5]
    bits = sum(code << 3 * i for i, code in enumerate(codes))
    data = bits.to_bytes((3 * len(codes) + 7) // 8, "little")
    control = b"" if transparent is None else b"\x21\xf9\x04" + bytes([1, 0, 0, transparent, 0])
    return (b"GIF89a" + struct.pack("<HHBBB", *screen, 0x81, 1, 0) + palette + control + b","
            + struct.pack("<HHHHB", left, top, width, height, 0) + bytes([2, len(data)]) + data + b"\0;")


def pictures():
    base = scene(40, 30)
    palette = base.quantize(16)
    transparent = with_alpha(base).quantize(8)
    yield "rgb.png", saved(base, "PNG")
    yield "rgba.png", saved(with_alpha(base), "PNG")
    yield "grey.png", saved(base.convert("L"), "PNG")
    yield "grey-alpha.png", saved(with_alpha(base).convert("LA"), "PNG")
    yield "bits-1.png", saved(base.convert("1"), "PNG")
    yield "palette.png", saved(palette, "PNG")
    yield "palette-bits-4.png", saved(palette, "PNG", bits=4)
    yield "palette-transparent.png", saved(transparent, "PNG")
    yield "palette-one-transparent.png", saved(palette, "PNG", transparency=3)
    yield "grey-transparent.png", saved(base.convert("L"), "PNG", transparency=200)
    yield "grey-bits-2.png", raw_png(8, 2, 2, 0, [b"\x1b\xe4", b"\xff\x00"])
    yield "grey-16.png", png_16(0, 1)
    yield "rgb-16.png", png_16(2, 3)
    yield "rgba-16.png", png_16(6, 4)
    yield "interlaced.png", raw_png(1, 1, 8, 2, [b"\x10\x80\xf0"], interlace=1)
    yield "one.png", saved(Image.new("RGB", (1, 1), (200, 30, 60)), "PNG")
    yield "wide.png", saved(scene(300, 3), "PNG")
    yield "tall.png", saved(scene(2, 150), "PNG")
    yield "large.png", saved(scene(211, 157).quantize(64), "PNG")
    yield "baseline.jpg", saved(base, "JPEG", quality=90)
    yield "progressive.jpg", saved(scene(64, 48), "JPEG", quality=60, progressive=True)
    yield "grey.jpg", saved(base.convert("L"), "JPEG")
    yield "cmyk.jpg", saved(base.convert("CMYK"), "JPEG", quality=95)
    yield "subsampled.jpg", saved(scene(33, 21), "JPEG", quality=80, subsampling=2)
    yield "lossy.webp", saved(base, "WEBP", quality=80)
    yield "lossless.webp", saved(base, "WEBP", lossless=True)
    yield "alpha.webp", saved(with_alpha(base), "WEBP", lossless=True, exact=True)
    yield "animated.webp", saved(base, "WEBP", save_all=True, append_images=[base.rotate(90)], lossless=True)
    for orientation in range(2, 9):
        yield f"orientation-{orientation}.jpg", oriented(orientation, "JPEG")
    yield "orientation-6.png", oriented(6, "PNG")
    yield "orientation-8.webp", oriented(8, "WEBP")
    yield "palette.gif", saved(palette, "GIF")
    yield "transparent.gif", saved(palette, "GIF", transparency=2)
    yield "animated.gif", saved(palette, "GIF", save_all=True, append_images=[scene(40, 30).rotate(180).quantize(16)])
    yield "interlaced.gif", saved(palette, "GIF", interlace=1)
    yield "rgb.bmp", saved(scene(7, 5), "BMP")
    yield "palette.bmp", saved(scene(13, 6).quantize(16), "BMP")
    yield "bits-1.bmp", saved(scene(13, 6).convert("1"), "BMP")
    yield "grey.bmp", saved(scene(13, 6).convert("L"), "BMP")
    yield "top-down.bmp", bmp(24, [bytes(range(i, i + 9)) for i in (0, 50, 100)], 3, 3, top_down=True)
    yield "rgb-32.bmp", bmp(32, [bytes(range(i, i + 12)) for i in (0, 60)], 3, 2)
    yield "rgb-555.bmp", bmp(16, [struct.pack("<4H", 0x7FFF, 0x7C00, 0x03E0, 0x1234)], 4, 1)
    yield "rgb-565.bmp", bmp(16, [struct.pack("<4H", 0xFFFF, 0xF800, 0x07E0, 0x1234)], 4, 1, compression=3,
                             masks=struct.pack("<3I", 0xF800, 0x07E0, 0x001F))
    yield "alpha.bmp", bmp_alpha([bytes([10, 20, 30, 0, 40, 50, 60, 128, 70, 80, 90, 255])], 3, 1)
    yield "key-grey-1.png", keyed_png(8, 1, 1, 0, [b"\x1b"], [0])
    yield "key-grey-2.png", keyed_png(4, 1, 2, 0, [b"\x1b"], [2])
    yield "key-grey-4.png", keyed_png(4, 1, 4, 0, [b"\x1b\x04"], [0])
    yield "key-grey-8.png", keyed_png(3, 1, 8, 0, [bytes([44, 1, 255])], [300])
    yield "key-grey-16.png", keyed_png(4, 1, 16, 0, [struct.pack(">4H", 100, 5, 300, 101)], [100])
    yield "key-rgb.png", keyed_png(2, 1, 8, 2, [bytes([1, 2, 3, 4, 5, 6])], [257, 2, 3])
    yield "key-rgb-16.png", keyed_png(2, 1, 16, 2, [struct.pack(">6H", 7 * 256 + 3, 8 * 256, 9 * 256 + 255, 7, 8, 9)], [7, 8, 9])
    yield "grey-alpha-16.png", png_16(4, 2)
    yield "palette-short.png", raw_png(4, 1, 8, 3, [bytes([0, 1, 5, 200])], extra=png_chunk(b"PLTE", bytes([9, 8, 7, 1, 2, 3])))
    yield "cmyk-plain.jpg", cmyk_jpeg(None)
    yield "ycck.jpg", cmyk_jpeg(2)
    yield "stored-rgb.jpg", saved(base, "JPEG", quality=90, keep_rgb=True)
    yield "part.gif", gif((4, 3), 1, 1, 2, 1, [2, 3])
    yield "part-transparent.gif", gif((4, 3), 1, 1, 2, 1, [2, 3], transparent=3)
    yield "beyond.gif", gif((3, 2), 2, 1, 3, 2, [1, 2, 3, 1, 2, 3])
    yield "long.png", saved(Image.fromarray(np.tile(np.arange(10000) // 9 % 256, (20, 1)).astype(np.uint8)).convert("RGB"), "PNG")
    colors = b"".join(bytes([i * 16, 255 - i * 16, i * 7, 0]) for i in range(16))
    yield "runs-8.bmp", bmp(8, bytes([3, 5, 2, 7, 0, 0, 0, 3, 1, 2, 3, 0, 2, 9, 0, 0, 5, 1, 0, 1]), 5, 3, colors, 1)
    yield "runs-4.bmp", bmp(4, bytes([5, 0x12, 0, 0, 0, 4, 0x34, 0x56, 1, 0x70, 0, 0, 5, 0xAB, 0, 1]), 5, 3, colors, 2)


def broken():
    """Files that must be refused."""
    whole = saved(scene(40, 30), "PNG")
    jpeg = saved(scene(40, 30), "JPEG")
    webp = saved(scene(40, 30), "WEBP")
    gif = saved(scene(40, 30).quantize(16), "GIF")
    yield "empty", b""
    yield "text.png", b"this is not a picture"
    yield "html.jpg", b"<!DOCTYPE html><html></html>"
    yield "cut.png", whole[: len(whole) // 2]
    yield "signature.png", whole[:8]
    yield "checksum.png", whole[:60] + bytes([whole[60] ^ 255]) + whole[61:]
    yield "bomb.png", raw_png(60000, 60000, 8, 2, [b""])
    yield "cut.jpg", jpeg[: len(jpeg) * 9 // 10]
    yield "header.jpg", jpeg[:30]
    yield "cut.webp", webp[: len(webp) // 2]
    yield "cut.gif", gif[: len(gif) // 2]
    yield "header.gif", gif[:10]
    yield "cut.bmp", saved(scene(40, 30), "BMP")[:2000]
    yield "zero.bmp", bmp(24, [], 0, 0)
    yield "bomb.bmp", bmp(24, [], 2000000000, 2)
    yield "bomb.gif", b"GIF89a" + struct.pack("<HHBBB", 65535, 65535, 0, 0, 0) + b";"


def write_ppm(path, pixels):
    height, width, _ = pixels.shape
    path.write_bytes(b"P6 %d %d 255\n" % (width, height) + pixels.tobytes())


def received(processor, config, image):
    """What the model receives, as 8-bit pixels again."""
    out = processor(images=[image], return_tensors="np")
    _, rows, columns = (int(n) for n in out["image_grid_thw"][0])
    patch, merge = processor.patch_size, processor.merge_size
    blocks = out["pixel_values"].reshape(rows // merge, columns // merge, merge, merge, 3, processor.temporal_patch_size, patch, patch)
    flat = blocks[:, :, :, :, :, 0].transpose(0, 2, 5, 1, 3, 6, 4).reshape(rows * patch, columns * patch, 3)
    exact = (flat * np.array(processor.image_std) + np.array(processor.image_mean)) * 255
    assert np.abs(exact - exact.round()).max() < 0.01, config
    return columns, rows, rows * columns // merge**2, exact.round().astype(np.uint8)


def main():
    for old in list(HERE.glob("*.ppm")):
        old.unlink()
    processors = {}
    for name, config in CONFIGS.items():
        folder = HERE / f"processor-{name}"
        folder.mkdir(exist_ok=True)
        (folder / "preprocessor_config.json").write_text(json.dumps(config, indent=1) + "\n")
        processors[name] = AutoImageProcessor.from_pretrained(folder)
    rows = []
    for name, data in pictures():
        (HERE / name).write_bytes(data)
        stored = Image.open(io.BytesIO(data))
        image = ImageOps.exif_transpose(stored)
        row = {"file": name, "stored": list(stored.size), "received": {}}
        for config, processor in processors.items():
            decoded = processor.process_image(image, do_convert_rgb=True).permute(1, 2, 0).numpy()
            if max(image.size) > 200 * min(image.size):
                continue  # refused
            columns, lines, tokens, pixels = received(processor, config, image)
            row["received"][config] = {"grid": [columns, lines], "tokens": tokens, "size": [pixels.shape[1], pixels.shape[0]],
                                       "sum": int(pixels.astype(np.int64).sum())}
            if config == "qwen3" and name in ("rgb.png", "wide.png", "large.png", "tall.png", "one.png", "progressive.jpg"):
                write_ppm(HERE / f"{name}.{config}.ppm", pixels)
            if config == "qwen2" and name in ("rgb.png", "large.png"):
                write_ppm(HERE / f"{name}.{config}.ppm", pixels)
        row["size"] = [decoded.shape[1], decoded.shape[0]]
        row["sum"] = int(decoded.astype(np.int64).sum())
        write_ppm(HERE / f"{name}.ppm", decoded) if name not in ("large.png", "long.png") else None
        rows.append(json.dumps(row))
    for name, data in broken():
        (HERE / f"broken-{name}").write_bytes(data)
    (HERE / "expected.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
