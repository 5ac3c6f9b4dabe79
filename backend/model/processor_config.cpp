#include "backend/model/processor_config.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"

#include <absl/strings/str_cat.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <system_error>

namespace firstlight::model {

namespace {

constexpr std::array<float, 3> kClipMean = {0.48145466F, 0.4578275F, 0.40821073F};
constexpr std::array<float, 3> kClipDeviation = {0.26862954F, 0.26130258F, 0.27577711F};

// Pillow's numbers of filters.
enum Resample : std::int64_t { kPillowLanczos = 1, kPillowBilinear = 2, kPillowBicubic = 3 };

absl::Status readFilter(ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t resample, config.integer(config.json, "resample", kPillowBicubic, 0));
    switch (resample) {
    case kPillowLanczos:
        config.filter = ResizeFilter::kLanczos;
        return absl::OkStatus();
    case kPillowBilinear:
        config.filter = ResizeFilter::kBilinear;
        return absl::OkStatus();
    case kPillowBicubic:
        config.filter = ResizeFilter::kBicubic;
        return absl::OkStatus();
    default:
        return config.invalid(absl::StrCat("resample ", resample, " is not known"));
    }
}

absl::Status readChannels(const ProcessorConfig& config, const char* name, const std::array<float, 3>& fallback,
                          std::array<float, 3>& values)
{
    const nlohmann::json list = config.json.value(name, nlohmann::json());
    if (list.is_null()) {
        values = fallback;
        return absl::OkStatus();
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!list.is_array() || list.size() != values.size() || !list[i].is_number()) {
            return config.invalid(absl::StrCat(name, " is not a list of three numbers"));
        }
        values[i] = list[i].get<float>();
    }
    return absl::OkStatus();
}

bool flag(const nlohmann::json& json, const char* name)
{
    const nlohmann::json value = json.value(name, nlohmann::json());
    return !value.is_boolean() || value.get<bool>();
}

absl::Status readScaling(ProcessorConfig& config)
{
    const nlohmann::json factor = config.json.value("rescale_factor", nlohmann::json(1.0 / 255.0));
    if (!flag(config.json, "do_rescale") || !factor.is_number() || std::abs(factor.get<double>() * 255.0 - 1.0) > 1e-6) {
        return config.invalid("pictures must be rescaled by 1/255");
    }
    if (!flag(config.json, "do_normalize")) {
        return absl::OkStatus();
    }
    FIRSTLIGHT_RETURN_IF_ERROR(readChannels(config, "image_mean", kClipMean, config.mean));
    FIRSTLIGHT_RETURN_IF_ERROR(readChannels(config, "image_std", kClipDeviation, config.deviation));
    for (const float value : config.deviation) {
        if (!(value > 0.0F)) {
            return config.invalid("image_std must be positive");
        }
    }
    return absl::OkStatus();
}

std::string typeOf(const nlohmann::json& json)
{
    const nlohmann::json value = json.value("image_processor_type", nlohmann::json());
    std::string type = value.is_string() ? value.get<std::string>() : std::string();
    if (type.ends_with("Fast")) {
        type.resize(type.size() - 4);
    }
    return type;
}

absl::StatusOr<nlohmann::json> readIfThere(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        return nlohmann::json();
    }
    return base::readJsonFile(path.string());
}

absl::Status findConfig(const std::string& directory, ProcessorConfig& config)
{
    const std::filesystem::path folder(directory);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json processor, readIfThere(folder / "processor_config.json"));
    config.file = "processor_config.json";
    if (processor.is_object() && processor.value("image_processor", nlohmann::json()).is_object()) {
        config.json = processor["image_processor"];
        return absl::OkStatus();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(config.json, readIfThere(folder / "preprocessor_config.json"));
    config.file = "preprocessor_config.json";
    if (config.json.is_null()) {
        return base::failure(reasons::kPathMissing, {{"path", (folder / config.file).string()},
                                                     {"detail", "the checkpoint has no image processor"}});
    }
    return config.json.is_object() ? absl::OkStatus() : config.invalid("it is not an object");
}

} // namespace

absl::Status ProcessorConfig::invalid(const std::string& detail) const
{
    return base::failure(reasons::kFileInvalid, {{"file", file}, {"detail", detail}});
}

absl::StatusOr<std::int64_t> ProcessorConfig::integer(const nlohmann::json& object, const char* name,
                                                      std::int64_t fallback, std::int64_t least) const
{
    const nlohmann::json value = object.is_object() ? object.value(name, nlohmann::json()) : nlohmann::json();
    if (value.is_null()) {
        return fallback;
    }
    const bool whole = value.is_number() && value.get<double>() == std::floor(value.get<double>()) &&
                       std::abs(value.get<double>()) < 1e15;
    if (!whole || value.get<std::int64_t>() < least) {
        return invalid(absl::StrCat(name, " is not a whole number of at least ", least));
    }
    return value.get<std::int64_t>();
}

absl::StatusOr<ProcessorConfig> readProcessorConfig(const std::string& directory)
{
    ProcessorConfig config;
    FIRSTLIGHT_RETURN_IF_ERROR(findConfig(directory, config));
    config.type = typeOf(config.json);
    FIRSTLIGHT_RETURN_IF_ERROR(readFilter(config));
    FIRSTLIGHT_RETURN_IF_ERROR(readScaling(config));
    return config;
}

} // namespace firstlight::model
