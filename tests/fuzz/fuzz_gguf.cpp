// Feeds any bytes to the reader of GGUF headers. What it accepts must be true of its own numbers.
#include "backend/checkpoint/gguf_header.h"
#include "backend/checkpoint/gguf_vocabulary.h"
#include "backend/checkpoint/quoted_text.h"

#include <cstdlib>
#include <string_view>

using namespace firstlight::checkpoint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const MemorySource source({reinterpret_cast<const char*>(data), size});
    const auto header = readGgufHeader(source, "fuzz");
    if (!header.ok()) {
        return 0;
    }
    if (header->headerBytes < 24 || header->fileBytes < header->headerBytes) {
        std::abort();
    }
    for (const TensorEntry& tensor : header->tensors) {
        if (tensor.offsetBytes < header->headerBytes || tensor.offsetBytes + tensor.sizeBytes > header->fileBytes ||
            tensor.elementCount() < 0 || !isUtf8(tensor.name)) {
            std::abort();
        }
    }
    (void)readGgufVocabulary(header->metadata);
    return 0;
}
