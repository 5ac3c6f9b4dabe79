// Whether what turns conversations into tokens can do its work: each file is loaded as it will be for serving, so that
// a broken one is found before the weights are read.
#pragma once

#include "backend/model/text_source.h"

#include <absl/status/status.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::model {

struct TextCheck {
    absl::Status tokenizer;                   // kPathMissing: there is none
    std::vector<std::string> tokenizerDoubts; // see Tokenizer::doubts()
    absl::Status chatTemplate;                // of writing a greeting; also when there is a program in its place
    absl::Status settings;                    // generation_config.json and the others that say when answers end
    absl::Status processor;                   // of pictures; kPathMissing: there is none
    bool hasTemplate = false;
    std::int32_t vocabularySize = 0; // highest id + 1; 0 without a tokenizer
    std::vector<std::int32_t> stopIds;
};

// Blocks on files and on the template's helper process.
TextCheck checkText(const TextSource& place);

} // namespace firstlight::model
