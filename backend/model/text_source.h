// Where a checkpoint keeps what turns a conversation into tokens: the files of a folder, or the metadata of a GGUF
// file.
#pragma once

#include "backend/checkpoint/gguf_metadata.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <utility>

namespace firstlight::model {

// Values only. A folder's name is a source by itself.
struct TextSource {
    TextSource(std::string folder, std::shared_ptr<const checkpoint::GgufMetadata> metadata = nullptr)
        : directory(std::move(folder)), gguf(std::move(metadata))
    {
    }

    // Whether all of it comes from the GGUF file: files beside one belong to other models as often as not.
    bool isGguf() const { return gguf != nullptr && gguf->texts("tokenizer.ggml.tokens") != nullptr; }

    std::string directory;
    std::shared_ptr<const checkpoint::GgufMetadata> gguf; // nullptr: there is none
};

// Of what a user names: a folder, a place in a download cache, a GGUF file. Reads headers. kPathMissing.
absl::StatusOr<TextSource> findTextSource(const std::string& path);

} // namespace firstlight::model
