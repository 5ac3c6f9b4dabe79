// Where a checkpoint keeps its chat template, and the special tokens that templates name.
#pragma once

#include <absl/status/statusor.h>
#include <nlohmann/json.hpp>

#include <string>

namespace firstlight::model {

struct TemplateSource {
    std::string text;
    std::string origin;        // file, and the template's name where it has several
    std::string toolUse;       // the template for conversations with tools; empty: the same
    nlohmann::json variables;  // "bos_token" and the like
};

// In the order of the reference: chat_template.jinja, chat_template.json, tokenizer_config.json. kTemplateFailed: there
// is none.
absl::StatusOr<TemplateSource> findTemplate(const std::string& directory);

} // namespace firstlight::model
