#include "backend/checkpoint/shard_reading.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/file_reading.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/checkpoint/gguf_header.h"
#include "backend/checkpoint/quoted_text.h"
#include "backend/checkpoint/safetensors_header.h"
#include "backend/checkpoint/torch_file.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::size_t kMostReaders = 8;

absl::Status lengthProblem(const std::string& name, std::uint64_t expected, std::uint64_t found)
{
    if (found < expected) {
        return base::failure(
            reasons::kShardTruncated,
            {{"file", name}, {"expected_bytes", std::to_string(expected)}, {"found_bytes", std::to_string(found)}});
    }
    return base::failure(
        reasons::kFileInvalid,
        {{"file", name}, {"detail", "it has " + std::to_string(found - expected) + " bytes behind its last tensor"}});
}

// Reads one file; keeps the memory of the safetensors parser from one to the next. One per thread.
class ShardReader
{
public:
    ShardReader(const std::string& directory, WeightFormat format) : m_directory(directory), m_format(format) {}

    ShardContents read(const std::string& name)
    {
        ShardContents shard;
        shard.file.name = name;
        if (const absl::Status status = readFile(shard); !status.ok()) {
            shard.problems.push_back(status);
        }
        return shard;
    }

private:
    absl::Status readFile(ShardContents& shard)
    {
        const std::string& name = shard.file.name;
        auto file = OpenFile::open(m_directory + "/" + name, name);
        if (!file.ok()) {
            std::error_code error;
            const bool isLink = std::filesystem::is_symlink(m_directory + "/" + name, error);
            return file.status().code() == absl::StatusCode::kNotFound
                       ? base::failure(
                             reasons::kShardMissing,
                             {{"file", name}, {"path", m_directory + (isLink ? ", where its link leads nowhere" : "")}})
                       : file.status();
        }
        shard.file.sizeBytes = file->sizeBytes();
        FIRSTLIGHT_RETURN_IF_ERROR(readHeader(*file, shard));
        return shard.problems.empty() ? noteUnwritten(*file, shard) : absl::OkStatus();
    }

    absl::Status readHeader(const OpenFile& file, ShardContents& shard)
    {
        switch (m_format) {
        case WeightFormat::kGguf:
            return readGguf(file, shard);
        case WeightFormat::kTorch:
            return readTorch(file, shard);
        default:
            return readSafetensors(file, shard);
        }
    }

    absl::Status readSafetensors(const OpenFile& file, ShardContents& shard)
    {
        const std::string& name = shard.file.name;
        std::string text;
        const auto probe = static_cast<std::size_t>(std::min<std::uint64_t>(kForeignProbeBytes, file.sizeBytes()));
        FIRSTLIGHT_RETURN_IF_ERROR(file.read(0, probe, text));
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::uint64_t length, headerLength(name, text, file.sizeBytes()));
        FIRSTLIGHT_RETURN_IF_ERROR(
            file.read(kHeaderLengthBytes, static_cast<std::size_t>(length), text, HeaderParser::paddingBytes()));
        FIRSTLIGHT_ASSIGN_OR_RETURN(ShardHeader header, m_parser.parse(name, text, length));
        shard.tensors = std::move(header.tensors);
        shard.file.headerBytes = kHeaderLengthBytes + length;
        return header.fileBytes == file.sizeBytes() ? absl::OkStatus()
                                                    : lengthProblem(name, header.fileBytes, file.sizeBytes());
    }

    static absl::Status readGguf(const OpenFile& file, ShardContents& shard)
    {
        const std::string& name = shard.file.name;
        FIRSTLIGHT_ASSIGN_OR_RETURN(GgufHeader header, readGgufHeader(file, name));
        shard.gguf = std::make_shared<const GgufMetadata>(std::move(header.metadata));
        shard.tensors = std::move(header.tensors);
        shard.file.headerBytes = header.headerBytes;
        const bool fits =
            header.fileBytes <= file.sizeBytes() && file.sizeBytes() - header.fileBytes <= header.paddingBytes;
        return fits ? absl::OkStatus() : lengthProblem(name, header.fileBytes, file.sizeBytes());
    }

    static absl::Status readTorch(const OpenFile& file, ShardContents& shard)
    {
        const std::string& name = shard.file.name;
        FIRSTLIGHT_ASSIGN_OR_RETURN(TorchFile torch, readTorchFile(file, name));
        shard.tensors = std::move(torch.tensors);
        shard.file.headerBytes = torch.headerBytes;
        if (!torch.leftOut.empty()) {
            shard.remarks.push_back(
                base::failure(reasons::kFilePartlyUsed, {{"file", name}, {"detail", torch.leftOut}}));
        }
        if (torch.strided.empty()) {
            return absl::OkStatus();
        }
        return base::failure(reasons::kTensorLayout,
                             {{"file", name},
                              {"detail", std::to_string(torch.strided.size()) +
                                             " are views with strides, whose numbers do not lie next to each other; "
                                             "the first is " +
                                             inQuotes(torch.strided.front())}});
    }

    // A download that reserved the space and stopped leaves holes, or zeros, at the end.
    static absl::Status noteUnwritten(const OpenFile& file, ShardContents& shard)
    {
        const bool hasHoles = file.allocatedBytes() < file.sizeBytes();
        if (const auto hole = hasHoles ? file.firstHole(shard.file.headerBytes) : std::nullopt; hole) {
            note("from byte " + std::to_string(*hole) + " on something was never written (only " +
                     std::to_string(file.allocatedBytes()) + " of " + std::to_string(file.sizeBytes()) +
                     " bytes are stored, the rest is zeros)",
                 shard);
            return absl::OkStatus();
        }
        constexpr std::uint64_t kZeroBytes = 64U << 10; // no tensor that matters ends with so many
        if (file.sizeBytes() - std::min(file.sizeBytes(), shard.file.headerBytes) < kZeroBytes) {
            return absl::OkStatus();
        }
        std::string tail;
        FIRSTLIGHT_RETURN_IF_ERROR(file.read(file.sizeBytes() - kZeroBytes, kZeroBytes, tail));
        if (std::all_of(tail.begin(), tail.end(), [](char c) { return c == '\0'; })) {
            note("its last " + std::to_string(kZeroBytes) +
                     " bytes are zeros (space was reserved but the content never arrived?)",
                 shard);
        }
        return absl::OkStatus();
    }

    static void note(const std::string& damage, ShardContents& shard)
    {
        shard.remarks.push_back(base::failure(reasons::kFileSuspect, {{"file", shard.file.name}, {"detail", damage}}));
    }

    const std::string& m_directory;
    WeightFormat m_format;
    HeaderParser m_parser;
};

} // namespace

ShardContents readShard(const std::string& directory, const std::string& name, WeightFormat format)
{
    return ShardReader(directory, format).read(name);
}

std::vector<ShardContents> readShards(const std::string& directory, const std::vector<std::string>& names,
                                      WeightFormat format)
{
    std::vector<ShardContents> shards(names.size());
    std::atomic<std::size_t> next{0};
    // Several readers take the next shard until none is left; each writes only its own shard's result.
    const auto reader = [&] {
        ShardReader shard(directory, format);
        for (std::size_t i = next++; i < shards.size(); i = next++) {
            shards[i] = shard.read(names[i]);
        }
    };
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> readers;
    for (std::size_t i = 1; i < std::min({processors, shards.size(), kMostReaders}); ++i) {
        readers.emplace_back(reader);
    }
    reader();
    readers.clear();
    return shards;
}

} // namespace firstlight::checkpoint
