#include "backend/checkpoint/torch_tensors.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::size_t kMostTensors = 1'000'000;
constexpr int kDeepestDictionary = 8;
constexpr std::size_t kLongestName = 1024;
constexpr std::size_t kLongestKey = 256;

// Under these names training programs keep the model beside an optimizer and counters.
constexpr std::array<std::string_view, 5> kModelKeys{"state_dict", "model_state_dict", "model", "module", "ema"};

struct Strides {
    std::uint64_t elements = 1; // of the tensor
    std::uint64_t reach = 0;    // the last element's distance from the first
    bool contiguous = true;
};

// False: the numbers leave 63 bits.
bool measure(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides, Strides& result)
{
    for (std::size_t i = shape.size(); i > 0; --i) {
        const auto size = static_cast<std::uint64_t>(shape[i - 1]);
        const auto stride = static_cast<std::uint64_t>(strides[i - 1]);
        std::uint64_t reach = 0;
        if (size > 1) {
            result.contiguous = result.contiguous && stride == result.elements;
            if (__builtin_mul_overflow(size - 1, stride, &reach) ||
                __builtin_add_overflow(result.reach, reach, &result.reach)) {
                return false;
            }
        }
        if (__builtin_mul_overflow(result.elements, size, &result.elements)) {
            return false;
        }
    }
    if (result.elements == 0) {
        result = {0, 0, true};
    }
    return result.elements <= std::uint64_t{1} << 58 && result.reach <= std::uint64_t{1} << 58;
}

// Reads the arguments of one _rebuild_tensor function: storage, offset, size, stride, and more that does not matter
// except the dtype of the newest of them.
class TensorReader
{
public:
    TensorReader(const PickleDocument& document, TorchTensor& tensor) : m_document(document), m_tensor(tensor) {}

    // Empty: all is well.
    std::string read(const PickleValue& record)
    {
        const PickleDocument::Items& arguments = m_document.items(record);
        if (arguments.size() < 4) {
            return "is built from too few values";
        }
        const auto shape = m_document.sizes(arguments[2]);
        const auto strides = m_document.sizes(arguments[3]);
        if (!shape || !strides || shape->size() != strides->size()) {
            return "has a shape or strides that are none";
        }
        if (arguments[1].kind != PickleKind::kInteger || arguments[1].integer() < 0) {
            return "has an offset that is none";
        }
        std::string problem = readStorage(arguments[0]);
        problem = problem.empty() ? readDType(arguments) : problem;
        m_tensor.shape = *shape;
        return problem.empty() ? place(*strides, static_cast<std::uint64_t>(arguments[1].integer())) : problem;
    }

private:
    // ('storage', torch.FloatStorage, key, location, count), in old files with a view at the end.
    std::string readStorage(const PickleValue& reference)
    {
        if (reference.kind != PickleKind::kPersistent) {
            return "has no storage";
        }
        const PickleDocument::Items& items = m_document.items(reference);
        const bool isStorage = items.size() >= 5 && items[0].kind == PickleKind::kText &&
                               m_document.text(items[0]) == "storage" && items[1].kind == PickleKind::kClass &&
                               items[2].kind == PickleKind::kText && items[4].kind == PickleKind::kInteger &&
                               items[4].integer() >= 0 && m_document.text(items[2]).size() <= kLongestKey;
        if (!isStorage) {
            return "has a storage that is not described as one";
        }
        if (items.size() > 5 && items[5].kind != PickleKind::kNone) {
            return "is a view of another storage, as only very old files have it";
        }
        const PickleClass& type = m_document.classOf(items[1]);
        if (type.role != PickleRole::kStorage && type.role != PickleRole::kUntypedStorage) {
            return "has a storage of no known type";
        }
        m_isTyped = type.role == PickleRole::kStorage;
        m_tensor.dtype = type.dtype;
        m_tensor.storageKey = m_document.text(items[2]);
        const auto size = packedBytes(type.dtype, static_cast<std::uint64_t>(items[4].integer()));
        m_tensor.storageBytes = size.value_or(0);
        return size ? std::string() : "has a storage whose size overflows";
    }

    std::string readDType(const PickleDocument::Items& arguments)
    {
        constexpr std::size_t kDTypePlace = 6; // of _rebuild_tensor_v3
        if (m_isTyped) {
            return {};
        }
        if (arguments.size() <= kDTypePlace || arguments[kDTypePlace].kind != PickleKind::kClass ||
            m_document.classOf(arguments[kDTypePlace]).role != PickleRole::kDType) {
            return "has no dtype";
        }
        m_tensor.dtype = m_document.classOf(arguments[kDTypePlace]).dtype;
        return {};
    }

    std::string place(const std::vector<std::int64_t>& strides, std::uint64_t offset)
    {
        Strides measured;
        const auto width = static_cast<std::uint64_t>(blockLayout(m_tensor.dtype).bytes);
        if (!measure(m_tensor.shape, strides, measured) || offset > std::uint64_t{1} << 58) {
            return "has a shape whose size overflows";
        }
        const std::uint64_t end = measured.elements == 0 ? 0 : offset + measured.reach + 1;
        if (end > m_tensor.storageBytes / width) {
            return "reaches outside its storage";
        }
        m_tensor.offsetBytes = measured.elements == 0 ? 0 : offset * width;
        m_tensor.sizeBytes = measured.elements * width;
        m_tensor.contiguous = measured.contiguous;
        return {};
    }

    const PickleDocument& m_document;
    TorchTensor& m_tensor;
    bool m_isTyped = true;
};

// Walks through dictionaries of dictionaries. Each is entered once, so that one which holds itself ends.
class TensorCollector
{
public:
    explicit TensorCollector(const PickleDocument& document) : m_document(document) {}

    // Empty: all is well.
    std::string run(TorchTensorList& list)
    {
        const PickleValue& root = m_document.root();
        if (isTensor(root)) {
            add(root, std::string());
        } else if (root.kind == PickleKind::kDict) {
            walk(modelIn(root), std::string(), 0);
        } else {
            return "it holds no dictionary of tensors";
        }
        std::sort(m_tensors.begin(), m_tensors.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
        const auto same = std::adjacent_find(m_tensors.begin(), m_tensors.end(),
                                             [](const auto& a, const auto& b) { return a.name == b.name; });
        if (m_problem.empty() && same != m_tensors.end()) {
            m_problem = "tensor " + inQuotes(same->name) + " appears twice";
        }
        if (m_problem.empty() && m_tensors.empty()) {
            m_problem = "it holds no tensors";
        }
        list = {std::move(m_tensors), std::move(m_leftOut)};
        return m_problem;
    }

private:
    bool isTensor(const PickleValue& value) const
    {
        return value.kind == PickleKind::kRecord && m_document.classOf(value).role == PickleRole::kTensor;
    }

    bool holdsTensors(const PickleValue& value) const
    {
        if (value.kind != PickleKind::kDict) {
            return false;
        }
        const PickleDocument::Items& items = m_document.items(value);
        return std::any_of(items.begin(), items.end(), [&](const PickleValue& item) { return isTensor(item); });
    }

    PickleValue modelIn(const PickleValue& root)
    {
        if (holdsTensors(root)) {
            return root;
        }
        for (const std::string_view key : kModelKeys) {
            const PickleValue model = m_document.field(root, key);
            if (holdsTensors(model)) {
                m_leftOut = m_document.items(root).size() > 2
                                ? "only what is under " + inQuotes(key) + " is read as the model"
                                : std::string();
                return model;
            }
        }
        return root;
    }

    std::string nameOf(const PickleValue& key, const std::string& path)
    {
        std::string name = path.empty() ? std::string() : path + ".";
        if (key.kind == PickleKind::kText) {
            name += m_document.text(key);
        } else if (key.kind == PickleKind::kInteger) {
            name += std::to_string(key.integer());
        } else {
            m_problem = "a tensor has a key that is no text";
        }
        if (name.size() > kLongestName || !isUtf8(name)) {
            m_problem = "a tensor has the name " + inQuotes(name) + ", which is no text";
        }
        return name;
    }

    void walk(const PickleValue& dictionary, const std::string& path, int depth)
    {
        if (!m_entered.insert(dictionary.bits).second) {
            return;
        }
        const PickleDocument::Items& items = m_document.items(dictionary);
        for (std::size_t i = 0; i + 1 < items.size() && m_problem.empty(); i += 2) {
            const PickleValue& value = items[i + 1];
            if (isTensor(value)) {
                add(value, nameOf(items[i], path));
            } else if (value.kind == PickleKind::kDict && depth < kDeepestDictionary) {
                walk(value, nameOf(items[i], path), depth + 1);
            }
        }
    }

    void add(const PickleValue& record, std::string name)
    {
        if (m_tensors.size() >= kMostTensors) {
            m_problem = "it has more than " + std::to_string(kMostTensors) + " tensors";
        }
        if (!m_problem.empty()) {
            return;
        }
        TorchTensor& tensor = m_tensors.emplace_back();
        tensor.name = std::move(name);
        if (const std::string problem = TensorReader(m_document, tensor).read(record); !problem.empty()) {
            m_problem = "tensor " + inQuotes(tensor.name) + " " + problem;
        }
    }

    const PickleDocument& m_document;
    std::vector<TorchTensor> m_tensors;
    std::set<std::uint64_t> m_entered;
    std::string m_leftOut;
    std::string m_problem;
};

} // namespace

absl::StatusOr<TorchTensorList> readTorchTensors(const std::string& fileName, const PickleDocument& document)
{
    TorchTensorList list;
    if (std::string problem = TensorCollector(document).run(list); !problem.empty()) {
        return base::failure(reasons::kFileInvalid, {{"file", fileName}, {"detail", std::move(problem)}});
    }
    return list;
}

} // namespace firstlight::checkpoint
