#include "backend/checkpoint/unfinished_download.h"

#include "backend/checkpoint/checkpoint_place.h"

#include <array>
#include <filesystem>
#include <string_view>

namespace firstlight::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kControlEnds{".aria2", ".aria2__temp", ".st"};
constexpr std::array<std::string_view, 8> kPartEnds{".incomplete", ".part", ".partial",  ".crdownload",
                                                    ".download",   ".tmp",  ".filepart", ".aria2"};

template <std::size_t count>
std::string existing(const std::string& directory, const std::string& file,
                     const std::array<std::string_view, count>& ends)
{
    for (const std::string_view end : ends) {
        std::error_code error;
        if (std::string name = file + std::string(end); fs::exists(directory + "/" + name, error)) {
            return name;
        }
    }
    return {};
}

} // namespace

std::string unfinishedBlob(const std::string& directory)
{
    const std::string blobs = blobsOfSnapshot(directory);
    std::error_code error;
    for (fs::directory_iterator entry(blobs, error), end; !blobs.empty() && !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == ".incomplete") {
            return entry->path().filename().string();
        }
    }
    return {};
}

std::string controlFileOf(const std::string& directory, const std::string& file)
{
    return existing(directory, file, kControlEnds);
}

std::string partOf(const std::string& directory, const std::string& file)
{
    return existing(directory, file, kPartEnds);
}

} // namespace firstlight::checkpoint
