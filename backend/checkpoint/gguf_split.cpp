#include "backend/checkpoint/gguf_split.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/numbered_name.h"

#include <optional>
#include <string>

namespace firstlight::checkpoint {
namespace {

std::string differs(const char* what, std::int64_t found, std::int64_t expected)
{
    return std::string(what) + " is " + std::to_string(found) + " instead of " + std::to_string(expected);
}

// Empty: all is well.
std::string checkFile(const ShardContents& file)
{
    const auto name = numberedName(file.file.name, ".gguf");
    const std::int64_t total = name ? name->total : 1;
    const std::int64_t number = name ? name->number : 1;
    const std::int64_t count = file.gguf->integer("split.count").value_or(name ? 0 : 1);
    const std::int64_t place = file.gguf->integer("split.no").value_or(0);
    if (count == 0 && total == 1) {
        return {}; // written whole, without a word about parts
    }
    if (!name && count > 1) {
        return "it is part " + std::to_string(place + 1) + " of " + std::to_string(count) +
               ", but its name does not say so";
    }
    if (count != total) {
        return differs("split.count", count, total);
    }
    return place == number - 1 ? std::string() : differs("split.no", place, number - 1);
}

// All parts together have as many tensors as each of them says.
std::string checkSum(const std::vector<ShardContents>& files)
{
    const auto first = numberedName(files.front().file.name, ".gguf");
    if (!first || static_cast<std::size_t>(first->total) != files.size()) {
        return {};
    }
    std::int64_t sum = 0;
    std::optional<std::int64_t> promised;
    for (const ShardContents& file : files) {
        if (file.gguf == nullptr) {
            return {}; // it could not be read, which is a problem of its own
        }
        sum += static_cast<std::int64_t>(file.tensors.size());
        promised = promised ? promised : file.gguf->integer("split.tensors.count");
    }
    return !promised || *promised == sum ? std::string()
                                         : differs("the number of tensors in all parts", sum, *promised);
}

} // namespace

std::vector<absl::Status> checkGgufSplit(const std::vector<ShardContents>& files)
{
    std::vector<absl::Status> problems;
    const auto note = [&](const ShardContents& file, const std::string& detail) {
        if (!detail.empty()) {
            problems.push_back(base::failure(reasons::kIndexMismatch, {{"file", file.file.name}, {"detail", detail}}));
        }
    };
    for (const ShardContents& file : files) {
        if (file.gguf != nullptr) {
            note(file, checkFile(file));
        }
    }
    if (!files.empty()) {
        note(files.front(), checkSum(files));
    }
    return problems;
}

} // namespace firstlight::checkpoint
