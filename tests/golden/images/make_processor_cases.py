#!/usr/bin/env python3
"""Makes processors/: settings of image processors, and what the reference makes of pictures with them.

Needs Pillow, numpy, and transformers with torchvision. Each folder of processors/ has the files of a checkpoint.
expected.json has for each of them the normalized values of black and white, for some pictures of this folder the tiles, and
what stands for them in a prompt ([text, image tokens] pairs); the tiles are under each other in <config>/<picture>.png.
sizes.json has the same without pixels for pictures of many sizes, with the settings of released models.
"""

import json
import math
import pathlib
import re
import warnings

import numpy as np
from PIL import Image, ImageOps
from transformers import AutoImageProcessor, logging
from transformers.models.aria.processing_aria import AriaProcessor
from transformers.models.aya_vision.processing_aya_vision import AyaVisionProcessor
from transformers.models.chameleon.processing_chameleon import ChameleonProcessor
from transformers.models.cohere2_vision.processing_cohere2_vision import Cohere2VisionProcessor
from transformers.models.deepseek_ocr2.processing_deepseek_ocr2 import DeepseekOcr2Processor
from transformers.models.deepseek_vl.processing_deepseek_vl import DeepseekVLProcessor
from transformers.models.deepseek_vl_hybrid.processing_deepseek_vl_hybrid import DeepseekVLHybridProcessor
from transformers.models.emu3.processing_emu3 import Emu3Processor
from transformers.models.gemma3.processing_gemma3 import Gemma3Processor
from transformers.models.gemma4.processing_gemma4 import Gemma4Processor
from transformers.models.glm5_next.processing_glm5_next import Glm5NextProcessor
from transformers.models.granite_docling.processing_granite_docling import GraniteDoclingProcessor
from transformers.models.hunyuan_vl.processing_hunyuan_vl import HunYuanVLProcessor
from transformers.models.idefics3.processing_idefics3 import Idefics3Processor
from transformers.models.inkling.processing_inkling import InklingProcessor
from transformers.models.inkling2.processing_inkling2 import Inkling2Processor
from transformers.models.internvl.processing_internvl import InternVLProcessor
from transformers.models.janus.processing_janus import JanusProcessor
from transformers.models.kimi_k25.processing_kimi_k25 import Kimi_K25Processor
from transformers.models.lfm2_vl.processing_lfm2_vl import Lfm2VlProcessor
from transformers.models.llama4.processing_llama4 import Llama4Processor
from transformers.models.llava.processing_llava import LlavaProcessor
from transformers.models.llava_next.processing_llava_next import LlavaNextProcessor
from transformers.models.llava_onevision.processing_llava_onevision import LlavaOnevisionProcessor
from transformers.models.minicpm_ocr.processing_minicpm_ocr import MiniCPMOcrProcessor
from transformers.models.minicpmv4_6.processing_minicpmv4_6 import MiniCPMV4_6Processor
from transformers.models.mllama.processing_mllama import MllamaProcessor
from transformers.models.molmo2.processing_molmo2 import Molmo2Processor
from transformers.models.muse_glimmer.processing_muse_glimmer import MuseGlimmerProcessor
from transformers.models.nemotron_h_omni.processing_nemotron_h_omni import NemotronH_Omni_Reasoning_V3Processor
from transformers.models.ovis2.processing_ovis2 import Ovis2Processor
from transformers.models.perception_lm.processing_perception_lm import PerceptionLMProcessor
from transformers.models.phi4_multimodal.processing_phi4_multimodal import Phi4MultimodalProcessor
from transformers.models.pixtral.processing_pixtral import PixtralProcessor
from transformers.models.smolvlm.processing_smolvlm import SmolVLMProcessor
from transformers.models.step3p7.processing_step3p7 import Step3p7Processor
from transformers.models.unlimited_ocr.processing_unlimited_ocr import UnlimitedOcrProcessor
from transformers.models.video_llama_3.processing_video_llama_3 import VideoLlama3Processor
from transformers.models.video_llava.processing_video_llava import VideoLlavaProcessor

HERE = pathlib.Path(__file__).parent
OUT = HERE / "processors"
warnings.filterwarnings("ignore")
logging.set_verbosity_error()

LLAVA_MEAN = [0.48145466, 0.4578275, 0.40821073]
GRIDS = [[32, 64], [64, 32], [64, 64], [96, 32], [32, 96]]
HALF = {"image_mean": [0.5] * 3, "image_std": [0.5] * 3}

# name: (the image processor's settings, processor_config.json, pictures)
PICTURES = ["rgb.png", "tall.png", "wide.png", "rgba.png", "one.png", "large.png", "long.png"]
FEWER = {"aria": ["tall.png", "wide.png", "one.png", "long.png"],  # its tiles are large
         # these take rows or columns of a very narrow picture for channels
         "emu3": ["rgb.png", "tall.png", "rgba.png", "large.png"],
         "video-llava": ["rgb.png", "tall.png", "rgba.png", "large.png"]}
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
                      "pan_and_scan_min_ratio_to_activate": 1.2}, {}),  # the class Gemma3Processor would switch it off
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
    "glm5": ({"image_processor_type": "Glm5NextImageProcessor", "patch_size": 4, "min_image_tokens": 6, "max_image_tokens": 60,
              "do_convert_rgb": True}, {"processor_class": "Glm5NextProcessor"}),
    "hunyuan": ({"image_processor_type": "HunYuanVLImageProcessor", "patch_size": 4, "resample": 1,
                 "size": {"shortest_edge": 2048, "longest_edge": 8192}}, {"processor_class": "HunYuanVLProcessor"}),
    "video-llama": ({"image_processor_type": "VideoLlama3ImageProcessor", "patch_size": 8, "min_pixels": 2048, "max_pixels": 8192},
                    {"processor_class": "VideoLlama3Processor"}),
    "muse": ({"image_processor_type": "MuseGlimmerImageProcessor", "patch_size": 4, "max_image_tokens": 40},
             {"processor_class": "MuseGlimmerProcessor"}),
    "inkling": ({"image_processor_type": "InklingImageProcessor", "size": {"height": 20, "width": 20}, "rescale_image_frac": 1.5,
                 "rescale_image_max_upscaled_long_edge": 120}, {"processor_class": "InklingProcessor"}),
    "inkling2": ({"image_processor_type": "Inkling2ImageProcessor", "size": {"height": 12, "width": 12}, "do_convert_rgb": True,
                  "image_mean": [0.4] * 3},
                 {"processor_class": "Inkling2Processor"}),
    "aria": ({"image_processor_type": "AriaImageProcessor", "max_image_size": 490, "min_image_size": 100}, {}),
    "deepseek": ({"image_processor_type": "DeepseekVLImageProcessor", "size": {"height": 40, "width": 40}, "min_size": 5,
                  "image_mean": [0.5, 0.25, 0.1], "do_convert_rgb": True},
                 {"processor_class": "DeepseekVLProcessor", "num_image_tokens": 25}),
    "janus": ({"image_processor_type": "JanusImageProcessor", "size": 36, "do_convert_rgb": True}, {"processor_class": "JanusProcessor"}),
    "one-vision": ({"image_processor_type": "LlavaOnevisionImageProcessor", "size": {"height": 32, "width": 32},
                    "image_grid_pinpoints": GRIDS},
                   {"processor_class": "LlavaOnevisionProcessor", "num_image_tokens": 64, "vision_feature_select_strategy": "full",
                    "vision_aspect_ratio": "anyres_max_2"}),
    "aya": ({"image_processor_type": "GotOcr2ImageProcessor", "size": {"height": 28, "width": 28}, "max_patches": 6},
            {"processor_class": "AyaVisionProcessor", "patch_size": 7, "img_size": 28, "downsample_factor": 2}),
    "cohere": ({"image_processor_type": "Cohere2VisionImageProcessor", "size": {"height": 24, "width": 24}, "max_patches": 6,
                "patch_size": 3}, {"processor_class": "Cohere2VisionProcessor"}),
    "ovis": ({"image_processor_type": "Ovis2ImageProcessor", "size": {"height": 24, "width": 24}, "max_patches": 9,
              "crop_to_patches": True}, {"processor_class": "Ovis2Processor", "image_seq_length": 9}),
    "ovis-shape": ({"image_processor_type": "Ovis2ImageProcessor", "size": 24, "min_patches": 2, "max_patches": 7,
                    "crop_to_patches": True, "use_covering_area_grid": False}, {"processor_class": "Ovis2Processor"}),
    "lfm2": ({"image_processor_type": "Lfm2VlImageProcessorFast", "encoder_patch_size": 4, "tile_size": 32, "min_image_tokens": 4,
              "max_image_tokens": 16, "max_tiles": 6, "do_convert_rgb": True}, {"processor_class": "Lfm2VlProcessor"}),
    "step": ({"image_processor_type": "Step3p7ImageProcessor", "size": {"height": 112, "width": 112}, "patch_size": 56,
              "max_image_size": 250}, {"processor_class": "Step3p7Processor"}),
    "mllama": ({"image_processor_type": "MllamaImageProcessor", "size": {"height": 40, "width": 40}, "max_image_tiles": 4},
               {"processor_class": "MllamaProcessor"}),
    "idefics2": ({"image_processor_type": "Idefics2ImageProcessor", "size": {"shortest_edge": 30, "longest_edge": 70}},
                 {"processor_class": "Idefics2Processor", "image_seq_len": 8}),
    "idefics2-split": ({"image_processor_type": "Idefics2ImageProcessor", "size": {"height": 28, "width": 36},
                        "do_image_splitting": True}, {"processor_class": "Idefics2Processor"}),
    "idefics3": ({"image_processor_type": "Idefics3ImageProcessor", "size": {"longest_edge": 100},
                  "max_image_size": {"longest_edge": 32}}, {"processor_class": "Idefics3Processor", "image_seq_len": 5}),
    "phi4": ({"image_processor_type": "Phi4MultimodalImageProcessor", "size": {"height": 28, "width": 28}, "patch_size": 7,
              "dynamic_hd": 6}, {"processor_class": "Phi4MultimodalProcessor"}),
    "perception": ({"image_processor_type": "PerceptionLMImageProcessor", "tile_size": 28, "max_num_tiles": 6},
                   {"processor_class": "PerceptionLMProcessor", "patch_size": 7, "pooling_ratio": 2}),
    "minicpm": ({"image_processor_type": "MiniCPMV4_6ImageProcessor", "scale_resolution": 56, "patch_size": 4, "max_slice_nums": 6},
                {"processor_class": "MiniCPMV4_6Processor"}),
    "minicpm-ocr": ({"image_processor_type": "MiniCPMOcrImageProcessor", "scale_resolution": 48, "patch_size": 8,
                     "small_image_upsize": "never"}, {"processor_class": "MiniCPMOcrProcessor"}),
    "molmo2": ({"image_processor_type": "Molmo2ImageProcessor", "size": {"height": 42, "width": 42}, "patch_size": 6,
                "max_crops": 5, "overlap_margins": [2, 1], "pooling_size": [2, 3]}, {"processor_class": "Molmo2Processor"}),
    "hybrid": ({"image_processor_type": "DeepseekVLHybridImageProcessor", "size": {"height": 24, "width": 24}, "min_size": 4,
                "high_res_size": {"height": 56, "width": 56}, "high_res_resample": 2, "do_convert_rgb": True},
               {"processor_class": "DeepseekVLHybridProcessor", "num_image_tokens": 9}),
    "chameleon": ({"image_processor_type": "ChameleonImageProcessor", "size": {"shortest_edge": 32}, "crop_size": 32},
                  {"processor_class": "ChameleonProcessor", "image_seq_length": 16}),
    "emu3": ({"image_processor_type": "Emu3ImageProcessor", "min_pixels": 2048, "max_pixels": 8192},
             {"processor_class": "Emu3Processor"}),
    "cohere-compass": ({"image_processor_type": "CohereCompassImageProcessor", "patch_size": 8,
                        "size": {"shortest_edge": 2048, "longest_edge": 8192}}, {}),
    "cosmos": ({"image_processor_type": "Cosmos3EdgeImageProcessor", "patch_size": 8,
                "size": {"shortest_edge": 2048, "longest_edge": 8192}}, {}),
    "glmga": ({"image_processor_type": "GlmgaImageProcessor", "patch_size": 4, "patch_expand_factor": 2,
               "size": {"shortest_edge": 2048, "longest_edge": 8192}}, {}),
    "deepseek-ocr": ({"image_processor_type": "DeepseekOcr2ImageProcessor", "size": {"height": 48, "width": 48}, "tile_size": 32},
                     {"processor_class": "DeepseekOcr2Processor", "patch_size": 4, "downsample_ratio": 3}),
    "unlimited-ocr": ({"image_processor_type": "UnlimitedOcrImageProcessor", "size": {"height": 40, "width": 40}, "tile_size": 32,
                       "max_patches": 5, "background_color": [10, 20, 30]}, {"processor_class": "UnlimitedOcrProcessor", "patch_size": 4}),
    "granite-docling": ({"image_processor_type": "GraniteDoclingImageProcessor", "size": {"height": 24, "width": 32}, "max_patches": 4,
                         "dense_max_patches": 8, "dense_min_aspect": 1.2, "dense_max_aspect": 3.0},
                        {"processor_class": "GraniteDoclingProcessor", "image_seq_len": 6}),
    "nemotron": ({"image_processor_type": "NemotronH_Omni_Reasoning_V3ImageProcessor", "patch_size": 4, "min_num_patches": 64,
                  "max_num_patches": 200, "norm_mean": [0.1, 0.2, 0.3]}, {"processor_class": "NemotronH_Omni_Reasoning_V3Processor"}),
    "video-llava": ({"image_processor_type": "VideoLlavaImageProcessor", "size": {"shortest_edge": 32}, "crop_size": 32},
                    {"processor_class": "VideoLlavaProcessor", "patch_size": 8}),
    "smolvlm": ({"image_processor_type": "SmolVLMImageProcessor", "size": {"longest_edge": 64}, "resample": 3,
                 "max_image_size": {"longest_edge": 24}, "do_image_splitting": False}, {"processor_class": "SmolVLMProcessor"}),
}

FRACTIONS = {"phi4", "nemotron"}  # they do not round what they resized

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
                    "pan_and_scan_min_ratio_to_activate": 1.2}, {"image_seq_length": 256}),
    "gemma4-280": ({"image_processor_type": "Gemma4ImageProcessor"}, {"processor_class": "Gemma4Processor"}),
    "llama4-336": ({"image_processor_type": "Llama4ImageProcessorFast", "size": {"height": 336, "width": 336}, "max_patches": 16},
                   {"processor_class": "Llama4Processor", "patch_size": 14, "pixel_shuffle_ratio": 0.5}),
    "glm-4.5v": ({"image_processor_type": "Glm4vImageProcessor", "size": {"shortest_edge": 12544, "longest_edge": 9633792}}, {}),
    "smolvlm-256m": ({"image_processor_type": "SmolVLMImageProcessor", "size": {"longest_edge": 2048},
                      "max_image_size": {"longest_edge": 512}, **HALF}, {"processor_class": "SmolVLMProcessor", "image_seq_len": 64}),
    "idefics3-8b": ({"image_processor_type": "Idefics3ImageProcessor", "size": {"longest_edge": 1456},
                     "max_image_size": {"longest_edge": 364}, **HALF}, {"processor_class": "Idefics3Processor"}),
    "llama-3.2-vision": ({"image_processor_type": "MllamaImageProcessor", "size": {"height": 560, "width": 560},
                          "max_image_tiles": 4}, {"processor_class": "MllamaProcessor"}),
    "aya-vision": ({"image_processor_type": "GotOcr2ImageProcessor", "size": {"height": 364, "width": 364}, "max_patches": 12},
                   {"processor_class": "AyaVisionProcessor", "patch_size": 14, "img_size": 364, "downsample_factor": 2}),
    "command-a-vision": ({"image_processor_type": "Cohere2VisionImageProcessor", "size": {"height": 512, "width": 512}, **HALF},
                         {"processor_class": "Cohere2VisionProcessor"}),
    "ovis2-8b": ({"image_processor_type": "Ovis2ImageProcessor", "size": {"height": 448, "width": 448}, "max_patches": 9,
                  "crop_to_patches": True}, {"processor_class": "Ovis2Processor"}),
    "lfm2-vl": ({"image_processor_type": "Lfm2VlImageProcessorFast"}, {"processor_class": "Lfm2VlProcessor"}),
    "llava-one-vision": ({"image_processor_type": "LlavaOnevisionImageProcessor"},
                         {"processor_class": "LlavaOnevisionProcessor", "num_image_tokens": 729,
                          "vision_feature_select_strategy": "full"}),
    "step-3.7": ({"image_processor_type": "Step3p7ImageProcessor"}, {"processor_class": "Step3p7Processor"}),
    "glm-5-next": ({"image_processor_type": "Glm5NextImageProcessor"}, {"processor_class": "Glm5NextProcessor"}),
    "muse-glimmer": ({"image_processor_type": "MuseGlimmerImageProcessor"}, {"processor_class": "MuseGlimmerProcessor"}),
    "inkling-40": ({"image_processor_type": "InklingImageProcessor"}, {"processor_class": "InklingProcessor"}),
    "hunyuan-ocr": ({"image_processor_type": "HunYuanVLImageProcessor", "min_pixels": 262144, "max_pixels": 4194304},
                    {"processor_class": "HunYuanVLProcessor"}),
    "aria-980": ({"image_processor_type": "AriaImageProcessor"}, {"processor_class": "AriaProcessor"}),
    "deepseek-vl": ({"image_processor_type": "DeepseekVLImageProcessor"}, {"processor_class": "DeepseekVLProcessor"}),
    "phi-4": ({"image_processor_type": "Phi4MultimodalImageProcessor"}, {"processor_class": "Phi4MultimodalProcessor"}),
    "perception-lm": ({"image_processor_type": "PerceptionLMImageProcessor"},
                      {"processor_class": "PerceptionLMProcessor", "patch_size": 14}),
    "minicpm-v-4.6": ({"image_processor_type": "MiniCPMV4_6ImageProcessor"}, {"processor_class": "MiniCPMV4_6Processor"}),
    "molmo2-8b": ({"image_processor_type": "Molmo2ImageProcessor"}, {"processor_class": "Molmo2Processor"}),
    "deepseek-ocr-2": ({"image_processor_type": "DeepseekOcr2ImageProcessor"}, {"processor_class": "DeepseekOcr2Processor"}),
    "granite-docling-512": ({"image_processor_type": "GraniteDoclingImageProcessor"}, {"processor_class": "GraniteDoclingProcessor"}),
    "nemotron-omni": ({"image_processor_type": "NemotronH_Omni_Reasoning_V3ImageProcessor"},
                      {"processor_class": "NemotronH_Omni_Reasoning_V3Processor"}),
    "qwen2.5-vl": ({"image_processor_type": "Qwen2VLImageProcessor", "min_pixels": 3136, "max_pixels": 12845056}, {}),
}
SIZES = [(1, 1), (2, 3), (30, 20), (336, 336), (337, 335), (640, 480), (480, 640), (1000, 999), (1344, 336), (335, 1010), (1920, 1080),
         (700, 3), (3, 700), (4000, 600), (10000, 20), (2700, 2300)]


TOKENS = {"image_break_token": "[IMG_BREAK]", "image_end_token": "[IMG_END]", "start_image_token": "<img>",
          "end_image_token": "</img>", "boi_token": "<|image>", "eoi_token": "<image|>"}
SMOL_TOKENS = {"fake_image_token": "<fake_token_around_image>", "global_image_tag": "<global-img>",
               "global_image_token": "<global-img>"}
SLICE_TOKENS = {"image_start_token": "<image>", "image_end_token": "</image>", "slice_start_token": "<slice>",
                "slice_end_token": "</slice>"}
# What differs from the names of TOKENS, and settings that a processor has where its file is silent.
OWN = {
    "AriaProcessor": {"size_conversion": {490: 128, 980: 256}},
    "AyaVisionProcessor": {"img_patch_token": "<IMAGE>", "start_of_img_token": "<|START_OF_IMG|>",
                           "end_of_img_token": "<|END_OF_IMG|>", "tile_token": "TILE", "tile_global_token": "TILE_GLOBAL"},
    "ChameleonProcessor": {"image_start_token": "<racm3:break>", "image_end_token": "<eoss>"},
    "Cohere2VisionProcessor": {"boi_token": "<|START_OF_IMG|>", "eoi_token": "<|END_OF_IMG|>",
                               "img_line_break_token": "<|IMG_LINE_BREAK|>"},
    "DeepseekOcr2Processor": {"patch_size": 16, "downsample_ratio": 4},
    "Emu3Processor": {"image_start_token": "<|image start|>", "image_end_token": "<|image end|>", "downsample_ratio": 8,
                      "fake_token_around_image": "<|image token|>", "eof_token": "<|extra_201|>"},
    "GraniteDoclingProcessor": {**SMOL_TOKENS, "image_seq_len": 64},
    "HunYuanVLProcessor": {"cat_extra_token": True},
    "Idefics3Processor": SMOL_TOKENS, "SmolVLMProcessor": SMOL_TOKENS,
    "JanusProcessor": {"image_start_token": "<begin_of_image>", "image_end_token": "<end_of_image>"},
    "Lfm2VlProcessor": {"image_start_token": "<|image_start|>", "image_end_token": "<|image_end|>",
                        "image_thumbnail_token": "<|img_thumbnail|>"},
    "MiniCPMOcrProcessor": SLICE_TOKENS, "MiniCPMV4_6Processor": SLICE_TOKENS,
    "Molmo2Processor": {"image_use_col_tokens": True, "use_single_crop_col_tokens": None, "use_single_crop_start_token": True},
    "NemotronH_Omni_Reasoning_V3Processor": {"image_start_token": "<img>", "image_end_token": "</img>"},
    "PerceptionLMProcessor": {"pooling_ratio": 2},
    "UnlimitedOcrProcessor": {"patch_size": 16, "downsample_ratio": 4},
    "VideoLlavaProcessor": {"patch_size": 14, "num_additional_image_tokens": 1, "vision_feature_select_strategy": "default"},
    "MuseGlimmerProcessor": {"image_start_token": "<|image_start|>", "image_end_token": "<|image_end|>"},
}


def make_processor(kind, settings, image_processor):
    """The reference's processor without a tokenizer: enough to say what stands for a picture."""
    p = object.__new__(kind)
    p.image_processor = image_processor
    for name, text in {**TOKENS, **OWN.get(kind.__name__, {})}.items():
        setattr(p, name, text)
    p.image_token = "<IMAGE>"
    p.patch_size = settings.get("patch_size", 14)
    p.num_additional_image_tokens = settings.get("num_additional_image_tokens", 0)
    p.vision_feature_select_strategy = settings.get("vision_feature_select_strategy")
    p.spatial_merge_size = settings.get("spatial_merge_size", 1)
    p.image_seq_length = settings.get("image_seq_length", 256)
    p.image_seq_len = settings.get("image_seq_len", 169)
    p.num_image_tokens = settings.get("num_image_tokens", 576)
    p.vision_aspect_ratio = settings.get("vision_aspect_ratio", "anyres_max_9")
    p.downsample_ratio = round(1 / settings.get("pixel_shuffle_ratio", 0.5) ** 2)
    p.full_image_sequence = "\n\n<start_of_image>" + "<IMAGE>" * p.image_seq_length + "<end_of_image>\n\n"
    for name, value in OWN.get(kind.__name__, {}).items():
        setattr(p, name, settings.get(name, value))
    if kind in (MiniCPMOcrProcessor, MiniCPMV4_6Processor):
        p.slice_mode = image_processor.slice_mode
    if kind is ChameleonProcessor:
        p.image_seq_length = settings.get("image_seq_length", 1024)
    if kind is AyaVisionProcessor:
        p.patch_size, p.img_size = settings["patch_size"] * settings["downsample_factor"], settings["img_size"]
    if kind is Cohere2VisionProcessor:
        p.patch_size = image_processor.patch_size
    if kind is Step3p7Processor:
        side = image_processor.vision_patch_size * image_processor.downsampler_stride
        p.image_feature_placeholder = "<IMAGE>" * (image_processor.size["height"] // side) ** 2
        p.patch_feature_placeholder = "<IMAGE>" * (image_processor.patch_size // side) ** 2
    return p


KINDS = {kind.__name__: kind for kind in (
    AriaProcessor, AyaVisionProcessor, Cohere2VisionProcessor, DeepseekVLProcessor, Gemma3Processor, Gemma4Processor,
    Glm5NextProcessor, HunYuanVLProcessor, Idefics3Processor, InklingProcessor, InternVLProcessor, JanusProcessor,
    Kimi_K25Processor, Lfm2VlProcessor, Llama4Processor, LlavaNextProcessor, LlavaOnevisionProcessor, LlavaProcessor,
    MllamaProcessor, MuseGlimmerProcessor, Ovis2Processor, PixtralProcessor, SmolVLMProcessor, Step3p7Processor,
    VideoLlama3Processor, ChameleonProcessor, DeepseekOcr2Processor, DeepseekVLHybridProcessor, Emu3Processor,
    GraniteDoclingProcessor, Inkling2Processor, MiniCPMOcrProcessor, MiniCPMV4_6Processor, Molmo2Processor, NemotronH_Omni_Reasoning_V3Processor,
    PerceptionLMProcessor, Phi4MultimodalProcessor, UnlimitedOcrProcessor, VideoLlavaProcessor)}


def places(text):
    """[text, number of image tokens behind it] pairs."""
    found = [[before, len(run) // len("<IMAGE>")] for before, run in re.findall(r"(.*?)((?:<IMAGE>)+|\Z)", text, re.S)]
    return [pair for pair in found if pair != ["", 0]]


def merged(settings, out):
    grid = out["image_grid_thw"][0]
    return [["", int(grid[1] * grid[2]) // settings.get("merge_size", 2) ** 2]]


def stands_for(settings, processor_settings, image_processor, out, width, height):
    name = processor_settings.get("processor_class")
    if name == "Idefics2Processor":  # the reference puts this together while it takes the text in
        fake = "<fake_token_around_image>"
        count = 5 if image_processor.do_image_splitting else 1
        return [[fake, processor_settings.get("image_seq_len", 64)]] * count + [[fake, 0]]
    kind = KINDS.get(name)
    if kind is None:
        return merged(settings, out) if "image_grid_thw" in out else None
    options = {"use_image_special_tokens": True} if kind is Lfm2VlProcessor else {}
    if kind in (MiniCPMOcrProcessor, MiniCPMV4_6Processor):  # without the number of the picture, which comes before it
        options = {"image_token_divisor": 4 if image_processor.downsample_mode == "4x" else 16}
    text = make_processor(kind, processor_settings, image_processor).replace_image_token(out, 0, **options)
    return places(re.sub(r"<\|patch\|>|<IMG_ATOM>|<im_patch>", "<IMAGE>", text))


def from_patches(values, rows, columns, patch):
    """Patches [rows * columns, patch, patch, 3] of one picture, row by row."""
    blocks = values.reshape(rows, columns, patch, patch, 3)
    return blocks.transpose(0, 2, 1, 3, 4).reshape(rows * patch, columns * patch, 3)


def from_grid(settings, values, grid):
    _, rows, columns = (int(n) for n in grid)
    kind = settings["image_processor_type"]
    patch = settings.get("patch_size", 16 if "HunYuan" in kind or "Cosmos3" in kind else 14)
    if "Kimi" in kind or "Paddle" in kind or "Muse" in kind:  # Muse repeats a patch for each frame
        return from_patches(values.reshape(rows * columns, -1, 3, patch, patch)[:, 0].transpose(0, 2, 3, 1), rows, columns, patch)
    if "HunYuan" in kind:
        return from_patches(values.reshape(rows * columns, 3, patch, patch).transpose(0, 2, 3, 1), rows, columns, patch)
    merge = settings.get("merge_size", 1 if "VideoLlama3" in kind else 2)
    if "Cosmos3" in kind:
        blocks = values.reshape(rows // merge, columns // merge, merge, merge, patch, patch, 3, -1)[..., 0]
        return blocks.transpose(0, 2, 4, 1, 3, 5, 6).reshape(rows * patch, columns * patch, 3)
    blocks = values.reshape(rows // merge, columns // merge, merge, merge, 3, -1, patch, patch)[:, :, :, :, :, 0]
    return blocks.transpose(0, 2, 5, 1, 3, 6, 4).reshape(rows * patch, columns * patch, 3)


def naflex_tiles(settings, values, shapes):
    patch = settings.get("encoder_patch_size", settings.get("patch_size", 16))
    return [from_patches(tile[: int(rows) * int(columns)], int(rows), int(columns), patch)
            for tile, (rows, columns) in zip(values.reshape(len(shapes), -1, values.shape[-1]), shapes)]


def upright(values):
    """[tiles, 3, height, width] as pictures."""
    return list(values.reshape(-1, *values.shape[-3:]).transpose(0, 2, 3, 1))


def slices(settings, values, sizes):
    """MiniCPM's: [3, patch, width of all patches in a row]."""
    patch, begin, tiles = settings.get("patch_size", 14), 0, []
    for rows, columns in ((int(r), int(c)) for r, c in sizes):
        part = values[:, :, begin : begin + rows * columns * patch].reshape(3, patch, rows * columns, patch)
        tiles.append(from_patches(part.transpose(2, 1, 3, 0), rows, columns, patch))
        begin += rows * columns * patch
    return tiles


def special_tiles(settings, out):
    """Of kinds with names or an order of their own; None: another kind."""
    kind = settings.get("image_processor_type", "")
    if "Phi4" in kind:
        return upright(np.asarray(out["image_pixel_values"]))
    if "VideoLlava" in kind:
        return upright(np.asarray(out["pixel_values_images"]))
    if "Hybrid" in kind:
        return upright(np.asarray(out["pixel_values"])) + upright(np.asarray(out["high_res_pixel_values"]))
    if "MiniCPM" in kind:
        return slices(settings, np.asarray(out["pixel_values"])[0], out["target_sizes"])
    if "Molmo2" in kind:
        side = round(out["pixel_values"].shape[1] ** 0.5)
        return [from_patches(np.asarray(crop), side, side, settings.get("patch_size", 14)) for crop in out["pixel_values"]]
    if "Nemotron" in kind:
        rows, columns = (int(n) for n in out["image_grid_hw"][0])
        patch = settings.get("patch_size", 16)
        patches = np.asarray(out["pixel_values"]).reshape(rows * columns, 3, patch, patch)
        return [from_patches(patches.transpose(0, 2, 3, 1), rows, columns, patch)]
    if "DeepseekOcr" in kind or "UnlimitedOcr" in kind:
        return [tile for name in ("pixel_values_local", "pixel_values") if name in out
                for part in out[name] for tile in upright(np.asarray(part))]
    return None


def tiles_of(settings, out):
    """The pixels that go through the vision tower: a list of [height, width, 3]."""
    kind = settings.get("image_processor_type", "")
    if (special := special_tiles(settings, out)) is not None:
        return special
    values = out["pixel_values"]
    values = values[0] if isinstance(values, list) or "Idefics2" in kind else values
    values = np.asarray(values.float() if hasattr(values, "float") else values)
    if "Inkling2" in kind:
        _, rows, columns = (int(n) for n in out["image_grid_thw"][0])
        return [from_patches(np.where(values == -1, 0, values), rows, columns, values.shape[1])]
    if "Inkling" in kind:
        patch = values.shape[2]
        columns = int(out["columns"])
        return [from_patches(np.where(values[:, 0] == -1, 0, values[:, 0]), len(values) // columns, columns, patch)]
    if "Siglip2" in kind or "Lfm2Vl" in kind:
        return naflex_tiles(settings, values, np.asarray(out["spatial_shapes"]))
    if "Gemma4" in kind:
        columns, rows = (int(n) + 1 for n in np.asarray(out["image_position_ids"][0]).max(0))
        return naflex_tiles(settings, values, [(rows, columns)])
    if "image_grid_thw" in out:
        return [from_grid(settings, values, out["image_grid_thw"][0])]
    if "Step3p7" in kind:
        parts = upright(np.asarray(out["pixel_values_local"].float())) if "pixel_values_local" in out else []
        return parts + upright(values)
    if "Idefics2" in kind:
        sizes = [(int(mask.any(1).sum()), int(mask.any(0).sum())) for mask in np.asarray(out["pixel_attention_mask"][0])]
        return [tile[:rows, :columns] for tile, (rows, columns) in zip(upright(values), sizes)]
    if "Mllama" in kind:
        values = values[0, 0, : out["num_tiles"][0][0]]
    return upright(values)


def own_options(settings, processor_settings):
    """What the processor of a model asks of its image processor."""
    kind = settings.get("image_processor_type", "")
    if kind.startswith("GotOcr2") and "crop_to_patches" not in settings:
        return {"crop_to_patches": True}
    if "spatial_merge_size" in processor_settings:
        side = processor_settings["patch_size"] * processor_settings["spatial_merge_size"]
        return {"patch_size": {"height": side, "width": side}}
    return {"return_row_col_info": True} if kind.startswith(("Idefics3", "SmolVLM", "Lfm2Vl")) else {}


def run(processor, settings, processor_settings, image, **options):
    kind = settings.get("image_processor_type", "")
    tensors = "np"
    if kind.startswith(("Llama4", "Step3p7", "Lfm2Vl", "Inkling", "Phi4", "MiniCPM", "Molmo2", "Nemotron")) or "Hybrid" in kind:
        tensors = "pt"
    out = processor(images=[image], return_tensors=tensors, **own_options(settings, processor_settings), **options)
    if kind.startswith("InklingImage"):  # it does not say how its patches lie
        scaled = image.size[0]
        if (factor := settings.get("rescale_image_frac")) is not None:
            longer = max(image.size)
            target = min(longer * factor, max(settings.get("rescale_image_max_upscaled_long_edge", 2048), longer))
            scaled = math.floor(image.size[0] * (target / longer) + 0.5)
        out["columns"] = scaled // processor.size["height"] + 1
    return out


def raw(processor, settings, processor_settings, image):
    if "Phi4" in settings.get("image_processor_type", ""):  # it only keeps fractions of what it has scaled
        return run(processor, settings, processor_settings, image, do_rescale=True, rescale_factor=1.0, do_normalize=False)
    return run(processor, settings, processor_settings, image, do_rescale=False, do_normalize=False)


def load(name, settings, processor_settings):
    folder = OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "preprocessor_config.json").write_text(json.dumps(settings, indent=1) + "\n")
    if processor_settings:
        (folder / "processor_config.json").write_text(json.dumps(processor_settings, indent=1) + "\n")
    return AutoImageProcessor.from_pretrained(folder)


def sizes_of(tiles):
    """Their number, width and height where all are of one size, else each one's width and height."""
    sizes = [[tile.shape[1], tile.shape[0]] for tile in tiles]
    return [len(tiles), *sizes[0]] if all(size == sizes[0] for size in sizes) else sizes


def write_small():
    rows = []
    for name, (settings, processor_settings) in SMALL.items():
        processor = load(name, settings, processor_settings)
        ends = {}
        for color, value in (("black", 0), ("white", 255)):
            tiles = tiles_of(settings, run(processor, settings, processor_settings, Image.new("RGB", (60, 60), (value,) * 3)))
            ends[color] = [float(v) for v in tiles[0][tiles[0].shape[0] // 2, tiles[0].shape[1] // 2]]
        row = {"config": name, **ends, "pictures": {}}
        for file in FEWER.get(name, PICTURES):
            picture = ImageOps.exif_transpose(Image.open(HERE / file))
            try:
                out = raw(processor, settings, processor_settings, picture)
            except (ValueError, TypeError, ZeroDivisionError, RuntimeError) as error:
                row["pictures"][file] = {"refused": type(error).__name__}
                continue
            tiles = tiles_of(settings, out)
            if name in FRACTIONS:
                tiles = [tile.round().clip(0, 255) for tile in tiles]
            assert all(np.abs(tile - tile.round()).max() == 0 for tile in tiles), (name, file)
            pixels = np.concatenate([tile.reshape(-1, 3) for tile in tiles]).astype(np.uint8)
            width = tiles[0].shape[1] if len({tile.shape for tile in tiles}) == 1 else 8
            Image.fromarray(pixels.reshape(-1, width, 3)).save(OUT / name / f"{file}.png", optimize=True)
            row["pictures"][file] = {"tiles": sizes_of(tiles),
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
                entry.update({"tiles": sizes_of(tiles), "tokens": sum(c for _, c in stands or []),
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
