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

constexpr std::size_t kMostSchemes = 100; // that one checkpoint mixes

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

bool isUsable(const json* node)
{
    return node != nullptr && node->is_number_integer() && *node >= 1 && *node <= 65536;
}

// A number from 1 to 65536, or `fallback`.
std::int64_t numberOf(const json& object, const char* path, std::int64_t fallback)
{
    const json* node = findPath(object, path);
    return isUsable(node) ? node->get<std::int64_t>() : fallback;
}

// Of a row that shares its scale; 0: all of it, which is mostly written -1.
std::int64_t groupSizeOf(const json& settings, std::int64_t fallback)
{
    const json* node = findPath(settings, "group_size");
    const bool isWholeRow = node != nullptr && node->is_number_integer() && *node <= 0;
    return isWholeRow ? 0 : numberOf(settings, "group_size", fallback);
}

std::string declaredDType(const json& config)
{
    for (const char* path : {"dtype", "torch_dtype", "text_config.dtype", "text_config.torch_dtype"}) {
        if (std::string text = textOf(config, path); !text.empty()) {
            return text;
        }
    }
    return {};
}

// No scheme in use packs these.
constexpr std::array<std::string_view, 8> kPlainRoles{"embedding", "head",      "moe.router", "moe.latent",
                                                      "norm.",     "residual.", "vision.",    "moe.shared.router"};

bool isPlain(const ExpectedTensor& tensor)
{
    const std::string& role = tensor.role.role;
    return tensor.shape.size() < 2 || tensor.shape.size() > 3 || tensor.role.bias ||
           role.find("convolution") != std::string::npos ||
           std::any_of(kPlainRoles.begin(), kPlainRoles.end(),
                       [&](std::string_view start) { return role.starts_with(start); });
}

std::string_view moduleOf(std::string_view tensor)
{
    constexpr std::string_view kWeight = ".weight";
    return tensor.ends_with(kWeight) ? tensor.substr(0, tensor.size() - kWeight.size()) : tensor;
}

std::int64_t roundedUp(std::int64_t number, std::int64_t divisor)
{
    return (number + divisor - 1) / divisor;
}

std::string_view narrowDType(int bits)
{
    return bits == 8 ? "F8_E4M3" : bits == 4 ? "4-bit" : "packed";
}

} // namespace

Quantisation::Scheme Quantisation::whole(std::string name, int bits)
{
    Scheme scheme;
    scheme.kind = Kind::kWhole;
    scheme.bits = bits;
    scheme.dtype = narrowDType(bits);
    scheme.scaleDType = "F32";
    scheme.scaleBytes = 4;
    scheme.name = std::move(name);
    return scheme;
}

Quantisation::Scheme Quantisation::blocks(const json& sides, std::string_view scaleDType, int scaleBytes)
{
    Scheme scheme = whole({}, 8);
    scheme.kind = Kind::kBlocks;
    scheme.blockRows = isUsable(&sides.at(0)) ? sides.at(0).get<std::int64_t>() : 1;
    scheme.blockColumns = isUsable(&sides.at(1)) ? sides.at(1).get<std::int64_t>() : 1;
    scheme.scaleDType = scaleDType;
    scheme.scaleBytes = scaleBytes;
    scheme.name = "fp8, blocks of " + std::to_string(scheme.blockRows) + " x " + std::to_string(scheme.blockColumns);
    return scheme;
}

Quantisation::Scheme Quantisation::groups(std::string name, int bits, std::int64_t size, std::string_view scaleDType,
                                          int scaleBytes)
{
    Scheme scheme =
        whole(std::move(name) + (size > 0 ? ", groups of " + std::to_string(size) : ", a scale for each row"), bits);
    scheme.kind = Kind::kGroups;
    scheme.groupSize = size;
    scheme.scaleDType = scaleDType;
    scheme.scaleBytes = scaleBytes;
    return scheme;
}

// Of NVIDIA's ModelOpt.
Quantisation::Scheme Quantisation::ofAlgorithm(const std::string& algorithm, const json& settings)
{
    if (algorithm == "fp8_pb_wo" || algorithm == "fp8_block_scales") {
        return blocks(json::array({128, 128}), "F32", 4);
    }
    if (algorithm.starts_with("fp8")) {
        return whole("fp8", 8);
    }
    if (algorithm.find("nvfp4") != std::string::npos) {
        Scheme scheme = groups("nvfp4", 4, groupSizeOf(settings, 16), "F8_E4M3", 1);
        scheme.hasSecondScale = true;
        return scheme;
    }
    if (algorithm.find("mxfp4") != std::string::npos) {
        return groups("mxfp4", 4, 32, "F8_E8M0", 1);
    }
    if (algorithm.find("mxfp8") != std::string::npos) {
        return groups("mxfp8", 8, 32, "F8_E8M0", 1);
    }
    if (algorithm.starts_with("w4a")) {
        return groups(algorithm, 4, groupSizeOf(settings, 128), "F16", 2);
    }
    return {};
}

// Of compressed-tensors.
Quantisation::Scheme Quantisation::ofGroup(const json& group, const std::string& usualFormat)
{
    const std::string own = textOf(group, "format");
    const std::string format = own.empty() ? usualFormat : own;
    const int bits = static_cast<int>(numberOf(group, "weights.num_bits", 16));
    if (bits > 8) {
        return {};
    }
    const bool mx = format.starts_with("mxfp");
    const bool nv = format.starts_with("nvfp");
    const json* symmetric = findPath(group, "weights.symmetric");
    const bool isAsymmetric = symmetric != nullptr && *symmetric == false;
    if (const std::int64_t size = numberOf(group, "weights.group_size", 0); size > 0) {
        Scheme scheme = groups(format, bits, size, mx ? "F8_E8M0" : nv ? "F8_E4M3" : "BF16", mx || nv ? 1 : 2);
        scheme.hasSecondScale = nv;
        scheme.hasZeroPoints = isAsymmetric;
        return scheme;
    }
    const json* sides = findPath(group, "weights.block_structure");
    if (bits == 8 && sides != nullptr && sides->is_array() && sides->size() == 2) {
        return blocks(*sides, "F32", 4);
    }
    Scheme scheme = whole(format + ", " + std::to_string(bits) + " bits", bits);
    scheme.dtype = bits == 8 && textOf(group, "weights.type") == "int" ? "I8" : scheme.dtype;
    scheme.hasZeroPoints = isAsymmetric;
    return scheme;
}

Quantisation Quantisation::read(const json& config)
{
    Quantisation quantisation;
    const std::string dtype = declaredDType(config);
    const bool wide = dtype.find("float32") != std::string::npos;
    quantisation.m_plain.bits = wide ? 32 : 16;
    quantisation.m_plain.dtype = wide                                                         ? "F32"
                                 : dtype.ends_with("float16") && !dtype.ends_with("bfloat16") ? "F16"
                                                                                              : "BF16";
    if (const json* settings = settingsOf(config); settings != nullptr) {
        for (const char* key : {"ignore", "modules_to_not_convert", "exclude_modules", "ignored_layers"}) {
            if (const json* list = findPath(*settings, key); list != nullptr) {
                quantisation.m_ignored.addAll(*list);
            }
        }
        quantisation.readScheme(*settings, textOf(config, "expert_dtype") == "fp4" ||
                                               textOf(*settings, "expert_dtype") == "fp4");
    }
    return quantisation;
}

void Quantisation::setDefault(Scheme scheme)
{
    m_method = scheme.name;
    m_default = std::move(scheme);
}

void Quantisation::readScheme(const json& settings, bool smallExperts)
{
    const std::string method = textOf(settings, "quant_method");
    const std::string algorithm = textOf(settings, "quant_algo");
    const json* sides = findPath(settings, "weight_block_size");
    const json* layers = findPath(settings, "quantized_layers");
    const bool hasGroups = findPath(settings, "config_groups") != nullptr;
    if (layers != nullptr && layers->is_object()) {
        readLayers(*layers);
    } else if (method == "fp8" && sides != nullptr && sides->is_array() && sides->size() == 2) {
        setDefault(blocks(*sides, smallExperts ? "F8_E8M0" : "F32", smallExperts ? 1 : 4));
    } else if (method == "fp8" || method == "fbgemm_fp8") {
        setDefault(whole("fp8", 8));
    } else if (method == "bitsandbytes") {
        readBitsAndBytes(settings);
    } else if (method == "mlx") {
        readMlx(settings);
    } else if (method == "mxfp4") {
        setDefault(groups("mxfp4", 4, 32, "F8_E8M0", 1));
    } else if (method == "awq" || method == "gptq") {
        Scheme scheme = groups(method, static_cast<int>(std::min<std::int64_t>(8, numberOf(settings, "bits", 4))),
                               groupSizeOf(settings, 128), "F16", 2);
        scheme.hasZeroPoints = true; // whether they are all alike or not
        setDefault(std::move(scheme));
    } else if (Scheme scheme = ofAlgorithm(algorithm, settings); scheme.kind != Kind::kNone) {
        setDefault(std::move(scheme));
    } else if (method == "compressed-tensors" || hasGroups) {
        readGroups(settings);
    } else {
        m_method = (method.empty() ? algorithm : method) + " (not understood: counted as 16 bits)";
        m_isUnderstood = false;
    }
    if (smallExperts && m_default.kind != Kind::kNone) {
        m_experts = groups("fp4", 4, 32, "F8_E8M0", 1);
        m_method += "; experts " + m_experts.name;
        if (m_default.kind == Kind::kBlocks) {
            m_tables = groups("fp8", 8, m_default.blockColumns, "F8_E8M0", 1);
        }
    }
}

void Quantisation::readBitsAndBytes(const json& settings)
{
    constexpr std::int64_t kBlock = 64; // numbers that share a scale; a file may say otherwise in its quant_state
    const json* inFour = findPath(settings, "load_in_4bit");
    Scheme scheme = inFour != nullptr && *inFour == true ? groups("bitsandbytes", 4, kBlock, "F32", 4)
                                                         : whole("bitsandbytes, 8 bits", 8);
    scheme.dtype = scheme.bits == 8 ? "I8" : scheme.dtype;
    setDefault(std::move(scheme));
    m_isOfAllLinear = true;
    if (const json* list = findPath(settings, "llm_int8_skip_modules"); list != nullptr) {
        m_ignored.addAll(*list);
    }
}

// All matrices that nothing is said of, in one way; what is said of a module stands under its name.
void Quantisation::readMlx(const json& settings)
{
    const auto schemeOf = [&](const json& own) {
        const std::string mode = textOf(own, "mode").empty() ? textOf(settings, "mode") : textOf(own, "mode");
        const bool isAffine = mode.empty() || mode == "affine";
        const auto bits = static_cast<int>(std::min<std::int64_t>(8, numberOf(own, "bits", 4)));
        Scheme scheme = groups("mlx " + (isAffine ? "affine" : mode) + ", " + std::to_string(bits) + " bits", bits,
                               groupSizeOf(own, isAffine ? 64 : 32), isAffine ? "BF16" : "U8", isAffine ? 2 : 1);
        scheme.dtype = "packed";
        scheme.hasZeroPoints = isAffine;
        return scheme;
    };
    setDefault(schemeOf(settings));
    m_isOfAllLinear = true;
    m_isOfTables = true;
    for (const auto& [module, own] : settings.items()) {
        if (own == false) {
            m_ignored.add(module);
        } else if (own.is_object() && m_some.size() < kMostSchemes) {
            ModuleSet modules;
            modules.add(module);
            m_some.emplace_back(std::move(modules), schemeOf(own));
        }
    }
}

// A scheme for each module: "quantized_layers" of ModelOpt.
void Quantisation::readLayers(const json& layers)
{
    std::map<std::string, std::size_t> places;
    for (const auto& [module, settings] : layers.items()) {
        Scheme scheme = ofAlgorithm(textOf(settings, "quant_algo"), settings);
        if (scheme.kind == Kind::kNone || places.size() >= kMostSchemes) {
            continue;
        }
        const auto [place, isNew] = places.try_emplace(scheme.name, m_some.size());
        if (isNew) {
            m_method += (m_method.empty() ? "" : "; ") + scheme.name;
            m_some.emplace_back(ModuleSet(), std::move(scheme));
        }
        m_some[place->second].first.add(module);
    }
    m_onlySome = true;
}

void Quantisation::readGroups(const json& settings)
{
    const json* groups = findPath(settings, "config_groups");
    const std::string format = textOf(settings, "format");
    for (const json& group : groups != nullptr && groups->is_object() ? *groups : json::object()) {
        Scheme scheme = ofGroup(group, format);
        if (scheme.kind == Kind::kNone || m_some.size() >= kMostSchemes) {
            continue;
        }
        const json* targets = findPath(group, "targets");
        const bool everywhere = targets == nullptr || !targets->is_array() || targets->empty() ||
                                std::find(targets->begin(), targets->end(), "Linear") != targets->end();
        m_method += (m_method.empty() ? "" : "; ") + scheme.name;
        if (everywhere) {
            m_default = std::move(scheme);
        } else {
            ModuleSet modules;
            modules.addAll(*targets);
            m_some.emplace_back(std::move(modules), std::move(scheme));
        }
    }
    if (m_method.empty()) {
        m_method = "compressed-tensors (not understood: counted as 16 bits)";
        m_isUnderstood = false;
    }
}

bool Quantisation::staysPlain(const ExpectedTensor& tensor) const
{
    constexpr std::array<std::string_view, 3> kTables{"embedding", "head", "moe.router"};
    const bool isTable = !tensor.role.bias && std::ranges::find(kTables, tensor.role.role) != kTables.end();
    return isPlain(tensor) && !(m_isOfTables && isTable);
}

const Quantisation::Scheme& Quantisation::schemeOf(const ExpectedTensor& tensor) const
{
    if (m_tables.kind != Kind::kNone && tensor.role.role == "embedding.ngram") {
        return m_tables;
    }
    if (staysPlain(tensor) || (m_default.kind == Kind::kNone && m_some.empty())) {
        return m_plain;
    }
    const std::string_view module = moduleOf(tensor.name);
    if (!m_ignored.isEmpty() && m_ignored.contains(module)) {
        return m_plain;
    }
    for (const auto& [modules, scheme] : m_some) {
        if (modules.contains(module)) {
            return scheme;
        }
    }
    if (m_experts.kind != Kind::kNone && tensor.role.role.starts_with("moe.expert")) {
        return m_experts;
    }
    return m_onlySome || m_default.kind == Kind::kNone ? m_plain : m_default;
}

StoredSize Quantisation::stored(const ExpectedTensor& tensor) const
{
    const Scheme& scheme = schemeOf(tensor);
    const std::int64_t count = parameterCount(tensor);
    StoredSize size{scheme.dtype, roundedUp(count * scheme.bits, 8), scheme.scaleDType, 0};
    const std::int64_t columns = tensor.shape.empty() ? 1 : tensor.shape.back();
    const std::int64_t rows = columns == 0 ? 0 : count / columns;
    switch (scheme.kind) {
    case Kind::kNone:
        break;
    case Kind::kWhole:
        size.scaleBytes = scheme.scaleBytes;
        break;
    case Kind::kBlocks:
        size.scaleBytes =
            scheme.scaleBytes * roundedUp(rows, scheme.blockRows) * roundedUp(columns, scheme.blockColumns);
        break;
    case Kind::kGroups:
        size.scaleBytes = scheme.scaleBytes * roundedUp(count, scheme.groupSize > 0 ? scheme.groupSize : columns);
        break;
    }
    return size;
}

bool Quantisation::treatsExpertsAlike() const
{
    return !m_ignored.hasNumbers() &&
           std::ranges::none_of(m_some, [](const auto& some) { return some.first.hasNumbers(); });
}

std::optional<QuantisedForm> Quantisation::form(const ExpectedTensor& tensor) const
{
    const Scheme& scheme = schemeOf(tensor);
    if (scheme.kind == Kind::kNone) {
        return std::nullopt;
    }
    const std::int64_t stacked = tensor.shape.size() == 3 ? tensor.shape[0] : 1; // experts
    const std::int64_t rows = tensor.shape[tensor.shape.size() - 2];
    const std::int64_t columns = tensor.shape.back();
    const bool mayBeTransposed = tensor.shape.size() == 3 || !tensor.alternateShape.empty();
    QuantisedForm form;
    form.bits = scheme.bits;
    form.hasSecondScale = scheme.hasSecondScale;
    form.hasZeroPoints = scheme.hasZeroPoints;
    const auto add = [&](std::int64_t height, std::int64_t width) {
        if (scheme.kind == Kind::kBlocks) {
            form.scaleCounts.push_back(stacked * roundedUp(height, scheme.blockRows) *
                                       roundedUp(width, scheme.blockColumns));
        } else if (scheme.kind == Kind::kGroups) {
            const std::int64_t group = scheme.groupSize > 0 ? scheme.groupSize : width;
            form.scaleCounts.push_back(stacked * height * roundedUp(width, group));
            form.scaleCounts.push_back(roundedUp(stacked * height * width, group)); // across rows
        } else {
            form.scaleCounts.push_back(stacked * height);
        }
    };
    if (scheme.kind == Kind::kWhole) {
        form.scaleCounts = {1, stacked};
    }
    add(rows, columns);
    if (mayBeTransposed) {
        add(columns, rows);
    }
    return form;
}

} // namespace firstlight::model
