#include "backend/model/descriptor_set.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/resources.h"
#include "backend/model/operator_table.h"
#include "backend/model/spelling.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

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

using ReadFamilies = std::vector<absl::StatusOr<FamilyDescriptor>>;

// In the order of the files. Somebody waits for it, so all processors take part; each result is of one thread.
ReadFamilies readDescriptors(const std::vector<std::string>& files)
{
    ReadFamilies families(files.size());
    std::atomic<std::size_t> next{0};
    const auto reader = [&] {
        for (std::size_t i = next++; i < files.size(); i = next++) {
            families[i] = readDescriptor(files[i]);
        }
    };
    constexpr std::size_t kFilesOfAThread = 16; // fewer are not worth one
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> readers;
    for (std::size_t i = 1; i < std::min(processors, files.size() / kFilesOfAThread); ++i) {
        readers.emplace_back(reader);
    }
    reader();
    readers.clear();
    return families;
}

bool contains(const std::vector<std::string>& list, std::string_view text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
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

using Names = std::set<std::string, std::less<>>;

std::string nearMissIn(const Names& known, std::string_view name)
{
    const auto place =
        std::find_if(known.begin(), known.end(), [&](const std::string& other) { return isNearMiss(other, name); });
    return place == known.end() ? std::string() : *place;
}

// The operators and roles that installed families use: what a family of the user's is compared with.
struct Vocabulary {
    Names operators;
    Names roles;
};

using Needs = std::vector<std::pair<std::string, std::optional<Expression>>>;

// Every list of operators with its place in the file.
std::vector<std::pair<std::string, const Needs*>> operatorLists(const FamilyDescriptor& family)
{
    std::vector<std::pair<std::string, const Needs*>> lists{{"/operators", &family.operators}};
    for (std::size_t i = 0; i < family.mixers.size(); ++i) {
        lists.emplace_back("/mixers/" + std::to_string(i) + "/operators", &family.mixers[i].operators);
    }
    for (std::size_t i = 0; i < family.ffns.size(); ++i) {
        lists.emplace_back("/ffns/" + std::to_string(i) + "/operators", &family.ffns[i].operators);
    }
    return lists;
}

Vocabulary vocabularyOf(const std::vector<FamilyDescriptor>& families)
{
    Vocabulary all;
    for (const FamilyDescriptor& family : families) {
        for (const auto& [place, needs] : operatorLists(family)) {
            for (const auto& [name, when] : *needs) {
                all.operators.insert(name);
            }
        }
        for (const TensorPattern& pattern : family.tensors) {
            all.roles.insert(pattern.role);
        }
    }
    return all;
}

// New operators are welcome: the verdict lists what nobody has built. One that is nearly a known one is a mistake.
absl::Status checkOperators(const FamilyDescriptor& family, const Names& known)
{
    for (const auto& [place, needs] : operatorLists(family)) {
        for (std::size_t i = 0; i < needs->size(); ++i) {
            const std::string& name = (*needs)[i].first;
            const bool exists = known.contains(name) || operatorInfo(name).state != OperatorState::kMissing;
            const std::string meant = exists ? std::string() : nearMissIn(known, name);
            if (!meant.empty()) {
                return descriptorFailure(family, place + "/" + std::to_string(i),
                                         "there is no operator \"" + name + "\"",
                                         "Write \"" + meant + "\", or give a new operator a name less alike");
            }
        }
    }
    return absl::OkStatus();
}

absl::Status checkRoles(const FamilyDescriptor& family, const Names& known)
{
    for (std::size_t i = 0; i < family.tensors.size(); ++i) {
        const std::string& role = family.tensors[i].role;
        if (known.contains(role)) {
            continue;
        }
        const std::string meant = nearMissIn(known, role);
        return descriptorFailure(family, "/tensors/" + std::to_string(i) + "/role", "there is no role \"" + role + "\"",
                                 meant.empty() ? "Use a role that an installed family has for such a tensor"
                                               : "Write \"" + meant + "\"");
    }
    return absl::OkStatus();
}

} // namespace

std::string userFamilyDirectory()
{
    return base::userConfigDirectory() + "/families";
}

absl::StatusOr<DescriptorSet> DescriptorSet::load()
{
    DescriptorSet installed;
    FIRSTLIGHT_RETURN_IF_ERROR(installed.add(base::resourceDirectory() + "/families", false));
    DescriptorSet set;
    FIRSTLIGHT_RETURN_IF_ERROR(set.add(userFamilyDirectory(), true));
    set.leaveOutMistakes(installed.m_families);
    for (FamilyDescriptor& family : installed.m_families) {
        set.insert(std::move(family));
    }
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
    for (absl::StatusOr<FamilyDescriptor>& family : readDescriptors(descriptorFiles(directory))) {
        if (!family.ok()) {
            if (!tolerant) {
                return family.status();
            }
            m_problems.push_back(family.status());
            continue;
        }
        family->own = tolerant;
        insert(*std::move(family));
    }
    return absl::OkStatus();
}

void DescriptorSet::insert(FamilyDescriptor family)
{
    const bool known = std::any_of(m_families.begin(), m_families.end(),
                                   [&](const FamilyDescriptor& other) { return other.id == family.id; });
    if (!known) {
        m_families.push_back(std::move(family));
    }
}

void DescriptorSet::leaveOutMistakes(const std::vector<FamilyDescriptor>& installed)
{
    const Vocabulary known = vocabularyOf(installed);
    const auto isMistaken = [&](const FamilyDescriptor& family) {
        absl::Status status = checkOperators(family, known.operators);
        status.Update(checkRoles(family, known.roles));
        if (status.ok()) {
            return false;
        }
        m_problems.push_back(std::move(status));
        return true;
    };
    m_families.erase(std::remove_if(m_families.begin(), m_families.end(), isMistaken), m_families.end());
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
