// Everything that can be said about a checkpoint folder without running it: one pass over its headers, then answers.
#pragma once

#include "backend/api/checkpoint.pb.h"
#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/model/config_file.h"
#include "backend/model/coverage.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/family_trial.h"
#include "backend/model/model_reading.h"
#include "backend/model/text_check.h"
#include "backend/model/text_source.h"

#include <absl/status/statusor.h>

#include <optional>
#include <string>
#include <string_view>

namespace firstlight::model {

// Immutable once made; safe to share between threads. Reading blocks on files.
class Inspection
{
public:
    // A folder, a repository of a download cache, or a lone config.json. Fails only when there is nothing to inspect
    // (kPathMissing, kNoWeights); every other problem is a finding of the report.
    static absl::StatusOr<Inspection> read(const std::string& path, const DescriptorSet& descriptors);

    const std::string& path() const { return m_path; }           // as given
    const std::string& directory() const { return m_directory; } // where the files are
    const checkpoint::CheckpointSurvey& survey() const { return m_survey; }
    bool hasWeights() const { return !m_survey.index.tensors.empty(); }
    bool isConfigAlone() const { return m_isConfigAlone; } // a configuration was named, and there is nothing else
    const absl::StatusOr<ConfigFile>& config() const { return m_config; }
    const absl::StatusOr<ModelReading>& reading() const { return m_reading; }
    // Empty without a family, or with neither weights nor an index file that announces them.
    const Coverage& coverage() const { return m_coverage; }
    bool hasCoverage() const { return !m_coverage.entryOf.empty(); }
    // Where no family describes the model: what fits of those that look most like it.
    const std::vector<FamilyTrial>& trials() const { return m_trials; }
    const std::string& ownDescription() const { return m_ownDescription; } // the user's file; empty: an installed one
    const std::vector<UnreadSetting>& unreadSettings() const { return m_unreadSettings; } // by the model's family
    const std::vector<absl::Status>& descriptorProblems() const { return m_descriptorProblems; }
    std::string name() const;

    TextSource textSource() const { return {m_directory, m_survey.gguf}; }
    // nullopt: a configuration alone, whose folder says nothing about its model.
    const std::optional<TextCheck>& textCheck() const { return m_textCheck; }

    // The tensors of the checkpoint, then those that its index file announces.
    std::size_t rowCount() const { return m_survey.index.tensors.size() + m_survey.promised.size(); }
    const std::string& nameOf(std::size_t row) const;
    // What a tensor is for, for people: "attention.q", "quantisation", "ignored", "".
    std::string_view roleOf(std::size_t row) const;
    // What the family expects of this name; nullptr: nothing.
    const ExpectedTensor* expectedOf(std::size_t row) const;

private:
    Inspection() = default;
    void readFamily(const DescriptorSet& descriptors);

    std::string m_path;
    std::string m_directory;
    checkpoint::CheckpointSurvey m_survey;
    absl::StatusOr<ConfigFile> m_config;
    absl::StatusOr<ModelReading> m_reading;
    Coverage m_coverage;
    std::vector<FamilyTrial> m_trials;
    std::vector<UnreadSetting> m_unreadSettings;
    std::string m_ownDescription;
    std::vector<absl::Status> m_descriptorProblems;
    std::optional<TextCheck> m_textCheck;
    bool m_isConfigAlone = false;
};

v1::CheckpointReport makeReport(const Inspection& inspection);

// Inspection::read() and makeReport(), with the time they took.
absl::StatusOr<v1::CheckpointReport> inspectCheckpoint(const std::string& path, const DescriptorSet& descriptors);

} // namespace firstlight::model
