#include "backend/model/descriptor_set.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/resources.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace firstlight::model {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMaxDescriptorBytes = 4 << 20;

std::vector<std::string> descriptorFiles(const std::string& directory)
{
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() == ".json") {
            files.push_back(entry->path().string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

absl::StatusOr<FamilyDescriptor> readDescriptor(const std::string& file)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string text, base::readFile(file, kMaxDescriptorBytes));
    return parseDescriptor(text, file);
}

bool contains(const std::vector<std::string>& list, std::string_view text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

// How many letters must be changed, added or removed to turn one text into the other.
std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

std::size_t distanceTo(const FamilyDescriptor& family, std::string_view modelType)
{
    std::size_t best = modelType.size() + 100;
    for (const std::string& name : family.modelTypes) {
        best = std::min(best, editDistance(name, modelType));
    }
    return best;
}

} // namespace

std::string userFamilyDirectory()
{
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    const fs::path base =
        config != nullptr && *config != '\0' ? fs::path(config) : fs::path(home == nullptr ? "/" : home) / ".config";
    return (base / "firstlight" / "families").string();
}

absl::StatusOr<DescriptorSet> DescriptorSet::load()
{
    return load({userFamilyDirectory(), base::resourceDirectory() + "/families"});
}

absl::StatusOr<DescriptorSet> DescriptorSet::load(const std::vector<std::string>& directories)
{
    DescriptorSet set;
    for (const std::string& directory : directories) {
        for (const std::string& file : descriptorFiles(directory)) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(FamilyDescriptor family, readDescriptor(file));
            const bool known = std::any_of(set.m_families.begin(), set.m_families.end(),
                                           [&](const FamilyDescriptor& other) { return other.id == family.id; });
            if (!known) {
                set.m_families.push_back(std::move(family));
            }
        }
    }
    return set;
}

const FamilyDescriptor* DescriptorSet::find(std::string_view modelType,
                                            const std::vector<std::string>& architectures) const
{
    for (const FamilyDescriptor& family : m_families) {
        if (contains(family.modelTypes, modelType)) {
            return &family;
        }
    }
    if (!modelType.empty()) {
        return nullptr; // a new model_type with an old architecture name is a new model
    }
    for (const FamilyDescriptor& family : m_families) {
        for (const std::string& architecture : architectures) {
            if (contains(family.architectures, architecture)) {
                return &family;
            }
        }
    }
    return nullptr;
}

std::vector<const FamilyDescriptor*> DescriptorSet::nearest(std::string_view modelType, std::size_t count) const
{
    std::vector<std::pair<std::size_t, const FamilyDescriptor*>> ranked;
    for (const FamilyDescriptor& family : m_families) {
        ranked.emplace_back(distanceTo(family, modelType.substr(0, 100)), &family);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const FamilyDescriptor*> families;
    for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i) {
        families.push_back(ranked[i].second);
    }
    return families;
}

} // namespace firstlight::model
