#include "backend/model/quantisation.h"

#include "backend/model/config_scope.h"
#include "backend/model/model_sizes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace firstlight::model {
namespace {

using nlohmann::json;

const json* settingsOf(const json& config)
{
    for (const char* path : {"quantization_config", "text_config.quantization_config", "compression_config"}) {
        const json* settings = findPath(config, path);
        if (settings != nullptr && settings->is_object()) {
            return settings;
        }
    }
    return nullptr;
}

std::string textOf(const json& object, const char* path)
{
    const json* node = findPath(object, path);
    std::string text = node != nullptr && node->is_string() ? node->get<std::string>() : std::string();
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

// A number from 1 to 65536, or `fallback`.
std::int64_t numberOf(const json& object, const char* path, std::int64_t fallback)
{
    const json* node = findPath(object, path);
    const bool usable = node != nullptr && node->is_number_integer() && *node >= 1 && *node <= 65536;
    return usable ? node->get<std::int64_t>() : fallback;
}

bool declaresFloat32(const json& config)
{
    const std::string dtype = textOf(config, "dtype") + textOf(config, "torch_dtype");
    return dtype.find("float32") != std::string::npos;
}

std::vector<ModulePattern> ignoredModules(const json& settings)
{
    std::vector<ModulePattern> patterns;
    for (const char* key : {"ignore", "modules_to_not_convert", "exclude_modules", "ignored_layers"}) {
        const json* list = findPath(settings, key);
        for (const json& item : list != nullptr && list->is_array() ? *list : json::array()) {
            if (item.is_string()) {
                patterns.emplace_back(item.get_ref<const std::string&>());
            }
        }
    }
    return patterns;
}

// No scheme in use packs these.
constexpr std::array<std::string_view, 8> kPlainRoles{"embedding", "head",      "moe.router", "moe.latent",
                                                      "norm.",     "residual.", "vision.",    "moe.shared.router"};

bool isPlainRole(std::string_view role)
{
    return std::any_of(kPlainRoles.begin(), kPlainRoles.end(),
                       [&](std::string_view start) { return role.starts_with(start); });
}

std::string moduleOf(const std::string& tensor)
{
    constexpr std::string_view kWeight = ".weight";
    return tensor.ends_with(kWeight) ? tensor.substr(0, tensor.size() - kWeight.size()) : tensor;
}

std::int64_t roundedUp(std::int64_t number, std::int64_t divisor)
{
    return (number + divisor - 1) / divisor;
}

} // namespace

Quantisation Quantisation::read(const json& config)
{
    Quantisation quantisation;
    quantisation.m_plainBytes = declaresFloat32(config) ? 4 : 2;
    if (const json* settings = settingsOf(config); settings != nullptr) {
        quantisation.m_ignored = ignoredModules(*settings);
        quantisation.readScheme(*settings);
    }
    return quantisation;
}

void Quantisation::setGroups(std::string name, int bits, std::int64_t groupSize, int scaleBytes)
{
    m_kind = Kind::kGroups;
    m_bits = bits;
    m_groupSize = groupSize;
    m_scaleBytes = scaleBytes;
    m_method = std::move(name) + ", groups of " + std::to_string(groupSize);
}

void Quantisation::readScheme(const json& settings)
{
    const std::string method = textOf(settings, "quant_method");
    const std::string algorithm = textOf(settings, "quant_algo");
    const json* blocks = findPath(settings, "weight_block_size");
    if (method == "fp8" && blocks != nullptr && blocks->is_array() && blocks->size() == 2) {
        m_kind = Kind::kBlocks;
        m_bits = 8;
        m_blockRows = std::max<std::int64_t>(1, blocks->at(0).is_number_integer() ? blocks->at(0).get<int>() : 1);
        m_blockColumns = std::max<std::int64_t>(1, blocks->at(1).is_number_integer() ? blocks->at(1).get<int>() : 1);
        m_method = "fp8, blocks of " + std::to_string(m_blockRows) + " x " + std::to_string(m_blockColumns);
    } else if (method == "fp8" || algorithm == "fp8") {
        m_kind = Kind::kBytes;
        m_bits = 8;
        m_method = "fp8";
    } else if (method == "mxfp4") {
        setGroups("mxfp4", 4, 32, 1);
    } else if (algorithm == "nvfp4") {
        setGroups("nvfp4", 4, 16, 1);
    } else if (method == "awq" || method == "gptq") {
        setGroups(method, static_cast<int>(numberOf(settings, "bits", 4)), numberOf(settings, "group_size", 128), 2);
    } else if (method == "compressed-tensors") {
        readGroups(settings);
    } else {
        m_method = (method.empty() ? algorithm : method) + " (not understood: counted as 16 bits)";
    }
}

void Quantisation::readGroups(const json& settings)
{
    const json* groups = findPath(settings, "config_groups");
    if (groups == nullptr || !groups->is_object() || groups->empty()) {
        m_method = "compressed-tensors (not understood: counted as 16 bits)";
        return;
    }
    const json& group = groups->begin().value();
    const std::string format = textOf(settings, "format");
    const int bits = static_cast<int>(numberOf(group, "weights.num_bits", 16));
    const int scaleBytes = format.starts_with("mxfp") || format.starts_with("nvfp") ? 1 : 2;
    const std::int64_t groupSize = numberOf(group, "weights.group_size", 0);
    if (groupSize > 0) {
        setGroups(format, bits, groupSize, scaleBytes);
        return;
    }
    m_kind = Kind::kBytes;
    m_bits = bits;
    m_method = format + ", " + std::to_string(bits) + " bits";
}

bool Quantisation::applies(const ExpectedTensor& tensor) const
{
    if (m_kind == Kind::kNone || tensor.shape.size() < 2 || tensor.shape.size() > 3 || tensor.role.bias ||
        isPlainRole(tensor.role.role) || tensor.role.role.find("convolution") != std::string::npos) {
        return false;
    }
    const std::string module = moduleOf(tensor.name);
    return std::none_of(m_ignored.begin(), m_ignored.end(),
                        [&](const ModulePattern& pattern) { return pattern.matches(module); });
}

std::int64_t Quantisation::storedBytes(const ExpectedTensor& tensor) const
{
    const std::int64_t count = parameterCount(tensor);
    if (!applies(tensor)) {
        return count * m_plainBytes;
    }
    const std::int64_t columns = tensor.shape.back();
    const std::int64_t rows = columns == 0 ? 0 : count / columns;
    const std::int64_t values = roundedUp(count * m_bits, 8);
    switch (m_kind) {
    case Kind::kBlocks:
        return values + 4 * roundedUp(rows, m_blockRows) * roundedUp(columns, m_blockColumns);
    case Kind::kGroups:
        return values + m_scaleBytes * roundedUp(count, m_groupSize);
    default:
        return values + 4; // one scale
    }
}

} // namespace firstlight::model
