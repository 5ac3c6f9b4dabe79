#include "ui/models/next_step.h"

#include "backend/api/failure_reasons.h"
#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace firstlight::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(NextStep)
};

// The page where each reason's next step is taken; reasons that are missing here have none in the console.
struct ReasonPage {
    const FailureReason& reason;
    const char* page;
};

constexpr ReasonPage kPages[] = {
    {reasons::kFileInvalid, "model"},
    {reasons::kShardMissing, "model"},
    {reasons::kShardTruncated, "model"},
    {reasons::kShardChanged, "bring-up"},
    {reasons::kNoWeights, "model"},
    {reasons::kChoiceNeeded, "model"},
    {reasons::kFileRefused, "model"},
    {reasons::kFilePartlyUsed, "model"},
    {reasons::kTensorLayout, "model"},
    {reasons::kIndexMismatch, "model"},
    {reasons::kTensorDuplicate, "model"},
    {reasons::kFileUnused, "model"},
    {reasons::kFileSuspect, "model"},
    {reasons::kDownloadUnfinished, "model"},
    {reasons::kConfigInvalid, "model"},
    {reasons::kDescriptorInvalid, "model"},
    {reasons::kTensorMissing, "model"},
    {reasons::kTensorMismatch, "model"},
    {reasons::kTensorUnused, "model"},
    {reasons::kTensorAmbiguous, "model"},
    {reasons::kFileAbsent, "model"},
    {reasons::kModelUnsupported, "model"},
    {reasons::kFamilyUnknown, "model"},
    {reasons::kFamilyIncomplete, "model"},
    {reasons::kSettingsUnread, "model"},
    {reasons::kPicturesUnsupported, "model"},
    {reasons::kPathMissing, "bring-up"},
    {reasons::kLayoutInvalid, "plan"},
    {reasons::kMemoryInsufficient, "plan"},
    {reasons::kAllocationFailed, "plan"},
    {reasons::kPromptTooLong, "plan"},
    {reasons::kRankExited, "logs"},
    {reasons::kRankStuck, "logs"},
    {reasons::kRankDisconnected, "logs"},
    {reasons::kStageStalled, "logs"},
    {reasons::kRankMissing, "logs"},
    {reasons::kCollectiveTimeout, "logs"},
    {reasons::kCollectiveMismatch, "logs"},
    {reasons::kNoAnswer, "logs"},
    {reasons::kNodeLost, "cluster"},
    {reasons::kAlreadyRunning, "bring-up"},
    {reasons::kNotServing, "bring-up"},
    {reasons::kUnknownDeployment, "bring-up"},
    {reasons::kGenerationInterrupted, "bring-up"},
    {reasons::kAborted, "diagnose"},
    {reasons::kProbeFailed, "model"},
    {reasons::kTemplateFailed, "model"},
    {reasons::kInternal, "reports"},
};

// The rank that the texts of the reason name, or the one that failed.
int rankOf(const Failure& failure)
{
    for (const char* name : {"missing", "rank"}) {
        bool isNumber = false;
        const int rank = failure.arguments.value(QLatin1String(name)).toInt(&isNumber);
        if (isNumber) {
            return rank;
        }
    }
    return failure.rank;
}

} // namespace

NextStep nextStepOf(const Failure& failure)
{
    const QByteArray id = failure.reason.toUtf8();
    const auto* found = std::ranges::find_if(
        kPages, [&](const ReasonPage& entry) { return entry.reason.id == std::string_view(id.data(), id.size()); });
    if (found == std::end(kPages)) {
        return {};
    }
    const QString page = QLatin1String(found->page);
    return {page, page == QLatin1String("logs") ? rankOf(failure) : kNoRank};
}

QString nextStepWord(const NextStep& step)
{
    if (step.page == QLatin1String("logs")) {
        return step.rank == kNoRank ? Words::tr("Show logs") : Words::tr("Show log of %1").arg(rankWord(step.rank));
    }
    static constexpr std::pair<const char*, const char*> kWords[] = {
        {"model", QT_TRANSLATE_NOOP("NextStep", "Go to Model")},
        {"plan", QT_TRANSLATE_NOOP("NextStep", "Go to Plan")},
        {"bring-up", QT_TRANSLATE_NOOP("NextStep", "Go to Bring-up")},
        {"cluster", QT_TRANSLATE_NOOP("NextStep", "Go to Cluster")},
        {"reports", QT_TRANSLATE_NOOP("NextStep", "Go to Reports")},
        {"diagnose", QT_TRANSLATE_NOOP("NextStep", "Diagnosis")},
    };
    for (const auto& [page, word] : kWords) {
        if (step.page == QLatin1String(page)) {
            return Words::tr(word);
        }
    }
    return {};
}

} // namespace firstlight::ui
