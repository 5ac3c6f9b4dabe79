// How long the verdict about a very large checkpoint takes: makes a folder of sparse files with true headers (the
// tensors of Kimi-K3, 497,220 in 96 shards, unless another config is named), inspects it, and lets Python read the same
// headers for comparison.
//
//   firstlight-checkpoint-bench [CONFIG [SHARDS]]
//
// The Python is that of $PYTHON, else python3; the safetensors package is measured where that one has it.
#include "backend/model/inspection.h"
#include "backend/model/model_reading.h"
#include "backend/model/tensor_search.h"

#include <nlohmann/json.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace firstlight;
using nlohmann::json;

struct StoredTensor {
    std::string name;
    const char* dtype = "BF16";
    std::vector<std::int64_t> shape;
    std::int64_t bytes = 0;
};

std::int64_t product(const std::vector<std::int64_t>& shape)
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape) {
        count *= size;
    }
    return count;
}

StoredTensor stored(std::string name, const char* dtype, std::vector<std::int64_t> shape, int bytesEach)
{
    const std::int64_t bytes = product(shape) * bytesEach;
    return {std::move(name), dtype, std::move(shape), bytes};
}

// Experts as packed 4-bit values with a scale for each 32 of them, the rest as BF16.
std::vector<StoredTensor> partsOf(const model::ExpectedTensor& tensor)
{
    if (tensor.role.expert < 0) {
        return {stored(tensor.name, "BF16", tensor.shape, 2)};
    }
    const std::int64_t rows = tensor.shape[0];
    const std::int64_t columns = tensor.shape[1];
    return {stored(tensor.name + "_packed", "U8", {rows, columns / 2}, 1),
            stored(tensor.name + "_scale", "U8", {rows, columns / 32}, 1)};
}

std::string shardName(int shard, int count)
{
    char name[64];
    std::snprintf(name, sizeof name, "model-%05d-of-%06d.safetensors", shard + 1, count);
    return name;
}

void writeShard(const fs::path& path, const std::vector<StoredTensor>& tensors)
{
    json header = json::object();
    std::int64_t end = 0;
    for (const StoredTensor& tensor : tensors) {
        header[tensor.name] = {
            {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {end, end + tensor.bytes}}};
        end += tensor.bytes;
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const auto length = static_cast<std::uint64_t>(text.size());
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    fs::resize_file(path, sizeof length + length + static_cast<std::uint64_t>(end)); // a hole: nothing is stored
}

// Last tensors first, as in the published index: an order that spares the reader nothing.
void writeIndex(const fs::path& path, const std::vector<std::string>& lines)
{
    std::ofstream file(path);
    file << "{\n  \"metadata\": {},\n  \"weight_map\": {";
    for (std::size_t i = lines.size(); i-- > 0;) {
        file << "\n    " << lines[i] << (i == 0 ? "" : ",");
    }
    file << "\n  }\n}\n";
}

std::size_t writeCheckpoint(const fs::path& folder, const std::string& config, int shards,
                            const model::DescriptorSet& families)
{
    fs::create_directories(folder);
    fs::copy_file(config, folder / "config.json");
    const auto spec = model::readModelSpec(config, families);
    if (!spec.ok()) {
        std::fprintf(stderr, "%s\n", std::string(spec.status().message()).c_str());
        std::exit(1);
    }
    std::vector<std::vector<StoredTensor>> content(static_cast<std::size_t>(shards));
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < spec->tensors.size(); ++i) {
        const std::size_t shard = i * content.size() / spec->tensors.size();
        for (StoredTensor& part : partsOf(spec->tensors[i])) {
            lines.push_back("\"" + part.name + "\": \"" + shardName(static_cast<int>(shard), shards) + "\"");
            content[shard].push_back(std::move(part));
        }
    }
    for (std::size_t shard = 0; shard < content.size(); ++shard) {
        writeShard(folder / shardName(static_cast<int>(shard), shards), content[shard]);
    }
    writeIndex(folder / "model.safetensors.index.json", lines);
    return lines.size();
}

double seconds(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// In a program of its own, so that its peak of memory is its own.
void measure(const char* what, std::vector<std::string> command)
{
    std::vector<char*> arguments;
    for (std::string& argument : command) {
        arguments.push_back(argument.data());
    }
    arguments.push_back(nullptr);
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        ::execvp(arguments[0], arguments.data());
        std::_Exit(1);
    }
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::printf("%-34s %7.3f s wall %7.3f s processor %7.1f MiB peak%s\n", what, took.count(),
                seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1024.0,
                WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "" : "  FAILED");
    std::fflush(stdout);
}

constexpr char kPython[] = R"(
import json, struct, sys, glob
index = json.load(open(sys.argv[1] + '/model.safetensors.index.json'))['weight_map']
found = {}
for name in glob.glob(sys.argv[1] + '/*.safetensors'):
    with open(name, 'rb') as file:
        found.update(json.loads(file.read(struct.unpack('<Q', file.read(8))[0])))
assert len(found) == len(index)
)";

constexpr char kSafetensors[] = R"(
import sys, glob
from safetensors import safe_open
count = 0
for name in glob.glob(sys.argv[1] + '/*.safetensors'):
    with safe_open(name, framework='numpy') as file:
        for key in file.keys():
            part = file.get_slice(key)
            part.get_dtype(), part.get_shape()
            count += 1
assert count > 0
)";

void measurePython(const std::string& folder)
{
    const char* chosen = std::getenv("PYTHON");
    const std::string python = chosen != nullptr ? chosen : "python3";
    measure("Python, json alone", {python, "-c", kPython, folder});
    if (std::system((python + " -c 'import safetensors' 2>/dev/null").c_str()) == 0) {
        measure("Python, safetensors", {python, "-c", kSafetensors, folder});
    } else {
        std::printf("Python, safetensors: skipped, %s does not have the package\n", python.c_str());
    }
}

// What somebody waits for who types a filter into the manifest, key by key.
void measureTyping(const std::string& folder, const model::DescriptorSet& families)
{
    auto inspection = model::Inspection::read(folder, families);
    if (!inspection.ok()) {
        return;
    }
    model::TensorSearch search(std::make_shared<const model::Inspection>(*std::move(inspection)));
    const std::string typed = "experts.77.w2.weight_scale";
    double longest = 0;
    for (std::size_t length = 1; length <= typed.size(); ++length) {
        const auto start = std::chrono::steady_clock::now();
        search.list(std::string_view(typed).substr(0, length), 0, 200);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        longest = std::max(longest, took.count());
    }
    std::printf("%-34s %7.3f s at most for a key, %lld names looked at for %zu keys\n", "typing a filter", longest,
                static_cast<long long>(search.examined()), typed.size());
}

// The measured part, in a program of its own: `what` is "inspect" or "open".
int runPart(const std::string& what, const std::string& folder, const model::DescriptorSet& families)
{
    const bool good =
        what == "inspect" ? model::inspectCheckpoint(folder, families).ok() : checkpoint::openCheckpoint(folder).ok();
    return good ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string source = FIRSTLIGHT_SOURCE_DIR;
    const std::string config = argc > 1 ? argv[1] : source + "/tests/golden/configs/kimi-k3.json";
    const int shards = argc > 2 ? std::atoi(argv[2]) : 96;
    const auto families = model::DescriptorSet::load();
    if (!families.ok() || shards < 1) {
        return 1;
    }
    if (argc > 3) {
        return runPart(argv[1], argv[3], *families);
    }
    const fs::path folder = fs::temp_directory_path() / ("firstlight-bench-" + std::to_string(::getpid()));
    const std::size_t count = writeCheckpoint(folder, config, shards, *families);
    std::printf("%zu tensors in %d shards\n", count, shards);
    const std::string self = fs::read_symlink("/proc/self/exe").string();
    measure("inspect, first time", {self, "inspect", "1", folder.string()});
    measure("inspect", {self, "inspect", "1", folder.string()});
    measure("headers and index alone", {self, "open", "1", folder.string()});
    measureTyping(folder.string(), *families);
    measurePython(folder.string());
    fs::remove_all(folder);
    return 0;
}
