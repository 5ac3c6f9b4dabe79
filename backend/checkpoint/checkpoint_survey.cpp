#include "backend/checkpoint/checkpoint_survey.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/file_reading.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/checkpoint/index_comparison.h"
#include "backend/checkpoint/index_file.h"
#include "backend/checkpoint/safetensors_header.h"
#include "backend/checkpoint/shard_files.h"
#include "backend/checkpoint/sorted_runs.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <optional>
#include <thread>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::size_t kMostReaders = 8;

struct ShardResult
{
    ShardFile file;
    ShardHeader header;
    absl::Status problem; // the header may be good all the same (a file that is cut off behind it)
    absl::Status remark;
};

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

// A download that reserved the space and stopped leaves a hole, and zeros, at the end.
absl::Status checkTail(const OpenFile& file, const ShardResult& shard)
{
    constexpr std::uint64_t kTailBytes = 4096;
    const std::uint64_t dataBytes = file.sizeBytes() - shard.file.headerBytes;
    if (dataBytes < kTailBytes || file.allocatedBytes() >= file.sizeBytes()) {
        return absl::OkStatus();
    }
    std::string tail;
    FIRSTLIGHT_RETURN_IF_ERROR(file.read(file.sizeBytes() - kTailBytes, kTailBytes, tail));
    if (std::any_of(tail.begin(), tail.end(), [](char c) { return c != '\0'; })) {
        return absl::OkStatus();
    }
    return base::failure(
        reasons::kFileSuspect,
        {{"file", shard.file.name},
         {"detail", "its end was never written (only " + std::to_string(file.allocatedBytes()) + " of " +
                        std::to_string(file.sizeBytes()) + " bytes are stored, the rest is zeros)"}});
}

absl::Status readShard(const std::string& directory, HeaderParser& parser, ShardResult& shard)
{
    const std::string& name = shard.file.name;
    auto file = OpenFile::open(directory + "/" + name, name);
    if (!file.ok()) {
        return file.status().code() == absl::StatusCode::kNotFound
                   ? base::failure(reasons::kShardMissing, {{"file", name}, {"path", directory}})
                   : file.status();
    }
    shard.file.sizeBytes = file->sizeBytes();
    std::string text;
    const auto probe = static_cast<std::size_t>(std::min<std::uint64_t>(kForeignProbeBytes, file->sizeBytes()));
    FIRSTLIGHT_RETURN_IF_ERROR(file->read(0, probe, text));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::uint64_t length, headerLength(name, text, file->sizeBytes()));
    FIRSTLIGHT_RETURN_IF_ERROR(
        file->read(kHeaderLengthBytes, static_cast<std::size_t>(length), text, HeaderParser::paddingBytes()));
    FIRSTLIGHT_ASSIGN_OR_RETURN(shard.header, parser.parse(name, text, length));
    shard.file.headerBytes = kHeaderLengthBytes + length;
    if (shard.header.fileBytes != file->sizeBytes()) {
        return lengthProblem(name, shard.header.fileBytes, file->sizeBytes());
    }
    shard.remark = checkTail(*file, shard);
    return absl::OkStatus();
}

// Several readers take the next shard until none is left; each writes only its own shard's result.
void readShards(const std::string& directory, std::vector<ShardResult>& shards)
{
    std::atomic<std::size_t> next{0};
    const auto reader = [&] {
        HeaderParser parser;
        for (std::size_t i = next++; i < shards.size(); i = next++) {
            shards[i].problem = readShard(directory, parser, shards[i]);
        }
    };
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> readers;
    for (std::size_t i = 1; i < std::min({processors, shards.size(), kMostReaders}); ++i) {
        readers.emplace_back(reader);
    }
    reader();
}

// Collects what the readers found and compares it with the index file.
class Surveyor
{
public:
    explicit Surveyor(const std::string& directory) { m_survey.index.directory = directory; }

    CheckpointSurvey run()
    {
        const auto folder = listFolder(m_survey.index.directory);
        if (!folder.ok()) {
            return failed(folder.status());
        }
        if (!folder->indexFile.empty()) {
            readIndex(folder->indexFile);
        }
        chooseFiles(*folder);
        if (m_shards.empty()) {
            noteNoWeights(*folder);
            return std::move(m_survey);
        }
        readShards(m_survey.index.directory, m_shards);
        noteShards();
        const IndexComparison comparison = compare(folder->indexFile);
        collect();
        findDuplicates();
        m_survey.problems.insert(m_survey.problems.end(), comparison.problems.begin(), comparison.problems.end());
        m_survey.promised = comparison.promised;
        return std::move(m_survey);
    }

private:
    CheckpointSurvey failed(const absl::Status& status)
    {
        m_survey.problems.push_back(status);
        return std::move(m_survey);
    }

    void readIndex(const std::string& name)
    {
        auto text =
            readWholeFile(m_survey.index.directory + "/" + name, name, kMaxIndexBytes, IndexFile::paddingBytes());
        if (!text.ok()) {
            m_survey.problems.push_back(text.status());
            return;
        }
        auto index = IndexFile::parse(name, *text);
        if (!index.ok()) {
            m_survey.problems.push_back(index.status());
            return;
        }
        m_index = std::move(*index);
        m_survey.claimedBytes = m_index->totalSize().value_or(0);
    }

    void chooseFiles(const FolderContents& folder)
    {
        const auto& names = m_index ? m_index->files() : folder.indexFile.empty() ? folder.shards : folder.others;
        for (const std::string& name : names) {
            m_shards.emplace_back().file.name = name;
        }
        for (const std::string& name : folder.missing) {
            m_survey.problems.push_back(
                base::failure(reasons::kShardMissing, {{"file", name}, {"path", m_survey.index.directory}}));
        }
        if (!m_index && !folder.indexFile.empty()) {
            return; // the index is broken: all files were read
        }
        for (const std::string& name : folder.others) {
            if (!std::binary_search(names.begin(), names.end(), name)) {
                m_survey.remarks.push_back(base::failure(reasons::kFileUnused, {{"file", name}}));
            }
        }
    }

    void noteNoWeights(const FolderContents& folder)
    {
        const std::string found =
            folder.otherFormat.empty() ? "there is no *.safetensors file" : "there are only " + folder.otherFormat;
        m_survey.problems.push_back(base::failure(reasons::kNoWeights, absl::StatusCode::kNotFound,
                                                  {{"path", m_survey.index.directory}, {"detail", found}}));
    }

    void noteShards()
    {
        for (const ShardResult& shard : m_shards) {
            m_survey.index.files.push_back(shard.file);
            if (!shard.problem.ok()) {
                m_survey.problems.push_back(shard.problem);
            }
            if (!shard.remark.ok()) {
                m_survey.remarks.push_back(shard.remark);
            }
        }
    }

    IndexComparison compare(const std::string& indexName) const
    {
        if (!m_index) {
            return {};
        }
        std::vector<ShardTensors> shards;
        for (const ShardResult& shard : m_shards) {
            shards.push_back({shard.file.headerBytes > 0 ? &shard.header.tensors : nullptr});
        }
        return compareWithIndex(indexName, *m_index, shards);
    }

    void collect()
    {
        m_index.reset();
        std::vector<std::vector<TensorEntry>> runs;
        for (std::size_t number = 0; number < m_shards.size(); ++number) {
            runs.push_back(std::move(m_shards[number].header.tensors));
            for (TensorEntry& tensor : runs.back()) {
                tensor.file = static_cast<std::int32_t>(number);
            }
        }
        m_survey.index.tensors = mergeRuns(runs);
    }

    void findDuplicates()
    {
        auto& tensors = m_survey.index.tensors;
        const auto sameName = [](const TensorEntry& a, const TensorEntry& b) { return a.name == b.name; };
        auto same = std::adjacent_find(tensors.begin(), tensors.end(), sameName);
        for (; same != tensors.end(); same = std::adjacent_find(same + 1, tensors.end(), sameName)) {
            m_survey.problems.push_back(
                base::failure(reasons::kTensorDuplicate, {{"tensor", same->name},
                                                          {"first_file", fileName(same->file)},
                                                          {"second_file", fileName((same + 1)->file)}}));
            if (m_survey.problems.size() >= kMostProblems) {
                return;
            }
        }
    }

    const std::string& fileName(std::int32_t file) const { return m_survey.index.files[file].name; }

    static constexpr std::size_t kMostProblems = 1000;

    CheckpointSurvey m_survey;
    std::optional<IndexFile> m_index;
    std::vector<ShardResult> m_shards; // sorted by name, like the numbers of the index file
};

} // namespace

CheckpointSurvey surveyCheckpoint(const std::string& directory)
{
    return Surveyor(directory).run();
}

} // namespace firstlight::checkpoint
