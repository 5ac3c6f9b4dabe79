// Which of the failures of one attempt came first and explains the others.
//
// A dead process, a lost node or a broken file explains ranks that stop answering; those explain collectives that time
// out, broken connections and aborts. Among failures of one kind the first received counts. Not thread-safe.
#pragma once

#include "backend/api/common.pb.h"

#include <vector>

namespace firstlight::diagnose {

enum class Weight {
    kCause,       // stands for itself
    kSymptom,     // somebody does not answer; a cause may be known
    kConsequence, // what other ranks see when one is gone; a cause is about to be known
};

Weight weigh(const v1::FailureDetail& failure);

class FirstCause
{
public:
    // `failure` in the order of arrival.
    void add(v1::FailureDetail failure);

    bool empty() const { return m_failures.empty(); }
    // False while only consequences are known: worth waiting a moment for what caused them.
    bool conclusive() const;
    // The best explanation so far. Requires !empty().
    const v1::FailureDetail& choice() const;
    // All but the choice, in the order of arrival.
    std::vector<v1::FailureDetail> others() const;

private:
    std::size_t choiceIndex() const;

    std::vector<v1::FailureDetail> m_failures;
};

} // namespace firstlight::diagnose
