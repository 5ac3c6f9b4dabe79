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

// 1: the same text; 0: nothing alike.
double alike(std::string_view one, std::string_view other)
{
    constexpr std::size_t kCompared = 100; // characters
    one = one.substr(0, kCompared);
    other = other.substr(0, kCompared);
    const std::size_t longest = std::max(one.size(), other.size());
    return longest == 0 ? 0.0 : 1.0 - static_cast<double>(editDistance(one, other)) / static_cast<double>(longest);
}

} // namespace

std::string userFamilyDirectory()
{
    return base::userConfigDirectory() + "/families";
}

absl::StatusOr<DescriptorSet> DescriptorSet::load()
{
    DescriptorSet set;
    FIRSTLIGHT_RETURN_IF_ERROR(set.add(userFamilyDirectory(), true));
    FIRSTLIGHT_RETURN_IF_ERROR(set.add(base::resourceDirectory() + "/families", false));
    return set;
}

absl::StatusOr<DescriptorSet> DescriptorSet::load(const std::vector<std::string>& directories)
{
    DescriptorSet set;
    for (const std::string& directory : directories) {
        FIRSTLIGHT_RETURN_IF_ERROR(set.add(directory, false));
    }
    return set;
}

absl::Status DescriptorSet::add(const std::string& directory, bool tolerant)
{
    for (const std::string& file : descriptorFiles(directory)) {
        auto family = readDescriptor(file);
        if (!family.ok()) {
            if (!tolerant) {
                return family.status();
            }
            m_problems.push_back(family.status());
            continue;
        }
        const bool known = std::any_of(m_families.begin(), m_families.end(),
                                       [&](const FamilyDescriptor& other) { return other.id == family->id; });
        if (!known) {
            m_families.push_back(*std::move(family));
        }
    }
    return absl::OkStatus();
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

double spellingLikeness(const FamilyDescriptor& family, std::string_view modelType,
                        const std::vector<std::string>& architectures)
{
    double best = 0;
    for (const std::string& name : family.modelTypes) {
        best = std::max(best, alike(name, modelType));
    }
    for (const std::string& name : family.architectures) {
        best = architectures.empty() ? best : std::max(best, alike(name, architectures.front()));
    }
    return best;
}

} // namespace firstlight::model
