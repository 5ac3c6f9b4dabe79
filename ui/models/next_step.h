// Where in the console the next step of a failure is taken, so that its text can be followed by a button that goes
// there.
#pragma once

#include "ui/client/common_values.h"

namespace firstlight::ui {

struct NextStep {
    QString page;       // id of the page; empty: the step is taken outside of the console
    int rank = kNoRank; // whose log lines, where the page is "logs"

    bool operator==(const NextStep&) const = default;
};

[[nodiscard]] NextStep nextStepOf(const Failure& failure);

// What a button that goes there says; empty for no page.
[[nodiscard]] QString nextStepWord(const NextStep& step);

} // namespace firstlight::ui
