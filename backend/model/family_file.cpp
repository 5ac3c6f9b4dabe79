#include "backend/model/family_file.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"

namespace firstlight::model {
namespace {

constexpr std::int64_t kMaxDescriptorBytes = 4 << 20;

} // namespace

FamilyFile::FamilyFile(std::string path, bool own)
    : m_path(std::move(path)), m_own(own), m_text(base::readFile(m_path, kMaxDescriptorBytes))
{
}

bool FamilyFile::mentions(std::string_view word) const
{
    return !m_text.ok() || m_text->find('"' + std::string(word)) != std::string::npos;
}

const absl::StatusOr<FamilyDescriptor>& FamilyFile::family() const
{
    std::call_once(m_parsed, [this] { m_family = parse(); });
    return m_family;
}

absl::StatusOr<FamilyDescriptor> FamilyFile::parse() const
{
    FIRSTLIGHT_RETURN_IF_ERROR(m_text.status());
    FIRSTLIGHT_ASSIGN_OR_RETURN(FamilyDescriptor family, parseDescriptor(*m_text, m_path));
    family.own = m_own;
    return family;
}

} // namespace firstlight::model
