#include "backend/checkpoint/checkpoint_survey.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_place.h"
#include "backend/checkpoint/distributed_checkpoint.h"
#include "backend/checkpoint/file_reading.h"
#include "backend/checkpoint/gguf_split.h"
#include "backend/checkpoint/index_comparison.h"
#include "backend/checkpoint/index_file.h"
#include "backend/checkpoint/shard_reading.h"
#include "backend/checkpoint/sorted_runs.h"
#include "backend/checkpoint/unfinished_download.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace firstlight::checkpoint {
namespace {

std::string joined(const std::vector<std::string>& names)
{
    constexpr std::size_t kShownNames = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShownNames); ++i) {
        text += (text.empty() ? "" : ", ") + names[i];
    }
    return names.size() > kShownNames ? text + ", ..." : text;
}

// Collects what the readers found and compares it with the index file.
class Surveyor
{
public:
    Surveyor(const std::string& directory, const std::string& file) : m_file(file)
    {
        m_survey.index.directory = directory;
    }

    CheckpointSurvey run()
    {
        const auto folder = listFolder(m_survey.index.directory, m_file);
        if (!folder.ok()) {
            return failed(folder.status());
        }
        m_survey.format = folder->format;
        if (folder->format == WeightFormat::kDistributed) {
            takeDistributed();
        } else {
            readFiles(*folder);
        }
        noteUnfinishedDownloads();
        return std::move(m_survey);
    }

private:
    CheckpointSurvey failed(const absl::Status& status)
    {
        m_survey.problems.push_back(status);
        return std::move(m_survey);
    }

    void takeDistributed()
    {
        DistributedCheckpoint checkpoint = readDistributedCheckpoint(m_survey.index.directory);
        m_survey.index.files = std::move(checkpoint.files);
        m_survey.index.tensors = std::move(checkpoint.tensors);
        m_survey.index.pieces = std::move(checkpoint.pieces);
        m_survey.problems = std::move(checkpoint.problems);
    }

    void readFiles(const FolderContents& folder)
    {
        if (!folder.indexFile.empty()) {
            readIndex(folder.indexFile);
        }
        leaveStaleIndex(folder);
        const std::vector<std::string> names = chooseFiles(folder);
        if (names.empty()) {
            noteNoWeights(folder);
            return;
        }
        m_shards = readShards(m_survey.index.directory, names, folder.format);
        noteShards();
        IndexComparison comparison = compare(folder.indexFile);
        noteSplit();
        collect();
        if (folder.sliced) {
            noteSlices();
        } else {
            findDuplicates();
        }
        m_survey.problems.insert(m_survey.problems.end(), comparison.problems.begin(), comparison.problems.end());
        m_survey.promised = std::move(comparison.promised);
        m_survey.promisedFiles = std::move(comparison.promisedFiles);
        if (m_survey.index.tensors.empty() && m_survey.problems.empty()) {
            m_survey.problems.push_back(
                base::failure(reasons::kNoWeights, absl::StatusCode::kNotFound,
                              {{"path", m_survey.index.directory}, {"detail", "its files hold no tensor"}}));
        }
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

    // Of an earlier download, when the single file lies where none of its shards is. Where both are there, engines do
    // not agree on what they read.
    void leaveStaleIndex(const FolderContents& folder)
    {
        const auto isThere = [&](const std::string& name) {
            return std::binary_search(folder.others.begin(), folder.others.end(), name);
        };
        const std::string single = folder.format == WeightFormat::kTorch ? "pytorch_model.bin" : "model.safetensors";
        if (!m_index || !isThere(single) || std::ranges::find(m_index->files(), single) != m_index->files().end()) {
            return;
        }
        if (std::ranges::none_of(m_index->files(), isThere)) {
            m_index.reset();
            m_single = single;
            m_survey.claimedBytes = 0;
            m_survey.remarks.push_back(base::failure(reasons::kFileUnused, {{"file", folder.indexFile}}));
        } else {
            m_survey.remarks.push_back(base::failure(
                reasons::kIndexMismatch,
                {{"file", folder.indexFile},
                 {"detail",
                  single + " lies beside the shards that are used, and some engines read it in their place"}}));
        }
    }

    std::vector<std::string> chooseFiles(const FolderContents& folder)
    {
        if (!m_single.empty()) {
            return {m_single};
        }
        const auto& names = m_index ? m_index->files() : folder.indexFile.empty() ? folder.shards : folder.others;
        for (const std::string& name : folder.missing) {
            m_survey.problems.push_back(
                base::failure(reasons::kShardMissing, {{"file", name}, {"path", m_survey.index.directory}}));
        }
        if (!m_index && !folder.indexFile.empty()) {
            return names; // the index is broken: all files are read
        }
        for (const std::string& name : folder.others) {
            const bool isSecondCopy = name.starts_with("consolidated"); // in Mistral's own layout, as released
            if (!isSecondCopy && !std::binary_search(names.begin(), names.end(), name)) {
                m_survey.remarks.push_back(base::failure(reasons::kFileUnused, {{"file", name}}));
            }
        }
        return names;
    }

    void noteNoWeights(const FolderContents& folder)
    {
        if (!folder.choices.empty()) {
            m_survey.problems.push_back(
                base::failure(reasons::kChoiceNeeded, {{"path", m_survey.index.directory},
                                                       {"count", std::to_string(folder.choices.size())},
                                                       {"files", joined(folder.choices)}}));
            return;
        }
        const std::string found = !folder.others.empty()       ? folder.indexFile + " names none of its files"
                                  : folder.otherFormat.empty() ? "there is no file of a known format"
                                                               : "there are only " + folder.otherFormat;
        m_survey.problems.push_back(base::failure(reasons::kNoWeights, absl::StatusCode::kNotFound,
                                                  {{"path", m_survey.index.directory}, {"detail", found}}));
    }

    void noteShards()
    {
        for (const ShardContents& shard : m_shards) {
            m_survey.index.files.push_back(shard.file);
            m_survey.problems.insert(m_survey.problems.end(), shard.problems.begin(), shard.problems.end());
            m_survey.remarks.insert(m_survey.remarks.end(), shard.remarks.begin(), shard.remarks.end());
            m_survey.gguf = m_survey.gguf == nullptr ? shard.gguf : m_survey.gguf;
        }
    }

    void noteSplit()
    {
        std::vector<absl::Status> problems = checkGgufSplit(m_shards);
        std::move(problems.begin(), problems.end(), std::back_inserter(m_survey.problems));
    }

    void noteSlices()
    {
        m_survey.problems.push_back(base::failure(
            reasons::kTensorLayout, {{"file", m_shards.front().file.name},
                                     {"detail", "each is cut into " + std::to_string(m_shards.size()) +
                                                    " slices, one in each file (the layout of Meta's own releases)"}}));
    }

    static absl::Status unfinished(const std::string& file, const std::string& detail)
    {
        return base::failure(reasons::kDownloadUnfinished, {{"file", file}, {"detail", detail}});
    }

    void noteUnfinishedDownloads()
    {
        const std::string& directory = m_survey.index.directory;
        if (const std::string name = unfinishedBlob(directory); !name.empty()) {
            m_survey.remarks.push_back(unfinished("this checkpoint", "blobs/" + name + " is in its download cache"));
        }
        for (const ShardFile& file : m_survey.index.files) {
            if (const std::string control = controlFileOf(directory, file.name); !control.empty()) {
                m_survey.problems.push_back(unfinished(file.name, control + " lies beside it"));
            } else if (const std::string part = partOf(directory, file.name); file.sizeBytes == 0 && !part.empty()) {
                m_survey.remarks.push_back(unfinished(file.name, "only " + part + " is there"));
            }
        }
    }

    IndexComparison compare(const std::string& indexName) const
    {
        if (!m_index) {
            return {};
        }
        std::vector<ShardTensors> shards;
        for (const ShardContents& shard : m_shards) {
            shards.push_back({shard.file.headerBytes > 0 ? &shard.tensors : nullptr});
        }
        return compareWithIndex(indexName, *m_index, shards);
    }

    void collect()
    {
        m_index.reset();
        std::vector<std::vector<TensorEntry>> runs;
        for (std::size_t number = 0; number < m_shards.size(); ++number) {
            runs.push_back(std::move(m_shards[number].tensors));
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
        struct Doubled {
            std::string first;
            std::size_t count = 0;
        };
        std::map<std::pair<std::int32_t, std::int32_t>, Doubled> doubled; // by their files
        auto same = std::adjacent_find(tensors.begin(), tensors.end(), sameName);
        for (; same != tensors.end(); same = std::adjacent_find(same + 1, tensors.end(), sameName)) {
            Doubled& some = doubled[{same->file, (same + 1)->file}];
            some.first = some.count == 0 ? same->name : some.first;
            ++some.count;
        }
        for (const auto& [files, some] : doubled) {
            const std::string more = some.count > 1 ? " (and " + std::to_string(some.count - 1) + " more)" : "";
            m_survey.problems.push_back(
                base::failure(reasons::kTensorDuplicate, {{"tensor", some.first + more},
                                                          {"first_file", fileName(files.first)},
                                                          {"second_file", fileName(files.second)}}));
        }
    }

    const std::string& fileName(std::int32_t file) const { return m_survey.index.files[file].name; }

    const std::string& m_file;
    CheckpointSurvey m_survey;
    std::optional<IndexFile> m_index;
    std::string m_single;                // the one file that is read in spite of an index
    std::vector<ShardContents> m_shards; // sorted by name, like the numbers of the index file
};

} // namespace

CheckpointSurvey surveyCheckpoint(const std::string& directory, const std::string& file)
{
    return Surveyor(directory, file).run();
}

} // namespace firstlight::checkpoint
