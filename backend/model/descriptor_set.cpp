#include "backend/model/descriptor_set.h"

#include "backend/base/failure.h"
#include "backend/base/resources.h"
#include "backend/model/descriptor_check.h"
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

using FilePointer = std::shared_ptr<const FamilyFile>;

std::vector<FilePointer> filesOf(const std::string& directory, bool own)
{
    std::vector<std::string> paths;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() == ".json") {
            paths.push_back(entry->path().string());
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<FilePointer> files;
    for (std::string& path : paths) {
        files.push_back(std::make_shared<FamilyFile>(std::move(path), own));
    }
    return files;
}

// Somebody waits for it, so all processors take part.
void parseAll(const std::vector<FilePointer>& files)
{
    std::atomic<std::size_t> next{0};
    const auto parser = [&] {
        for (std::size_t i = next++; i < files.size(); i = next++) {
            files[i]->family();
        }
    };
    constexpr std::size_t kFilesOfAThread = 16; // fewer are not worth one
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> parsers;
    for (std::size_t i = 1; i < std::min(processors, files.size() / kFilesOfAThread); ++i) {
        parsers.emplace_back(parser);
    }
    parser();
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

Vocabulary vocabularyOf(const DescriptorSet::Families& families)
{
    Vocabulary all;
    for (const FamilyDescriptor* family : families) {
        for (const auto& [place, needs] : operatorLists(*family)) {
            for (const auto& [name, when] : *needs) {
                all.operators.insert(name);
            }
        }
        for (const TensorPattern& pattern : family->tensors) {
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

std::string installedFamilyDirectory()
{
    return base::resourceDirectory() + "/families";
}

} // namespace

std::string userFamilyDirectory()
{
    return base::userConfigDirectory() + "/families";
}

absl::StatusOr<DescriptorSet> DescriptorSet::load()
{
    DescriptorSet set;
    FIRSTLIGHT_RETURN_IF_ERROR(set.addUsers());
    std::set<std::string> owned; // names of the files that the user's take the place of
    for (const FilePointer& file : set.m_files) {
        owned.insert(file->family()->id + ".json");
    }
    for (FilePointer& file : filesOf(installedFamilyDirectory(), false)) {
        if (!owned.contains(fs::path(file->path()).filename().string())) {
            set.m_files.push_back(std::move(file));
        }
    }
    return set;
}

absl::StatusOr<DescriptorSet> DescriptorSet::load(const std::vector<std::string>& directories)
{
    DescriptorSet set;
    std::set<std::string> ids;
    for (const std::string& directory : directories) {
        const std::vector<FilePointer> files = filesOf(directory, false);
        parseAll(files);
        for (const FilePointer& file : files) {
            FIRSTLIGHT_RETURN_IF_ERROR(file->family().status());
            if (ids.insert(file->family()->id).second) {
                set.m_files.push_back(file);
            }
        }
    }
    return set;
}

absl::Status DescriptorSet::addUsers()
{
    const std::vector<FilePointer> files = filesOf(userFamilyDirectory(), true);
    if (files.empty()) {
        return absl::OkStatus();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const DescriptorSet installed, load({installedFamilyDirectory()}));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Families families, installed.families());
    const Vocabulary known = vocabularyOf(families);
    std::set<std::string> ids;
    for (const FilePointer& file : files) {
        absl::Status status = file->family().status();
        if (status.ok()) {
            status.Update(checkOperators(*file->family(), known.operators));
            status.Update(checkRoles(*file->family(), known.roles));
            status.Update(checkValuesUsed(*file->family()));
        }
        if (!status.ok()) {
            m_problems.push_back(std::move(status));
        } else if (ids.insert(file->family()->id).second) {
            m_files.push_back(file);
        }
    }
    return absl::OkStatus();
}

absl::StatusOr<DescriptorSet::Families> DescriptorSet::mentioning(std::string_view word) const
{
    std::vector<FilePointer> files;
    std::copy_if(m_files.begin(), m_files.end(), std::back_inserter(files),
                 [&](const FilePointer& file) { return file->mentions(word); });
    parseAll(files);
    Families families;
    for (const FilePointer& file : files) {
        FIRSTLIGHT_RETURN_IF_ERROR(file->family().status());
        families.push_back(&*file->family());
    }
    return families;
}

absl::StatusOr<const FamilyDescriptor*> DescriptorSet::find(std::string_view modelType,
                                                            const std::vector<std::string>& architectures) const
{
    if (!modelType.empty()) { // a new model_type with an old architecture name is a new model
        FIRSTLIGHT_ASSIGN_OR_RETURN(const Families families, mentioning(modelType));
        const auto place = std::find_if(families.begin(), families.end(), [&](const FamilyDescriptor* family) {
            return contains(family->modelTypes, modelType);
        });
        return place == families.end() ? nullptr : *place;
    }
    for (const std::string& architecture : architectures) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const Families families, mentioning(architecture));
        const auto place = std::find_if(families.begin(), families.end(), [&](const FamilyDescriptor* family) {
            return contains(family->architectures, architecture);
        });
        if (place != families.end()) {
            return *place;
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
