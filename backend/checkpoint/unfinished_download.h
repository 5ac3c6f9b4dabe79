// What download programs leave beside a checkpoint until they have finished. Looks at names only.
#pragma once

#include <string>

namespace firstlight::checkpoint {

// In the repository of a download cache that a snapshot belongs to: the name of a blob that is not complete; else
// empty.
std::string unfinishedBlob(const std::string& directory);

// The name of the control file beside `file`, which is there as long as the download goes on even where the file has
// its full length already (aria2, axel); else empty.
std::string controlFileOf(const std::string& directory, const std::string& file);

// The name under which a part of `file`, which itself is not there, lies in the folder; else empty.
std::string partOf(const std::string& directory, const std::string& file);

} // namespace firstlight::checkpoint
