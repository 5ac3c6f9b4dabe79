#include "backend/checkpoint/distributed_checkpoint.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/distributed_metadata.h"
#include "backend/checkpoint/file_reading.h"
#include "backend/checkpoint/pickle.h"
#include "backend/checkpoint/quoted_text.h"
#include "backend/checkpoint/torch_file.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr char kMetadata[] = ".metadata";

class DistributedReader
{
public:
    explicit DistributedReader(const std::string& directory) : m_directory(directory) {}

    DistributedCheckpoint run()
    {
        if (const absl::Status status = read(); !status.ok()) {
            m_result.problems.push_back(status);
        }
        return std::move(m_result);
    }

private:
    absl::Status read()
    {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string pickle,
                                    readWholeFile(m_directory + "/" + kMetadata, kMetadata, kMaxPickleBytes));
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::vector<DistributedTensor> tensors,
                                    readDistributedMetadata(kMetadata, pickle));
        findFiles(tensors);
        for (const DistributedTensor& tensor : tensors) {
            if (absl::Status status = addTensor(tensor); !status.ok() && !isTruncation(status)) {
                m_result.problems.push_back(std::move(status));
            }
            if (m_result.problems.size() >= kMostProblems) {
                break;
            }
        }
        noteTruncatedFiles();
        noteCutTensors();
        return absl::OkStatus();
    }

    // Said once for each file.
    static bool isTruncation(const absl::Status& status)
    {
        return base::failureInfo(status).reasonId == reasons::kShardTruncated.id;
    }

    void noteTruncatedFiles()
    {
        for (const auto& [name, bytes] : m_neededBytes) {
            const std::uint64_t found = m_result.files[static_cast<std::size_t>(m_numbers.at(name))].sizeBytes;
            m_result.problems.push_back(base::failure(
                reasons::kShardTruncated,
                {{"file", name}, {"expected_bytes", std::to_string(bytes)}, {"found_bytes", std::to_string(found)}}));
        }
    }

    void findFiles(const std::vector<DistributedTensor>& tensors)
    {
        for (const DistributedTensor& tensor : tensors) {
            for (const DistributedPiece& piece : tensor.pieces) {
                m_numbers.emplace(piece.file, 0);
            }
        }
        m_numbers.erase(std::string());
        for (auto& [name, number] : m_numbers) {
            number = static_cast<std::int32_t>(m_result.files.size());
            const auto file = OpenFile::open(m_directory + "/" + name, name);
            if (!file.ok()) {
                m_result.problems.push_back(
                    file.status().code() == absl::StatusCode::kNotFound
                        ? base::failure(reasons::kShardMissing, {{"file", name}, {"path", m_directory}})
                        : file.status());
            }
            m_result.files.push_back({name, file.ok() ? file->sizeBytes() : 0, 0});
            m_present.push_back(file.ok());
        }
    }

    absl::Status addTensor(const DistributedTensor& tensor)
    {
        if (std::any_of(tensor.pieces.begin(), tensor.pieces.end(),
                        [](const DistributedPiece& piece) { return piece.file.empty(); }) ||
            tensor.pieces.empty()) {
            return invalid("tensor " + inQuotes(tensor.name) + " has a piece that is in no file");
        }
        TensorEntry entry{tensor.name, tensor.dtype, tensor.shape, 0, 0, 0};
        FIRSTLIGHT_ASSIGN_OR_RETURN(entry.sizeBytes, sizeOf(tensor, tensor.shape));
        const Pieces ordered = inOrder(tensor);
        FIRSTLIGHT_ASSIGN_OR_RETURN(std::vector<TensorPiece> places, placesOf(tensor, ordered));
        entry.file = places.front().file;
        entry.offsetBytes = places.front().offsetBytes;
        m_result.tensors.push_back(std::move(entry));
        if (!followEachOther(tensor, ordered)) {
            m_cut.push_back(tensor.name);
        } else if (places.size() > 1) {
            m_result.pieces.emplace(tensor.name, std::move(places));
        }
        return absl::OkStatus();
    }

    using Pieces = std::vector<const DistributedPiece*>;

    static Pieces inOrder(const DistributedTensor& tensor)
    {
        Pieces ordered;
        for (const DistributedPiece& piece : tensor.pieces) {
            ordered.push_back(&piece);
        }
        std::sort(ordered.begin(), ordered.end(), [](const DistributedPiece* a, const DistributedPiece* b) {
            return std::tie(a->offsets, a->sizes) < std::tie(b->offsets, b->sizes); // empty ones first
        });
        return ordered;
    }

    absl::StatusOr<std::vector<TensorPiece>> placesOf(const DistributedTensor& tensor, const Pieces& pieces)
    {
        std::vector<TensorPiece> places;
        std::uint64_t firstByte = 0;
        for (const DistributedPiece* piece : pieces) {
            TensorPiece& place = places.emplace_back();
            place.firstByte = firstByte;
            place.file = m_numbers[piece->file];
            FIRSTLIGHT_ASSIGN_OR_RETURN(place.sizeBytes, sizeOf(tensor, piece->sizes));
            FIRSTLIGHT_ASSIGN_OR_RETURN(place.offsetBytes, placeOf(tensor, *piece));
            firstByte += place.sizeBytes;
        }
        return places;
    }

    // Whether the pieces are whole rows, one behind the other, and all of the tensor.
    static bool followEachOther(const DistributedTensor& tensor, const Pieces& pieces)
    {
        if (tensor.shape.empty()) {
            return pieces.size() == 1 && pieces.front()->sizes.empty();
        }
        std::int64_t row = 0;
        for (const DistributedPiece* piece : pieces) {
            const bool isNext = piece->offsets.size() == tensor.shape.size() &&
                                piece->sizes.size() == tensor.shape.size() && piece->offsets[0] == row &&
                                piece->sizes[0] >= 0 && piece->sizes[0] <= tensor.shape[0] - row &&
                                std::equal(piece->sizes.begin() + 1, piece->sizes.end(), tensor.shape.begin() + 1);
            if (!isNext) {
                return false;
            }
            row += piece->sizes[0];
        }
        return row == tensor.shape[0];
    }

    static absl::Status invalid(std::string detail)
    {
        return base::failure(reasons::kFileInvalid, {{"file", kMetadata}, {"detail", std::move(detail)}});
    }

    // Bytes of a part of the tensor, or of all of it.
    static absl::StatusOr<std::uint64_t> sizeOf(const DistributedTensor& tensor, const std::vector<std::int64_t>& shape)
    {
        std::uint64_t elements = 1;
        for (const std::int64_t size : shape) {
            if (__builtin_mul_overflow(elements, static_cast<std::uint64_t>(size), &elements)) {
                return invalid("tensor " + inQuotes(tensor.name) + " has a shape whose size overflows");
            }
        }
        const auto bytes = packedBytes(tensor.dtype, elements);
        return bytes ? absl::StatusOr<std::uint64_t>(*bytes)
                     : invalid("tensor " + inQuotes(tensor.name) + " has a shape whose size overflows");
    }

    // Where the numbers of a piece begin; checks that what was saved there is this piece. 0: its file is not there,
    // which is a problem of its own.
    absl::StatusOr<std::uint64_t> placeOf(const DistributedTensor& tensor, const DistributedPiece& piece)
    {
        if (!m_present[static_cast<std::size_t>(m_numbers.at(piece.file))]) {
            return std::uint64_t{0};
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const OpenFile file, OpenFile::open(m_directory + "/" + piece.file, piece.file));
        const std::uint64_t fileBytes = file.sizeBytes();
        if (piece.offsetBytes > fileBytes || piece.lengthBytes > fileBytes - piece.offsetBytes) {
            std::uint64_t& needed = m_neededBytes[piece.file];
            needed = std::max(needed, piece.offsetBytes + piece.lengthBytes);
            return base::failure(reasons::kShardTruncated,
                                 {{"file", piece.file},
                                  {"expected_bytes", std::to_string(piece.offsetBytes + piece.lengthBytes)},
                                  {"found_bytes", std::to_string(fileBytes)}});
        }
        const SliceSource blob(file, piece.offsetBytes, piece.lengthBytes);
        FIRSTLIGHT_ASSIGN_OR_RETURN(const TorchFile saved, readTorchFile(blob, piece.file));
        const bool isPiece = saved.tensors.size() == 1 && saved.tensors[0].name.empty() && saved.strided.empty() &&
                             saved.tensors[0].shape == piece.sizes && saved.tensors[0].dtype == tensor.dtype;
        if (!isPiece) {
            return base::failure(
                reasons::kFileInvalid,
                {{"file", piece.file},
                 {"detail", "what it holds for tensor " + inQuotes(tensor.name) + " is not what .metadata says"}});
        }
        return piece.offsetBytes + saved.tensors[0].offsetBytes;
    }

    void noteCutTensors()
    {
        if (!m_cut.empty()) {
            m_result.problems.push_back(base::failure(
                reasons::kTensorLayout,
                {{"file", kMetadata},
                 {"detail", std::to_string(m_cut.size()) + " are cut by columns or with gaps, as the ranks of the " +
                                "training had them; the first is " + inQuotes(m_cut.front())}}));
        }
    }

    static constexpr std::size_t kMostProblems = 1000;

    const std::string& m_directory;
    std::map<std::string, std::int32_t> m_numbers;
    std::vector<bool> m_present; // by number
    std::vector<std::string> m_cut;
    std::map<std::string, std::uint64_t> m_neededBytes; // of files that are cut off
    DistributedCheckpoint m_result;
};

} // namespace

DistributedCheckpoint readDistributedCheckpoint(const std::string& directory)
{
    return DistributedReader(directory).run();
}

} // namespace firstlight::checkpoint
