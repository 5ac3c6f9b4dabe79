#include "backend/model/gguf_config.h"

#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace firstlight::model {
namespace {

using checkpoint::GgufMetadata;
using checkpoint::GgufValue;
using nlohmann::json;

constexpr std::size_t kLongestList = 4096;
constexpr std::size_t kLongestText = 4096;
constexpr std::string_view kTokens = "tokenizer.ggml.tokens";

json textValue(const std::string& text)
{
    return text.size() <= kLongestText && checkpoint::isUtf8(text) ? json(text) : json();
}

template <typename T>
json listValue(const std::vector<T>& list)
{
    return list.size() <= kLongestList ? json(list) : json();
}

// null: left out.
json jsonValue(const GgufValue& value)
{
    struct Visitor {
        json operator()(std::int64_t number) const { return number; }
        json operator()(std::uint64_t number) const { return number; }
        json operator()(double number) const { return number; }
        json operator()(bool truth) const { return truth; }
        json operator()(const std::string& text) const { return textValue(text); }
        json operator()(const std::vector<std::int64_t>& list) const { return listValue(list); }
        json operator()(const std::vector<double>& list) const { return listValue(list); }
        json operator()(const std::vector<std::string>& list) const
        {
            const bool isShort =
                list.size() <= kLongestList && std::all_of(list.begin(), list.end(), [](const std::string& text) {
                    return text.size() <= kLongestText && checkpoint::isUtf8(text);
                });
            return isShort ? json(list) : json();
        }
        json operator()(const std::vector<GgufValue>&) const { return {}; }
    };
    return std::visit(Visitor(), value.content);
}

// Sets the value at a dotted path. A path through something that is no object changes nothing.
void setPath(json& root, std::string_view path, json value)
{
    constexpr int kDeepest = 16;
    json* node = &root;
    for (int depth = 0; depth < kDeepest && node->is_object(); ++depth) {
        const auto dot = path.find('.');
        json& child = (*node)[std::string(path.substr(0, dot))];
        if (dot == std::string_view::npos) {
            child = child.is_null() ? std::move(value) : child;
            return;
        }
        child = child.is_null() ? json::object() : child;
        path.remove_prefix(dot + 1);
        node = &child;
    }
}

bool has(const checkpoint::CheckpointIndex& index, const char* tensor)
{
    return index.find(tensor) != nullptr;
}

// What the readers of rotary positions look for.
json ropeScaling(const GgufMetadata& metadata)
{
    const std::string type = metadata.text(metadata.modelKey("rope.scaling.type"));
    json scaling = {{"rope_type", type.empty() || type == "none" || !checkpoint::isUtf8(type) ? "default" : type}};
    if (const auto factor = metadata.real(metadata.modelKey("rope.scaling.factor")); factor) {
        scaling["factor"] = *factor;
    }
    return scaling;
}

} // namespace

ConfigFile configFromGguf(const GgufMetadata& metadata, const checkpoint::CheckpointIndex& index)
{
    ConfigFile config;
    config.origin = "GGUF metadata";
    config.content = json::object();
    const std::string architecture = metadata.architecture();
    config.modelType = "gguf:" + (checkpoint::isUtf8(architecture) ? architecture : std::string());
    for (const auto& [key, value] : metadata.values) {
        std::string_view path = key;
        if (path.starts_with(architecture + ".")) {
            path.remove_prefix(architecture.size() + 1);
        }
        if (json converted = jsonValue(value); !converted.is_null()) {
            setPath(config.content, path, std::move(converted));
        }
    }
    config.content["model_type"] = config.modelType;
    config.content["tie_word_embeddings"] = !has(index, "output.weight");
    config.content["rope_factors"] = has(index, "rope_freqs.weight");
    config.content["attention_bias"] = has(index, "blk.0.attn_q.bias");
    config.content["rope_scaling"] = ropeScaling(metadata);
    if (const auto* tokens = metadata.texts(kTokens); tokens != nullptr) {
        setPath(config.content, "vocab_size", tokens->size());
    }
    config.hash = contentHash(config.content.dump());
    return config;
}

} // namespace firstlight::model
