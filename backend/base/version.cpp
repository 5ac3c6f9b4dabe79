#include "backend/base/version.h"

namespace firstlight::base {

std::string_view version()
{
    return FIRSTLIGHT_VERSION;
}

} // namespace firstlight::base
