#include "backend/model/split_behavior.h"

#include <algorithm>

namespace firstlight::model {

namespace {

std::vector<TextSpan> mergeWithPrevious(const std::vector<MarkedSpan>& spans)
{
    std::vector<TextSpan> joined;
    bool afterDelimiter = false;
    for (const MarkedSpan& part : spans) {
        if (part.isDelimiter && !afterDelimiter && !joined.empty()) {
            joined.back().end = part.span.end;
        } else {
            joined.push_back(part.span);
        }
        afterDelimiter = part.isDelimiter;
    }
    return joined;
}

std::vector<TextSpan> mergeWithNext(const std::vector<MarkedSpan>& spans)
{
    std::vector<TextSpan> joined;
    bool beforeDelimiter = false;
    for (auto part = spans.rbegin(); part != spans.rend(); ++part) {
        if (part->isDelimiter && !beforeDelimiter && !joined.empty()) {
            joined.back().begin = part->span.begin;
        } else {
            joined.push_back(part->span);
        }
        beforeDelimiter = part->isDelimiter;
    }
    std::reverse(joined.begin(), joined.end());
    return joined;
}

std::vector<TextSpan> mergeRuns(const std::vector<MarkedSpan>& spans)
{
    std::vector<TextSpan> joined;
    bool previous = false;
    for (const MarkedSpan& part : spans) {
        if (part.isDelimiter == previous && !joined.empty()) {
            joined.back().end = part.span.end;
        } else {
            joined.push_back(part.span);
        }
        previous = part.isDelimiter;
    }
    return joined;
}

void addPiece(const Piece& piece, TextSpan span, std::vector<Piece>& out)
{
    if (span.begin < span.end) {
        out.push_back({piece.text.substr(span.begin, span.end - span.begin), piece.atTextStart && span.begin == 0});
    }
}

} // namespace

std::optional<SplitBehavior> splitBehaviorOf(std::string_view name)
{
    if (name == "Removed") {
        return SplitBehavior::kRemoved;
    }
    if (name == "Isolated") {
        return SplitBehavior::kIsolated;
    }
    if (name == "MergedWithPrevious") {
        return SplitBehavior::kMergedWithPrevious;
    }
    if (name == "MergedWithNext") {
        return SplitBehavior::kMergedWithNext;
    }
    if (name == "Contiguous") {
        return SplitBehavior::kContiguous;
    }
    return std::nullopt;
}

void joinSpans(const Piece& piece, const std::vector<MarkedSpan>& spans, SplitBehavior behavior,
               std::vector<Piece>& out)
{
    std::vector<TextSpan> joined;
    switch (behavior) {
    case SplitBehavior::kRemoved:
    case SplitBehavior::kIsolated:
        for (const MarkedSpan& part : spans) {
            if (!part.isDelimiter || behavior == SplitBehavior::kIsolated) {
                addPiece(piece, part.span, out);
            }
        }
        return;
    case SplitBehavior::kMergedWithPrevious:
        joined = mergeWithPrevious(spans);
        break;
    case SplitBehavior::kMergedWithNext:
        joined = mergeWithNext(spans);
        break;
    case SplitBehavior::kContiguous:
        joined = mergeRuns(spans);
        break;
    }
    for (const TextSpan& span : joined) {
        addPiece(piece, span, out);
    }
}

} // namespace firstlight::model
