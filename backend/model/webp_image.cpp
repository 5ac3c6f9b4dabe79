#include "backend/model/image_decoders.h"

#include <webp/decode.h>
#include <webp/demux.h>

#include <memory>

namespace firstlight::model {

namespace {

struct DeleteDemuxer {
    void operator()(WebPDemuxer* demuxer) const { WebPDemuxDelete(demuxer); }
};
using Demuxer = std::unique_ptr<WebPDemuxer, DeleteDemuxer>;

struct DeleteAnimation {
    void operator()(WebPAnimDecoder* decoder) const { WebPAnimDecoderDelete(decoder); }
};
using Animation = std::unique_ptr<WebPAnimDecoder, DeleteAnimation>;

int orientationOf(const WebPDemuxer* demuxer)
{
    WebPChunkIterator chunk;
    if (WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk) == 0) {
        return 1;
    }
    const int orientation =
        exifOrientation(std::string_view(reinterpret_cast<const char*>(chunk.chunk.bytes), chunk.chunk.size));
    WebPDemuxReleaseChunkIterator(&chunk);
    return orientation;
}

absl::Status broken()
{
    return absl::InvalidArgumentError("the WebP file is broken or cut off");
}

// The first frame on its canvas.
bool decodeAnimated(const WebPData& data, DecodedImage& image)
{
    WebPAnimDecoderOptions options;
    WebPAnimDecoderOptionsInit(&options);
    options.color_mode = MODE_RGBA;
    const Animation animation(WebPAnimDecoderNew(&data, &options));
    std::uint8_t* frame = nullptr;
    int timestamp = 0;
    if (!animation || WebPAnimDecoderGetNext(animation.get(), &frame, &timestamp) == 0) {
        return false;
    }
    image.pixels.assign(frame, frame + image.pixels.size());
    return true;
}

bool decodeStill(const WebPData& data, DecodedImage& image)
{
    const int stride = image.width * image.channels;
    const std::uint8_t* result =
        image.channels == 4
            ? WebPDecodeRGBAInto(data.bytes, data.size, image.pixels.data(), image.pixels.size(), stride)
            : WebPDecodeRGBInto(data.bytes, data.size, image.pixels.data(), image.pixels.size(), stride);
    return result != nullptr;
}

} // namespace

absl::StatusOr<DecodedImage> decodeWebp(std::string_view bytes, const ImageLimits& limits)
{
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(data.bytes, data.size, &features) != VP8_STATUS_OK) {
        return broken();
    }
    if (absl::Status status = checkImageSize(features.width, features.height, limits); !status.ok()) {
        return status;
    }
    const Demuxer demuxer(WebPDemux(&data));
    if (!demuxer) {
        return broken();
    }
    DecodedImage image;
    image.width = features.width;
    image.height = features.height;
    image.channels = features.has_alpha != 0 || features.has_animation != 0 ? 4 : 3;
    image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) *
                        static_cast<std::size_t>(image.channels));
    if (!(features.has_animation != 0 ? decodeAnimated(data, image) : decodeStill(data, image))) {
        return broken();
    }
    image.orientation = orientationOf(demuxer.get());
    return image;
}

} // namespace firstlight::model
