#include "backend/model/processor_config.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/model/usual_processors.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace firstlight::model {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMaxSide = std::int64_t{1} << 16; // whatever a file asks for
constexpr std::int64_t kMaxPatch = 1024;
constexpr int kPillowFilters = 6;

const nlohmann::json& member(const nlohmann::json& object, const char* name)
{
    static const nlohmann::json kNull;
    const auto found = object.is_object() ? object.find(name) : object.end();
    return object.is_object() && found != object.end() ? *found : kNull;
}

// The text of a token: a string, or an object with its "content".
std::string tokenText(const nlohmann::json& value)
{
    const nlohmann::json& text = value.is_object() ? member(value, "content") : value;
    return text.is_string() ? text.get<std::string>() : std::string();
}

// A value for a message.
std::string shortText(const nlohmann::json& value)
{
    constexpr std::size_t kMost = 40;
    const std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

absl::Status readFilter(const PixelDefaults& defaults, ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t resample,
                                config.integer(config.json, "resample", static_cast<int>(defaults.filter), 0));
    if (resample >= kPillowFilters) {
        return config.invalid(absl::StrCat("resample is ", resample, ", not one of 0 to ", kPillowFilters - 1));
    }
    config.filter = defaults.ownFilter ? defaults.filter : static_cast<ResizeFilter>(resample);
    return absl::OkStatus();
}

// A number for each channel, or one for all, alone or in a list.
absl::Status readChannels(const ProcessorConfig& config, const char* name, const std::array<float, 3>& fallback,
                          std::array<float, 3>& values)
{
    const nlohmann::json& given = member(config.json, name);
    const nlohmann::json& list = given.is_array() && given.size() == 1 ? given.front() : given;
    values = fallback;
    if (list.is_number()) {
        values.fill(list.get<float>());
    } else if (!list.is_null()) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!list.is_array() || list.size() != values.size() || !list[i].is_number()) {
                return config.invalid(
                    absl::StrCat(name, " is ", shortText(list), ", not one number or a list of three numbers"));
            }
            values[i] = list[i].get<float>();
        }
    }
    return absl::OkStatus();
}

absl::Status readScaling(const PixelDefaults& defaults, ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(double factor, config.number(config.json, "rescale_factor", defaults.factor));
    factor = config.flag("do_rescale", true) ? factor : 1.0;
    if (!(factor > 0.0)) {
        return config.invalid(absl::StrCat("rescale_factor is ", factor, ", not a number above 0"));
    }
    config.mean.fill(0.0F);
    config.deviation.fill(1.0F);
    if (config.flag("do_normalize", defaults.normalized)) {
        const bool isNemotron = config.type.starts_with("Nemotron"); // whose releases have names of their own
        const bool ownMean = isNemotron && config.json.contains("norm_mean") && !config.json.contains("image_mean");
        const bool ownDeviation = isNemotron && config.json.contains("norm_std") && !config.json.contains("image_std");
        FIRSTLIGHT_RETURN_IF_ERROR(
            readChannels(config, ownMean ? "norm_mean" : "image_mean", defaults.mean, config.mean));
        FIRSTLIGHT_RETURN_IF_ERROR(
            readChannels(config, ownDeviation ? "norm_std" : "image_std", defaults.deviation, config.deviation));
    }
    const double scale = factor * 255.0;
    const bool usual = std::abs(scale - 1.0) < 1e-6;
    for (std::size_t i = 0; i < config.deviation.size(); ++i) {
        if (!(config.deviation[i] > 0.0F)) {
            return config.invalid("image_std has a number that is not above 0");
        }
        config.mean[i] = usual ? config.mean[i] : static_cast<float>(config.mean[i] / scale);
        config.deviation[i] = usual ? config.deviation[i] : static_cast<float>(config.deviation[i] / scale);
    }
    return absl::OkStatus();
}

std::string withoutSuffix(std::string text, std::string_view suffix)
{
    if (text.ends_with(suffix)) {
        text.resize(text.size() - suffix.size());
    }
    return text;
}

// The class in the checkpoint's own code, for messages.
std::string ownClass(const ProcessorConfig& config)
{
    const std::string path = tokenText(member(member(config.json, "auto_map"), "AutoImageProcessor"));
    return path.substr(path.rfind('.') + 1);
}

std::string typeOf(const ProcessorConfig& config)
{
    if (config.modelType() == "internvl_chat") {
        return "InternVLChatModel"; // its file names CLIP's; the tiles are in the model's own code
    }
    const std::string named = tokenText(member(config.json, "image_processor_type"));
    if (!named.empty()) {
        return withoutSuffix(withoutSuffix(named, "Fast"), "Pil");
    }
    const std::string extractor = tokenText(member(config.json, "feature_extractor_type"));
    if (extractor.ends_with("FeatureExtractor")) {
        return withoutSuffix(extractor, "FeatureExtractor") + "ImageProcessor";
    }
    const std::string usual = usualProcessor(config.modelType());
    return usual.empty() ? ownClass(config) : usual;
}

absl::StatusOr<nlohmann::json> readIfThere(const fs::path& path)
{
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
        return nlohmann::json();
    }
    return base::readJsonFile(path.string());
}

absl::StatusOr<nlohmann::json> readObject(const fs::path& path)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(nlohmann::json json, readIfThere(path));
    return json.is_object() ? std::move(json) : nlohmann::json::object();
}

absl::Status findConfig(const fs::path& folder, ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(config.processor, readObject(folder / "processor_config.json"));
    config.file = "processor_config.json";
    if (member(config.processor, "image_processor").is_object()) {
        config.json = config.processor["image_processor"];
        return absl::OkStatus();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(config.json, readIfThere(folder / "preprocessor_config.json"));
    config.file = "preprocessor_config.json";
    if (config.json.is_null()) {
        return base::failure(
            reasons::kFileAbsent,
            {{"file", config.file},
             {"detail", "how pictures are prepared is not known; a model for text alone has no such file"}});
    }
    return config.json.is_object() ? absl::OkStatus() : config.invalid("it is not an object");
}

absl::Status readSide(const ProcessorConfig& config, const nlohmann::json& object, const char* name,
                      std::optional<std::int64_t>& side)
{
    if (member(object, name).is_null()) {
        return absl::OkStatus();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(side, config.integer(object, name, 1));
    return absl::OkStatus();
}

// Towers may write the side of a square as [14, 14].
const nlohmann::json& onlyNumber(const nlohmann::json& value)
{
    const bool isSquare = value.is_array() && value.size() == 2 && value[0] == value[1];
    return isSquare ? value[0] : value;
}

} // namespace

absl::Status ProcessorConfig::invalid(const std::string& detail) const
{
    return base::failure(reasons::kFileInvalid, {{"file", file}, {"detail", detail}});
}

absl::Status ProcessorConfig::invalidIn(const nlohmann::json& object, const std::string& detail) const
{
    std::string name = file;
    if (&object == &processor) {
        name = "processor_config.json";
    } else if (&object == &model || &object == &member(model, "vision_config")) {
        name = "config.json";
    }
    return base::failure(reasons::kFileInvalid, {{"file", name}, {"detail", detail}});
}

absl::Status ProcessorConfig::unsupported(const std::string& detail) const
{
    return base::failure(reasons::kPicturesUnsupported,
                         {{"detail", absl::StrCat("in ", file, ", ", detail)}, {"file", file}});
}

absl::StatusOr<std::int64_t> ProcessorConfig::integer(const nlohmann::json& object, const char* name,
                                                      std::int64_t fallback, std::int64_t least) const
{
    const nlohmann::json& value = onlyNumber(member(object, name));
    if (value.is_null()) {
        return fallback;
    }
    const bool whole = value.is_number() && value.get<double>() == std::floor(value.get<double>()) &&
                       std::abs(value.get<double>()) < 1e15;
    if (!whole || value.get<std::int64_t>() < least) {
        return invalidIn(object,
                         absl::StrCat(name, " is ", shortText(value), ", not a whole number of at least ", least));
    }
    return value.get<std::int64_t>();
}

absl::StatusOr<std::int64_t> ProcessorConfig::limited(const nlohmann::json& object, const char* name,
                                                      std::int64_t fallback, std::int64_t least,
                                                      std::int64_t most) const
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t value, integer(object, name, fallback, least));
    if (value > most) {
        return invalidIn(object, absl::StrCat(name, " is ", value, ", not a whole number of at most ", most));
    }
    return value;
}

absl::StatusOr<double> ProcessorConfig::number(const nlohmann::json& object, const char* name, double fallback) const
{
    const nlohmann::json& value = member(object, name);
    if (value.is_null()) {
        return fallback;
    }
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
        return invalidIn(object, absl::StrCat(name, " is ", shortText(value), ", not a number"));
    }
    return value.get<double>();
}

bool ProcessorConfig::flag(const char* name, bool fallback) const
{
    const auto found = json.find(name);
    if (found == json.end()) {
        return fallback;
    }
    return found->is_boolean() ? found->get<bool>() : found->is_number() && found->get<double>() != 0.0;
}

absl::StatusOr<SizeSetting> ProcessorConfig::size(const char* name, PlainSize plain, const SizeSetting& fallback) const
{
    nlohmann::json value = member(json, name);
    if (value.is_null()) {
        return fallback;
    }
    if (value.is_number()) {
        value = plain == PlainSize::kSquare ? nlohmann::json{{"height", value}, {"width", value}}
                                            : nlohmann::json{{"shortest_edge", value}};
    } else if (value.is_array() && value.size() == 2) {
        value = nlohmann::json{{"height", value[0]}, {"width", value[1]}};
    } else if (!value.is_object()) {
        return invalid(absl::StrCat(name, " is neither a number nor an object"));
    }
    SizeSetting setting;
    FIRSTLIGHT_RETURN_IF_ERROR(readSide(*this, value, "height", setting.height));
    FIRSTLIGHT_RETURN_IF_ERROR(readSide(*this, value, "width", setting.width));
    FIRSTLIGHT_RETURN_IF_ERROR(readSide(*this, value, "shortest_edge", setting.shortestEdge));
    FIRSTLIGHT_RETURN_IF_ERROR(readSide(*this, value, "longest_edge", setting.longestEdge));
    FIRSTLIGHT_RETURN_IF_ERROR(readSide(*this, value, "max_height", setting.maxHeight));
    FIRSTLIGHT_RETURN_IF_ERROR(readSide(*this, value, "max_width", setting.maxWidth));
    FIRSTLIGHT_RETURN_IF_ERROR(readSide(*this, value, "min_pixels", setting.minPixels));
    FIRSTLIGHT_RETURN_IF_ERROR(readSide(*this, value, "max_pixels", setting.maxPixels));
    for (const auto& side : {setting.height, setting.width, setting.maxHeight, setting.maxWidth}) {
        if (side.value_or(1) > kMaxSide) {
            return invalid(absl::StrCat(name, " asks for more than ", kMaxSide, " pixels a side"));
        }
    }
    return setting;
}

absl::StatusOr<PixelSize> ProcessorConfig::tileSize(const char* name, std::int64_t usual) const
{
    SizeSetting square;
    square.height = square.width = usual;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting setting, size(name, PlainSize::kSquare, square));
    if (!setting.height || !setting.width) {
        return invalid(absl::StrCat(name, " is ", shortText(member(json, name)), ", without a height and a width"));
    }
    return PixelSize{*setting.width, *setting.height};
}

absl::StatusOr<std::int64_t> ProcessorConfig::squareSide(const char* name, std::int64_t usual, std::int64_t most) const
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const PixelSize square, tileSize(name, usual));
    if (square.width != square.height || square.width > most) {
        return invalid(absl::StrCat(name, " is not a square of at most ", most, " pixels a side"));
    }
    return square.width;
}

absl::StatusOr<std::int64_t> ProcessorConfig::towerPatch() const
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t own, integer(processor, "patch_size", 0));
    return own > 0 ? own : integer(member(model, "vision_config"), "patch_size", 0);
}

absl::Status ProcessorConfig::agreesWithTower(const char* name, std::int64_t value, const char* inTower) const
{
    const nlohmann::json& wanted = member(member(model, "vision_config"), inTower);
    return !wanted.is_number_integer() || wanted == value
               ? absl::OkStatus()
               : invalid(absl::StrCat(name, " is ", value, ", but config.json says ", wanted.get<std::int64_t>(),
                                      " (vision_config.", inTower, "); the model would see another picture"));
}

absl::Status ProcessorConfig::checkPatch(std::int64_t side) const
{
    return side <= kMaxPatch ? absl::OkStatus()
                             : invalid(absl::StrCat("patch_size, or how many patches are merged in a direction, is ",
                                                    side, ", more than ", kMaxPatch));
}

std::string ProcessorConfig::token(const char* name, const std::string& fallback) const
{
    for (const nlohmann::json* object : {&processor, &tokenizer, &member(tokenizer, "extra_special_tokens"),
                                         &member(tokenizer, "model_specific_special_tokens")}) {
        if (std::string text = tokenText(member(*object, name)); !text.empty()) {
            return text;
        }
    }
    return fallback;
}

std::string ProcessorConfig::word(const char* name) const
{
    const std::string own = tokenText(member(processor, name));
    return own.empty() ? tokenText(member(model, name)) : own;
}

std::string ProcessorConfig::processorClass() const
{
    const std::string own = tokenText(member(processor, "processor_class"));
    return own.empty() ? tokenText(member(json, "processor_class")) : own;
}

std::array<std::uint8_t, 3> ProcessorConfig::meanColor(const std::array<double, 3>& usual) const
{
    const nlohmann::json& list = member(json, "image_mean");
    std::array<std::uint8_t, 3> color{};
    for (std::size_t i = 0; i < color.size(); ++i) {
        const bool own = list.is_array() && i < list.size() && list[i].is_number();
        const double value = own ? list[i].get<double>() : usual[i];
        color[i] = static_cast<std::uint8_t>(std::clamp(value * 255.0, 0.0, 255.0));
    }
    return color;
}

std::string ProcessorConfig::modelType() const
{
    return tokenText(member(model, "model_type"));
}

absl::StatusOr<ProcessorConfig> readProcessorConfig(const std::string& directory)
{
    const fs::path folder(directory);
    ProcessorConfig config;
    FIRSTLIGHT_RETURN_IF_ERROR(findConfig(folder, config));
    FIRSTLIGHT_ASSIGN_OR_RETURN(config.model, readObject(folder / "config.json"));
    FIRSTLIGHT_ASSIGN_OR_RETURN(config.tokenizer, readObject(folder / "tokenizer_config.json"));
    if (nlohmann::json media = member(config.json, "media_proc_cfg"); media.is_object()) {
        config.json = std::move(media);
        config.type = "Kimi_K25ImageProcessor";
    } else {
        config.type = typeOf(config);
    }
    return config;
}

absl::Status readPixelSettings(const PixelDefaults& defaults, ProcessorConfig& config)
{
    FIRSTLIGHT_RETURN_IF_ERROR(readFilter(defaults, config));
    return readScaling(defaults, config);
}

} // namespace firstlight::model
