#include "backend/model/verdicts.h"

#include "backend/base/failure.h"
#include "backend/model/operator_table.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace firstlight::model {
namespace {

namespace fs = std::filesystem;

constexpr int kMostFindings = 100; // of one verdict
constexpr double kLeastShareOfRows = 0.75;

void setWorse(v1::Verdict& verdict, v1::VerdictState state)
{
    if (state > verdict.state()) {
        verdict.set_state(state);
    }
}

void add(v1::Verdict& verdict, v1::VerdictState state, const absl::Status& finding)
{
    setWorse(verdict, state);
    if (verdict.findings_size() >= kMostFindings) {
        return;
    }
    const base::FailureInfo info = base::failureInfo(finding);
    const auto isSame = [&](const v1::FailureDetail& other) { return other.what() == info.what; };
    if (std::any_of(verdict.findings().begin(), verdict.findings().end(), isSame)) {
        return; // a broken file can be in the way of several
    }
    v1::FailureDetail& detail = *verdict.add_findings();
    detail.set_reason(info.reasonId);
    detail.set_what(info.what);
    detail.set_next_step(info.nextStep);
    detail.set_rank(-1);
    detail.mutable_arguments()->insert(info.arguments.begin(), info.arguments.end());
}

// Problems of files that say that something is not there; the others say that something is wrong.
bool meansIncomplete(const absl::Status& problem)
{
    static const std::set<std::string_view> kReasons{reasons::kNoWeights.id, reasons::kShardMissing.id,
                                                     reasons::kShardTruncated.id, reasons::kPathMissing.id,
                                                     reasons::kChoiceNeeded.id};
    return kReasons.contains(base::failureInfo(problem).reasonId);
}

// Files that are good and still cannot be loaded.
bool meansUnsupported(const absl::Status& problem)
{
    const std::string reason = base::failureInfo(problem).reasonId;
    return reason == reasons::kTensorLayout.id || reason == reasons::kFileRefused.id;
}

v1::Verdict& verdictOf(const absl::Status& problem, v1::CheckpointReport& report)
{
    if (meansUnsupported(problem)) {
        return *report.mutable_supported();
    }
    return meansIncomplete(problem) ? *report.mutable_complete() : *report.mutable_consistent();
}

bool exists(const Inspection& inspection, const char* file)
{
    std::error_code error;
    return fs::exists(fs::path(inspection.directory()) / file, error);
}

std::string withoutConfig(const Inspection& inspection)
{
    return exists(inspection, "params.json") ? "params.json, of the vendor's own layout (Mistral, Meta), is not read"
                                             : "nothing says what kind of model this is";
}

bool isOf(const absl::Status& problem, const FailureReason& reason)
{
    return base::failureInfo(problem).reasonId == reason.id;
}

// Of many missing files the first, with the number of the others.
void addMissingShards(const std::vector<absl::Status>& problems, v1::CheckpointReport& report)
{
    std::vector<base::FailureInfo> missing;
    for (const absl::Status& problem : problems) {
        if (isOf(problem, reasons::kShardMissing)) {
            missing.push_back(base::failureInfo(problem));
        }
    }
    if (missing.empty()) {
        return;
    }
    const auto& first = missing.front().arguments;
    const std::string others = missing.size() > 1 ? " and " + std::to_string(missing.size() - 1) + " others" : "";
    add(*report.mutable_complete(), v1::VERDICT_STATE_NO,
        base::failure(reasons::kShardMissing, {{"file", first.at("file") + others}, {"path", first.at("path")}}));
}

void addProblems(const Inspection& inspection, v1::CheckpointReport& report)
{
    const std::vector<absl::Status>& problems = inspection.survey().problems;
    addMissingShards(problems, report);
    for (const absl::Status& problem : problems) {
        const bool isOnlyConfig = inspection.isConfigAlone() && isOf(problem, reasons::kNoWeights);
        if (!isOf(problem, reasons::kShardMissing) && !isOnlyConfig) {
            add(verdictOf(problem, report), v1::VERDICT_STATE_NO, problem);
        }
        if (isOf(problem, reasons::kFileInvalid)) { // what it should hold is not there
            setWorse(*report.mutable_complete(), v1::VERDICT_STATE_PARTLY);
        }
    }
}

void addFiles(const Inspection& inspection, v1::CheckpointReport& report)
{
    addProblems(inspection, report);
    for (const absl::Status& remark : inspection.survey().remarks) {
        add(*report.mutable_consistent(), v1::VERDICT_STATE_PARTLY, remark);
    }
    if (!inspection.config().ok()) {
        const bool absent = absl::IsNotFound(inspection.config().status());
        add(absent ? *report.mutable_complete() : *report.mutable_consistent(), v1::VERDICT_STATE_NO,
            absent
                ? base::failure(reasons::kFileAbsent, {{"file", "config.json"}, {"detail", withoutConfig(inspection)}})
                : inspection.config().status());
    }
}

bool isAbsent(const absl::Status& status)
{
    return base::failureInfo(status).reasonId == reasons::kPathMissing.id;
}

void addAbsent(const Inspection& inspection, v1::CheckpointReport& report, v1::VerdictState state, const char* file,
               const char* detail)
{
    if (inspection.hasWeights()) { // before that nothing is to be complete
        add(*report.mutable_complete(), state,
            base::failure(reasons::kFileAbsent, {{"file", file}, {"detail", detail}}));
    }
}

// Models have a few rows more than there are tokens, so that ranks can share them.
void addVocabulary(const TextCheck& text, std::int32_t rows, v1::CheckpointReport& report)
{
    const auto doubt = [&](const std::string& detail) {
        add(*report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
            base::failure(reasons::kTokenizerMismatch, {{"detail", detail}}));
    };
    if (text.vocabularySize > rows || text.vocabularySize < kLeastShareOfRows * rows) {
        doubt("it has " + std::to_string(text.vocabularySize) + " tokens, the model " + std::to_string(rows));
    }
    for (const std::int32_t id : text.stopIds) {
        if (id >= rows) {
            doubt("answers are to end with token " + std::to_string(id) + ", the model has " + std::to_string(rows));
        }
    }
}

void addTokenizer(const Inspection& inspection, v1::CheckpointReport& report)
{
    const TextCheck& text = *inspection.textCheck();
    if (isAbsent(text.tokenizer)) {
        addAbsent(inspection, report, v1::VERDICT_STATE_NO, "tokenizer.json", "text cannot be turned into tokens");
    } else if (!text.tokenizer.ok()) {
        add(*report.mutable_consistent(), v1::VERDICT_STATE_NO, text.tokenizer);
    }
    if (inspection.reading().ok() && text.vocabularySize > 0) {
        addVocabulary(text, inspection.reading()->spec.vocabularySize, report);
    }
}

void addTemplate(const Inspection& inspection, v1::CheckpointReport& report)
{
    const TextCheck& text = *inspection.textCheck();
    if (!text.chatTemplate.ok()) {
        add(*report.mutable_consistent(), v1::VERDICT_STATE_NO, text.chatTemplate);
    } else if (!text.hasTemplate && text.tokenizer.ok()) {
        addAbsent(inspection, report, v1::VERDICT_STATE_PARTLY,
                  inspection.textSource().isGguf() ? "tokenizer.chat_template" : "chat_template.jinja",
                  "the model is given plain text to go on with, which only a base model expects");
    }
}

// Pictures of a model that reads them.
void addProcessor(const Inspection& inspection, v1::CheckpointReport& report)
{
    const absl::Status& processor = inspection.textCheck()->processor;
    const bool reads = inspection.reading().ok() && inspection.reading()->spec.vision.has_value();
    if (!reads || processor.ok()) {
        return;
    }
    if (isAbsent(processor)) {
        addAbsent(inspection, report, v1::VERDICT_STATE_PARTLY, "preprocessor_config.json",
                  "pictures cannot be prepared for the model");
    } else {
        const bool isUnknown = base::failureInfo(processor).reasonId == reasons::kModelUnsupported.id;
        add(isUnknown ? *report.mutable_supported() : *report.mutable_consistent(), v1::VERDICT_STATE_NO, processor);
    }
}

void addTextFiles(const Inspection& inspection, v1::CheckpointReport& report)
{
    if (!inspection.textCheck()) {
        return;
    }
    addTokenizer(inspection, report);
    addTemplate(inspection, report);
    if (!inspection.textCheck()->settings.ok()) {
        add(*report.mutable_consistent(), v1::VERDICT_STATE_NO, inspection.textCheck()->settings);
    }
    addProcessor(inspection, report);
}

void addCoverage(const Inspection& inspection, v1::CheckpointReport& report)
{
    const Coverage& coverage = inspection.coverage();
    const ModelSpec& spec = inspection.reading()->spec;
    if (coverage.missing > 0) {
        add(*report.mutable_complete(), v1::VERDICT_STATE_NO,
            base::failure(reasons::kTensorMissing, {{"count", std::to_string(coverage.missing)},
                                                    {"tensor", missingNames(coverage, spec, 1).front()}}));
    }
    for (const TensorMismatch& mismatch : coverage.mismatches) {
        add(*report.mutable_consistent(), v1::VERDICT_STATE_NO,
            base::failure(reasons::kTensorMismatch,
                          {{"tensor", mismatch.tensor}, {"found", mismatch.found}, {"expected", mismatch.expected}}));
    }
    if (coverage.unknown > 0) {
        add(*report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
            base::failure(reasons::kTensorUnused,
                          {{"count", std::to_string(coverage.unknown)},
                           {"family", spec.family},
                           {"tensor", unknownNames(coverage, inspection.survey().index, 1).front()}}));
    }
    if (!coverage.ambiguous.empty()) {
        const ExpectedTensor& tensor = spec.tensors[coverage.ambiguous.front()];
        add(*report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
            base::failure(reasons::kTensorAmbiguous,
                          {{"count", std::to_string(coverage.ambiguous.size())},
                           {"tensor", tensor.name},
                           {"detail", shapeText(tensor.shape) + " is square; it is read output features first, as the "
                                                                "reference implementation saves it"}}));
    }
}

std::string missingOperators(const Inspection& inspection)
{
    std::string missing;
    const auto note = [&](const std::vector<OperatorNeed>& needs) {
        for (const OperatorNeed& need : needs) {
            if (operatorInfo(need.name).state == OperatorState::kMissing) {
                missing += (missing.empty() ? "" : ", ") + need.name;
            }
        }
    };
    note(operatorNeeds(inspection.reading()->spec));
    note(weightOperators(inspection));
    return missing;
}

void addSupport(const Inspection& inspection, v1::CheckpointReport& report)
{
    v1::Verdict& verdict = *report.mutable_supported();
    for (const absl::Status& problem : inspection.descriptorProblems()) {
        add(verdict, v1::VERDICT_STATE_YES, problem); // of the user's own file: said, but no fault of the model
    }
    if (!inspection.reading().ok()) {
        if (inspection.config().ok()) {
            add(verdict, v1::VERDICT_STATE_NO, inspection.reading().status());
        }
        setWorse(verdict, v1::VERDICT_STATE_NO);
        return;
    }
    if (const std::string missing = missingOperators(inspection); !missing.empty()) {
        add(verdict, v1::VERDICT_STATE_NO,
            base::failure(reasons::kModelUnsupported, {{"detail", "the engine has no " + missing}}));
    }
}

struct DTypeName {
    std::string_view configName;
    std::string_view name;
};
constexpr std::array<DTypeName, 3> kConfigDTypes{{{"bfloat16", "BF16"}, {"float16", "F16"}, {"float32", "F32"}}};

std::string configWeights(const ConfigFile& config)
{
    if (!config.quantisationMethod.empty()) {
        return "weights." + config.quantisationMethod;
    }
    for (const DTypeName& row : kConfigDTypes) {
        if (row.configName == config.dtype) {
            return "weights." + std::string(row.name);
        }
    }
    return config.dtype.empty() ? std::string() : "weights." + config.dtype;
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

// Of a model that is not quantised.
void addDType(const Inspection& inspection, v1::CheckpointReport& report)
{
    if (!inspection.config().ok() || !inspection.config()->quantisationMethod.empty() || !inspection.hasWeights()) {
        return;
    }
    const auto bytes = loadedBytes(inspection);
    const auto most = std::ranges::max_element(bytes, {}, [](const auto& row) { return row.second; });
    const auto isSaid = [&](const DTypeName& row) { return row.configName == inspection.config()->dtype; };
    const auto said = std::ranges::find_if(kConfigDTypes, isSaid);
    if (said != kConfigDTypes.end() && most != bytes.end() && most->first != said->name) {
        add(*report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
            base::failure(reasons::kDTypeDiffers, {{"file", inspection.config()->origin},
                                                   {"expected", inspection.config()->dtype},
                                                   {"found", most->first}}));
    }
}

} // namespace

std::vector<OperatorNeed> weightOperators(const Inspection& inspection)
{
    std::set<std::string> names;
    const auto& tensors = inspection.survey().index.tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const bool loaded = !inspection.hasCoverage() || inspection.coverage().uses[i] == TensorUse::kExpected ||
                            inspection.coverage().uses[i] == TensorUse::kQuantisation;
        if (loaded) {
            names.insert("weights." + std::string(checkpoint::dtypeName(tensors[i].dtype)));
        }
    }
    if (tensors.empty() && inspection.config().ok()) {
        names.insert(configWeights(*inspection.config()));
        names.erase("");
    }
    std::vector<OperatorNeed> needs;
    for (const std::string& name : names) {
        needs.push_back({name, {}});
    }
    return needs;
}

void addVerdicts(const Inspection& inspection, v1::CheckpointReport& report)
{
    for (v1::Verdict* verdict : {report.mutable_complete(), report.mutable_consistent(), report.mutable_supported()}) {
        verdict->set_state(v1::VERDICT_STATE_YES);
    }
    if (inspection.isConfigAlone()) { // nothing to be complete
        report.mutable_complete()->set_state(v1::VERDICT_STATE_UNSPECIFIED);
    }
    addFiles(inspection, report);
    addTextFiles(inspection, report);
    if (inspection.hasCoverage()) {
        addCoverage(inspection, report);
    }
    addDType(inspection, report);
    addSupport(inspection, report);
}

} // namespace firstlight::model
