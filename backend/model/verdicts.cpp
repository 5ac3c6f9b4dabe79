#include "backend/model/verdicts.h"

#include "backend/base/failure.h"
#include "backend/model/config_dtypes.h"
#include "backend/model/operator_table.h"
#include "backend/model/tensor_verdicts.h"
#include "backend/model/verdict_findings.h"

#include <absl/strings/ascii.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace firstlight::model {
namespace {

namespace fs = std::filesystem;

constexpr double kLeastShareOfRows = 0.75;

// Problems of files that say that something is not there; the others say that something is wrong.
bool meansIncomplete(const absl::Status& problem)
{
    static const std::set<std::string_view> kReasons{
        reasons::kNoWeights.id,    reasons::kShardMissing.id, reasons::kShardTruncated.id,    reasons::kPathMissing.id,
        reasons::kChoiceNeeded.id, reasons::kFileSuspect.id,  reasons::kDownloadUnfinished.id};
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
    addFinding(
        *report.mutable_complete(), v1::VERDICT_STATE_NO,
        base::failure(reasons::kShardMissing, {{"file", first.at("file") + others}, {"path", first.at("path")}}));
}

void addProblems(const Inspection& inspection, v1::CheckpointReport& report)
{
    const std::vector<absl::Status>& problems = inspection.survey().problems;
    addMissingShards(problems, report);
    for (const absl::Status& problem : problems) {
        const bool isOnlyConfig = inspection.isConfigAlone() && isOf(problem, reasons::kNoWeights);
        if (!isOf(problem, reasons::kShardMissing) && !isOnlyConfig) {
            addFinding(verdictOf(problem, report), v1::VERDICT_STATE_NO, problem);
        }
        if (isOf(problem, reasons::kFileInvalid) || isOf(problem, reasons::kFileRefused)) { // its content is not there
            setWorse(*report.mutable_complete(),
                     inspection.hasWeights() ? v1::VERDICT_STATE_PARTLY : v1::VERDICT_STATE_NO);
        }
    }
}

// Of a folder without config.json.
std::string whatElse(const Inspection& inspection)
{
    struct Kind {
        const char* file;
        const char* text;
    };
    constexpr std::array<Kind, 3> kKinds{
        {{"adapter_config.json", "this is an adapter (adapter_config.json); merge it into its base model first"},
         {"model_index.json", "this is a pipeline of several models (model_index.json); open the folder of one"},
         {"trainer_state.json", "this is the state of a training run (trainer_state.json)"}}};
    for (const Kind& kind : kKinds) {
        std::error_code error;
        if (std::filesystem::exists(inspection.directory() + "/" + kind.file, error)) {
            return kind.text;
        }
    }
    return "nothing says what kind of model this is";
}

void addFiles(const Inspection& inspection, v1::CheckpointReport& report)
{
    addProblems(inspection, report);
    for (const absl::Status& remark : inspection.survey().remarks) {
        const bool isSuspect = meansIncomplete(remark); // something may not be there
        addFinding(isSuspect ? *report.mutable_complete() : *report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
                   remark);
    }
    if (!inspection.config().ok()) {
        const bool absent = absl::IsNotFound(inspection.config().status());
        addFinding(
            absent ? *report.mutable_complete() : *report.mutable_consistent(), v1::VERDICT_STATE_NO,
            absent ? base::failure(reasons::kFileAbsent, {{"file", "config.json"}, {"detail", whatElse(inspection)}})
                   : inspection.config().status());
    }
}

bool isAbsent(const absl::Status& status)
{
    return base::failureInfo(status).reasonId == reasons::kFileAbsent.id;
}

// `file`, or of a GGUF file the `key` of its metadata.
void addAbsent(const Inspection& inspection, v1::CheckpointReport& report, v1::VerdictState state, const char* file,
               const char* key, const char* detail)
{
    if (!inspection.hasWeights()) { // before that nothing is to be complete
        return;
    }
    addFinding(
        *report.mutable_complete(), state,
        inspection.survey().gguf != nullptr
            ? base::failure(reasons::kMetadataAbsent,
                            {{"file", inspection.survey().index.files.front().name}, {"key", key}, {"detail", detail}})
            : base::failure(reasons::kFileAbsent, {{"file", file}, {"detail", detail}}));
}

// Models have a few rows more than there are tokens, so that ranks can share them.
void addVocabulary(const TextCheck& text, std::int32_t rows, v1::CheckpointReport& report)
{
    const auto doubt = [&](const std::string& detail) {
        addFinding(*report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
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
        addAbsent(inspection, report, v1::VERDICT_STATE_NO, "tokenizer.json", "tokenizer.ggml.tokens",
                  "text cannot be turned into tokens");
    } else if (!text.tokenizer.ok()) {
        addFinding(*report.mutable_consistent(), v1::VERDICT_STATE_NO, text.tokenizer);
    }
    for (const std::string& doubt : text.tokenizerDoubts) {
        addFinding(*report.mutable_consistent(), v1::VERDICT_STATE_PARTLY,
                   base::failure(reasons::kFileSuspect, {{"file", "The tokenizer"}, {"detail", doubt}}));
    }
    if (inspection.reading().ok() && text.vocabularySize > 0) {
        addVocabulary(text, inspection.reading()->spec.vocabularySize, report);
    }
}

void addTemplate(const Inspection& inspection, v1::CheckpointReport& report)
{
    const TextCheck& text = *inspection.textCheck();
    if (!text.chatTemplate.ok()) {
        addFinding(*report.mutable_consistent(), v1::VERDICT_STATE_NO, text.chatTemplate);
    } else if (!text.hasTemplate && text.tokenizer.ok()) {
        if (inspection.hasWeights()) { // before that nothing is to be complete
            addFinding(*report.mutable_complete(), v1::VERDICT_STATE_PARTLY,
                       base::failure(reasons::kTemplateAbsent, base::FailureArguments()));
        }
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
        addAbsent(inspection, report, v1::VERDICT_STATE_PARTLY, "preprocessor_config.json", "clip.vision.image_size",
                  "pictures cannot be prepared for the model");
    } else {
        const bool isUnknown = base::failureInfo(processor).reasonId == reasons::kPicturesUnsupported.id;
        addFinding(isUnknown ? *report.mutable_supported() : *report.mutable_consistent(), v1::VERDICT_STATE_NO,
                   processor);
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
        addFinding(*report.mutable_consistent(), v1::VERDICT_STATE_NO, inspection.textCheck()->settings);
    }
    addProcessor(inspection, report);
}

// The same body with another head does not write text.
void addArchitecture(const ConfigFile& config, v1::Verdict& verdict)
{
    constexpr std::array<std::string_view, 7> kOtherHeads{"ForSequenceClassification",
                                                          "ForTokenClassification",
                                                          "ForQuestionAnswering",
                                                          "ForMultipleChoice",
                                                          "ForMaskedLM",
                                                          "RewardModel",
                                                          "ForScore"};
    for (const std::string& name : config.architectures) {
        if (std::ranges::any_of(kOtherHeads, [&](std::string_view head) { return name.find(head) != name.npos; })) {
            addFinding(
                verdict, v1::VERDICT_STATE_NO,
                base::failure(reasons::kModelUnsupported,
                              {{"detail", name + " does not write text: it has another head than a language model"}}));
        }
    }
}

// The engine computes what the family describes, whatever else the publisher may have switched on.
void addUnreadSettings(const Inspection& inspection, v1::Verdict& verdict)
{
    constexpr std::size_t kShown = 3;
    const std::vector<UnreadSetting>& unread = inspection.unreadSettings();
    if (unread.empty()) {
        return;
    }
    std::string settings;
    for (std::size_t i = 0; i < std::min(kShown, unread.size()); ++i) {
        settings += (i == 0 ? "" : ", ") + unread[i].path + " to " + unread[i].value;
    }
    if (unread.size() > kShown) {
        settings += " and " + std::to_string(unread.size() - kShown) + " more (section New)";
    }
    addFinding(verdict, v1::VERDICT_STATE_PARTLY,
               base::failure(reasons::kSettingsUnread, {{"file", inspection.config()->origin},
                                                        {"settings", settings},
                                                        {"family", inspection.reading()->spec.family}}));
}

void addSupport(const Inspection& inspection, v1::CheckpointReport& report)
{
    v1::Verdict& verdict = *report.mutable_supported();
    for (const absl::Status& problem : inspection.descriptorProblems()) {
        // Of a file of the user's own: no fault of the model, unless it is what should have described it.
        addFinding(verdict, inspection.reading().ok() ? v1::VERDICT_STATE_YES : v1::VERDICT_STATE_NO, problem);
    }
    if (!inspection.ownDescription().empty()) {
        addFinding(verdict, v1::VERDICT_STATE_YES,
                   base::failure(reasons::kOwnFamily, {{"file", inspection.ownDescription()}}));
    }
    if (!inspection.reading().ok()) {
        if (inspection.config().ok()) {
            addFinding(verdict, v1::VERDICT_STATE_NO, inspection.reading().status());
        }
        setWorse(verdict, v1::VERDICT_STATE_NO);
        return;
    }
    addArchitecture(*inspection.config(), verdict);
    addUnreadSettings(inspection, verdict);
    if (const absl::Status runnable = checkRunnable(inspection.reading()->spec, weightOperators(inspection));
        !runnable.ok()) {
        addFinding(verdict, v1::VERDICT_STATE_NO, runnable);
    }
}

std::string configWeights(const ConfigFile& config)
{
    if (!config.quantisationMethod.empty()) {
        return "weights." + absl::AsciiStrToLower(config.quantisationMethod);
    }
    for (const DTypeName& row : kConfigDTypes) {
        if (row.configName == config.dtype) {
            return "weights." + std::string(row.name);
        }
    }
    return config.dtype.empty() ? std::string() : "weights." + config.dtype;
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
    addTensorFindings(inspection, report);
    addSupport(inspection, report);
}

} // namespace firstlight::model
