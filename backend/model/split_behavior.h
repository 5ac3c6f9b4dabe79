// How matches and the text between them become pieces: the "behavior" of Split and of the pre-tokenizers built on it.
#pragma once

#include "backend/model/pre_tokenizers.h"
#include "backend/model/text_span.h"

#include <optional>
#include <string_view>
#include <vector>

namespace firstlight::model {

enum class SplitBehavior { kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext, kContiguous };

std::optional<SplitBehavior> splitBehaviorOf(std::string_view name);

struct MarkedSpan {
    TextSpan span;
    bool isDelimiter = false;
};

// `spans` cover the piece in order; what they become is added to `out`, empty pieces left out.
void joinSpans(const Piece& piece, const std::vector<MarkedSpan>& spans, SplitBehavior behavior,
               std::vector<Piece>& out);

} // namespace firstlight::model
