// The syntax tree of a regular expression, for the kind that tokenizer files use: classes, repetition, groups,
// alternatives and look-ahead. What is beyond that (back-references, anchors, lazy repetition, ...) is not parsed.
#pragma once

#include "backend/model/code_point_set.h"

#include <optional>
#include <string_view>
#include <vector>

namespace firstlight::model {

struct PatternNode {
    enum class Kind { kSet, kSequence, kAlternatives, kRepeat, kLookAhead };
    static constexpr int kUnbounded = -1;

    Kind kind = Kind::kSequence;
    CodePointRanges set;               // kSet: one character of it
    std::vector<PatternNode> children; // kSequence, kAlternatives; one for kRepeat and kLookAhead
    int min = 0;                       // kRepeat
    int max = kUnbounded;              // kRepeat
    bool possessive = false;           // kRepeat: keeps what it took
    bool negative = false;             // kLookAhead
};

// nullopt: not valid, or with a construct that is not known here. A tree has alternatives at its root.
std::optional<PatternNode> parsePattern(std::string_view pattern);

} // namespace firstlight::model
