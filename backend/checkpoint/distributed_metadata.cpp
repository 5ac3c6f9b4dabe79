#include "backend/checkpoint/distributed_metadata.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/index_file.h"
#include "backend/checkpoint/pickle.h"
#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::size_t kLongestName = 1024;
constexpr std::size_t kMostPieces = 4U << 20;

using Sizes = std::vector<std::int64_t>;

// Where a piece lies is said under its tensor's name and its place in the tensor.
using PieceKey = std::pair<std::string_view, Sizes>;

bool isRecordOf(const PickleDocument& document, const PickleValue& value, std::string_view name)
{
    return value.kind == PickleKind::kRecord && document.classOf(value).name == name;
}

class MetadataReader
{
public:
    explicit MetadataReader(const PickleDocument& document) : m_document(document) {}

    // Empty: all is well.
    std::string read(std::vector<DistributedTensor>& tensors)
    {
        const PickleValue& root = m_document.root();
        if (!isRecordOf(m_document, root, "Metadata")) {
            return "it is not the metadata of a distributed checkpoint";
        }
        const PickleValue described = m_document.field(root, "state_dict_metadata");
        const PickleValue stored = m_document.field(root, "storage_data");
        if (described.kind != PickleKind::kDict || stored.kind != PickleKind::kDict) {
            return "it lacks state_dict_metadata or storage_data";
        }
        std::string problem = readPlaces(m_document.items(stored));
        const PickleDocument::Items& items = m_document.items(described);
        for (std::size_t i = 0; i + 1 < items.size() && problem.empty(); i += 2) {
            if (isRecordOf(m_document, items[i + 1], "TensorStorageMetadata")) {
                problem = readTensor(items[i], items[i + 1], tensors.emplace_back());
            }
        }
        return problem;
    }

private:
    struct Place {
        std::string_view file;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
    };

    std::string readPlaces(const PickleDocument::Items& items)
    {
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const PickleValue name = m_document.field(items[i], "fqn");
            const PickleValue file = m_document.field(items[i + 1], "relative_path");
            const PickleValue offset = m_document.field(items[i + 1], "offset");
            const PickleValue length = m_document.field(items[i + 1], "length");
            if (!isName(name) || file.kind != PickleKind::kText || !isCount(offset) || !isCount(length)) {
                return "it has a place that is not described";
            }
            if (!isPlainFileName(m_document.text(file)) || !isUtf8(m_document.text(file))) {
                return "it points to " + inQuotes(m_document.text(file)) +
                       ", which is not the name of a file in this folder";
            }
            if (isTransformed(items[i + 1])) {
                return "its files are compressed or encrypted";
            }
            const auto place = m_document.sizes(m_document.field(items[i], "offset"));
            m_places[{m_document.text(name), place.value_or(Sizes())}] = {m_document.text(file),
                                                                          static_cast<std::uint64_t>(offset.integer()),
                                                                          static_cast<std::uint64_t>(length.integer())};
        }
        return {};
    }

    bool isName(const PickleValue& value) const
    {
        return value.kind == PickleKind::kText && m_document.text(value).size() <= kLongestName;
    }

    static bool isCount(const PickleValue& value) { return value.kind == PickleKind::kInteger && value.integer() >= 0; }

    bool isTransformed(const PickleValue& info) const
    {
        const PickleValue transforms = m_document.field(info, "transform_descriptors");
        const bool isList = transforms.kind == PickleKind::kList || transforms.kind == PickleKind::kTuple;
        return transforms.kind != PickleKind::kNone && !(isList && m_document.items(transforms).empty());
    }

    std::string readTensor(const PickleValue& key, const PickleValue& record, DistributedTensor& tensor)
    {
        if (!isName(key) || !isUtf8(m_document.text(key))) {
            return "a tensor has a name that is no text";
        }
        tensor.name = m_document.text(key);
        const auto shape = m_document.sizes(m_document.field(record, "size"));
        const auto dtype = dtypeOf(m_document.field(record, "properties"));
        const PickleValue chunks = m_document.field(record, "chunks");
        if (!shape || !dtype || chunks.kind != PickleKind::kList) {
            return "tensor " + inQuotes(tensor.name) + " lacks its size, its dtype or its pieces";
        }
        tensor.shape = *shape;
        tensor.dtype = *dtype;
        m_pieces += m_document.items(chunks).size();
        if (m_pieces > kMostPieces) {
            return "its tensors have more than " + std::to_string(kMostPieces) + " pieces";
        }
        for (const PickleValue& chunk : m_document.items(chunks)) {
            const auto offsets = m_document.sizes(m_document.field(chunk, "offsets"));
            const auto sizes = m_document.sizes(m_document.field(chunk, "sizes"));
            if (!offsets || !sizes) {
                return "tensor " + inQuotes(tensor.name) + " has a piece without a place";
            }
            tensor.pieces.push_back(pieceOf(tensor.name, *offsets, *sizes));
        }
        return {};
    }

    // TensorProperties keep their state as a tuple that begins with the dtype.
    std::optional<DType> dtypeOf(const PickleValue& properties) const
    {
        if (properties.kind != PickleKind::kRecord) {
            return std::nullopt;
        }
        const PickleValue state = m_document.state(properties);
        PickleValue dtype = m_document.field(properties, "dtype");
        if (state.kind == PickleKind::kTuple && !m_document.items(state).empty()) {
            dtype = m_document.items(state).front();
        }
        const bool isDType = dtype.kind == PickleKind::kClass && m_document.classOf(dtype).role == PickleRole::kDType;
        return isDType ? std::optional(m_document.classOf(dtype).dtype) : std::nullopt;
    }

    DistributedPiece pieceOf(const std::string& name, const Sizes& offsets, const Sizes& sizes) const
    {
        DistributedPiece piece{offsets, sizes, {}, 0, 0};
        auto place = m_places.find({name, offsets});
        const bool isStart = std::all_of(offsets.begin(), offsets.end(), [](std::int64_t n) { return n == 0; });
        if (place == m_places.end() && isStart) {
            place = m_places.find({name, Sizes()}); // older writers leave the place out where there is only one
        }
        if (place != m_places.end()) {
            piece.file = place->second.file;
            piece.offsetBytes = place->second.offset;
            piece.lengthBytes = place->second.length;
        }
        return piece;
    }

    const PickleDocument& m_document;
    std::map<PieceKey, Place> m_places;
    std::size_t m_pieces = 0;
};

} // namespace

absl::StatusOr<std::vector<DistributedTensor>> readDistributedMetadata(const std::string& fileName,
                                                                       std::string_view pickle)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const PickleDocument document,
                                readPickle(fileName, pickle, PickleAllowance::kDistributedMetadata));
    std::vector<DistributedTensor> tensors;
    if (std::string problem = MetadataReader(document).read(tensors); !problem.empty()) {
        return base::failure(reasons::kFileInvalid, {{"file", fileName}, {"detail", std::move(problem)}});
    }
    std::sort(tensors.begin(), tensors.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    const auto same = std::adjacent_find(tensors.begin(), tensors.end(),
                                         [](const auto& a, const auto& b) { return a.name == b.name; });
    if (same != tensors.end()) {
        return base::failure(reasons::kFileInvalid,
                             {{"file", fileName}, {"detail", "tensor " + inQuotes(same->name) + " appears twice"}});
    }
    return tensors;
}

} // namespace firstlight::checkpoint
