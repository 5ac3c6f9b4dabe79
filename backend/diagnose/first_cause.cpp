#include "backend/diagnose/first_cause.h"

#include "backend/api/failure_reasons.h"

#include <algorithm>

namespace firstlight::diagnose {
namespace {

bool hasReason(const v1::FailureDetail& failure, const FailureReason& reason)
{
    return failure.reason() == reason.id;
}

// The workers of a lost node end with its agent: their ends say nothing new.
bool explains(const v1::FailureDetail& earlier, const v1::FailureDetail& later)
{
    return hasReason(earlier, reasons::kNodeLost) && hasReason(later, reasons::kRankExited) &&
           earlier.node() == later.node();
}

} // namespace

Weight weigh(const v1::FailureDetail& failure)
{
    static constexpr const FailureReason* kConsequences[] = {&reasons::kCollectiveTimeout, &reasons::kAborted,
                                                             &reasons::kGenerationInterrupted,
                                                             &reasons::kRankDisconnected};
    static constexpr const FailureReason* kSymptoms[] = {&reasons::kRankStuck, &reasons::kStageStalled,
                                                         &reasons::kRankMissing, &reasons::kCollectiveMismatch};
    const auto matches = [&](const FailureReason* reason) { return hasReason(failure, *reason); };
    if (std::ranges::any_of(kConsequences, matches)) {
        return Weight::kConsequence;
    }
    return std::ranges::any_of(kSymptoms, matches) ? Weight::kSymptom : Weight::kCause;
}

void FirstCause::add(v1::FailureDetail failure)
{
    m_failures.push_back(std::move(failure));
}

bool FirstCause::conclusive() const
{
    return !empty() && weigh(choice()) != Weight::kConsequence;
}

std::size_t FirstCause::choiceIndex() const
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < m_failures.size(); ++i) {
        if (weigh(m_failures[i]) < weigh(m_failures[best]) || explains(m_failures[i], m_failures[best])) {
            best = i;
        }
    }
    return best;
}

const v1::FailureDetail& FirstCause::choice() const
{
    return m_failures[choiceIndex()];
}

std::vector<v1::FailureDetail> FirstCause::others() const
{
    std::vector<v1::FailureDetail> others = m_failures;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(choiceIndex()));
    return others;
}

} // namespace firstlight::diagnose
