#include "backend/model/inspection.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_place.h"
#include "backend/model/gguf_config.h"

#include <chrono>
#include <filesystem>
#include <future>

namespace firstlight::model {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTriedFamilies = 3;

absl::Status nothingToInspect(const checkpoint::CheckpointSurvey& survey)
{
    return survey.problems.empty()
               ? base::failure(reasons::kNoWeights, absl::StatusCode::kNotFound,
                               {{"path", survey.index.directory}, {"detail", "its files hold no tensors"}})
               : survey.problems.front();
}

bool namesAConfig(const std::string& path)
{
    std::error_code error;
    return path.ends_with(".json") && !path.ends_with(".index.json") && fs::is_regular_file(path, error);
}

// Under a name of its own: the files beside it belong to other models.
bool isForeignToItsFolder(const std::string& path)
{
    return namesAConfig(path) && fs::path(path).filename() != "config.json";
}

} // namespace

absl::StatusOr<Inspection> Inspection::read(const std::string& path, const DescriptorSet& descriptors)
{
    Inspection inspection;
    inspection.m_path = path;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const checkpoint::CheckpointPlace place, checkpoint::resolvePlace(path));
    inspection.m_directory = place.directory;
    const bool isAlone = isForeignToItsFolder(path);
    auto text =
        std::async(isAlone ? std::launch::deferred : std::launch::async, checkText, TextSource(place.directory));
    inspection.m_survey = checkpoint::surveyCheckpoint(place.directory, place.file);
    if (!isAlone) {
        const TextSource source = inspection.textSource();
        inspection.m_textCheck = source.isGguf() ? checkText(source) : text.get();
    }
    inspection.m_config = readConfig(path, place.directory, inspection.m_survey);
    if (isAlone && !inspection.m_config.ok()) {
        return inspection.m_config.status();
    }
    if (inspection.rowCount() == 0 && absl::IsNotFound(inspection.m_config.status())) {
        return nothingToInspect(inspection.m_survey);
    }
    inspection.m_isConfigAlone = namesAConfig(path) && !inspection.hasWeights() && inspection.m_survey.promised.empty();
    inspection.m_descriptorProblems = descriptors.problems();
    inspection.readFamily(descriptors);
    const checkpoint::CheckpointSurvey& survey = inspection.m_survey;
    if (inspection.m_reading.ok() && (inspection.hasWeights() || !survey.promised.empty())) {
        const auto quantisation = Quantisation::read(inspection.m_config->content);
        inspection.m_coverage =
            model::coverage(inspection.m_reading->spec, survey.index, survey.promised, &quantisation);
    }
    return inspection;
}

void Inspection::readFamily(const DescriptorSet& descriptors)
{
    if (!m_config.ok()) {
        m_reading = m_config.status();
        return;
    }
    const auto family = descriptors.find(m_config->modelType, m_config->architectures);
    if (!family.ok()) {
        m_reading = family.status();
        return;
    }
    if (*family == nullptr) {
        auto trials = tryFamilies(*m_config, descriptors, m_survey.index, m_survey.promised, kTriedFamilies);
        m_reading = trials.ok() ? unsupportedFamily(*m_config, *trials) : trials.status();
        m_trials = std::move(trials).value_or(std::vector<FamilyTrial>());
        return;
    }
    m_ownDescription = (*family)->own ? (*family)->file : std::string();
    m_unreadSettings = model::unreadSettings(m_config->content, **family, descriptors);
    m_reading = readModel(*m_config, descriptors, m_survey.index, name(), m_survey.promised);
}

std::string Inspection::name() const
{
    std::error_code error;
    const fs::path path(m_path);
    if (fs::is_regular_file(path, error) && path.filename() != "config.json") {
        return path.stem().string();
    }
    const fs::path folder = fs::absolute(m_path.empty() ? fs::path(m_directory) : path, error).lexically_normal();
    const fs::path named = fs::is_regular_file(path, error) ? folder.parent_path() : folder;
    return (named.has_filename() ? named : named.parent_path()).filename().string();
}

const std::string& Inspection::nameOf(std::size_t row) const
{
    const std::size_t found = m_survey.index.tensors.size();
    return row < found ? m_survey.index.tensors[row].name : m_survey.promised[row - found];
}

const ExpectedTensor* Inspection::expectedOf(std::size_t row) const
{
    const std::int32_t expected = hasCoverage() ? m_coverage.expectedOf[row] : Coverage::kNone;
    return expected < 0 ? nullptr : &m_reading->spec.tensors[static_cast<std::size_t>(expected)];
}

std::string_view Inspection::roleOf(std::size_t row) const
{
    if (!hasCoverage()) {
        return {};
    }
    switch (m_coverage.uses[row]) {
    case TensorUse::kExpected:
        return expectedOf(row)->role.role;
    case TensorUse::kQuantisation:
        return "quantisation";
    case TensorUse::kIgnored:
        return "ignored";
    case TensorUse::kUnknown:
        break;
    }
    return {};
}

absl::StatusOr<v1::CheckpointReport> inspectCheckpoint(const std::string& path, const DescriptorSet& descriptors)
{
    const auto start = std::chrono::steady_clock::now();
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Inspection inspection, Inspection::read(path, descriptors));
    v1::CheckpointReport report = makeReport(inspection);
    const auto took = std::chrono::steady_clock::now() - start;
    report.set_inspect_duration_us(std::chrono::duration_cast<std::chrono::microseconds>(took).count());
    return report;
}

} // namespace firstlight::model
