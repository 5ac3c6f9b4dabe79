// From the syntax tree of a pattern to its program.
#include "backend/model/pattern_program.h"

#include <map>

namespace firstlight::model {

namespace {

constexpr std::size_t kMaxSteps = 500; // published patterns have fewer than a hundred
constexpr std::size_t kMaxAlternatives = 64;

// Characters with which a match of a node can begin; `empty`: it may also take nothing.
struct FirstSet {
    CodePointRanges set;
    bool empty = true;
};

FirstSet firstSet(const PatternNode& node);

FirstSet firstOfSequence(const std::vector<PatternNode>& children, std::size_t from)
{
    FirstSet first;
    for (std::size_t i = from; i < children.size() && first.empty; ++i) {
        const FirstSet child = firstSet(children[i]);
        first.set = unite(first.set, child.set);
        first.empty = child.empty;
    }
    return first;
}

FirstSet firstSet(const PatternNode& node)
{
    FirstSet first;
    switch (node.kind) {
    case PatternNode::Kind::kSet:
        return {node.set, false};
    case PatternNode::Kind::kSequence:
        return firstOfSequence(node.children, 0);
    case PatternNode::Kind::kRepeat:
        first = firstSet(node.children[0]);
        first.empty = first.empty || node.min == 0;
        return first;
    case PatternNode::Kind::kLookAhead:
        return first;
    case PatternNode::Kind::kAlternatives:
        first.empty = false;
        for (const PatternNode& child : node.children) {
            const FirstSet one = firstSet(child);
            first.set = unite(first.set, one.set);
            first.empty = first.empty || one.empty;
        }
        return first;
    }
    return first;
}

} // namespace

class PatternCompiler
{
public:
    explicit PatternCompiler(PatternProgram& program) : m_program(program) {}

    bool compile(const PatternNode& root)
    {
        if (root.children.size() > kMaxAlternatives) {
            return false;
        }
        for (std::size_t i = 0; i < root.children.size(); ++i) {
            m_program.m_entries.push_back(position());
            addNode(root.children[i], nullptr);
            addStep({});
            addStarts(firstSet(root.children[i]), i);
        }
        return !m_failed;
    }

private:
    std::int32_t position() const { return static_cast<std::int32_t>(m_program.m_steps.size()); }
    PatternStep& step(std::int32_t at) { return m_program.m_steps[static_cast<std::size_t>(at)]; }

    std::int32_t addStep(const PatternStep& step)
    {
        if (m_program.m_steps.size() >= kMaxSteps) {
            m_failed = true;
        } else {
            m_program.m_steps.push_back(step);
        }
        return position() - 1;
    }

    void addStarts(const FirstSet& first, std::size_t alternative)
    {
        const std::uint64_t bit = std::uint64_t{1} << alternative;
        const CodePointSet set(first.set);
        const bool wide = !first.set.empty() && first.set.back().last >= 128;
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const bool starts = byte < 128 ? set.containsAscii(static_cast<unsigned char>(byte)) : wide;
            if (starts || first.empty) {
                m_program.m_startsAt[byte] |= bit;
            }
        }
        if (first.empty) {
            m_program.m_startsAt[256] |= bit;
        }
    }

    // `behind`: what a match must go on with, null when not known.
    void addNode(const PatternNode& node, const FirstSet* behind)
    {
        switch (node.kind) {
        case PatternNode::Kind::kSet:
            addRun(node.set, 1, 1, true);
            break;
        case PatternNode::Kind::kSequence:
            addSequence(node);
            break;
        case PatternNode::Kind::kAlternatives:
            addAlternatives(node);
            break;
        case PatternNode::Kind::kRepeat:
            addRepeat(node, behind);
            break;
        case PatternNode::Kind::kLookAhead: {
            const std::int32_t look = addStep({PatternStep::Kind::kLook, node.negative});
            addNode(node.children[0], nullptr);
            addStep({});
            step(look).next = position();
            break;
        }
        }
    }

    void addSequence(const PatternNode& node)
    {
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const FirstSet behind = firstOfSequence(node.children, i + 1);
            const bool lookFollows =
                i + 1 < node.children.size() && node.children[i + 1].kind == PatternNode::Kind::kLookAhead;
            addNode(node.children[i], behind.empty || lookFollows ? nullptr : &behind);
        }
    }

    void addAlternatives(const PatternNode& node)
    {
        std::vector<std::int32_t> jumps;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const bool last = i + 1 == node.children.size();
            const std::int32_t split = last ? -1 : addStep({PatternStep::Kind::kSplit});
            if (!last) {
                step(split).next = position();
            }
            addNode(node.children[i], nullptr);
            if (!last) {
                jumps.push_back(addStep({PatternStep::Kind::kJump}));
                step(split).other = position();
            }
        }
        for (const std::int32_t jump : jumps) {
            step(jump).next = position();
        }
    }

    void addRepeat(const PatternNode& node, const FirstSet* behind)
    {
        const PatternNode& child = node.children[0];
        if (child.kind == PatternNode::Kind::kSet) {
            // Characters given back could only help where what follows can begin with one of them.
            const bool keeps = node.possessive || (behind != nullptr && intersect(behind->set, child.set).empty());
            addRun(child.set, node.min, node.max, keeps);
            return;
        }
        if (node.possessive || firstSet(child).empty) {
            m_failed = true;
            return;
        }
        for (int i = 0; i < node.min && !m_failed; ++i) {
            addNode(child, nullptr);
        }
        if (node.max == PatternNode::kUnbounded) {
            const std::int32_t split = addStep({PatternStep::Kind::kSplit});
            step(split).next = position();
            addNode(child, nullptr);
            const std::int32_t jump = addStep({PatternStep::Kind::kJump});
            step(jump).next = split;
            step(split).other = position();
            return;
        }
        std::vector<std::int32_t> splits;
        for (int i = node.min; i < node.max && !m_failed; ++i) {
            splits.push_back(addStep({PatternStep::Kind::kSplit}));
            step(splits.back()).next = position();
            addNode(child, nullptr);
        }
        for (const std::int32_t split : splits) {
            step(split).other = position();
        }
    }

    void addRun(const CodePointRanges& set, int min, int max, bool keeps)
    {
        PatternStep run{PatternStep::Kind::kRun, keeps};
        run.set = static_cast<std::int32_t>(m_program.m_sets.size());
        run.min = min;
        run.max = max;
        m_program.m_sets.emplace_back(set);
        addStep(run);
    }

    PatternProgram& m_program;
    bool m_failed = false;
};

std::unique_ptr<PatternProgram> PatternProgram::compile(const PatternNode& root)
{
    auto program = std::make_unique<PatternProgram>();
    return PatternCompiler(*program).compile(root) ? std::move(program) : nullptr;
}

} // namespace firstlight::model
