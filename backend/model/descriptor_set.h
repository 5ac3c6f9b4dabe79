// All family descriptors that an installation knows.
#pragma once

#include "backend/model/family_descriptor.h"

#include <absl/status/statusor.h>

#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

class DescriptorSet
{
public:
    // The user's folder ($XDG_CONFIG_HOME/firstlight/families) first, then the installed ones. A descriptor of the
    // user's with the same id takes the place of an installed one. A broken one of the user's is left out and told in
    // problems(): it must not keep anybody from all other models.
    static absl::StatusOr<DescriptorSet> load();
    // Here a broken one is a failure: kDescriptorInvalid.
    static absl::StatusOr<DescriptorSet> load(const std::vector<std::string>& directories);

    // By model_type first, then by architectures; nullptr: none fits.
    const FamilyDescriptor* find(std::string_view modelType, const std::vector<std::string>& architectures) const;

    const std::vector<absl::Status>& problems() const { return m_problems; }     // of descriptors that were left out
    const std::vector<FamilyDescriptor>& families() const { return m_families; } // the user's first

private:
    absl::Status add(const std::string& directory, bool tolerant);
    void insert(FamilyDescriptor family);
    // Of the user's, those whose operators or roles are misspelt.
    void leaveOutMistakes(const std::vector<FamilyDescriptor>& installed);

    std::vector<FamilyDescriptor> m_families;
    std::vector<absl::Status> m_problems;
};

// How much a family's model types or architectures are spelt like these, 0 to 1.
double spellingLikeness(const FamilyDescriptor& family, std::string_view modelType,
                        const std::vector<std::string>& architectures);

// Where a user's own descriptors are.
std::string userFamilyDirectory();

} // namespace firstlight::model
