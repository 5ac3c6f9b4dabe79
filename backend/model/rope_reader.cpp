#include "backend/model/rope_reader.h"

#include "backend/base/failure.h"
#include "backend/model/field_reader.h"

#include <nlohmann/json.hpp>

#include <numeric>

namespace firstlight::model {
namespace {

using nlohmann::json;

constexpr double kLargestTheta = 1e12;
constexpr double kLargestFactor = 1e6;

absl::StatusOr<const json*> scalingObject(const ConfigScope& scope)
{
    for (const auto& [path, object] : scope.objects("text")) {
        for (const char* key : {"rope_parameters", "rope_scaling"}) {
            const json* found = isOverruled(*object, key) ? nullptr : findPath(*object, key);
            if (found != nullptr && !found->is_object()) {
                return configFailure(std::string(key) + " is " + shortValue(*found) + "; an object is expected");
            }
            if (found != nullptr) {
                return found;
            }
        }
    }
    return nullptr;
}

absl::StatusOr<std::string> scalingType(const json& scaling)
{
    for (const char* key : {"rope_type", "type"}) {
        const json* type = findPath(scaling, key);
        if (type != nullptr && !type->is_string()) {
            return configFailure("the scaling of positions: " + std::string(key) + " is " + shortValue(*type) +
                                 "; a text is expected");
        }
        if (type != nullptr) {
            return type->get<std::string>();
        }
    }
    return "default";
}

absl::Status readNumber(const json& scaling, const char* key, double highest, double& target)
{
    const json* number = findPath(scaling, key);
    const double value = number != nullptr && number->is_number() ? number->get<double>() : 0.0;
    if (!(value > 0 && value <= highest)) {
        return configFailure("the scaling of positions: " + std::string(key) + " is " +
                             (number == nullptr ? "not set" : shortValue(*number)) + "; a number above 0, at most " +
                             toText({highest}) + " is expected");
    }
    target = value;
    return absl::OkStatus();
}

absl::Status readLlama3(const json& scaling, RopeSpec& rope)
{
    constexpr double kLongestOriginal = 1e9;
    double original = 0;
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(scaling, "factor", kLargestFactor, rope.factor));
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(scaling, "low_freq_factor", kLargestFactor, rope.lowFrequencyFactor));
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(scaling, "high_freq_factor", kLargestFactor, rope.highFrequencyFactor));
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(scaling, "original_max_position_embeddings", kLongestOriginal, original));
    if (rope.highFrequencyFactor <= rope.lowFrequencyFactor) {
        return configFailure("the scaling of positions: high_freq_factor is " + toText({rope.highFrequencyFactor}) +
                             "; more than low_freq_factor, " + toText({rope.lowFrequencyFactor}) + ", is expected");
    }
    rope.scaling = RopeScaling::kLlama3;
    rope.originalMaxPosition = static_cast<std::int32_t>(original);
    return absl::OkStatus();
}

// Each kind of layer may have a scaling of its own: {"full_attention": {"rope_type": "yarn", ...}, ...}.
absl::Status readScalingOfKinds(const json& scaling, std::vector<std::string>& operators)
{
    for (const auto& [kind, own] : scaling.items()) {
        if (!own.is_object()) {
            continue;
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string type, scalingType(own));
        if (type != "default") {
            operators.push_back("positions.rope_" + type);
        }
    }
    return absl::OkStatus();
}

absl::Status readScaling(const json& scaling, RopeSpec& rope, std::vector<std::string>& operators)
{
    FIRSTLIGHT_RETURN_IF_ERROR(readScalingOfKinds(scaling, operators));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string type, scalingType(scaling));
    if (type == "default" || type == "mrope") { // "mrope" says only that there are sections
        return absl::OkStatus();
    }
    operators.push_back("positions.rope_" + type);
    if (type == "linear") {
        rope.scaling = RopeScaling::kLinear;
        return readNumber(scaling, "factor", kLargestFactor, rope.factor);
    }
    return type == "llama3" ? readLlama3(scaling, rope) : absl::OkStatus();
}

absl::Status sectionsFailure(const FieldExpressions& fields, const ConfigScope& scope, const RopeSpec& rope)
{
    const Expression& sections = fields.find("mrope_section")->second;
    const auto value = sections.evaluate(scope); // it has been read
    const std::string problem = scope.subject(sections, "mrope_section", toText(*value)) +
                                "; its sum must be half of the rotated part of a head, " +
                                std::to_string(rope.rotaryDim / 2);
    const auto rotated = fields.find("rotary_dim");
    return rotated == fields.end() ? scope.failureOf(sections, problem)
                                   : scope.failureOf(sections, rotated->second, problem);
}

} // namespace

absl::StatusOr<RopeSpec> readRope(const FieldExpressions& fields, const ConfigScope& scope,
                                  std::vector<std::string>& operators)
{
    RopeSpec rope;
    FieldReader reader(fields, scope);
    reader.read("rotary_dim", rope.rotaryDim, 2);
    reader.read("theta", rope.theta, kLargestTheta);
    reader.read("mrope_section", rope.mropeSection, 1 << 20);
    reader.read("mrope_interleaved", rope.mropeInterleaved);
    FIRSTLIGHT_RETURN_IF_ERROR(reader.status());
    operators.emplace_back("positions.rope");
    FIRSTLIGHT_ASSIGN_OR_RETURN(const json* scaling, scalingObject(scope));
    if (scaling != nullptr) {
        FIRSTLIGHT_RETURN_IF_ERROR(readScaling(*scaling, rope, operators));
    }
    if (!rope.mropeSection.empty()) {
        operators.emplace_back(rope.mropeInterleaved ? "positions.mrope_interleaved" : "positions.mrope_sections");
        if (std::accumulate(rope.mropeSection.begin(), rope.mropeSection.end(), std::int64_t{0}) * 2 !=
            rope.rotaryDim) {
            return sectionsFailure(fields, scope, rope);
        }
    }
    return rope;
}

} // namespace firstlight::model
