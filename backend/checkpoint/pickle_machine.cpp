#include "backend/checkpoint/pickle_machine.h"

#include <algorithm>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::size_t kMostValues = 16U << 20; // on the stack, in all containers, and in the memo
constexpr std::size_t kMostObjects = 4U << 20; // containers and records
constexpr std::size_t kLargestMemoGap = 64;    // writers number what they remember one by one
constexpr char kNoValue[] = "it takes a value that is not there";

} // namespace

PickleMachine::PickleMachine()
{
    m_emptyTuple = {PickleKind::kTuple, newObject({})};
}

void PickleMachine::broken(const char* what)
{
    if (m_problem.empty()) {
        m_problem = std::string("its pickle is broken (") + what + ")";
    }
}

bool PickleMachine::withinLimits()
{
    if (m_stack.size() + m_marks.size() + m_values + m_memo.size() > kMostValues && m_problem.empty()) {
        m_problem = "its pickle has more than " + std::to_string(kMostValues) + " values";
    }
    return m_problem.empty();
}

PickleValue PickleMachine::pop()
{
    if (top() == nullptr) {
        return {};
    }
    const PickleValue value = m_stack.back();
    m_stack.pop_back();
    return value;
}

const PickleValue* PickleMachine::top()
{
    if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back())) {
        broken(kNoValue);
        return nullptr;
    }
    return &m_stack.back();
}

PickleMachine::Items PickleMachine::popToMark()
{
    if (m_marks.empty()) {
        broken("it goes back to a mark that is not there");
        return {};
    }
    const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    Items items(begin, m_stack.end());
    m_stack.erase(begin, m_stack.end());
    m_marks.pop_back();
    return items;
}

void PickleMachine::dropTop()
{
    if (!m_marks.empty() && m_marks.back() == m_stack.size()) {
        m_marks.pop_back();
    } else {
        pop();
    }
}

std::uint64_t PickleMachine::newObject(Items items)
{
    std::vector<PickleDocument::Object>& objects = m_document.m_objects;
    if (objects.size() >= kMostObjects) {
        m_problem = "its pickle has more than " + std::to_string(kMostObjects) + " containers";
        return m_emptyTuple.bits;
    }
    m_values += items.size();
    objects.emplace_back().items = std::move(items);
    return objects.size() - 1;
}

void PickleMachine::pushText(PickleKind kind, std::string_view text)
{
    push({kind, m_document.m_texts.size()});
    m_document.m_texts.push_back(text);
    ++m_values;
}

void PickleMachine::pushObject(PickleKind kind, Items items)
{
    push({kind, newObject(std::move(items))});
}

void PickleMachine::pushRecord(std::int32_t classNumber, Items arguments)
{
    const std::uint64_t place = newObject(std::move(arguments));
    if (m_problem.empty()) {
        m_document.m_objects[place].classNumber = classNumber;
        push({PickleKind::kRecord, place});
    }
}

void PickleMachine::pushPersistent(const PickleValue& tuple)
{
    if (tuple.kind != PickleKind::kTuple) {
        return broken("a storage that is not described");
    }
    push({PickleKind::kPersistent, tuple.bits});
    m_document.m_persistents.push_back(m_stack.back());
    ++m_values;
}

void PickleMachine::extendTop(PickleKind kind, const Items& items)
{
    const PickleValue* container = top();
    if (container == nullptr || container->kind != kind) {
        return broken("it adds to something that takes no items");
    }
    Items& present = m_document.m_objects[container->bits].items;
    present.insert(present.end(), items.begin(), items.end());
    m_values += items.size();
}

void PickleMachine::setState(const PickleValue& record, const PickleValue& state)
{
    m_document.m_objects[record.bits].state = state;
}

void PickleMachine::remember(std::size_t place)
{
    const PickleValue* value = top();
    if (value == nullptr) {
        return;
    }
    if (place > m_memo.size() + kLargestMemoGap) {
        return broken("it numbers what it remembers with a leap");
    }
    m_memo.resize(std::max(m_memo.size(), place + 1));
    m_memo[place] = *value;
}

void PickleMachine::recall(std::size_t place)
{
    if (place >= m_memo.size() || !m_memo[place]) {
        return broken("it recalls what it never remembered");
    }
    push(*m_memo[place]);
}

PickleDocument PickleMachine::finish(std::size_t readBytes)
{
    m_document.m_root = pop();
    m_document.m_readBytes = readBytes;
    if (!(m_stack.empty() && m_marks.empty())) {
        broken("it leaves values behind");
    }
    return std::move(m_document);
}

} // namespace firstlight::checkpoint
