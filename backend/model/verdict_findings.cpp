#include "backend/model/verdict_findings.h"

#include "backend/base/failure.h"
#include "backend/base/text.h"

#include <algorithm>

namespace firstlight::model {
namespace {

constexpr int kMostFindings = 100; // of one verdict

} // namespace

void setWorse(v1::Verdict& verdict, v1::VerdictState state)
{
    if (state > verdict.state()) {
        verdict.set_state(state);
    }
}

void addFinding(v1::Verdict& verdict, v1::VerdictState state, const absl::Status& finding)
{
    const bool isWorst = state > verdict.state();
    setWorse(verdict, state);
    if (verdict.findings_size() >= kMostFindings) {
        return;
    }
    const base::FailureInfo info = base::failureInfo(finding);
    const std::string what = base::validText(info.what); // names of files can be anything
    const auto isSame = [&](const v1::FailureDetail& other) { return other.what() == what; };
    if (std::any_of(verdict.findings().begin(), verdict.findings().end(), isSame)) {
        return; // a broken file can be in the way of several
    }
    v1::FailureDetail& detail = *verdict.add_findings();
    detail.set_reason(info.reasonId);
    detail.set_what(what);
    detail.set_next_step(base::validText(info.nextStep));
    detail.set_rank(-1);
    for (const auto& [name, value] : info.arguments) {
        (*detail.mutable_arguments())[name] = base::validText(value);
    }
    if (isWorst) { // the first finding says why the verdict is what it is
        auto* findings = verdict.mutable_findings();
        std::rotate(findings->pointer_begin(), findings->pointer_end() - 1, findings->pointer_end());
    }
}

} // namespace firstlight::model
