#include "backend/checkpoint/checkpoint_place.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/file_reading.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace firstlight::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr char kSnapshots[] = "snapshots";
constexpr std::string_view kRepositoryStart = "models--";

absl::Status missing(const std::string& path, const std::string& detail)
{
    return base::failure(reasons::kPathMissing, absl::StatusCode::kNotFound, {{"path", path}, {"detail", detail}});
}

std::string trimmed(std::string text)
{
    const auto end = text.find_last_not_of(" \r\n\t");
    text.resize(end == std::string::npos ? 0 : end + 1);
    return text;
}

std::vector<fs::path> subfolders(const fs::path& path, std::string_view start = {})
{
    std::vector<fs::path> folders;
    std::error_code error;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().filename().string().starts_with(start) && entry->is_directory(error)) {
            folders.push_back(entry->path());
        }
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

// The snapshot that refs/main names, else the only one.
absl::StatusOr<std::string> currentSnapshot(const fs::path& repository)
{
    const auto snapshots = subfolders(repository / kSnapshots);
    if (const auto revision = readWholeFile((repository / "refs" / "main").string(), "refs/main", 4096);
        revision.ok()) {
        const auto match = std::find_if(snapshots.begin(), snapshots.end(), [&](const fs::path& path) {
            return path.filename().string() == trimmed(*revision);
        });
        if (match != snapshots.end()) {
            return match->string();
        }
    }
    if (snapshots.size() == 1) {
        return snapshots.front().string();
    }
    return missing(repository.string(), "it has " + std::to_string(snapshots.size()) +
                                            " snapshots and none of them is current; choose one of them");
}

// `path` without a slash at its end.
fs::path withoutSlash(const fs::path& path)
{
    return path.has_filename() ? path : path.parent_path();
}

// The repository that `path` is, or is the snapshots folder of; empty: neither.
fs::path repositoryAt(const fs::path& path)
{
    std::error_code error;
    if (fs::exists(path / "config.json", error)) {
        return {};
    }
    if (fs::is_directory(path / kSnapshots, error)) {
        return path;
    }
    const fs::path folder = withoutSlash(path);
    const bool isSnapshots =
        folder.filename() == kSnapshots && (fs::is_directory(folder.parent_path() / "refs", error) ||
                                            fs::is_directory(folder.parent_path() / "blobs", error));
    return isSnapshots ? folder.parent_path() : fs::path();
}

absl::StatusOr<std::string> folderOf(const std::string& path)
{
    if (const fs::path repository = repositoryAt(path); !repository.empty()) {
        return currentSnapshot(repository);
    }
    const auto repositories = subfolders(path, kRepositoryStart);
    if (repositories.empty()) {
        return path;
    }
    if (repositories.size() > 1) {
        return missing(path, "it is a download cache of " + std::to_string(repositories.size()) +
                                 " models; choose one of them");
    }
    return currentSnapshot(repositories.front());
}

} // namespace

absl::StatusOr<CheckpointPlace> resolvePlace(const std::string& path)
{
    std::error_code error;
    const fs::path given(path);
    if (fs::is_regular_file(given, error)) {
        const fs::path folder = given.parent_path();
        return CheckpointPlace{folder.empty() ? "." : folder.string(), given.filename().string()};
    }
    if (!fs::is_directory(given, error)) {
        return missing(path, error ? error.message() : "it is neither a folder nor a file");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::string directory, folderOf(path));
    return CheckpointPlace{std::move(directory), {}};
}

absl::StatusOr<std::string> resolveDirectory(const std::string& path)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(CheckpointPlace place, resolvePlace(path));
    return std::move(place.directory);
}

std::string blobsOfSnapshot(const std::string& directory)
{
    const fs::path snapshots = withoutSlash(directory).parent_path();
    return snapshots.filename() == kSnapshots ? (snapshots.parent_path() / "blobs").string() : std::string();
}

} // namespace firstlight::checkpoint
