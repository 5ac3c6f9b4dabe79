// What a pickle has built so far: stack, memo and containers, within limits.
#pragma once

#include "backend/checkpoint/pickle.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

// After something that cannot be done, problem() says what, and everything else still is safe to call.
class PickleMachine
{
public:
    using Items = PickleDocument::Items;

    PickleMachine();

    const PickleDocument& document() const { return m_document; }
    const std::string& problem() const { return m_problem; } // for people; empty: none
    void broken(const char* what);
    bool withinLimits();

    // The stack never sinks below the last mark.
    void push(const PickleValue& value) { m_stack.push_back(value); }
    PickleValue pop();
    const PickleValue* top(); // nullptr: a problem
    void mark() { m_marks.push_back(m_stack.size()); }
    Items popToMark();
    void dropTop(); // or the mark that is right on top

    void pushText(PickleKind kind, std::string_view text);
    void pushObject(PickleKind kind, Items items = {});
    void pushEmptyTuple() { push(m_emptyTuple); }
    void pushRecord(std::int32_t classNumber, Items arguments);
    void pushPersistent(const PickleValue& tuple);
    void extendTop(PickleKind kind, const Items& items); // the container on top, which must be of this kind
    void setState(const PickleValue& record, const PickleValue& state);

    void remember(std::size_t place);
    void rememberNext() { remember(m_memo.size()); }
    void recall(std::size_t place);

    // The value that is left, alone, on the stack.
    PickleDocument finish(std::size_t readBytes);

private:
    std::uint64_t newObject(Items items);

    PickleDocument m_document;
    std::vector<PickleValue> m_stack;
    std::vector<std::size_t> m_marks;
    std::vector<std::optional<PickleValue>> m_memo;
    PickleValue m_emptyTuple;
    std::size_t m_values = 0; // in containers
    std::string m_problem;
};

} // namespace firstlight::checkpoint
