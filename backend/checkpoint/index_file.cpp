#include "backend/checkpoint/index_file.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/foreign_content.h"

#include <simdjson.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace firstlight::checkpoint {
namespace {

namespace dom = simdjson::dom;

absl::Status invalid(const std::string& fileName, std::string detail)
{
    return base::failure(reasons::kFileInvalid, {{"file", fileName}, {"detail", std::move(detail)}});
}

std::string notJson(const std::string& text, simdjson::error_code error)
{
    const std::string foreign = describeForeignContent(std::string_view(text).substr(0, kForeignProbeBytes));
    const bool told = !foreign.empty() && text.front() != '{';
    return told ? foreign : std::string("it is not JSON (") + simdjson::error_message(error) + ")";
}

// The tensors of one file, in the order of the index.
struct FileEntry {
    std::string_view name;
    std::vector<std::string_view> tensors;
};

// Sorts entries into files; those of one file mostly follow each other.
class FileTable
{
public:
    // True when this file is new.
    bool add(std::string_view file, std::string_view tensor)
    {
        bool isNew = false;
        if (m_entries.empty() || m_entries[m_last].name != file) {
            const auto [place, inserted] = m_places.try_emplace(file, m_entries.size());
            m_last = place->second;
            isNew = inserted;
            if (inserted) {
                m_entries.push_back({file, {}});
            }
        }
        m_entries[m_last].tensors.push_back(tensor);
        return isNew;
    }

    std::vector<FileEntry> take()
    {
        std::sort(m_entries.begin(), m_entries.end(),
                  [](const FileEntry& a, const FileEntry& b) { return a.name < b.name; });
        return std::move(m_entries);
    }

private:
    std::vector<FileEntry> m_entries;
    std::unordered_map<std::string_view, std::size_t> m_places;
    std::size_t m_last = 0;
};

} // namespace

struct IndexFile::Private {
    std::string names; // of all tensors, one behind the other: a fraction of what the parser holds
    std::vector<std::string> files;
    std::vector<std::vector<std::string_view>> tensors; // by file
    std::optional<std::uint64_t> totalSize;

    std::string readMap(const dom::object& map);
    void keep(std::vector<FileEntry> entries);
    std::string sortTensors();
};

std::string IndexFile::Private::readMap(const dom::object& map)
{
    FileTable table;
    for (const auto field : map) {
        std::string_view file;
        if (field.value.get(file) != simdjson::SUCCESS) {
            return "the entry of tensor \"" + std::string(field.key) + "\" is not a file name";
        }
        if (table.add(file, field.key) && !isPlainFileName(file)) {
            return "it points to \"" + std::string(file) + "\", which is not the name of a file in this folder";
        }
    }
    keep(table.take());
    return sortTensors();
}

void IndexFile::Private::keep(std::vector<FileEntry> entries)
{
    std::size_t length = 0;
    for (const FileEntry& entry : entries) {
        length = std::accumulate(entry.tensors.begin(), entry.tensors.end(), length,
                                 [](std::size_t sum, std::string_view name) { return sum + name.size(); });
    }
    names.reserve(length); // so that views into it stay good
    for (FileEntry& entry : entries) {
        files.emplace_back(entry.name);
        for (std::string_view& tensor : entry.tensors) {
            const std::size_t begin = names.size();
            names += tensor;
            tensor = std::string_view(names).substr(begin);
        }
        tensors.push_back(std::move(entry.tensors));
    }
}

std::string IndexFile::Private::sortTensors()
{
    for (std::vector<std::string_view>& list : tensors) {
        if (!std::is_sorted(list.begin(), list.end())) {
            std::sort(list.begin(), list.end());
        }
        if (const auto same = std::adjacent_find(list.begin(), list.end()); same != list.end()) {
            return "tensor \"" + std::string(*same) + "\" appears twice";
        }
    }
    return {};
}

IndexFile::IndexFile() : d(std::make_unique<Private>()) {}
IndexFile::IndexFile(IndexFile&&) noexcept = default;
IndexFile& IndexFile::operator=(IndexFile&&) noexcept = default;
IndexFile::~IndexFile() = default;

const std::vector<std::string>& IndexFile::files() const
{
    return d->files;
}

const std::vector<std::string_view>& IndexFile::tensorsOf(std::size_t file) const
{
    return d->tensors[file];
}

std::optional<std::uint64_t> IndexFile::totalSize() const
{
    return d->totalSize;
}

std::size_t IndexFile::paddingBytes()
{
    return simdjson::SIMDJSON_PADDING;
}

absl::StatusOr<IndexFile> IndexFile::parse(const std::string& fileName, const std::string& text)
{
    IndexFile index;
    dom::parser parser{kMaxIndexBytes};
    dom::element root;
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF"; // some editors write one
    const std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    const std::size_t length = text.size() - paddingBytes() - begin;
    if (const auto error = parser.parse(text.data() + begin, length, false).get(root); error != simdjson::SUCCESS) {
        return invalid(fileName, notJson(text.substr(0, std::min(length, kForeignProbeBytes)), error));
    }
    dom::object map;
    if (root["weight_map"].get(map) != simdjson::SUCCESS) {
        return invalid(fileName, "it has no weight_map");
    }
    const auto isMap = [](const auto& field) { return field.key == "weight_map"; };
    if (const dom::object all = root; std::count_if(all.begin(), all.end(), isMap) > 1) {
        return invalid(fileName, "it has weight_map twice");
    }
    std::uint64_t total = 0;
    if (root["metadata"]["total_size"].get(total) == simdjson::SUCCESS) {
        index.d->totalSize = total;
    }
    if (std::string problem = index.d->readMap(map); !problem.empty()) {
        return invalid(fileName, std::move(problem));
    }
    return index;
}

bool isPlainFileName(std::string_view name)
{
    constexpr std::size_t kLongestName = 255;
    const auto isAllowed = [](unsigned char c) { return c >= 0x20 && c != 0x7f && c != '/' && c != '\\'; };
    return !name.empty() && name.size() <= kLongestName && name != "." && name != ".." &&
           std::all_of(name.begin(), name.end(), isAllowed);
}

} // namespace firstlight::checkpoint
