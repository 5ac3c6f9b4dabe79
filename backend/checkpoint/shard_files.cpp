#include "backend/checkpoint/shard_files.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/numbered_name.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace firstlight::checkpoint {
namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;

constexpr std::string_view kSafetensors = ".safetensors";
constexpr std::string_view kGguf = ".gguf";
constexpr std::string_view kDistributed = ".distcp";
constexpr std::string_view kDistributedMetadata = ".metadata";
constexpr std::string_view kSafetensorsIndex = ".safetensors.index.json";
constexpr std::string_view kTorchIndex = ".bin.index.json";
constexpr std::array<std::string_view, 3> kTorch{".bin", ".pth", ".pt"};

// What training programs leave beside the model.
constexpr std::array<std::string_view, 6> kTrainingFiles{"training_args", "optimizer", "scheduler",
                                                         "rng_state",     "scaler",    "random_states"};

// What publishers call the weights themselves.
constexpr std::array<std::string_view, 3> kTorchModels{"pytorch_model", "model", "consolidated"};

template <std::size_t count>
bool startsWithAny(std::string_view name, const std::array<std::string_view, count>& starts)
{
    return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return name.starts_with(start); });
}

bool isTorchName(std::string_view name)
{
    const bool hasSuffix =
        std::any_of(kTorch.begin(), kTorch.end(), [&](std::string_view suffix) { return name.ends_with(suffix); });
    return hasSuffix && !startsWithAny(name, kTrainingFiles);
}

// Formats that are known and not read.
std::string formatOf(std::string_view name)
{
    struct Format {
        std::string_view suffix;
        const char* text;
    };
    constexpr std::array<Format, 10> kFormats{
        {{".h5", "Keras or TensorFlow weights"},
         {".msgpack", "Flax weights"},
         {".ckpt", "a TensorFlow or Lightning checkpoint"},
         {".onnx", "an ONNX graph"},
         {".npz", "NumPy arrays"},
         {".nemo", "a NeMo archive"},
         {".distcp", "pieces of a distributed PyTorch checkpoint without .metadata"},
         {".ggml", "a GGML file of before GGUF"},
         {".gz", "compressed files, to be unpacked first"},
         {".zst", "compressed files, to be unpacked first"}}};
    const auto* format = std::find_if(kFormats.begin(), kFormats.end(),
                                      [&](const Format& entry) { return name.ends_with(entry.suffix); });
    return format == kFormats.end() ? "" : std::string(format->text) + " (" + std::string(name) + ")";
}

// The names in a folder, by what they are.
struct Listing {
    Names safetensors;
    Names safetensorsIndexes;
    Names torch;
    Names torchIndexes;
    Names gguf;
    Names distributed;
    bool hasDistributedMetadata = false;
    std::string otherFormat;

    void add(const std::string& name);
};

void Listing::add(const std::string& name)
{
    if (name.starts_with("._")) {
        return; // what macOS leaves beside a file
    }
    if (name.ends_with(kSafetensorsIndex)) {
        safetensorsIndexes.insert(name);
    } else if (name.ends_with(kTorchIndex)) {
        torchIndexes.insert(name);
    } else if (name.ends_with(kSafetensors) && name.size() > kSafetensors.size()) {
        safetensors.insert(name);
    } else if (name.ends_with(kGguf)) {
        gguf.insert(name);
    } else if (isTorchName(name)) {
        torch.insert(name);
    } else {
        hasDistributedMetadata = hasDistributedMetadata || name == kDistributedMetadata;
        if (name.ends_with(kDistributed)) {
            distributed.insert(name);
        }
        otherFormat = otherFormat.empty() ? formatOf(name) : otherFormat;
    }
}

void takeNumberedSet(const NumberedName& set, const Names& present, FolderContents& contents)
{
    for (int number = 1; number <= set.total; ++number) {
        std::string name = set.withNumber(number);
        (present.contains(name) ? contents.shards : contents.missing).push_back(std::move(name));
    }
}

std::vector<std::string> startingWith(const Names& names, std::string_view start)
{
    std::vector<std::string> found;
    std::copy_if(names.begin(), names.end(), std::back_inserter(found),
                 [&](const std::string& name) { return name.starts_with(start); });
    return found;
}

// Without an index: the single file, else the numbered set, else the consolidated files, else the only file there is.
void chooseShards(const Names& names, std::string_view usual, std::string_view suffix, FolderContents& contents)
{
    if (names.contains(std::string(usual))) {
        contents.shards = {std::string(usual)};
        return;
    }
    for (const std::string& name : names) {
        const auto set = numberedName(name, suffix);
        if (set && set->stem != "consolidated") {
            takeNumberedSet(*set, names, contents);
            return;
        }
    }
    contents.shards = startingWith(names, "consolidated");
    if (contents.shards.empty() && names.size() == 1) {
        contents.shards = {*names.begin()};
    }
}

void takeIndex(const Names& indexes, std::string usual, const Names& files, FolderContents& contents)
{
    contents.indexFile = indexes.contains(usual) ? std::move(usual) : *indexes.begin();
    contents.others.assign(files.begin(), files.end());
}

void takeOthers(const Names& files, FolderContents& contents)
{
    const Names chosen(contents.shards.begin(), contents.shards.end());
    std::set_difference(files.begin(), files.end(), chosen.begin(), chosen.end(), std::back_inserter(contents.others));
}

void takeSafetensors(const Listing& listing, FolderContents& contents)
{
    contents.format = WeightFormat::kSafetensors;
    if (!listing.safetensorsIndexes.empty()) {
        takeIndex(listing.safetensorsIndexes, "model.safetensors.index.json", listing.safetensors, contents);
        return;
    }
    chooseShards(listing.safetensors, "model.safetensors", kSafetensors, contents);
    takeOthers(listing.safetensors, contents);
}

// The named file with those that are numbered like it, or the named file alone.
void takeNamed(const std::string& file, std::string_view suffix, const Names& present, FolderContents& contents)
{
    if (const auto set = numberedName(file, suffix); set) {
        takeNumberedSet(*set, present, contents);
    } else {
        contents.shards = {file};
    }
}

void takeTorch(const Listing& listing, const std::string& file, FolderContents& contents)
{
    contents.format = WeightFormat::kTorch;
    if (!file.empty() && isTorchName(file)) {
        takeNamed(file, fs::path(file).extension().string(), listing.torch, contents);
        return;
    }
    if (!listing.torchIndexes.empty()) {
        takeIndex(listing.torchIndexes, "pytorch_model.bin.index.json", listing.torch, contents);
        return;
    }
    chooseShards(listing.torch, "pytorch_model.bin", ".bin", contents);
    takeOthers(listing.torch, contents);
    // Meta's own layout cuts every tensor into as many parts as there are files.
    contents.sliced = contents.shards.size() > 1 && contents.shards.front().starts_with("consolidated.");
    if (contents.shards.empty() && contents.missing.empty()) {
        contents.choices = std::exchange(contents.others, {});
    }
}

void takeGguf(const Listing& listing, const std::string& file, FolderContents& contents)
{
    contents.format = WeightFormat::kGguf;
    if (file.ends_with(kGguf)) {
        takeNamed(file, kGguf, listing.gguf, contents);
        return;
    }
    Names models; // one file of each: quantisations of one model lie side by side
    Names sets;
    for (const std::string& name : listing.gguf) {
        const auto set = numberedName(name, kGguf);
        const bool isVision = name.starts_with("mmproj");
        if (!isVision && sets.insert(set ? set->setName() : name).second) {
            models.insert(name);
        }
    }
    if (models.size() > 1) {
        contents.choices.assign(models.begin(), models.end());
        return;
    }
    takeNamed(models.empty() ? *listing.gguf.begin() : *models.begin(), kGguf, listing.gguf, contents);
    takeOthers(listing.gguf, contents);
}

bool hasTorchModel(const Listing& listing)
{
    return !listing.torchIndexes.empty() ||
           std::any_of(listing.torch.begin(), listing.torch.end(),
                       [](const std::string& name) { return startsWithAny(name, kTorchModels); });
}

WeightFormat formatOfFile(const std::string& file)
{
    if (file.ends_with(kGguf)) {
        return WeightFormat::kGguf;
    }
    if (file.ends_with(kDistributed) || file == kDistributedMetadata) {
        return WeightFormat::kDistributed;
    }
    if (file.ends_with(kSafetensors) || file.ends_with(kSafetensorsIndex)) {
        return WeightFormat::kSafetensors;
    }
    return isTorchName(file) || file.ends_with(kTorchIndex) ? WeightFormat::kTorch : WeightFormat::kNone;
}

WeightFormat chooseFormat(const Listing& listing, const std::string& file)
{
    if (const WeightFormat named = formatOfFile(file); named != WeightFormat::kNone) {
        return named;
    }
    if (!listing.safetensors.empty() || !listing.safetensorsIndexes.empty()) {
        return WeightFormat::kSafetensors;
    }
    if (listing.hasDistributedMetadata && !listing.distributed.empty()) {
        return WeightFormat::kDistributed;
    }
    if (hasTorchModel(listing)) {
        return WeightFormat::kTorch;
    }
    if (!listing.gguf.empty()) {
        return WeightFormat::kGguf;
    }
    if (!listing.torch.empty()) {
        return WeightFormat::kTorch;
    }
    return listing.hasDistributedMetadata ? WeightFormat::kDistributed : WeightFormat::kNone; // its pieces are lost
}

} // namespace

absl::StatusOr<FolderContents> listFolder(const std::string& directory, const std::string& file)
{
    Listing listing;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
        listing.add(entry->path().filename().string());
    }
    if (error) {
        return base::failure(reasons::kPathMissing, absl::StatusCode::kNotFound,
                             {{"path", directory}, {"detail", error.message()}});
    }
    FolderContents contents;
    switch (chooseFormat(listing, file)) {
    case WeightFormat::kSafetensors:
        takeSafetensors(listing, contents);
        break;
    case WeightFormat::kTorch:
        takeTorch(listing, file, contents);
        break;
    case WeightFormat::kGguf:
        takeGguf(listing, file, contents);
        break;
    case WeightFormat::kDistributed:
        contents.format = WeightFormat::kDistributed;
        break;
    case WeightFormat::kNone:
        contents.otherFormat = listing.otherFormat;
        break;
    }
    return contents;
}

} // namespace firstlight::checkpoint
