#include "backend/model/gguf_report.h"

#include "backend/checkpoint/gguf_metadata.h"
#include "backend/checkpoint/quoted_text.h"
#include "backend/model/model_sizes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace firstlight::model {
namespace {

using checkpoint::GgufMetadata;

constexpr std::int64_t kMostLayers = 10'000;
constexpr std::int64_t kMostWidth = std::int64_t{1} << 24;

void addRow(v1::CheckpointReport& report, const char* section, const char* key, const std::string& value,
            const std::string& origin)
{
    if (value.empty() || !checkpoint::isUtf8(value)) {
        return;
    }
    v1::ArchitectureRow& row = *report.add_architecture();
    row.set_section(section);
    row.set_key(key);
    row.set_value(value);
    row.set_origin("GGUF metadata: " + origin);
}

// "Q4_K (27), Q6_K (9)": the types of tensors, most bytes first.
std::string typesText(const checkpoint::CheckpointIndex& index)
{
    std::map<std::string_view, std::pair<std::uint64_t, int>> types;
    for (const checkpoint::TensorEntry& tensor : index.tensors) {
        auto& [bytes, count] = types[checkpoint::dtypeName(tensor.dtype)];
        bytes += tensor.sizeBytes;
        ++count;
    }
    std::vector<std::pair<std::string_view, std::pair<std::uint64_t, int>>> ordered(types.begin(), types.end());
    std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (const auto& [name, sum] : ordered) {
        text += (text.empty() ? "" : ", ") + std::string(name) + " (" + std::to_string(sum.second) + ")";
    }
    return text;
}

std::string numberText(std::optional<std::int64_t> number)
{
    return number ? std::to_string(*number) : std::string();
}

// A number of the model that is said once for all layers, or for each of them. 0: not said.
std::int64_t ofLayer(const GgufMetadata& metadata, const char* key, std::int64_t layer)
{
    const std::string full = metadata.modelKey(key);
    const auto* list = metadata.integers(full);
    std::int64_t value = metadata.integer(full).value_or(0);
    if (list != nullptr && layer < static_cast<std::int64_t>(list->size())) {
        value = (*list)[static_cast<std::size_t>(layer)];
    }
    return value >= 0 && value <= kMostWidth ? value : 0;
}

// Numbers that one token leaves in the caches of all layers; 0: not said.
std::int64_t cacheElements(const GgufMetadata& metadata)
{
    const std::int64_t layers = std::min(ofLayer(metadata, "block_count", 0), kMostLayers);
    const std::int64_t latent = ofLayer(metadata, "attention.kv_lora_rank", 0);
    if (latent > 0) {
        return layers * (latent + ofLayer(metadata, "rope.dimension_count", 0));
    }
    std::int64_t sum = 0;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const std::int64_t heads = ofLayer(metadata, "attention.head_count", layer);
        const std::int64_t usual = heads == 0 ? 0 : ofLayer(metadata, "embedding_length", layer) / heads;
        const std::int64_t key = ofLayer(metadata, "attention.key_length", layer);
        const std::int64_t value = ofLayer(metadata, "attention.value_length", layer);
        const bool isGrouped = metadata.values.contains(metadata.modelKey("attention.head_count_kv"));
        const std::int64_t kvHeads = isGrouped ? ofLayer(metadata, "attention.head_count_kv", layer) : heads;
        sum += std::min(kvHeads, kMostLayers) * ((key > 0 ? key : usual) + (value > 0 ? value : usual));
    }
    return sum;
}

// All experts of a layer lie in one tensor ("blk.3.ffn_up_exps.weight").
std::int64_t activeParameters(const Inspection& inspection, const GgufMetadata& metadata)
{
    const std::int64_t experts = ofLayer(metadata, "expert_count", 0);
    const std::int64_t used = ofLayer(metadata, "expert_used_count", 0);
    std::int64_t sum = 0;
    for (const checkpoint::TensorEntry& tensor : inspection.survey().index.tensors) {
        const bool isExpert = experts > 0 && used <= experts && tensor.name.find("_exps.") != std::string::npos;
        const auto count = static_cast<__int128>(tensor.elementCount());
        sum += static_cast<std::int64_t>(isExpert ? count * used / experts : count);
    }
    return sum;
}

} // namespace

void addGgufRows(const Inspection& inspection, v1::CheckpointReport& report)
{
    const GgufMetadata& metadata = *inspection.survey().gguf;
    const auto text = [&](const char* section, const char* key, const char* name) {
        addRow(report, section, key, metadata.text(name), name);
    };
    addRow(report, "Model", "Format", "GGUF, version " + std::to_string(metadata.version), "version");
    text("Model", "Name", "general.name");
    text("Model", "Architecture", "general.architecture");
    text("Model", "Licence", "general.license");
    addRow(report, "Quantisation", "Tensor types", typesText(inspection.survey().index), "types of the tensors");
    addRow(report, "Quantisation", "File type", numberText(metadata.integer("general.file_type")), "general.file_type");
    text("Tokens", "Tokenizer", "tokenizer.ggml.model");
    text("Tokens", "Pre-tokenizer", "tokenizer.ggml.pre");
    if (const auto* tokens = metadata.texts("tokenizer.ggml.tokens"); tokens != nullptr) {
        addRow(report, "Tokens", "Vocabulary", std::to_string(tokens->size()), "tokenizer.ggml.tokens");
    }
}

void addGgufSizes(const Inspection& inspection, v1::CheckpointReport& report)
{
    const GgufMetadata& metadata = *inspection.survey().gguf;
    const auto number = [&](const char* section, const char* title, const char* key) {
        addRow(report, section, title, numberText(metadata.integer(metadata.modelKey(key))), metadata.modelKey(key));
    };
    number("Text", "Layers", "block_count");
    number("Text", "Hidden size", "embedding_length");
    number("Text", "Attention heads", "attention.head_count");
    number("Text", "Key-value heads", "attention.head_count_kv");
    number("Text", "Feed-forward size", "feed_forward_length");
    number("Positions", "Longest context", "context_length");
    number("Mixture of experts", "Experts", "expert_count");
    number("Mixture of experts", "Experts per token", "expert_used_count");
    report.set_kv_bytes_per_token(cacheElements(metadata) * kUsualCacheBytes);
    report.set_max_context_tokens(
        std::max<std::int64_t>(0, metadata.integer(metadata.modelKey("context_length")).value_or(0)));
    report.set_parameters_active(activeParameters(inspection, metadata));
}

} // namespace firstlight::model
