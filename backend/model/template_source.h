// Where a checkpoint keeps its chat template, and the special tokens that templates name.
#pragma once

#include "backend/model/text_source.h"

#include <absl/status/statusor.h>
#include <nlohmann/json.hpp>

#include <string>

namespace firstlight::model {

struct TemplateSource {
    std::string text;
    std::string origin;       // file, and the template's name where it has several
    std::string toolUse;      // the template for conversations with tools; empty: the same
    nlohmann::json variables; // "bos_token" and the like; "encoding_program", the text of a program that is replaced
    bool isEncoder = false;   // it stands for a program, and is given what that program makes of its input
    // There is no template: messages are written one after the other, as a base model reads text.
    bool isPlainText = false;
};

// In the order of the reference: chat_template.jinja, chat_template.json, tokenizer_config.json; or the metadata of a
// GGUF file. Families that bring a program instead ("encoding_x.py", never run) take encoders/encoding_x.jinja of the
// user's or Firstlight's own folder; for "encoding/encoding.py" x is the "model_type" of config.json. kTemplateFailed:
// there is no such encoder, or what is there holds no template.
absl::StatusOr<TemplateSource> findTemplate(const TextSource& source);

} // namespace firstlight::model
