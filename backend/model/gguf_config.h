// The metadata of a GGUF file in the shape of a config.json, so that family descriptions can read it.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/checkpoint/gguf_metadata.h"
#include "backend/model/config_file.h"

namespace firstlight::model {

// The model type is "gguf:" and the architecture ("gguf:llama"); dotted keys become nested objects, without the name of
// the architecture ("llama.attention.head_count" -> attention.head_count). Lists of more than 4096 entries are left
// out, the vocabulary's length is `vocab_size`. What the format says only by having a tensor or not is added:
// `tie_word_embeddings`, `rope_factors` (a table of frequency factors), `attention_bias`.
ConfigFile configFromGguf(const checkpoint::GgufMetadata& metadata, const checkpoint::CheckpointIndex& index);

} // namespace firstlight::model
