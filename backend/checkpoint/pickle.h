// Reads a Python pickle without running anything: values, containers, and records of a short list of known classes.
//
// What a pickle asks for beyond that is refused by name: any other class or function, any opcode that torch does not
// write, and more values than a checkpoint needs. The bytes must outlive the document: its texts are views into them.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <absl/status/statusor.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

// What the classes and functions that a pickle may name are to the reader.
enum class PickleRole : std::uint8_t {
    kDict,           // collections.OrderedDict
    kTensor,         // a torch._utils._rebuild_tensor*: a record with the function's arguments
    kParameter,      // torch._utils._rebuild_parameter: stands for its tensor
    kSize,           // torch.Size: stands for its tuple
    kLayout,         // torch.serialization._get_layout
    kStorage,        // torch.FloatStorage and the like: names the dtype
    kUntypedStorage, // counts bytes
    kDType,          // torch.float32 and the like
    kRecord,         // a class of a distributed checkpoint's metadata: a record with its state
};

enum class PickleAllowance { kTensors, kDistributedMetadata };

struct PickleClass {
    std::string_view module;
    std::string_view name;
    PickleRole role = PickleRole::kRecord;
    DType dtype = DType::kF32; // of kStorage and kDType
};

enum class PickleKind : std::uint8_t {
    kNone,
    kBool,
    kInteger,
    kReal,
    kText,
    kBytes, // also a whole number that leaves 64 bits: its little-endian bytes
    kTuple,
    kList,
    kDict,
    kSet,
    kClass,
    kRecord,
    kPersistent, // a reference to something outside the pickle: its items are those of the identifying tuple
};

struct PickleValue {
    PickleKind kind = PickleKind::kNone;
    std::uint64_t bits = 0; // the value itself, or its place in the document

    std::int64_t integer() const { return static_cast<std::int64_t>(bits); }
    double real() const { return std::bit_cast<double>(bits); }
};

// A container may hold itself: whoever walks through one must count.
class PickleDocument
{
public:
    using Items = std::vector<PickleValue>;

    // Of a value of the kind that fits; the caller has checked the kind.
    std::string_view text(const PickleValue& value) const { return m_texts[value.bits]; }
    const Items& items(const PickleValue& value) const { return m_objects[value.bits].items; }
    const PickleClass& classOf(const PickleValue& value) const;

    const PickleValue& root() const { return m_root; }
    std::size_t readBytes() const { return m_readBytes; } // from the beginning to behind the STOP opcode

    // Of a dictionary, whose items are key, value, key, value, ..., or of a record whose state is one (its first 64
    // fields). Kind kNone when there is no such text among the keys.
    PickleValue field(const PickleValue& value, std::string_view name) const;
    // Of a record: what BUILD gave it; kNone: nothing.
    PickleValue state(const PickleValue& record) const { return m_objects[record.bits].state; }

    const Items& persistents() const { return m_persistents; } // all of kPersistent, in the order of the pickle

    // nullopt: not a tuple or list of at most 32 whole numbers from 0 to 2^63 - 1.
    std::optional<std::vector<std::int64_t>> sizes(const PickleValue& value) const;

private:
    friend class PickleMachine;

    struct Object {
        Items items;
        PickleValue state;
        std::int32_t classNumber = -1;
    };

    std::vector<std::string_view> m_texts;
    std::vector<Object> m_objects;
    Items m_persistents;
    PickleValue m_root;
    std::size_t m_readBytes = 0;
};

inline constexpr std::uint64_t kMaxPickleBytes = 64U << 20; // a hundred times what a large checkpoint's file has

// Failures: kFileInvalid (broken, too large), kFileRefused (asks for something that is not allowed).
absl::StatusOr<PickleDocument> readPickle(const std::string& fileName, std::string_view bytes,
                                          PickleAllowance allowance);

} // namespace firstlight::checkpoint
