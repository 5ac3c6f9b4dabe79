// All family descriptors that an installation knows.
#pragma once

#include "backend/model/family_file.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

// Safe to share between threads. The families that it hands out live as long as the set and its copies.
class DescriptorSet
{
public:
    using Families = std::vector<const FamilyDescriptor*>;

    // The user's folder ($XDG_CONFIG_HOME/firstlight/families) first, then the installed ones. A descriptor of the
    // user's with the same id takes the place of an installed one. A broken one of the user's is left out and told in
    // problems(): it must not keep anybody from all other models. The installed ones are parsed when they are needed.
    static absl::StatusOr<DescriptorSet> load();
    // All of them at once: a broken one is a failure, kDescriptorInvalid.
    static absl::StatusOr<DescriptorSet> load(const std::vector<std::string>& directories);

    // By model_type first, then by architectures; nullptr: none fits. kDescriptorInvalid: one that may fit is broken.
    absl::StatusOr<const FamilyDescriptor*> find(std::string_view modelType,
                                                 const std::vector<std::string>& architectures) const;

    // All, the user's first. kDescriptorInvalid: one is broken.
    absl::StatusOr<Families> families() const { return mentioning({}); }
    // Only those whose file has a text that begins with `word`.
    absl::StatusOr<Families> mentioning(std::string_view word) const;

    const std::vector<absl::Status>& problems() const { return m_problems; } // of descriptors that were left out

private:
    using Files = std::vector<std::shared_ptr<const FamilyFile>>;

    // Those whose operators and roles are spelt as the installed ones write them.
    absl::Status addUsers();

    Files m_files;
    std::vector<absl::Status> m_problems;
};

// How much a family's model types or architectures are spelt like these, 0 to 1.
double spellingLikeness(const FamilyDescriptor& family, std::string_view modelType,
                        const std::vector<std::string>& architectures);

// Where a user's own descriptors are.
std::string userFamilyDirectory();

} // namespace firstlight::model
