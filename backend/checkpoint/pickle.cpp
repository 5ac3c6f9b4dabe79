#include "backend/checkpoint/pickle.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/byte_cursor.h"
#include "backend/checkpoint/pickle_classes.h"
#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::size_t kMostValues = 16U << 20; // on the stack, in all containers, and in the memo
constexpr std::size_t kMostObjects = 4U << 20; // containers and records
constexpr std::size_t kLargestMemoGap = 64;    // writers number what they remember one by one
constexpr std::uint8_t kNewestProtocol = 5;
constexpr std::size_t kLongestName = 256;

// What is shared within a pickle is looked at again and again: these keep that short.
constexpr std::size_t kMostFields = 128; // keys and values
constexpr std::size_t kMostSizes = 32;

enum Opcode : std::uint8_t {
    kMark = '(',
    kStop = '.',
    kPop = '0',
    kPopMark = '1',
    kDup = '2',
    kBinFloat = 'G',
    kBinInt = 'J',
    kBinInt1 = 'K',
    kBinInt2 = 'M',
    kNone = 'N',
    kBinPersId = 'Q',
    kReduce = 'R',
    kBinString = 'T',
    kShortBinString = 'U',
    kBinUnicode = 'X',
    kEmptyList = ']',
    kAppend = 'a',
    kBuild = 'b',
    kGlobal = 'c',
    kDict = 'd',
    kEmptyDict = '}',
    kAppends = 'e',
    kBinGet = 'h',
    kLongBinGet = 'j',
    kList = 'l',
    kBinPut = 'q',
    kLongBinPut = 'r',
    kSetItem = 's',
    kTuple = 't',
    kEmptyTuple = ')',
    kSetItems = 'u',
    kBinBytes = 'B',
    kShortBinBytes = 'C',
    kProto = 0x80,
    kNewObj = 0x81,
    kTuple1 = 0x85,
    kTuple2 = 0x86,
    kTuple3 = 0x87,
    kNewTrue = 0x88,
    kNewFalse = 0x89,
    kLong1 = 0x8a,
    kLong4 = 0x8b,
    kShortBinUnicode = 0x8c,
    kBinUnicode8 = 0x8d,
    kBinBytes8 = 0x8e,
    kEmptySet = 0x8f,
    kAddItems = 0x90,
    kStackGlobal = 0x93,
    kMemoize = 0x94,
    kFrame = 0x95,
};

PickleValue wholeNumber(std::int64_t number)
{
    return {PickleKind::kInteger, static_cast<std::uint64_t>(number)};
}

std::string qualified(std::string_view module, std::string_view name)
{
    std::string text(module);
    text += '.';
    text += name;
    return inQuotes(text);
}

} // namespace

const PickleClass& PickleDocument::classOf(const PickleValue& value) const
{
    return pickleClass(value.kind == PickleKind::kClass ? static_cast<std::int32_t>(value.bits)
                                                        : m_objects[value.bits].classNumber);
}

PickleValue PickleDocument::field(const PickleValue& value, std::string_view name) const
{
    const PickleValue dictionary = value.kind == PickleKind::kRecord ? state(value) : value;
    if (dictionary.kind != PickleKind::kDict) {
        return {};
    }
    const Items& entries = items(dictionary);
    const std::size_t most = value.kind == PickleKind::kRecord ? kMostFields : entries.size();
    for (std::size_t i = 0; i + 1 < std::min(most, entries.size()); i += 2) {
        if (entries[i].kind == PickleKind::kText && text(entries[i]) == name) {
            return entries[i + 1];
        }
    }
    return {};
}

std::optional<std::vector<std::int64_t>> PickleDocument::sizes(const PickleValue& value) const
{
    if (value.kind != PickleKind::kTuple && value.kind != PickleKind::kList) {
        return std::nullopt;
    }
    if (items(value).size() > kMostSizes) {
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers;
    for (const PickleValue& item : items(value)) {
        if (item.kind != PickleKind::kInteger || item.integer() < 0) {
            return std::nullopt;
        }
        numbers.push_back(item.integer());
    }
    return numbers;
}

// The stack machine. Each step leaves m_problem or m_refusal when it cannot be done.
class PickleReader
{
public:
    PickleReader(std::string_view bytes, PickleAllowance allowance) : m_cursor(bytes), m_allowance(allowance)
    {
        m_emptyTuple = newObject(PickleKind::kTuple);
    }

    absl::StatusOr<PickleDocument> run(const std::string& fileName)
    {
        while (!m_stopped && m_problem.empty() && m_refusal.empty() && !m_cursor.ended()) {
            step(m_cursor.number<std::uint8_t>());
            if (m_stack.size() + m_marks.size() + m_values + m_memo.size() > kMostValues) {
                m_problem = "its pickle has more than " + std::to_string(kMostValues) + " values";
            }
        }
        if (m_cursor.ended()) {
            m_problem = "its pickle is cut off";
        }
        if (!m_problem.empty()) {
            return base::failure(reasons::kFileInvalid, {{"file", fileName}, {"detail", m_problem}});
        }
        if (!m_refusal.empty()) {
            return base::failure(reasons::kFileRefused, {{"file", fileName}, {"detail", m_refusal}});
        }
        m_document.m_readBytes = m_cursor.position();
        return std::move(m_document);
    }

private:
    using Items = PickleDocument::Items;

    void broken(const char* what) { m_problem = std::string("its pickle is broken (") + what + ")"; }

    // The stack never sinks below the last mark.
    PickleValue pop()
    {
        if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back())) {
            broken("it takes a value that is not there");
            return {};
        }
        const PickleValue value = m_stack.back();
        m_stack.pop_back();
        return value;
    }

    PickleValue* top()
    {
        if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back())) {
            broken("it takes a value that is not there");
            return nullptr;
        }
        return &m_stack.back();
    }

    void push(const PickleValue& value) { m_stack.push_back(value); }

    Items popToMark()
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

    PickleValue newObject(PickleKind kind, Items items = {})
    {
        if (m_document.m_objects.size() >= kMostObjects) {
            m_problem = "its pickle has more than " + std::to_string(kMostObjects) + " containers";
            return {};
        }
        m_values += items.size();
        m_document.m_objects.emplace_back().items = std::move(items);
        return {kind, m_document.m_objects.size() - 1};
    }

    PickleDocument::Object& object(const PickleValue& value) { return m_document.m_objects[value.bits]; }

    void pushText(PickleKind kind, std::string_view text)
    {
        push({kind, m_document.m_texts.size()});
        m_document.m_texts.push_back(text);
        ++m_values;
    }

    void step(std::uint8_t opcode)
    {
        if (!pushNumber(opcode) && !pushString(opcode) && !makeContainer(opcode) && !fillContainer(opcode) &&
            !useMemo(opcode) && !useClass(opcode) && !moveStack(opcode)) {
            m_refusal = "its pickle uses " + pickleOpcodeName(opcode) + ", which no checkpoint needs";
        }
    }

    bool pushNumber(std::uint8_t opcode)
    {
        switch (opcode) {
        case kNone:
            return push({}), true;
        case kNewTrue:
        case kNewFalse:
            return push({PickleKind::kBool, opcode == kNewTrue ? 1U : 0U}), true;
        case kBinInt:
            return push(wholeNumber(m_cursor.number<std::int32_t>())), true;
        case kBinInt1:
            return push(wholeNumber(m_cursor.number<std::uint8_t>())), true;
        case kBinInt2:
            return push(wholeNumber(m_cursor.number<std::uint16_t>())), true;
        case kLong1:
            return pushLong(m_cursor.number<std::uint8_t>()), true;
        case kLong4:
            return pushLong(m_cursor.number<std::uint32_t>()), true;
        case kBinFloat:
            return push({PickleKind::kReal, __builtin_bswap64(m_cursor.number<std::uint64_t>())}), true;
        default:
            return false;
        }
    }

    void pushLong(std::uint32_t length)
    {
        const std::string_view bytes = m_cursor.take(length);
        if (bytes.size() > sizeof(std::uint64_t)) {
            return pushText(PickleKind::kBytes, bytes);
        }
        const bool isNegative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80U) != 0;
        std::uint64_t number = isNegative ? ~std::uint64_t{0} : 0;
        for (std::size_t i = bytes.size(); i > 0; --i) {
            number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
        }
        push({PickleKind::kInteger, number});
    }

    bool pushString(std::uint8_t opcode)
    {
        switch (opcode) {
        case kShortBinUnicode:
        case kShortBinString:
            return pushText(PickleKind::kText, m_cursor.take(m_cursor.number<std::uint8_t>())), true;
        case kBinUnicode:
        case kBinString:
            return pushText(PickleKind::kText, m_cursor.take(m_cursor.number<std::uint32_t>())), true;
        case kBinUnicode8:
            return pushText(PickleKind::kText, m_cursor.take(m_cursor.number<std::uint64_t>())), true;
        case kShortBinBytes:
            return pushText(PickleKind::kBytes, m_cursor.take(m_cursor.number<std::uint8_t>())), true;
        case kBinBytes:
            return pushText(PickleKind::kBytes, m_cursor.take(m_cursor.number<std::uint32_t>())), true;
        case kBinBytes8:
            return pushText(PickleKind::kBytes, m_cursor.take(m_cursor.number<std::uint64_t>())), true;
        default:
            return false;
        }
    }

    bool makeContainer(std::uint8_t opcode)
    {
        switch (opcode) {
        case kEmptyTuple:
            return push(m_emptyTuple), true;
        case kEmptyList:
            return push(newObject(PickleKind::kList)), true;
        case kEmptyDict:
            return push(newObject(PickleKind::kDict)), true;
        case kEmptySet:
            return push(newObject(PickleKind::kSet)), true;
        case kTuple:
            return push(newObject(PickleKind::kTuple, popToMark())), true;
        case kList:
            return push(newObject(PickleKind::kList, popToMark())), true;
        case kDict:
            return push(newObject(PickleKind::kDict)), setItems(takePairs()), true;
        case kTuple1:
        case kTuple2:
        case kTuple3:
            return pushTuple(opcode - kTuple1 + 1), true;
        default:
            return false;
        }
    }

    // For DICT, which makes the dictionary after its items: they lie below it.
    Items takePairs()
    {
        const PickleValue dictionary = pop();
        Items pairs = popToMark();
        push(dictionary);
        return pairs;
    }

    void pushTuple(int count)
    {
        Items items(static_cast<std::size_t>(count));
        std::generate(items.rbegin(), items.rend(), [&] { return pop(); });
        push(newObject(PickleKind::kTuple, std::move(items)));
    }

    bool fillContainer(std::uint8_t opcode)
    {
        switch (opcode) {
        case kAppend: {
            const PickleValue value = pop();
            return extend(PickleKind::kList, {value}), true;
        }
        case kAppends:
            return extend(PickleKind::kList, popToMark()), true;
        case kAddItems:
            return extend(PickleKind::kSet, popToMark()), true;
        case kSetItem: {
            const PickleValue value = pop();
            const PickleValue key = pop();
            return setItems({key, value}), true;
        }
        case kSetItems:
            return setItems(popToMark()), true;
        default:
            return false;
        }
    }

    void extend(PickleKind kind, const Items& items)
    {
        const PickleValue* container = top();
        if (container == nullptr || container->kind != kind) {
            return broken("it adds to something that takes no items");
        }
        Items& present = object(*container).items;
        present.insert(present.end(), items.begin(), items.end());
        m_values += items.size();
    }

    void setItems(const Items& items)
    {
        if (items.size() % 2 != 0) {
            return broken("a key without a value");
        }
        extend(PickleKind::kDict, items);
    }

    bool useMemo(std::uint8_t opcode)
    {
        switch (opcode) {
        case kBinPut:
            return remember(m_cursor.number<std::uint8_t>()), true;
        case kLongBinPut:
            return remember(m_cursor.number<std::uint32_t>()), true;
        case kMemoize:
            return remember(m_memo.size()), true;
        case kBinGet:
            return recall(m_cursor.number<std::uint8_t>()), true;
        case kLongBinGet:
            return recall(m_cursor.number<std::uint32_t>()), true;
        default:
            return false;
        }
    }

    void remember(std::size_t place)
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

    void recall(std::size_t place)
    {
        if (place >= m_memo.size() || !m_memo[place]) {
            return broken("it recalls what it never remembered");
        }
        push(*m_memo[place]);
    }

    bool useClass(std::uint8_t opcode)
    {
        switch (opcode) {
        case kGlobal: {
            const std::string_view module = m_cursor.line();
            return pushClass(module, m_cursor.line()), true;
        }
        case kStackGlobal: {
            const PickleValue name = pop();
            const PickleValue module = pop();
            if (name.kind != PickleKind::kText || module.kind != PickleKind::kText) {
                return broken("a class whose name is no text"), true;
            }
            return pushClass(m_document.text(module), m_document.text(name)), true;
        }
        case kReduce:
        case kNewObj: {
            const PickleValue arguments = pop();
            const PickleValue callee = pop();
            return call(callee, arguments), true;
        }
        case kBuild: {
            const PickleValue state = pop();
            return build(state), true;
        }
        case kBinPersId: {
            const PickleValue id = pop();
            return pushPersistent(id), true;
        }
        default:
            return false;
        }
    }

    void pushClass(std::string_view module, std::string_view name)
    {
        if (m_cursor.ended()) {
            return;
        }
        const bool isShort = module.size() <= kLongestName && name.size() <= kLongestName;
        const std::int32_t number = isShort ? findPickleClass(module, name, m_allowance) : -1;
        if (number < 0) {
            m_refusal = "its pickle asks for " + qualified(module.substr(0, kLongestName), name) +
                        "; only tensors are built, nothing is run";
            return;
        }
        push({PickleKind::kClass, static_cast<std::uint64_t>(number)});
    }

    void call(const PickleValue& callee, const PickleValue& arguments)
    {
        if (!m_problem.empty()) {
            return;
        }
        if (callee.kind != PickleKind::kClass || arguments.kind != PickleKind::kTuple) {
            return broken("it calls something that is no class");
        }
        const PickleClass& called = m_document.classOf(callee);
        const Items& items = m_document.items(arguments);
        switch (called.role) {
        case PickleRole::kDict:
            return makeDict(items);
        case PickleRole::kSize:
            return !items.empty() && items[0].kind == PickleKind::kTuple ? push(items[0]) : push(m_emptyTuple);
        case PickleRole::kLayout:
            return push({});
        case PickleRole::kParameter:
            return isTensor(items) ? push(items[0]) : broken("a parameter that is no tensor");
        case PickleRole::kTensor:
        case PickleRole::kRecord:
            return makeRecord(static_cast<std::int32_t>(callee.bits), items);
        case PickleRole::kStorage:
        case PickleRole::kUntypedStorage:
        case PickleRole::kDType:
            break;
        }
        m_refusal =
            "its pickle calls " + qualified(called.module, called.name) + "; only tensors are built, nothing is run";
    }

    bool isTensor(const Items& items) const
    {
        return !items.empty() && items[0].kind == PickleKind::kRecord &&
               m_document.classOf(items[0]).role == PickleRole::kTensor;
    }

    void makeRecord(std::int32_t classNumber, const Items& arguments)
    {
        const PickleValue record = newObject(PickleKind::kRecord, Items(arguments));
        if (m_problem.empty()) {
            object(record).classNumber = classNumber;
            push(record);
        }
    }

    // OrderedDict(), or OrderedDict([(key, value), ...]) as old Pythons wrote it.
    void makeDict(const Items& arguments)
    {
        Items entries;
        if (!arguments.empty() && arguments[0].kind == PickleKind::kList) {
            for (const PickleValue& pair : m_document.items(arguments[0])) {
                const bool isPair = (pair.kind == PickleKind::kList || pair.kind == PickleKind::kTuple) &&
                                    m_document.items(pair).size() == 2;
                if (!isPair) {
                    return broken("a dictionary of something that is no pair");
                }
                entries.insert(entries.end(), m_document.items(pair).begin(), m_document.items(pair).end());
            }
        }
        push(newObject(PickleKind::kDict, std::move(entries)));
    }

    // Dictionaries carry notes of their own (state_dict versions); nothing depends on them.
    void build(const PickleValue& state)
    {
        const PickleValue* built = top();
        if (built == nullptr) {
            return;
        }
        if (built->kind == PickleKind::kRecord && m_document.classOf(*built).role == PickleRole::kRecord) {
            object(*built).state = state;
        } else if (built->kind != PickleKind::kDict) {
            m_refusal = "its pickle sets attributes of something that has none";
        }
    }

    void pushPersistent(const PickleValue& id)
    {
        if (id.kind != PickleKind::kTuple) {
            return broken("a storage that is not described");
        }
        push({PickleKind::kPersistent, id.bits});
        m_document.m_persistents.push_back(m_stack.back());
        ++m_values;
    }

    bool moveStack(std::uint8_t opcode)
    {
        switch (opcode) {
        case kProto:
            return checkProtocol(m_cursor.number<std::uint8_t>()), true;
        case kFrame:
            return static_cast<void>(m_cursor.number<std::uint64_t>()),
                   true; // how writers cut their output; nothing depends on it
        case kMark:
            return m_marks.push_back(m_stack.size()), true;
        case kPop:
            return dropTop(), true;
        case kPopMark:
            return static_cast<void>(popToMark()), true;
        case kDup:
            return duplicate(), true;
        case kStop:
            return stop(), true;
        default:
            return false;
        }
    }

    void checkProtocol(std::uint8_t protocol)
    {
        if (protocol > kNewestProtocol) {
            m_refusal = "its pickle is of protocol " + std::to_string(protocol) + "; protocols up to 5 are read";
        }
    }

    // A mark right on top is what goes.
    void dropTop()
    {
        if (!m_marks.empty() && m_marks.back() == m_stack.size()) {
            m_marks.pop_back();
        } else {
            pop();
        }
    }

    void duplicate()
    {
        if (const PickleValue* value = top(); value != nullptr) {
            push(PickleValue(*value));
        }
    }

    void stop()
    {
        m_document.m_root = pop();
        m_stopped = true;
        if (m_problem.empty() && !(m_stack.empty() && m_marks.empty())) {
            broken("it leaves values behind");
        }
    }

    ByteCursor m_cursor;
    PickleAllowance m_allowance;
    PickleDocument m_document;
    std::vector<PickleValue> m_stack;
    std::vector<std::size_t> m_marks;
    std::vector<std::optional<PickleValue>> m_memo;
    PickleValue m_emptyTuple;
    std::size_t m_values = 0; // in containers
    bool m_stopped = false;
    std::string m_problem; // the bytes are wrong
    std::string m_refusal; // what they ask for is not allowed
};

absl::StatusOr<PickleDocument> readPickle(const std::string& fileName, std::string_view bytes,
                                          PickleAllowance allowance)
{
    if (bytes.size() > kMaxPickleBytes) {
        return base::failure(reasons::kFileInvalid,
                             {{"file", fileName},
                              {"detail", "its pickle has " + std::to_string(bytes.size()) + " bytes; at most " +
                                             std::to_string(kMaxPickleBytes) + " are read"}});
    }
    return PickleReader(bytes, allowance).run(fileName);
}

} // namespace firstlight::checkpoint
