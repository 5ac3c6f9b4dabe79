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

// Gives each file name a number in the order of first use.
class FileNumbers
{
public:
    std::int32_t of(std::string_view name)
    {
        if (!m_names.empty() && name == m_names[m_last]) {
            return m_last; // tensors of one shard mostly follow each other
        }
        const auto [place, isNew] = m_numbers.try_emplace(name, static_cast<std::int32_t>(m_names.size()));
        if (isNew) {
            m_names.push_back(name);
        }
        return m_last = place->second;
    }

    const std::vector<std::string_view>& names() const { return m_names; }

private:
    std::unordered_map<std::string_view, std::int32_t> m_numbers;
    std::vector<std::string_view> m_names;
    std::int32_t m_last = 0;
};

} // namespace

struct IndexFile::Private
{
    dom::parser parser{kMaxIndexBytes};
    std::vector<std::string> files;
    std::vector<Weight> weights;
    std::optional<std::uint64_t> totalSize;

    std::string readWeights(const dom::object& map);
    void sortFiles(const std::vector<std::string_view>& names);
    std::string sortWeights();
};

std::string IndexFile::Private::readWeights(const dom::object& map)
{
    FileNumbers numbers;
    weights.reserve(std::min<std::size_t>(map.size(), 1U << 24));
    for (const auto field : map) {
        std::string_view file;
        if (field.value.get(file) != simdjson::SUCCESS) {
            return "the entry of tensor \"" + std::string(field.key) + "\" is not a file name";
        }
        const std::size_t known = numbers.names().size();
        weights.push_back({field.key, numbers.of(file)});
        if (numbers.names().size() > known && !isPlainFileName(file)) {
            return "it points to \"" + std::string(file) + "\", which is not the name of a file in this folder";
        }
    }
    sortFiles(numbers.names());
    return sortWeights();
}

void IndexFile::Private::sortFiles(const std::vector<std::string_view>& names)
{
    std::vector<std::int32_t> order(names.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return names[a] < names[b]; });
    std::vector<std::int32_t> place(names.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        files.emplace_back(names[order[i]]);
        place[order[i]] = static_cast<std::int32_t>(i);
    }
    for (Weight& weight : weights) {
        weight.file = place[weight.file];
    }
}

std::string IndexFile::Private::sortWeights()
{
    const auto byName = [](const Weight& a, const Weight& b) { return a.tensor < b.tensor; };
    if (!std::is_sorted(weights.begin(), weights.end(), byName)) {
        std::sort(weights.begin(), weights.end(), byName);
    }
    const auto same = std::adjacent_find(weights.begin(), weights.end(),
                                         [](const Weight& a, const Weight& b) { return a.tensor == b.tensor; });
    return same == weights.end() ? std::string() : "tensor \"" + std::string(same->tensor) + "\" appears twice";
}

IndexFile::IndexFile() : d(std::make_unique<Private>()) {}
IndexFile::IndexFile(IndexFile&&) noexcept = default;
IndexFile& IndexFile::operator=(IndexFile&&) noexcept = default;
IndexFile::~IndexFile() = default;

const std::vector<std::string>& IndexFile::files() const
{
    return d->files;
}

const std::vector<IndexFile::Weight>& IndexFile::weights() const
{
    return d->weights;
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
    dom::element root;
    const std::size_t length = text.size() - paddingBytes();
    if (const auto error = index.d->parser.parse(text.data(), length, false).get(root); error != simdjson::SUCCESS) {
        return invalid(fileName, notJson(text.substr(0, std::min(length, kForeignProbeBytes)), error));
    }
    dom::object map;
    if (root["weight_map"].get(map) != simdjson::SUCCESS) {
        return invalid(fileName, "it has no weight_map");
    }
    std::uint64_t total = 0;
    if (root["metadata"]["total_size"].get(total) == simdjson::SUCCESS) {
        index.d->totalSize = total;
    }
    if (std::string problem = index.d->readWeights(map); !problem.empty()) {
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
