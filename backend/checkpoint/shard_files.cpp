#include "backend/checkpoint/shard_files.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/file_reading.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

namespace firstlight::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWeights = ".safetensors";
constexpr std::string_view kIndex = ".safetensors.index.json";
constexpr char kUsualIndex[] = "model.safetensors.index.json";
constexpr int kMostShards = 100'000;

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

std::vector<fs::path> subfolders(const fs::path& path)
{
    std::vector<fs::path> folders;
    std::error_code error;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->is_directory(error)) {
            folders.push_back(entry->path());
        }
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

// The snapshot that refs/main names, else the only one.
absl::StatusOr<std::string> currentSnapshot(const fs::path& repository)
{
    const auto snapshots = subfolders(repository / "snapshots");
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

struct NumberedName
{
    std::string stem;  // "model"
    std::string count; // "00096", with its zeros
    int total = 0;
    std::size_t digits = 0; // of the number
};

std::optional<int> wholeNumber(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool valid = error == std::errc() && end == text.data() + text.size() && value >= 0;
    return valid ? std::optional(value) : std::nullopt;
}

// "model-00001-of-00096.safetensors"
std::optional<NumberedName> numberedName(std::string_view name)
{
    name.remove_suffix(kWeights.size());
    const auto of = name.rfind("-of-");
    const auto dash = of == std::string_view::npos || of == 0 ? std::string_view::npos : name.rfind('-', of - 1);
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view number = name.substr(dash + 1, of - dash - 1);
    const std::string_view count = name.substr(of + 4);
    const auto total = wholeNumber(count);
    if (!wholeNumber(number) || !total || *total > kMostShards) {
        return std::nullopt;
    }
    return NumberedName{std::string(name.substr(0, dash)), std::string(count), *total, number.size()};
}

std::string nameOfShard(const NumberedName& set, int number)
{
    std::string digits = std::to_string(number);
    digits.insert(0, set.digits > digits.size() ? set.digits - digits.size() : 0, '0');
    return set.stem + "-" + digits + "-of-" + set.count + std::string(kWeights);
}

void takeNumberedSet(const NumberedName& set, const std::set<std::string>& weights, FolderContents& contents)
{
    for (int number = 1; number <= set.total; ++number) {
        std::string name = nameOfShard(set, number);
        (weights.contains(name) ? contents.shards : contents.missing).push_back(std::move(name));
    }
}

void takeConsolidated(const std::set<std::string>& weights, FolderContents& contents)
{
    std::copy_if(weights.begin(), weights.end(), std::back_inserter(contents.shards),
                 [](const std::string& name) { return name.starts_with("consolidated"); });
}

// Without an index: the single file, else the numbered set, else the consolidated files, else the only file there is.
void chooseShards(const std::set<std::string>& weights, FolderContents& contents)
{
    if (weights.contains("model.safetensors")) {
        contents.shards = {"model.safetensors"};
        return;
    }
    for (const std::string& name : weights) {
        const auto set = numberedName(name);
        if (set && set->stem != "consolidated") {
            takeNumberedSet(*set, weights, contents);
            return;
        }
    }
    takeConsolidated(weights, contents);
    if (contents.shards.empty() && weights.size() == 1) {
        contents.shards = {*weights.begin()};
    }
}

std::string formatOf(std::string_view name)
{
    if (name.ends_with(".gguf")) {
        return "GGUF files";
    }
    if (name.ends_with(".bin") || name.ends_with(".pth") || name.ends_with(".pt")) {
        return "PyTorch files (" + std::string(name) + ")";
    }
    return name.ends_with(".distcp") ? "a distributed PyTorch checkpoint" : "";
}

void sortIn(const std::string& name, std::set<std::string>& weights, std::set<std::string>& indexes,
            FolderContents& contents)
{
    if (name.ends_with(kIndex)) {
        indexes.insert(name);
    } else if (name.ends_with(kWeights) && name.size() > kWeights.size()) {
        weights.insert(name);
    } else if (contents.otherFormat.empty()) {
        contents.otherFormat = formatOf(name);
    }
}

} // namespace

absl::StatusOr<std::string> resolveDirectory(const std::string& path)
{
    std::error_code error;
    const fs::path given(path);
    if (fs::is_regular_file(given, error)) {
        const fs::path folder = given.parent_path();
        return folder.empty() ? std::string(".") : folder.string();
    }
    if (!fs::is_directory(given, error)) {
        return missing(path, error ? error.message() : "it is neither a folder nor a file");
    }
    const bool isRepository = !fs::exists(given / "config.json", error) && fs::is_directory(given / "snapshots", error);
    if (isRepository) {
        return currentSnapshot(given);
    }
    return path;
}

absl::StatusOr<FolderContents> listFolder(const std::string& directory)
{
    FolderContents contents;
    std::set<std::string> weights;
    std::set<std::string> indexes;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
        sortIn(entry->path().filename().string(), weights, indexes, contents);
    }
    if (error) {
        return missing(directory, error.message());
    }
    if (!indexes.empty()) {
        contents.indexFile = indexes.contains(kUsualIndex) ? kUsualIndex : *indexes.begin();
        contents.others.assign(weights.begin(), weights.end());
        return contents;
    }
    chooseShards(weights, contents);
    std::set_difference(weights.begin(), weights.end(), contents.shards.begin(), contents.shards.end(),
                        std::back_inserter(contents.others));
    return contents;
}

} // namespace firstlight::checkpoint
