// A small matcher for the regular expressions of tokenizer files: the same matches as the general engine, at the speed
// that splitting whole texts needs. Each alternative begins only where its first character allows it, and a run of
// characters of one class is one step. Thread-safe.
#pragma once

#include "backend/model/code_point_set.h"
#include "backend/model/pattern_syntax.h"
#include "backend/model/text_pattern.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace firstlight::model {

struct PatternStep {
    enum class Kind : std::uint8_t {
        kRun,   // min to max characters of a set, as many as possible
        kSplit, // go on at `next`; if that fails, at `other`
        kJump,  // go on at `next`
        kLook,  // the steps behind this one up to a kMatch must match (or, negative, must not); go on at `next`
        kMatch,
    };
    Kind kind = Kind::kMatch;
    bool flag = false; // kRun: keeps what it took; kLook: negative
    std::int32_t set = -1;
    std::int32_t min = 0;
    std::int32_t max = PatternNode::kUnbounded;
    std::int32_t next = 0;
    std::int32_t other = 0;
};

class PatternProgram final : public TextPattern
{
public:
    // Null: too large, or a repetition of something that may be empty.
    static std::unique_ptr<PatternProgram> compile(const PatternNode& root);

    // A hostile pattern that tries too many ways finds nothing, as with the general engine.
    std::optional<TextSpan> find(std::string_view text, std::size_t from) const override;

private:
    friend class PatternCompiler;
    static constexpr std::size_t kNoMatch = static_cast<std::size_t>(-1);

    // `retries`: how often another way may still be tried; below 0: the attempt was given up.
    std::size_t matchAt(std::string_view text, std::size_t at, std::int32_t& retries) const;
    std::size_t run(std::string_view text, std::size_t at, std::int32_t step, std::int32_t& retries) const;
    std::size_t takeRun(std::string_view text, std::size_t at, const PatternStep& step, std::size_t& leastEnd) const;

    std::vector<PatternStep> m_steps;
    std::vector<CodePointSet> m_sets;
    std::vector<std::int32_t> m_entries;         // first step of each alternative, in order
    std::array<std::uint64_t, 257> m_startsAt{}; // alternatives that can begin with this byte; [256]: at the end
};

} // namespace firstlight::model
