#include "backend/model/pattern_program.h"

#include <absl/container/inlined_vector.h>

#include <bit>

namespace firstlight::model {

namespace {

constexpr std::size_t kEndOfText = 256;
constexpr std::int32_t kMostRetries = 10'000'000; // of one attempt: the general engine's limit

// Where to go on when a way fails.
struct Choice {
    std::int32_t step = 0;
    std::size_t at = 0;
    std::size_t leastAt = 0; // a run may give back characters down to here; equal to `at`: nothing to give back
};

} // namespace

std::optional<TextSpan> PatternProgram::find(std::string_view text, std::size_t from) const
{
    for (std::size_t at = from; at <= text.size();) {
        std::int32_t retries = kMostRetries;
        const std::size_t end = matchAt(text, at, retries);
        if (retries < 0) {
            return std::nullopt;
        }
        if (end != kNoMatch) {
            return TextSpan{at, end};
        }
        at += at < text.size() ? utf8Length(static_cast<unsigned char>(text[at])) : 1;
    }
    return std::nullopt;
}

std::size_t PatternProgram::matchAt(std::string_view text, std::size_t at, std::int32_t& retries) const
{
    const std::size_t key = at < text.size() ? static_cast<unsigned char>(text[at]) : kEndOfText;
    for (std::uint64_t left = m_startsAt[key]; left != 0; left &= left - 1) {
        const std::size_t end = run(text, at, m_entries[static_cast<std::size_t>(std::countr_zero(left))], retries);
        if (end != kNoMatch || retries < 0) {
            return end;
        }
    }
    return kNoMatch;
}

// Where the longest run ends, or kNoMatch when it is too short; `leastEnd` is where the shortest ends.
std::size_t PatternProgram::takeRun(std::string_view text, std::size_t at, const PatternStep& step,
                                    std::size_t& leastEnd) const
{
    const CodePointSet& set = m_sets[static_cast<std::size_t>(step.set)];
    std::int32_t count = 0;
    leastEnd = at;
    while (at < text.size() && count != step.max) {
        const auto lead = static_cast<unsigned char>(text[at]);
        if (lead < 0x80) {
            if (!set.containsAscii(lead)) {
                break;
            }
            ++at;
        } else {
            std::size_t behind = at;
            if (!set.contains(nextCodePoint(text, behind))) {
                break;
            }
            at = behind;
        }
        if (++count <= step.min) {
            leastEnd = at;
        }
    }
    return count < step.min ? kNoMatch : at;
}

std::size_t PatternProgram::run(std::string_view text, std::size_t at, std::int32_t step, std::int32_t& retries) const
{
    absl::InlinedVector<Choice, 16> choices;
    while (true) {
        const PatternStep& current = m_steps[static_cast<std::size_t>(step)];
        bool failed = false;
        switch (current.kind) {
        case PatternStep::Kind::kMatch:
            return at;
        case PatternStep::Kind::kJump:
            step = current.next;
            break;
        case PatternStep::Kind::kSplit:
            choices.push_back({current.other, at, at});
            step = current.next;
            break;
        case PatternStep::Kind::kLook:
            failed = (run(text, at, step + 1, retries) != kNoMatch) == current.flag;
            step = current.next;
            break;
        case PatternStep::Kind::kRun: {
            std::size_t leastEnd = 0;
            const std::size_t end = takeRun(text, at, current, leastEnd);
            failed = end == kNoMatch;
            ++step;
            if (!failed && !current.flag && leastEnd < end) {
                choices.push_back({step, end, leastEnd});
            }
            at = end;
            break;
        }
        }
        if (failed) {
            if (choices.empty() || --retries < 0) {
                return kNoMatch;
            }
            Choice& choice = choices.back();
            if (choice.leastAt < choice.at) {
                choice.at = previousCharacter(text, choice.at);
            }
            step = choice.step;
            at = choice.at;
            if (choice.leastAt == choice.at) {
                choices.pop_back();
            }
        }
    }
}

} // namespace firstlight::model
