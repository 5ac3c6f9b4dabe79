// The file of a family descriptor, parsed when somebody asks for the family.
//
// An installation has hundreds of families and a model needs one of them: what a file mentions is found in its text,
// which takes a hundredth of the time that parsing takes. Safe to share between threads.
#pragma once

#include "backend/model/family_descriptor.h"

#include <absl/status/statusor.h>

#include <mutex>
#include <string>
#include <string_view>

namespace firstlight::model {

class FamilyFile
{
public:
    // `own`: written by the user.
    FamilyFile(std::string path, bool own);

    const std::string& path() const { return m_path; }
    // Whether a text of the file begins with `word`. True of a file that cannot be read: who asks for the family then
    // hears why.
    bool mentions(std::string_view word) const;
    // kDescriptorInvalid, or why the file cannot be read.
    const absl::StatusOr<FamilyDescriptor>& family() const;

private:
    absl::StatusOr<FamilyDescriptor> parse() const;

    std::string m_path;
    bool m_own;
    absl::StatusOr<std::string> m_text;
    mutable std::once_flag m_parsed;
    mutable absl::StatusOr<FamilyDescriptor> m_family;
};

} // namespace firstlight::model
