#!/usr/bin/env python3
"""Makes processors/: settings of image processors, and what the reference makes of pictures with them.

Needs Pillow, numpy, and transformers with torchvision. Each folder of processors/ has the files of a checkpoint.
expected.json has for each of them the normalized values of black and white, for some pictures of this folder the tiles, and
what stands for them in a prompt ([text, image tokens] pairs); the tiles are under each other in <config>/<picture>.png.
sizes.json has the same without pixels for pictures of many sizes, with the settings of released models.
"""

import json
import pathlib
import re
import warnings

import numpy as np
from PIL import Image, ImageOps
from transformers import AutoImageProcessor, logging
from transformers.models.gemma3.processing_gemma3 import Gemma3Processor
from transformers.models.gemma4.processing_gemma4 import Gemma4Processor
from transformers.models.internvl.processing_internvl import InternVLProcessor
from transformers.models.kimi_k25.processing_kimi_k25 import Kimi_K25Processor
from transformers.models.llama4.processing_llama4 import Llama4Processor
from transformers.models.llava.processing_llava import LlavaProcessor
from transformers.models.llava_next.processing_llava_next import LlavaNextProcessor
from transformers.models.pixtral.processing_pixtral import PixtralProcessor

HERE = pathlib.Path(__file__).parent
OUT = HERE / "processors"
warnings.filterwarnings("ignore")
logging.set_verbosity_error()

LLAVA_MEAN = [0.48145466, 0.4578275, 0.40821073]
GRIDS = [[32, 64], [64, 32], [64, 64], [96, 32], [32, 96]]
HALF = {"image_mean": [0.5] * 3, "image_std": [0.5] * 3}

# name: (the image processor's settings, processor_config.json, pictures)
PICTURES = ["rgb.png", "tall.png", "wide.png", "rgba.png", "one.png", "large.png", "long.png"]
SMALL = {
    "clip": ({"image_processor_type": "CLIPImageProcessor", "size": {"shortest_edge": 40},
              "crop_size": {"height": 36, "width": 48}}, {}),
    "clip-old": ({"feature_extractor_type": "CLIPFeatureExtractor", "size": 31, "crop_size": 34, "resample": 2}, {}),
    "clip-limit": ({"image_processor_type": "CLIPImageProcessorFast", "size": {"shortest_edge": 30, "longest_edge": 50},
                    "do_center_crop": False, "do_normalize": False}, {}),
    "clip-crop-only": ({"image_processor_type": "CLIPImageProcessor", "do_resize": False, "crop_size": 33, "do_rescale": False,
                        "image_mean": [120, 110, 100], "image_std": [60, 61, 62]}, {}),
    "clip-nearest": ({"image_processor_type": "CLIPImageProcessor", "size": 24, "crop_size": 24, "resample": 0}, {}),
    "clip-lanczos": ({"image_processor_type": "CLIPImageProcessor", "size": 24, "crop_size": 24, "resample": 1}, {}),
    "siglip": ({"image_processor_type": "SiglipImageProcessor", "size": {"height": 48, "width": 56}}, {}),
    "siglip-list": ({"image_processor_type": "SiglipImageProcessorFast", "size": [30, 20], "rescale_factor": 0.0078125,
                     "image_mean": [0.1, 0.2, 0.3], "image_std": [0.4, 0.5, 0.6]}, {}),
    "siglip2": ({"image_processor_type": "Siglip2ImageProcessor", "patch_size": 8, "max_num_patches": 30,
                 "do_convert_rgb": True}, {}),
    "vit": ({"image_processor_type": "ViTImageProcessor", "size": {"height": 32, "width": 32}, "do_convert_rgb": True}, {}),
    "llava": ({"image_processor_type": "LlavaImageProcessorFast", "size": {"shortest_edge": 32}, "crop_size": 32, "do_pad": True},
              {"processor_class": "LlavaProcessor", "patch_size": 4, "vision_feature_select_strategy": "default",
               "num_additional_image_tokens": 1}),
    "llava-next": ({"image_processor_type": "LlavaNextImageProcessor", "size": {"shortest_edge": 32}, "crop_size": 32,
                    "image_grid_pinpoints": GRIDS},
                   {"processor_class": "LlavaNextProcessor", "patch_size": 4, "vision_feature_select_strategy": "default",
                    "num_additional_image_tokens": 1}),
    "internvl": ({"image_processor_type": "GotOcr2ImageProcessorFast", "size": {"height": 28, "width": 28}, "max_patches": 6},
                 {"processor_class": "InternVLProcessor", "image_seq_length": 4}),
    "got-ocr": ({"image_processor_type": "GotOcr2ImageProcessor", "size": {"height": 30, "width": 40}, "min_patches": 3,
                 "max_patches": 5, "crop_to_patches": True}, {}),
    "pixtral": ({"image_processor_type": "PixtralImageProcessor", "size": {"longest_edge": 64}, "patch_size": 8},
                {"processor_class": "PixtralProcessor", "patch_size": 4, "spatial_merge_size": 2}),
    "kimi": ({"image_processor_type": "Kimi_K25ImageProcessor", "patch_size": 7, "max_patches": 100,
              "size": {"max_height": 16, "max_width": 16}}, {"processor_class": "Kimi_K25Processor"}),
    "gemma3": ({"image_processor_type": "Gemma3ImageProcessor", "size": {"height": 32, "width": 32}, "do_pan_and_scan": None},
               {"processor_class": "Gemma3Processor", "image_seq_length": 16}),
    "gemma3-crops": ({"image_processor_type": "Gemma3ImageProcessor", "size": {"height": 24, "width": 24}, "do_pan_and_scan": True,
                      "pan_and_scan_min_crop_size": 2, "pan_and_scan_max_num_crops": 5,
                      "pan_and_scan_min_ratio_to_activate": 1.2}, {"processor_class": "Gemma3Processor"}),
    "gemma4": ({"image_processor_type": "Gemma4ImageProcessor", "patch_size": 2, "max_soft_tokens": 70},
               {"processor_class": "Gemma4Processor"}),
    "llama4": ({"image_processor_type": "Llama4ImageProcessorFast", "size": {"height": 32, "width": 32}, "max_patches": 6},
               {"processor_class": "Llama4Processor", "patch_size": 4, "pixel_shuffle_ratio": 0.5}),
    "llama4-max": ({"image_processor_type": "Llama4ImageProcessor", "size": {"height": 28, "width": 28}, "max_patches": 4,
                    "resize_to_max_canvas": True}, {"processor_class": "Llama4Processor", "patch_size": 7}),
    "glm": ({"image_processor_type": "Glm4vImageProcessor", "patch_size": 4,
             "size": {"shortest_edge": 2048, "longest_edge": 8192}}, {}),
    "ernie": ({"image_processor_type": "Ernie4_5_VLMoeImageProcessor", "patch_size": 8,
               "size": {"shortest_edge": 2048, "longest_edge": 8192}}, {}),
    "paddle": ({"image_processor_type": "PaddleOCRVLImageProcessor", "patch_size": 4,
                "size": {"shortest_edge": 2048, "longest_edge": 8192}}, {}),
    "minimax": ({"image_processor_type": "MiniMaxM3VLImageProcessor", "patch_size": 8,
                 "size": {"shortest_edge": 2048, "longest_edge": 8192}}, {}),
}

LLAVA_16 = {"processor_class": "LlavaNextProcessor", "patch_size": 14, "vision_feature_select_strategy": "default",
            "num_additional_image_tokens": 1}
RELEASED = {
    "clip-336": ({"image_processor_type": "CLIPImageProcessor", "size": {"shortest_edge": 336}, "crop_size": 336},
                 {"processor_class": "LlavaProcessor", "patch_size": 14, "vision_feature_select_strategy": "default",
                  "num_additional_image_tokens": 1}),
    "siglip-384": ({"image_processor_type": "SiglipImageProcessor", "size": {"height": 384, "width": 384}, **HALF}, {}),
    "llava-1.6": ({"image_processor_type": "LlavaNextImageProcessor", "size": {"shortest_edge": 336}, "crop_size": 336,
                   "image_grid_pinpoints": [[336, 672], [672, 336], [672, 672], [1008, 336], [336, 1008]]}, LLAVA_16),
    "internvl3": ({"image_processor_type": "GotOcr2ImageProcessorFast", "size": {"height": 448, "width": 448}, "max_patches": 12,
                   "image_mean": [0.485, 0.456, 0.406], "image_std": [0.229, 0.224, 0.225]},
                  {"processor_class": "InternVLProcessor", "image_seq_length": 256}),
    "mistral-small": ({"image_processor_type": "PixtralImageProcessor", "size": {"longest_edge": 1540}, "patch_size": 14},
                      {"processor_class": "PixtralProcessor", "patch_size": 14, "spatial_merge_size": 2}),
    "kimi-k2.5": ({"image_processor_type": "Kimi_K25ImageProcessor", "max_patches": 16384,
                   "size": {"max_height": 512, "max_width": 512}}, {"processor_class": "Kimi_K25Processor"}),
    "gemma3-896": ({"image_processor_type": "Gemma3ImageProcessor", "size": {"height": 896, "width": 896}, "do_pan_and_scan": True,
                    "pan_and_scan_min_crop_size": 256, "pan_and_scan_max_num_crops": 4,
                    "pan_and_scan_min_ratio_to_activate": 1.2}, {"processor_class": "Gemma3Processor", "image_seq_length": 256}),
    "gemma4-280": ({"image_processor_type": "Gemma4ImageProcessor"}, {"processor_class": "Gemma4Processor"}),
    "llama4-336": ({"image_processor_type": "Llama4ImageProcessorFast", "size": {"height": 336, "width": 336}, "max_patches": 16},
                   {"processor_class": "Llama4Processor", "patch_size": 14, "pixel_shuffle_ratio": 0.5}),
    "glm-4.5v": ({"image_processor_type": "Glm4vImageProcessor", "size": {"shortest_edge": 12544, "longest_edge": 9633792}}, {}),
    "qwen2.5-vl": ({"image_processor_type": "Qwen2VLImageProcessor", "min_pixels": 3136, "max_pixels": 12845056}, {}),
}
SIZES = [(1, 1), (2, 3), (30, 20), (336, 336), (337, 335), (640, 480), (480, 640), (1000, 999), (1344, 336), (335, 1010), (1920, 1080),
         (700, 3), (3, 700), (4000, 600), (10000, 20), (2700, 2300)]


def make_processor(kind, settings, image_processor):
    """The reference's processor without a tokenizer: enough to say what stands for a picture."""
    p = object.__new__(kind)
    p.image_processor = image_processor
    p.patch_size = settings.get("patch_size", 14)
    p.num_additional_image_tokens = settings.get("num_additional_image_tokens", 0)
    p.vision_feature_select_strategy = settings.get("vision_feature_select_strategy")
    p.spatial_merge_size = settings.get("spatial_merge_size", 1)
    p.image_seq_length = settings.get("image_seq_length", 256)
    p.image_token, p.image_break_token, p.image_end_token = "<IMAGE>", "[IMG_BREAK]", "[IMG_END]"
    p.start_image_token, p.end_image_token = "<img>", "</img>"
    p.boi_token, p.eoi_token = "<|image>", "<image|>"
    p.downsample_ratio = round(1 / settings.get("pixel_shuffle_ratio", 0.5) ** 2)
    p.full_image_sequence = "\n\n<start_of_image>" + "<IMAGE>" * p.image_seq_length + "<end_of_image>\n\n"
    return p


KINDS = {kind.__name__: kind for kind in (LlavaProcessor, LlavaNextProcessor, InternVLProcessor, PixtralProcessor, Kimi_K25Processor,
                                           Gemma3Processor, Gemma4Processor, Llama4Processor)}


def places(text):
    """[text, number of image tokens behind it] pairs."""
    found = [[before, len(run) // len("<IMAGE>")] for before, run in re.findall(r"(.*?)((?:<IMAGE>)+|\Z)", text, re.S)]
    return [pair for pair in found if pair != ["", 0]]


def merged(settings, out):
    grid = out["image_grid_thw"][0]
    return [["", int(grid[1] * grid[2]) // settings.get("merge_size", 2) ** 2]]


def stands_for(settings, processor_settings, image_processor, out, width, height):
    kind = KINDS.get(processor_settings.get("processor_class"))
    if kind is None:
        return merged(settings, out) if "image_grid_thw" in out else None
    text = make_processor(kind, processor_settings, image_processor).replace_image_token(out, 0)
    text = text.replace("<|patch|>", "<IMAGE>")
    return places(text)


def tiles_of(settings, out):
    """The pixels that go through the vision tower, [tiles, height, width, 3]."""
    values = out["pixel_values"][0] if isinstance(out["pixel_values"], list) else out["pixel_values"]
    values = np.asarray(values.float() if "Llama4" in settings.get("image_processor_type", "") else values)
    kind = settings.get("image_processor_type", "")
    if "Siglip2" in kind or "Gemma4" in kind:
        patch = settings.get("patch_size", 16)
        if "Siglip2" in kind:
            rows, columns = (int(n) for n in out["spatial_shapes"][0])
        else:
            positions = np.asarray(out["image_position_ids"][0])
            columns, rows = (int(n) + 1 for n in positions.max(0))
        values = values.reshape(-1, values.shape[-1])[: rows * columns]
        blocks = values.reshape(rows, columns, patch, patch, 3)
        return blocks.transpose(0, 2, 1, 3, 4).reshape(1, rows * patch, columns * patch, 3)
    if "image_grid_thw" in out:
        _, rows, columns = (int(n) for n in out["image_grid_thw"][0])
        patch = settings.get("patch_size", 14)
        if "Kimi" in kind or "Paddle" in kind:
            blocks = values.reshape(rows, columns, 3, patch, patch)
            return blocks.transpose(0, 3, 1, 4, 2).reshape(1, rows * patch, columns * patch, 3)
        merge = settings.get("merge_size", 2)
        blocks = values.reshape(rows // merge, columns // merge, merge, merge, 3, -1, patch, patch)[:, :, :, :, :, 0]
        return blocks.transpose(0, 2, 5, 1, 3, 6, 4).reshape(1, rows * patch, columns * patch, 3)
    if values.ndim == 5:
        values = values[0]
    return values.reshape(-1, *values.shape[-3:]).transpose(0, 2, 3, 1)


def run(processor, settings, processor_settings, image, **options):
    if settings.get("image_processor_type", "").startswith("GotOcr2") and "crop_to_patches" not in settings:
        options["crop_to_patches"] = True  # as its processor does
    if "spatial_merge_size" in processor_settings:
        side = processor_settings["patch_size"] * processor_settings["spatial_merge_size"]
        options["patch_size"] = {"height": side, "width": side}  # as its processor does
    tensors = "pt" if "Llama4" in settings.get("image_processor_type", "") else "np"  # numpy has no bfloat16
    return processor(images=[image], return_tensors=tensors, **options)


def raw(processor, settings, processor_settings, image):
    return run(processor, settings, processor_settings, image, do_rescale=False, do_normalize=False)


def load(name, settings, processor_settings):
    folder = OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "preprocessor_config.json").write_text(json.dumps(settings, indent=1) + "\n")
    if processor_settings:
        (folder / "processor_config.json").write_text(json.dumps(processor_settings, indent=1) + "\n")
    return AutoImageProcessor.from_pretrained(folder)


def write_small():
    rows = []
    for name, (settings, processor_settings) in SMALL.items():
        processor = load(name, settings, processor_settings)
        ends = {}
        for color, value in (("black", 0), ("white", 255)):
            tiles = tiles_of(settings, run(processor, settings, processor_settings, Image.new("RGB", (60, 60), (value,) * 3)))
            ends[color] = [float(v) for v in tiles[0, tiles.shape[1] // 2, tiles.shape[2] // 2]]
        row = {"config": name, **ends, "pictures": {}}
        for file in PICTURES:
            picture = ImageOps.exif_transpose(Image.open(HERE / file))
            try:
                out = raw(processor, settings, processor_settings, picture)
            except (ValueError, TypeError, ZeroDivisionError, RuntimeError) as error:
                row["pictures"][file] = {"refused": type(error).__name__}
                continue
            tiles = tiles_of(settings, out)
            assert tiles.dtype == np.uint8 or np.abs(tiles - tiles.round()).max() == 0, (name, file, tiles.dtype)
            stacked = tiles.reshape(-1, *tiles.shape[2:]).astype(np.uint8)
            Image.fromarray(stacked).save(OUT / name / f"{file}.png", optimize=True)
            row["pictures"][file] = {"tiles": [len(tiles), tiles.shape[2], tiles.shape[1]],
                                     "places": stands_for(settings, processor_settings, processor, out, *picture.size)}
        rows.append(json.dumps(row))
    (OUT / "expected.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


def write_released():
    rows = []
    for name, (settings, processor_settings) in RELEASED.items():
        processor = load(name, settings, processor_settings)
        row = {"config": name, "sizes": []}
        for width, height in SIZES:
            entry = {"width": width, "height": height}
            try:
                out = raw(processor, settings, processor_settings, Image.new("RGB", (width, height)))
                tiles = tiles_of(settings, out)
                stands = stands_for(settings, processor_settings, processor, out, width, height)
                text = None if stands is None else "".join(f"{before}|{count}|" for before, count in stands)
                entry.update({"tiles": [len(tiles), tiles.shape[2], tiles.shape[1]], "tokens": sum(c for _, c in stands or []),
                              "text": text if text is None or len(text) < 200 else hash_of(text)})
            except (ValueError, TypeError, ZeroDivisionError, RuntimeError) as error:
                entry["refused"] = type(error).__name__
            row["sizes"].append(entry)
        rows.append(json.dumps(row))
        (OUT / "sizes.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


def hash_of(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"fnv1a:{value:016x}"


if __name__ == "__main__":
    write_small()
    write_released()
