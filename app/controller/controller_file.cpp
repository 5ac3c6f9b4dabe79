#include "app/controller/controller_file.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"

#include <unistd.h>

namespace firstlight::controller {

ControllerFile::~ControllerFile()
{
    if (m_written) {
        ::unlink(m_path.c_str());
    }
}

absl::Status ControllerFile::write(const nlohmann::json& contents)
{
    FIRSTLIGHT_RETURN_IF_ERROR(base::writeFileAtomically(m_path, contents.dump(2) + "\n", 0600));
    m_written = true;
    return absl::OkStatus();
}

} // namespace firstlight::controller
