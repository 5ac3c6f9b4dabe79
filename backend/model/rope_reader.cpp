#include "backend/model/rope_reader.h"

#include "backend/base/failure.h"
#include "backend/model/field_reader.h"

#include <nlohmann/json.hpp>

#include <numeric>

namespace firstlight::model {
namespace {

using nlohmann::json;

const json* scalingObject(const ConfigScope& scope)
{
    for (const auto& [path, object] : scope.objects("text")) {
        for (const char* key : {"rope_parameters", "rope_scaling"}) {
            const json* found = findPath(*object, key);
            if (found != nullptr && found->is_object()) {
                return found;
            }
        }
    }
    return nullptr;
}

std::string scalingType(const json& scaling)
{
    for (const char* key : {"rope_type", "type"}) {
        const json* type = findPath(scaling, key);
        if (type != nullptr && type->is_string()) {
            return type->get<std::string>();
        }
    }
    return "default";
}

absl::Status readNumber(const json& scaling, const char* key, double& target)
{
    const json* number = findPath(scaling, key);
    if (number == nullptr || !number->is_number() || !(number->get<double>() > 0)) {
        return configFailure(std::string("the scaling of positions needs ") + key + " above zero");
    }
    target = number->get<double>();
    return absl::OkStatus();
}

absl::Status readLlama3(const json& scaling, RopeSpec& rope)
{
    double original = 0;
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(scaling, "factor", rope.factor));
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(scaling, "low_freq_factor", rope.lowFrequencyFactor));
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(scaling, "high_freq_factor", rope.highFrequencyFactor));
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(scaling, "original_max_position_embeddings", original));
    if (original > 1e9 || rope.highFrequencyFactor <= rope.lowFrequencyFactor) {
        return configFailure("the scaling of positions has impossible factors");
    }
    rope.scaling = RopeScaling::kLlama3;
    rope.originalMaxPosition = static_cast<std::int32_t>(original);
    return absl::OkStatus();
}

absl::Status readScaling(const json& scaling, RopeSpec& rope, std::vector<std::string>& operators)
{
    const std::string type = scalingType(scaling);
    if (type == "default" || type == "mrope") { // "mrope" says only that there are sections
        return absl::OkStatus();
    }
    operators.push_back("positions.rope_" + type);
    if (type == "linear") {
        rope.scaling = RopeScaling::kLinear;
        return readNumber(scaling, "factor", rope.factor);
    }
    return type == "llama3" ? readLlama3(scaling, rope) : absl::OkStatus();
}

} // namespace

absl::StatusOr<RopeSpec> readRope(const FieldExpressions& fields, const ConfigScope& scope,
                                  std::vector<std::string>& operators)
{
    RopeSpec rope;
    FieldReader reader(fields, scope);
    reader.read("rotary_dim", rope.rotaryDim, 2);
    reader.read("theta", rope.theta);
    reader.read("mrope_section", rope.mropeSection, 1 << 20);
    reader.read("mrope_interleaved", rope.mropeInterleaved);
    FIRSTLIGHT_RETURN_IF_ERROR(reader.status());
    operators.emplace_back("positions.rope");
    if (const json* scaling = scalingObject(scope); scaling != nullptr) {
        FIRSTLIGHT_RETURN_IF_ERROR(readScaling(*scaling, rope, operators));
    }
    if (!rope.mropeSection.empty()) {
        operators.emplace_back(rope.mropeInterleaved ? "positions.mrope_interleaved" : "positions.mrope_sections");
        if (std::accumulate(rope.mropeSection.begin(), rope.mropeSection.end(), std::int64_t{0}) * 2 !=
            rope.rotaryDim) {
            return configFailure("mrope_section must sum to half of the rotated part of a head, " +
                                 std::to_string(rope.rotaryDim / 2));
        }
    }
    return rope;
}

} // namespace firstlight::model
