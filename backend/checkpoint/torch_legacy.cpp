#include "backend/checkpoint/torch_legacy.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/pickle.h"
#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::string_view kMagic("\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 10); // a whole number of ten bytes
constexpr std::int64_t kProtocol = 1001;
constexpr std::uint64_t kFirstPrefixBytes = 1U << 20;
constexpr std::uint64_t kCountBytes = 8;
constexpr std::size_t kLongestKey = 256;

absl::Status invalid(const std::string& fileName, std::string detail)
{
    return base::failure(reasons::kFileInvalid, {{"file", fileName}, {"detail", std::move(detail)}});
}

// Pickles that follow each other.
class PickleSequence
{
public:
    PickleSequence(const std::string& fileName, std::string_view bytes) : m_fileName(fileName), m_bytes(bytes) {}

    absl::StatusOr<PickleDocument> next()
    {
        const std::string_view rest =
            m_bytes.substr(m_position, std::min<std::size_t>(m_bytes.size() - m_position, kMaxPickleBytes));
        FIRSTLIGHT_ASSIGN_OR_RETURN(PickleDocument document, readPickle(m_fileName, rest, PickleAllowance::kTensors));
        m_position += document.readBytes();
        return document;
    }

    std::size_t position() const { return m_position; }

private:
    const std::string& m_fileName;
    std::string_view m_bytes;
    std::size_t m_position = 0;
};

class LegacyReader
{
public:
    LegacyReader(const ByteSource& source, const std::string& fileName) : m_source(source), m_fileName(fileName) {}

    // `bytes`: the beginning of the file.
    absl::Status readPickles(std::string_view bytes, LegacyTorchFile& file)
    {
        PickleSequence pickles(m_fileName, bytes);
        FIRSTLIGHT_RETURN_IF_ERROR(checkStart(pickles));
        FIRSTLIGHT_ASSIGN_OR_RETURN(const PickleDocument document, pickles.next());
        FIRSTLIGHT_ASSIGN_OR_RETURN(file.list, readTorchTensors(m_fileName, document));
        FIRSTLIGHT_ASSIGN_OR_RETURN(const PickleDocument keys, pickles.next());
        file.headerBytes = pickles.position();
        return readKeys(document, keys);
    }

    // Each storage begins with its number of elements.
    absl::Status findStorages(LegacyTorchFile& file)
    {
        std::uint64_t position = file.headerBytes;
        for (const Storage& storage : m_storages) {
            FIRSTLIGHT_RETURN_IF_ERROR(checkRoom(position, kCountBytes));
            std::string bytes;
            FIRSTLIGHT_RETURN_IF_ERROR(m_source.read(position, kCountBytes, bytes));
            std::uint64_t count = 0;
            std::memcpy(&count, bytes.data(), sizeof count);
            if (count != storage.count) {
                return invalid(m_fileName, "storage " + inQuotes(storage.key) + " has " + std::to_string(count) +
                                               " elements instead of " + std::to_string(storage.count));
            }
            FIRSTLIGHT_RETURN_IF_ERROR(checkRoom(position + kCountBytes, storage.sizeBytes));
            file.storages[storage.key] = {position + kCountBytes, storage.sizeBytes};
            position += kCountBytes + storage.sizeBytes;
        }
        return absl::OkStatus();
    }

private:
    struct Storage {
        std::string_view key;
        std::uint64_t count = 0;
        std::uint64_t sizeBytes = 0;
    };

    absl::Status checkStart(PickleSequence& pickles) const
    {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const PickleDocument magic, pickles.next());
        const bool isMagic = magic.root().kind == PickleKind::kBytes && magic.text(magic.root()) == kMagic;
        if (!isMagic) {
            return invalid(m_fileName, "it is a Python pickle, but not one that torch.save() wrote");
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const PickleDocument protocol, pickles.next());
        if (protocol.root().kind != PickleKind::kInteger || protocol.root().integer() != kProtocol) {
            return invalid(m_fileName, "it is of an unknown version of torch.save()");
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const PickleDocument system, pickles.next());
        const PickleValue little = system.field(system.root(), "little_endian");
        return little.kind == PickleKind::kBool && little.bits == 1
                   ? absl::OkStatus()
                   : invalid(m_fileName, "its numbers are not stored little-endian");
    }

    // The keys give the order of the storages, the references to them their sizes.
    absl::Status readKeys(const PickleDocument& document, const PickleDocument& keys)
    {
        std::map<std::string_view, Storage> known;
        for (const PickleValue& reference : document.persistents()) {
            const Storage storage = storageOf(document, reference);
            known[storage.key] = storage;
        }
        m_storages.clear();
        if (keys.root().kind != PickleKind::kList) {
            return invalid(m_fileName, "it has no list of storages");
        }
        for (const PickleValue& key : keys.items(keys.root())) {
            const auto storage = key.kind == PickleKind::kText ? known.find(keys.text(key)) : known.end();
            if (storage == known.end()) {
                return invalid(m_fileName, "it has a storage that is not described, or one twice");
            }
            m_storages.push_back(storage->second);
            known.erase(storage);
        }
        return absl::OkStatus();
    }

    // An empty key stands for a reference that describes no storage; nothing looks for it.
    static Storage storageOf(const PickleDocument& document, const PickleValue& reference)
    {
        const PickleDocument::Items& items = document.items(reference);
        const bool isDescribed = items.size() >= 5 && items[1].kind == PickleKind::kClass &&
                                 items[2].kind == PickleKind::kText && items[4].kind == PickleKind::kInteger &&
                                 items[4].integer() >= 0 && document.text(items[2]).size() <= kLongestKey;
        if (!isDescribed) {
            return {};
        }
        const auto count = static_cast<std::uint64_t>(items[4].integer());
        const auto size = packedBytes(document.classOf(items[1]).dtype, count);
        return size ? Storage{document.text(items[2]), count, *size} : Storage{};
    }

    absl::Status checkRoom(std::uint64_t position, std::uint64_t size) const
    {
        const std::uint64_t fileBytes = m_source.sizeBytes();
        return position <= fileBytes && size <= fileBytes - position
                   ? absl::OkStatus()
                   : base::failure(reasons::kShardTruncated, {{"file", m_fileName},
                                                              {"expected_bytes", std::to_string(position + size)},
                                                              {"found_bytes", std::to_string(fileBytes)}});
    }

    const ByteSource& m_source;
    const std::string& m_fileName;
    std::vector<Storage> m_storages;
};

} // namespace

absl::StatusOr<LegacyTorchFile> readLegacyTorchFile(const ByteSource& source, const std::string& fileName)
{
    const std::uint64_t most = std::min<std::uint64_t>(source.sizeBytes(), kMaxPickleBytes);
    for (std::uint64_t size = std::min(most, kFirstPrefixBytes);; size = std::min(most, size * 8)) {
        auto bytes = std::make_unique<std::string>();
        FIRSTLIGHT_RETURN_IF_ERROR(source.read(0, static_cast<std::size_t>(size), *bytes));
        LegacyReader reader(source, fileName);
        LegacyTorchFile file;
        const absl::Status status = reader.readPickles(*bytes, file);
        if (status.ok()) {
            FIRSTLIGHT_RETURN_IF_ERROR(reader.findStorages(file));
            file.pickles = std::move(bytes);
            return file;
        }
        if (size == most) { // what looks broken may only be longer than what was read
            return status;
        }
    }
}

} // namespace firstlight::checkpoint
