#include "backend/model/tensor_verdicts.h"

#include "backend/base/failure.h"
#include "backend/model/config_dtypes.h"
#include "backend/model/verdict_findings.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace firstlight::model {
namespace {

// Where everything is wrong, the first ones tell why.
void addMismatches(const std::vector<TensorMismatch>& mismatches, v1::Verdict& verdict)
{
    constexpr std::size_t kShown = 5;
    for (std::size_t i = 0; i < std::min(mismatches.size(), kShown); ++i) {
        const bool isLast = i + 1 == kShown && mismatches.size() > kShown;
        const std::string more = isLast ? " (and " + std::to_string(mismatches.size() - kShown) + " more)" : "";
        addFinding(verdict, v1::VERDICT_STATE_NO,
                   base::failure(reasons::kTensorMismatch, {{"tensor", mismatches[i].tensor + more},
                                                            {"found", mismatches[i].found},
                                                            {"expected", mismatches[i].expected}}));
    }
}

void addLacking(const Coverage& coverage, v1::CheckpointReport& report)
{
    if (!coverage.lacking.empty()) {
        addFinding(*report.mutable_complete(), v1::VERDICT_STATE_NO,
                   base::failure(reasons::kTensorMissing, {{"count", std::to_string(coverage.lacking.size())},
                                                           {"tensor", coverage.lacking.front()}}));
    }
}

// The number in "model.layers.61.mlp.up_proj.weight" where the model has fewer layers; -1: it is none of these.
std::int64_t layerBeyond(const std::string& tensor, const ModelSpec& spec)
{
    const auto isStart = [&](std::string_view start) {
        return std::ranges::any_of(spec.tensors, [&](const ExpectedTensor& other) {
            return other.role.layer == 0 && other.name.starts_with(start);
        });
    };
    for (std::size_t dot = tensor.find('.'); dot != std::string::npos; dot = tensor.find('.', dot + 1)) {
        std::int64_t layer = 0;
        const char* end = tensor.data() + tensor.size();
        const auto [stop, error] = std::from_chars(tensor.data() + dot + 1, end, layer);
        if (error == std::errc() && stop != end && *stop == '.') {
            const bool isBeyond = layer >= static_cast<std::int64_t>(spec.layers.size());
            return isBeyond && isStart(tensor.substr(0, dot + 1) + "0.") ? layer : -1;
        }
    }
    return -1;
}

// What all names have before what the family expects: "module." of a training program; empty: it is something else.
std::string foreignPrefix(const std::string& unknown, const Coverage& coverage, const ModelSpec& spec)
{
    for (std::size_t i = 0; i < spec.tensors.size(); ++i) {
        const std::string& name = spec.tensors[i].name;
        const bool isMissing = coverage.entryOf[i] == Coverage::kNone && unknown.size() > name.size() + 1;
        if (isMissing && unknown.ends_with(name) && unknown[unknown.size() - name.size() - 1] == '.') {
            return unknown.substr(0, unknown.size() - name.size());
        }
    }
    return {};
}

void addUnknown(const Inspection& inspection, v1::CheckpointReport& report)
{
    const Coverage& coverage = inspection.coverage();
    if (coverage.unknown == 0) {
        return;
    }
    const ModelSpec& spec = inspection.reading()->spec;
    const std::string first = unknownNames(coverage, inspection.survey().index, 1).front();
    v1::Verdict& verdict = *report.mutable_consistent();
    addFinding(
        verdict, v1::VERDICT_STATE_PARTLY,
        base::failure(reasons::kTensorUnused,
                      {{"count", std::to_string(coverage.unknown)}, {"family", spec.family}, {"tensor", first}}));
    if (const std::int64_t layer = layerBeyond(first, spec); layer >= 0) {
        addFinding(
            verdict, v1::VERDICT_STATE_PARTLY,
            base::failure(reasons::kTensorMismatch, {{"tensor", first},
                                                     {"found", "of layer " + std::to_string(layer)},
                                                     {"expected", std::to_string(spec.layers.size()) + " layers"}}));
    }
    if (const std::string prefix = foreignPrefix(first, coverage, spec); !prefix.empty()) {
        addFinding(verdict, v1::VERDICT_STATE_NO,
                   base::failure(reasons::kTensorLayout, {{"file", inspection.name()},
                                                          {"detail", "their names begin with \"" + prefix +
                                                                         "\", which the family does not expect"}}));
    }
}

void addOwnHead(const Inspection& inspection, v1::CheckpointReport& report)
{
    const std::optional<OwnHead>& own = inspection.reading()->ownHead;
    if (own) {
        addFinding(
            *report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
            base::failure(reasons::kHeadNotTied,
                          {{"file", inspection.config()->origin}, {"tensor", own->head}, {"other", own->embedding}}));
    }
}

void addCoverage(const Inspection& inspection, v1::CheckpointReport& report)
{
    const Coverage& coverage = inspection.coverage();
    const ModelSpec& spec = inspection.reading()->spec;
    if (coverage.missing > 0) {
        addFinding(*report.mutable_complete(), v1::VERDICT_STATE_NO,
                   base::failure(reasons::kTensorMissing, {{"count", std::to_string(coverage.missing)},
                                                           {"tensor", missingNames(coverage, spec, 1).front()}}));
    }
    addMismatches(coverage.mismatches, *report.mutable_consistent());
    addLacking(coverage, report);
    addUnknown(inspection, report);
    addOwnHead(inspection, report);
    if (!coverage.ambiguous.empty()) {
        const ExpectedTensor& tensor = spec.tensors[coverage.ambiguous.front()];
        addFinding(
            *report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
            base::failure(reasons::kTensorAmbiguous,
                          {{"count", std::to_string(coverage.ambiguous.size())},
                           {"tensor", tensor.name},
                           {"detail", shapeText(tensor.shape) + " is square; it is read output features first, as the "
                                                                "reference implementation saves it"}}));
    }
}

// Bytes of the tensors that are loaded, by dtype.
std::map<std::string, std::uint64_t> loadedBytes(const Inspection& inspection)
{
    std::map<std::string, std::uint64_t> bytes;
    const auto& tensors = inspection.survey().index.tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (!inspection.hasCoverage() || inspection.coverage().uses[i] == TensorUse::kExpected) {
            bytes[std::string(checkpoint::dtypeName(tensors[i].dtype))] += tensors[i].sizeBytes;
        }
    }
    return bytes;
}

void addDType(const Inspection& inspection, v1::CheckpointReport& report)
{
    const auto bytes = loadedBytes(inspection);
    const auto most = std::ranges::max_element(bytes, {}, [](const auto& row) { return row.second; });
    if (!inspection.config().ok() || most == bytes.end()) {
        return;
    }
    const ConfigFile& config = *inspection.config();
    const auto doubt = [&](const std::string& said) {
        addFinding(*report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
                   base::failure(reasons::kDTypeDiffers,
                                 {{"file", config.origin}, {"expected", said}, {"found", most->first}}));
    };
    if (!config.quantisationMethod.empty()) {
        if (2 * inspection.coverage().unquantised > inspection.coverage().quantised) {
            doubt(Quantisation::read(config.content).method());
        }
        return;
    }
    const auto isSaid = [&](const DTypeName& row) { return row.configName == config.dtype; };
    const auto said = std::ranges::find_if(kConfigDTypes, isSaid);
    if (said != kConfigDTypes.end() && most->first != said->name) {
        doubt(config.dtype);
    }
}

} // namespace

void addTensorFindings(const Inspection& inspection, v1::CheckpointReport& report)
{
    if (inspection.hasCoverage()) {
        addCoverage(inspection, report);
    }
    addDType(inspection, report);
}

} // namespace firstlight::model
