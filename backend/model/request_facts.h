// What a checkpoint's files say about requests: when answers end, how they are drawn, what becomes of pictures.
#pragma once

#include "backend/model/model_reading.h"
#include "backend/model/text_source.h"

#include <string>
#include <vector>

namespace firstlight::model {

// Rows for people, so far as the folder has the files. A file that is broken or not understood is a row that says so.
std::vector<ConfigFact> generationFacts(const TextSource& place);
std::vector<ConfigFact> pictureFacts(const std::string& directory);

} // namespace firstlight::model
