#include "backend/checkpoint/torch_file.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/checkpoint/pickle.h"
#include "backend/checkpoint/quoted_text.h"
#include "backend/checkpoint/torch_legacy.h"
#include "backend/checkpoint/torch_tensors.h"
#include "backend/checkpoint/zip_directory.h"

#include <algorithm>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::string_view kZipMagic = "PK\x03\x04";
constexpr std::string_view kPickleMember = "/data.pkl";
constexpr std::uint64_t kMostOrderBytes = 16;

absl::Status invalid(const std::string& fileName, std::string detail)
{
    return base::failure(reasons::kFileInvalid, {{"file", fileName}, {"detail", std::move(detail)}});
}

// Where a tensor's bytes lie, once its storage is found at `begin`, of `size` bytes.
absl::Status placeTensor(const std::string& fileName, const TorchTensor& tensor, std::uint64_t begin,
                         std::uint64_t size, TorchFile& file)
{
    if (size != tensor.storageBytes) {
        return invalid(fileName, "the storage of tensor " + inQuotes(tensor.name) + " has " + std::to_string(size) +
                                     " bytes instead of " + std::to_string(tensor.storageBytes));
    }
    if (!tensor.contiguous) {
        file.strided.push_back(tensor.name);
    }
    file.tensors.push_back({tensor.name, tensor.dtype, tensor.shape, 0, begin + tensor.offsetBytes, tensor.sizeBytes});
    return absl::OkStatus();
}

class ZipFile
{
public:
    ZipFile(ZipDirectory directory, const std::string& fileName)
        : m_directory(std::move(directory)), m_fileName(fileName)
    {
    }

    absl::StatusOr<TorchFile> read()
    {
        FIRSTLIGHT_RETURN_IF_ERROR(findRoot());
        FIRSTLIGHT_RETURN_IF_ERROR(checkOrder());
        const ZipMember* member = m_directory.find(m_root + std::string(kPickleMember));
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string pickle, m_directory.content(*member, kMaxPickleBytes));
        FIRSTLIGHT_ASSIGN_OR_RETURN(const PickleDocument document,
                                    readPickle(m_fileName, pickle, PickleAllowance::kTensors));
        FIRSTLIGHT_ASSIGN_OR_RETURN(const TorchTensorList list, readTorchTensors(m_fileName, document));
        TorchFile file;
        file.headerBytes = pickle.size();
        file.leftOut = list.leftOut;
        for (const TorchTensor& tensor : list.tensors) {
            FIRSTLIGHT_RETURN_IF_ERROR(place(tensor, file));
        }
        return file;
    }

private:
    // All members lie in one folder, whose name is the writer's choice.
    absl::Status findRoot()
    {
        const auto& members = m_directory.members();
        const auto isPickle = [](const ZipMember& member) {
            const auto slash = member.name.find('/');
            return slash != std::string::npos && std::string_view(member.name).substr(slash) == kPickleMember;
        };
        const auto pickle = std::find_if(members.begin(), members.end(), isPickle);
        if (pickle == members.end() || std::count_if(members.begin(), members.end(), isPickle) != 1) {
            return invalid(m_fileName,
                           "it is a zip archive without one data.pkl, so it is not what torch.save() writes");
        }
        m_root = pickle->name.substr(0, pickle->name.size() - kPickleMember.size());
        if (m_directory.find(m_root + "/constants.pkl") != nullptr) {
            return base::failure(
                reasons::kFileRefused,
                {{"file", m_fileName}, {"detail", "it is a TorchScript program, not a list of tensors"}});
        }
        return absl::OkStatus();
    }

    absl::Status checkOrder() const
    {
        const ZipMember* member = m_directory.find(m_root + "/byteorder");
        if (member == nullptr) {
            return absl::OkStatus();
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string order, m_directory.content(*member, kMostOrderBytes));
        return order == "little" ? absl::OkStatus()
                                 : invalid(m_fileName, "its numbers are stored " + inQuotes(order) + "-endian");
    }

    absl::Status place(const TorchTensor& tensor, TorchFile& file) const
    {
        std::string name = m_root + "/data/";
        name += tensor.storageKey;
        const ZipMember* member = m_directory.find(name);
        if (member == nullptr) {
            return invalid(m_fileName, "the storage of tensor " + inQuotes(tensor.name) + " is not in the archive");
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::uint64_t begin, m_directory.contentOffset(*member));
        return placeTensor(m_fileName, tensor, begin, member->sizeBytes, file);
    }

    ZipDirectory m_directory;
    const std::string& m_fileName;
    std::string m_root;
};

absl::StatusOr<TorchFile> readLegacy(const ByteSource& source, const std::string& fileName)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const LegacyTorchFile legacy, readLegacyTorchFile(source, fileName));
    TorchFile file;
    file.headerBytes = legacy.headerBytes;
    file.leftOut = legacy.list.leftOut;
    for (const TorchTensor& tensor : legacy.list.tensors) {
        const auto storage = legacy.storages.find(tensor.storageKey);
        if (storage == legacy.storages.end()) {
            return invalid(fileName, "the storage of tensor " + inQuotes(tensor.name) + " is not in the file");
        }
        FIRSTLIGHT_RETURN_IF_ERROR(
            placeTensor(fileName, tensor, storage->second.offsetBytes, storage->second.sizeBytes, file));
    }
    return file;
}

} // namespace

absl::StatusOr<TorchFile> readTorchFile(const ByteSource& source, const std::string& fileName)
{
    std::string start;
    FIRSTLIGHT_RETURN_IF_ERROR(source.read(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(kForeignProbeBytes, source.sizeBytes())), start));
    if (start.starts_with(kZipMagic)) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(ZipDirectory directory, ZipDirectory::read(source, fileName));
        return ZipFile(std::move(directory), fileName).read();
    }
    if (start.starts_with('\x80')) {
        return readLegacy(source, fileName);
    }
    const std::string foreign = describeForeignContent(start);
    return invalid(fileName, foreign.empty() ? "it is not what torch.save() writes" : foreign);
}

} // namespace firstlight::checkpoint
