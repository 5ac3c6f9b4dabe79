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
    // user's with the same id takes the place of an installed one; one that is broken is a failure: kDescriptorInvalid.
    static absl::StatusOr<DescriptorSet> load();
    static absl::StatusOr<DescriptorSet> load(const std::vector<std::string>& directories);

    // By model_type first, then by architectures; nullptr: none fits.
    const FamilyDescriptor* find(std::string_view modelType, const std::vector<std::string>& architectures) const;

    const std::vector<FamilyDescriptor>& families() const { return m_families; } // the user's first
    // At most `count` families whose model types are spelt most like this one, best first.
    std::vector<const FamilyDescriptor*> nearest(std::string_view modelType, std::size_t count) const;

private:
    std::vector<FamilyDescriptor> m_families;
};

// Where a user's own descriptors are.
std::string userFamilyDirectory();

} // namespace firstlight::model
