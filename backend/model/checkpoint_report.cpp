#include "backend/base/failure.h"
#include "backend/base/text.h"
#include "backend/model/gguf_report.h"
#include "backend/model/inspection.h"
#include "backend/model/model_sizes.h"
#include "backend/model/operator_table.h"
#include "backend/model/quantisation.h"
#include "backend/model/request_facts.h"
#include "backend/model/verdicts.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firstlight::model {
namespace {

constexpr std::size_t kShownNames = 100;

struct Sum {
    std::int64_t bytes = 0;
    std::int64_t tensors = 0;
    std::int64_t parameters = 0;
};
using Sums = absl::flat_hash_map<std::string_view, Sum>; // names that outlive it

void add(Sums& sums, std::string_view name, std::int64_t bytes, std::int64_t parameters)
{
    Sum& sum = sums[name];
    sum.bytes += bytes;
    ++sum.tensors;
    sum.parameters += parameters;
}

// Largest first.
void write(const Sums& sums, google::protobuf::RepeatedPtrField<v1::NamedBytes>& rows)
{
    std::vector<std::pair<std::string_view, Sum>> ordered(sums.begin(), sums.end());
    std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
        return std::pair(-a.second.bytes, a.first) < std::pair(-b.second.bytes, b.first);
    });
    for (const auto& [name, sum] : ordered) {
        v1::NamedBytes& row = *rows.Add();
        row.set_name(std::string(name));
        row.set_memory_bytes(sum.bytes);
        row.set_tensor_count(sum.tensors);
        row.set_parameter_count(sum.parameters);
    }
}

// From the headers; roles where a family explains them.
void addStoredSizes(const Inspection& inspection, v1::CheckpointReport& report)
{
    Sums byRole;
    Sums byDType;
    const auto& tensors = inspection.survey().index.tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const auto bytes = static_cast<std::int64_t>(tensors[i].sizeBytes);
        const std::int64_t count = tensors[i].elementCount();
        const std::string_view role = inspection.roleOf(i);
        add(byRole, role.empty() ? "unknown" : role, bytes, count);
        add(byDType, checkpoint::dtypeName(tensors[i].dtype), bytes, count);
    }
    write(byRole, *report.mutable_by_role());
    write(byDType, *report.mutable_by_dtype());
    report.set_weight_bytes(static_cast<std::int64_t>(inspection.survey().index.totalBytes()));
    report.set_tensors_found(static_cast<std::int64_t>(tensors.size()));
}

// Without weights: what the family expects, stored as config.json says.
void addExpectedSizes(const Inspection& inspection, v1::CheckpointReport& report)
{
    const Quantisation quantisation = Quantisation::read(inspection.config()->content);
    Sums byRole;
    Sums byDType;
    std::int64_t total = 0;
    for (const ExpectedTensor& tensor : inspection.reading()->spec.tensors) {
        if (!tensor.optional) {
            const StoredSize size = quantisation.stored(tensor);
            const std::int64_t count = parameterCount(tensor);
            add(byRole, tensor.role.role, size.bytes(), count);
            add(byDType, size.dtype, size.valueBytes, count);
            if (size.scaleBytes > 0) {
                add(byDType, size.scaleDType, size.scaleBytes, 0);
            }
            total += size.bytes();
        }
    }
    write(byRole, *report.mutable_by_role());
    write(byDType, *report.mutable_by_dtype());
    report.set_weight_bytes(total);
}

void addRow(v1::CheckpointReport& report, const std::string& section, const std::string& key, const std::string& value,
            const std::string& origin)
{
    v1::ArchitectureRow& row = *report.add_architecture();
    row.set_section(section);
    row.set_key(base::validText(key));
    row.set_value(base::validText(value));
    row.set_origin(base::validText(origin));
}

void addArchitecture(const Inspection& inspection, v1::CheckpointReport& report)
{
    if (!inspection.config().ok()) {
        return;
    }
    const ConfigFile& config = *inspection.config();
    if (inspection.survey().gguf != nullptr) {
        addGgufRows(inspection, report);
    } else {
        addRow(report, "Model", "Model type", config.modelType, config.origin + ": model_type");
    }
    if (!config.architectures.empty()) {
        addRow(report, "Model", "Architecture", config.architectures.front(), config.origin + ": architectures");
    }
    if (config.remoteCode) {
        addRow(report, "Model", "Remote code", "named by the checkpoint; never run", config.origin + ": auto_map");
    }
    if (const std::string method = Quantisation::read(config.content).method(); !method.empty()) {
        addRow(report, "Quantisation", "Method", method, config.origin + ": quantization_config");
    }
    if (!config.dtype.empty()) {
        addRow(report, "Quantisation", "Declared dtype", config.dtype, config.origin + ": dtype");
    }
    if (inspection.reading().ok()) {
        addRow(report, "Model", "Family", inspection.reading()->spec.family, "family description");
        for (const ConfigFact& fact : inspection.reading()->facts) {
            addRow(report, fact.section, fact.title, fact.value, fact.origin);
        }
    }
}

void addKinds(v1::CheckpointReport& report, const std::string& section, const std::string& key,
              const std::vector<TensorKind>& kinds)
{
    for (const TensorKind& kind : kinds) {
        addRow(report, section, key, kindText(kind), "tensors of the checkpoint");
    }
}

void addUnread(v1::CheckpointReport& report, const std::string& section, const std::vector<UnreadSetting>& settings,
               const std::string& origin)
{
    for (const UnreadSetting& setting : settings) {
        addRow(report, section, setting.path, setting.value,
               setting.knownTo.empty() ? origin + ": no family reads it"
                                       : origin + ": read for " + setting.knownTo + ", not here");
    }
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts) {
        all += (all.empty() ? "" : ", ") + text;
    }
    return all;
}

// Each family that looks like the model, feature by feature.
void addTrials(const Inspection& inspection, v1::CheckpointReport& report)
{
    for (const FamilyTrial& trial : inspection.trials()) {
        const std::string section = "Compared with " + trial.title;
        addRow(report, section, "Settings", trial.problem.empty() ? "all that the family asks for" : trial.problem,
               "family " + trial.family);
        if (trial.expected > 0) {
            addRow(report, section, "Tensors that fit",
                   std::to_string(trial.fitting) + " of " + std::to_string(trial.expected), "names and shapes");
        }
        if (trial.parametersTotal > 0) {
            addRow(report, section, "Parameters, if it were one",
                   std::to_string(trial.parametersTotal) + ", " + std::to_string(trial.parametersActive) + " active",
                   "computed, not found");
        }
        addUnread(report, section, trial.unread, inspection.config()->origin);
        addKinds(report, section, "Of another shape", trial.otherShapes);
        addKinds(report, section, "Missing", trial.missingKinds);
        addKinds(report, section, "Not explained", trial.unexplainedKinds);
        if (!trial.missingOperators.empty()) {
            addRow(report, section, "Operators to be built", joined(trial.missingOperators), "operator table");
        }
    }
}

// What the index file announces, before the shards are there.
void addAnnounced(const Inspection& inspection, v1::CheckpointReport& report)
{
    const std::size_t announced = inspection.survey().promised.size();
    if (announced > 0 && inspection.hasCoverage()) {
        const Coverage& coverage = inspection.coverage();
        addRow(report, "Tensors", "Named by the index, not there yet",
               std::to_string(announced) + ": " + std::to_string(coverage.promised) + " of " +
                   std::to_string(coverage.expected) + " expected ones with their parts",
               "names of the index file");
    }
}

// What the model has that its family does not know.
void addNews(const Inspection& inspection, v1::CheckpointReport& report)
{
    if (inspection.hasCoverage()) {
        addKinds(report, "New", "Tensors", unexplainedKinds(inspection.coverage(), inspection.survey().index));
    }
    if (inspection.config().ok()) {
        addUnread(report, "New", inspection.unreadSettings(), inspection.config()->origin);
    }
}

// From the files beside the weights.
void addRequestFacts(const Inspection& inspection, v1::CheckpointReport& report)
{
    if (!inspection.textCheck()) {
        return;
    }
    for (const auto& facts : {generationFacts(inspection.textSource()), pictureFacts(inspection.directory())}) {
        for (const ConfigFact& fact : facts) {
            addRow(report, fact.section, fact.title, fact.value, fact.origin);
        }
    }
}

v1::OperatorSupport supportOf(OperatorState state)
{
    switch (state) {
    case OperatorState::kFast:
        return v1::OPERATOR_SUPPORT_FAST;
    case OperatorState::kFallback:
        return v1::OPERATOR_SUPPORT_FALLBACK;
    case OperatorState::kMissing:
        break;
    }
    return v1::OPERATOR_SUPPORT_MISSING;
}

void addOperators(const std::vector<OperatorNeed>& needs, v1::CheckpointReport& report)
{
    for (const OperatorNeed& need : needs) {
        const OperatorInfo info = operatorInfo(need.name);
        v1::OperatorCoverage& row = *report.add_operators();
        row.set_operator_name(need.name);
        row.set_support(supportOf(info.state));
        row.mutable_layers()->Add(need.layers.begin(), need.layers.end());
        row.set_note(std::string(info.note));
    }
}

void addSpec(const Inspection& inspection, v1::CheckpointReport& report)
{
    const ModelSpec& spec = inspection.reading()->spec;
    const ParameterCounts counts = parameterCounts(spec);
    report.set_family(spec.family);
    report.set_parameters_total(counts.total);
    report.set_parameters_active(counts.active);
    report.set_kv_bytes_per_token(cacheElementsPerToken(spec) * kUsualCacheBytes);
    report.set_bounded_cache_bytes(boundedCacheBytes(spec));
    report.set_has_vision(spec.vision.has_value());
    report.set_max_context_tokens(spec.maxPosition);
    addOperators(operatorNeeds(spec), report);
    addOperators(weightOperators(inspection), report);
}

void addCounts(const Inspection& inspection, v1::CheckpointReport& report)
{
    const ModelSpec& spec = inspection.reading()->spec;
    if (!inspection.hasCoverage()) {
        report.set_tensors_expected(std::count_if(spec.tensors.begin(), spec.tensors.end(),
                                                  [](const ExpectedTensor& tensor) { return !tensor.optional; }));
        return;
    }
    const Coverage& coverage = inspection.coverage();
    report.set_tensors_expected(coverage.expected);
    report.set_tensors_missing(coverage.missing + static_cast<std::int64_t>(coverage.lacking.size()) +
                               (inspection.hasWeights() ? coverage.promised : 0));
    report.set_tensors_unused(coverage.unknown);
    for (std::string& name : missingNames(coverage, spec, kShownNames)) {
        report.add_missing_names(std::move(name));
    }
    for (std::string& name : unknownNames(coverage, inspection.survey().index, kShownNames)) {
        report.add_unused_names(std::move(name));
    }
}

} // namespace

v1::CheckpointReport makeReport(const Inspection& inspection)
{
    v1::CheckpointReport report;
    report.set_path(inspection.path());
    report.set_name(inspection.name());
    report.set_shard_count(static_cast<std::int32_t>(inspection.survey().index.files.size()));
    report.set_has_tokenizer(inspection.textCheck() && inspection.textCheck()->vocabularySize > 0);
    report.set_has_chat_template(inspection.textCheck() && inspection.textCheck()->hasTemplate);
    if (inspection.config().ok()) {
        report.set_model_type(inspection.config()->modelType);
        report.set_config_hash(inspection.config()->hash);
    }
    addVerdicts(inspection, report);
    addArchitecture(inspection, report);
    addRequestFacts(inspection, report);
    addTrials(inspection, report);
    addAnnounced(inspection, report);
    addNews(inspection, report);
    if (inspection.hasWeights()) {
        addStoredSizes(inspection, report);
    }
    if (inspection.reading().ok()) {
        addSpec(inspection, report);
        addCounts(inspection, report);
        if (!inspection.hasWeights()) {
            addExpectedSizes(inspection, report);
        }
    } else {
        for (const checkpoint::TensorEntry& tensor : inspection.survey().index.tensors) {
            report.set_parameters_total(report.parameters_total() + tensor.elementCount());
        }
        if (inspection.survey().gguf != nullptr) {
            addGgufSizes(inspection, report);
        }
    }
    return report;
}

} // namespace firstlight::model
