#include "backend/base/failure.h"
#include "backend/checkpoint/byte_cursor.h"
#include "backend/checkpoint/pickle.h"
#include "backend/checkpoint/pickle_classes.h"
#include "backend/checkpoint/pickle_machine.h"
#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::uint8_t kNewestProtocol = 5;
constexpr std::size_t kLongestName = 256;

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

// Reads opcodes. Each step leaves a problem of the machine or a refusal when it cannot be done.
class PickleReader
{
public:
    PickleReader(std::string_view bytes, PickleAllowance allowance) : m_cursor(bytes), m_allowance(allowance) {}

    absl::StatusOr<PickleDocument> run(const std::string& fileName)
    {
        while (!m_stopped && m_machine.withinLimits() && m_refusal.empty() && !m_cursor.ended()) {
            step(m_cursor.number<std::uint8_t>());
        }
        const std::string cutOff = m_cursor.ended() ? "its pickle is cut off" : "";
        PickleDocument document = m_stopped ? m_machine.finish(m_cursor.position()) : PickleDocument();
        if (!cutOff.empty() || !m_machine.problem().empty()) {
            return base::failure(reasons::kFileInvalid,
                                 {{"file", fileName}, {"detail", cutOff.empty() ? m_machine.problem() : cutOff}});
        }
        if (!m_refusal.empty()) {
            return base::failure(reasons::kFileRefused, {{"file", fileName}, {"detail", m_refusal}});
        }
        return document;
    }

private:
    using Items = PickleDocument::Items;

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
            return m_machine.push({}), true;
        case kNewTrue:
        case kNewFalse:
            return m_machine.push({PickleKind::kBool, opcode == kNewTrue ? 1U : 0U}), true;
        case kBinInt:
            return m_machine.push(wholeNumber(m_cursor.number<std::int32_t>())), true;
        case kBinInt1:
            return m_machine.push(wholeNumber(m_cursor.number<std::uint8_t>())), true;
        case kBinInt2:
            return m_machine.push(wholeNumber(m_cursor.number<std::uint16_t>())), true;
        case kLong1:
            return pushLong(m_cursor.number<std::uint8_t>()), true;
        case kLong4:
            return pushLong(m_cursor.number<std::uint32_t>()), true;
        case kBinFloat:
            return m_machine.push({PickleKind::kReal, __builtin_bswap64(m_cursor.number<std::uint64_t>())}), true;
        default:
            return false;
        }
    }

    void pushLong(std::uint32_t length)
    {
        const std::string_view bytes = m_cursor.take(length);
        if (bytes.size() > sizeof(std::uint64_t)) {
            return m_machine.pushText(PickleKind::kBytes, bytes);
        }
        const bool isNegative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80U) != 0;
        std::uint64_t number = isNegative ? ~std::uint64_t{0} : 0;
        for (std::size_t i = bytes.size(); i > 0; --i) {
            number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
        }
        m_machine.push({PickleKind::kInteger, number});
    }

    bool pushString(std::uint8_t opcode)
    {
        switch (opcode) {
        case kShortBinUnicode:
        case kShortBinString:
            return m_machine.pushText(PickleKind::kText, m_cursor.take(m_cursor.number<std::uint8_t>())), true;
        case kBinUnicode:
        case kBinString:
            return m_machine.pushText(PickleKind::kText, m_cursor.take(m_cursor.number<std::uint32_t>())), true;
        case kBinUnicode8:
            return m_machine.pushText(PickleKind::kText, m_cursor.take(m_cursor.number<std::uint64_t>())), true;
        case kShortBinBytes:
            return m_machine.pushText(PickleKind::kBytes, m_cursor.take(m_cursor.number<std::uint8_t>())), true;
        case kBinBytes:
            return m_machine.pushText(PickleKind::kBytes, m_cursor.take(m_cursor.number<std::uint32_t>())), true;
        case kBinBytes8:
            return m_machine.pushText(PickleKind::kBytes, m_cursor.take(m_cursor.number<std::uint64_t>())), true;
        default:
            return false;
        }
    }

    bool makeContainer(std::uint8_t opcode)
    {
        switch (opcode) {
        case kEmptyTuple:
            return m_machine.pushEmptyTuple(), true;
        case kEmptyList:
            return m_machine.pushObject(PickleKind::kList), true;
        case kEmptyDict:
            return m_machine.pushObject(PickleKind::kDict), true;
        case kEmptySet:
            return m_machine.pushObject(PickleKind::kSet), true;
        case kTuple:
            return m_machine.pushObject(PickleKind::kTuple, m_machine.popToMark()), true;
        case kList:
            return m_machine.pushObject(PickleKind::kList, m_machine.popToMark()), true;
        case kDict:
            return m_machine.pushObject(PickleKind::kDict), setItems(takePairs()), true;
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
        const PickleValue dictionary = m_machine.pop();
        Items pairs = m_machine.popToMark();
        m_machine.push(dictionary);
        return pairs;
    }

    void pushTuple(int count)
    {
        Items items(static_cast<std::size_t>(count));
        std::generate(items.rbegin(), items.rend(), [&] { return m_machine.pop(); });
        m_machine.pushObject(PickleKind::kTuple, std::move(items));
    }

    bool fillContainer(std::uint8_t opcode)
    {
        switch (opcode) {
        case kAppend: {
            const PickleValue value = m_machine.pop();
            return m_machine.extendTop(PickleKind::kList, {value}), true;
        }
        case kAppends:
            return m_machine.extendTop(PickleKind::kList, m_machine.popToMark()), true;
        case kAddItems:
            return m_machine.extendTop(PickleKind::kSet, m_machine.popToMark()), true;
        case kSetItem: {
            const PickleValue value = m_machine.pop();
            const PickleValue key = m_machine.pop();
            return setItems({key, value}), true;
        }
        case kSetItems:
            return setItems(m_machine.popToMark()), true;
        default:
            return false;
        }
    }

    void setItems(const Items& items)
    {
        if (items.size() % 2 != 0) {
            return m_machine.broken("a key without a value");
        }
        m_machine.extendTop(PickleKind::kDict, items);
    }

    bool useMemo(std::uint8_t opcode)
    {
        switch (opcode) {
        case kBinPut:
            return m_machine.remember(m_cursor.number<std::uint8_t>()), true;
        case kLongBinPut:
            return m_machine.remember(m_cursor.number<std::uint32_t>()), true;
        case kMemoize:
            return m_machine.rememberNext(), true;
        case kBinGet:
            return m_machine.recall(m_cursor.number<std::uint8_t>()), true;
        case kLongBinGet:
            return m_machine.recall(m_cursor.number<std::uint32_t>()), true;
        default:
            return false;
        }
    }

    bool useClass(std::uint8_t opcode)
    {
        switch (opcode) {
        case kGlobal: {
            const std::string_view module = m_cursor.line();
            return pushClass(module, m_cursor.line()), true;
        }
        case kStackGlobal: {
            const PickleValue name = m_machine.pop();
            const PickleValue module = m_machine.pop();
            if (name.kind != PickleKind::kText || module.kind != PickleKind::kText) {
                return m_machine.broken("a class whose name is no text"), true;
            }
            return pushClass(m_machine.document().text(module), m_machine.document().text(name)), true;
        }
        case kReduce:
        case kNewObj: {
            const PickleValue arguments = m_machine.pop();
            const PickleValue callee = m_machine.pop();
            return call(callee, arguments), true;
        }
        case kBuild: {
            const PickleValue state = m_machine.pop();
            return build(state), true;
        }
        case kBinPersId: {
            const PickleValue id = m_machine.pop();
            return m_machine.pushPersistent(id), true;
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
        m_machine.push({PickleKind::kClass, static_cast<std::uint64_t>(number)});
    }

    void call(const PickleValue& callee, const PickleValue& arguments)
    {
        if (callee.kind != PickleKind::kClass || arguments.kind != PickleKind::kTuple) {
            return m_machine.broken("it calls something that is no class");
        }
        const PickleClass& called = m_machine.document().classOf(callee);
        const Items& items = m_machine.document().items(arguments);
        switch (called.role) {
        case PickleRole::kDict:
            return makeDict(items);
        case PickleRole::kSize:
            return !items.empty() && items[0].kind == PickleKind::kTuple ? m_machine.push(items[0])
                                                                         : m_machine.pushEmptyTuple();
        case PickleRole::kLayout:
            return m_machine.push({});
        case PickleRole::kParameter:
            return isTensor(items) ? m_machine.push(items[0]) : m_machine.broken("a parameter that is no tensor");
        case PickleRole::kTensor:
        case PickleRole::kRecord:
            return m_machine.pushRecord(static_cast<std::int32_t>(callee.bits), Items(items));
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
               m_machine.document().classOf(items[0]).role == PickleRole::kTensor;
    }

    // OrderedDict(), or OrderedDict([(key, value), ...]) as old Pythons wrote it.
    void makeDict(const Items& arguments)
    {
        Items entries;
        if (!arguments.empty() && arguments[0].kind == PickleKind::kList) {
            for (const PickleValue& pair : m_machine.document().items(arguments[0])) {
                const bool isPair = (pair.kind == PickleKind::kList || pair.kind == PickleKind::kTuple) &&
                                    m_machine.document().items(pair).size() == 2;
                if (!isPair) {
                    return m_machine.broken("a dictionary of something that is no pair");
                }
                const Items& both = m_machine.document().items(pair);
                entries.insert(entries.end(), both.begin(), both.end());
            }
        }
        m_machine.pushObject(PickleKind::kDict, std::move(entries));
    }

    // Dictionaries carry notes of their own (state_dict versions); nothing depends on them.
    void build(const PickleValue& state)
    {
        const PickleValue* built = m_machine.top();
        if (built == nullptr) {
            return;
        }
        if (built->kind == PickleKind::kRecord && m_machine.document().classOf(*built).role == PickleRole::kRecord) {
            m_machine.setState(*built, state);
        } else if (built->kind != PickleKind::kDict) {
            m_refusal = "its pickle sets attributes of something that has none";
        }
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
            return m_machine.mark(), true;
        case kPop:
            return m_machine.dropTop(), true;
        case kPopMark:
            return static_cast<void>(m_machine.popToMark()), true;
        case kDup:
            return duplicate(), true;
        case kStop:
            return static_cast<void>(m_stopped = true), true;
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

    void duplicate()
    {
        if (const PickleValue* value = m_machine.top(); value != nullptr) {
            m_machine.push(PickleValue(*value));
        }
    }

    ByteCursor m_cursor;
    PickleAllowance m_allowance;
    PickleMachine m_machine;
    bool m_stopped = false;
    std::string m_refusal; // what the bytes ask for is not allowed
};

} // namespace

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
