#include "backend/model/family_trial.h"

#include "backend/base/failure.h"
#include "backend/model/companion_tensors.h"
#include "backend/model/model_reading.h"
#include "backend/model/model_sizes.h"
#include "backend/model/name_template.h"
#include "backend/model/operator_table.h"
#include "backend/model/spec_builder.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace firstlight::model {
namespace {

constexpr std::size_t kShownKinds = 20;
constexpr double kSpellingWeight = 0.25; // against the tensors' 1
constexpr double kSettingsWeight = 1;
constexpr double kArchitectureWeight = 0.5; // the very class that a family names

using Templates = std::set<std::string, std::less<>>;

// Groups names by their kind, in order of names.
class Kinds
{
public:
    void add(std::string_view name, const std::string& detail)
    {
        TensorKind& kind = m_kinds[nameTemplate(name)];
        if (kind.count == 0) {
            kind.detail = detail;
        }
        ++kind.count;
        const int layer = firstNumber(name);
        if (layer >= 0) {
            m_layers[&kind].insert(layer);
        }
    }

    std::vector<TensorKind> take()
    {
        std::vector<TensorKind> result;
        for (auto& [name, kind] : m_kinds) {
            const std::set<int>& layers = m_layers[&kind];
            kind.name = name;
            kind.layers.assign(layers.begin(), layers.end());
            result.push_back(std::move(kind));
            if (result.size() == kShownKinds) {
                break;
            }
        }
        return result;
    }

private:
    std::map<std::string, TensorKind, std::less<>> m_kinds;
    std::map<const TensorKind*, std::set<int>> m_layers;
};

Templates foundTemplates(const checkpoint::CheckpointIndex& index, const std::vector<std::string>& promised)
{
    Templates templates;
    for (const checkpoint::TensorEntry& tensor : index.tensors) {
        templates.insert(nameTemplate(quantisedName(tensor.name)));
    }
    for (const std::string& name : promised) {
        templates.insert(nameTemplate(quantisedName(name)));
    }
    return templates;
}

// 1: the same kinds of names; 0: nothing in common.
double likeness(const FamilyDescriptor& family, const Templates& found, const NameProbe& probe)
{
    if (found.empty()) {
        return 0;
    }
    Templates own;
    for (std::string& name : patternTemplates(family, probe)) {
        own.insert(std::move(name));
    }
    const auto shared = std::count_if(own.begin(), own.end(), [&](const auto& name) { return found.contains(name); });
    return static_cast<double>(shared) /
           static_cast<double>(own.size() + found.size() - static_cast<std::size_t>(shared));
}

using Names = std::set<std::string, std::less<>>;

// The last parts of all settings' names.
void collectSettings(const nlohmann::json& config, Names& names)
{
    for (const auto& [key, value] : config.items()) {
        if (value.is_object()) {
            collectSettings(value, names);
        } else {
            names.insert(key);
        }
    }
}

// 1: the config has what the family reads, and nothing else; 0: nothing in common.
double settingsLikeness(const FamilyDescriptor& family, const Names& settings)
{
    Names own;
    double read = 0;
    for (const ConfigValue& value : family.values) {
        bool isSet = false;
        for (const std::string& key : value.keys) {
            const std::string last = key.substr(key.rfind('.') + 1);
            isSet = isSet || settings.contains(last);
            own.insert(last);
        }
        read += isSet ? 1 : 0;
    }
    const auto others =
        std::count_if(settings.begin(), settings.end(), [&](const auto& name) { return !own.contains(name); });
    const double all = static_cast<double>(family.values.size()) + static_cast<double>(others);
    return all > 0 ? read / all : 0;
}

std::vector<const FamilyDescriptor*> candidates(const ConfigFile& config, const DescriptorSet::Families& families,
                                                const Templates& found, const NameProbe& probe, std::size_t count)
{
    Names settings;
    collectSettings(config.content, settings);
    std::vector<std::pair<double, const FamilyDescriptor*>> ranked;
    for (const FamilyDescriptor* family : families) {
        const double spelling = spellingLikeness(*family, config.modelType, config.architectures);
        const bool isClass =
            !config.architectures.empty() &&
            std::ranges::find(family->architectures, config.architectures.front()) != family->architectures.end();
        ranked.emplace_back(likeness(*family, found, probe) + kSpellingWeight * spelling +
                                (isClass ? kArchitectureWeight : 0) +
                                kSettingsWeight * settingsLikeness(*family, settings),
                            family);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<const FamilyDescriptor*> best;
    for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i) {
        best.push_back(ranked[i].second);
    }
    return best;
}

void compareTensors(const ModelSpec& spec, const Coverage& coverage, const checkpoint::CheckpointIndex& index,
                    FamilyTrial& trial)
{
    Kinds missing;
    for (std::size_t i = 0; i < spec.tensors.size(); ++i) {
        if (coverage.entryOf[i] == Coverage::kNone && !spec.tensors[i].optional) {
            missing.add(spec.tensors[i].name, shapeText(spec.tensors[i].shape));
        }
    }
    Kinds otherShapes;
    for (const TensorMismatch& mismatch : coverage.mismatches) {
        otherShapes.add(mismatch.tensor, mismatch.found + ", not " + mismatch.expected);
    }
    trial.expected = coverage.expected;
    trial.fitting = coverage.found + coverage.promised - static_cast<std::int64_t>(coverage.mismatches.size());
    trial.missing = coverage.missing;
    trial.unexplained = coverage.unknown;
    trial.missingKinds = missing.take();
    trial.otherShapes = otherShapes.take();
    trial.unexplainedKinds = unexplainedKinds(coverage, index);
}

FamilyTrial attempt(const ConfigFile& config, const FamilyDescriptor& family, const DescriptorSet& descriptors,
                    const checkpoint::CheckpointIndex& index, const std::vector<std::string>& promised,
                    const NameProbe& probe)
{
    FamilyTrial trial;
    trial.family = family.id;
    trial.title = family.title;
    trial.unread = unreadSettings(config.content, family, descriptors);
    const auto built = buildSpec(config.content, family, probe);
    if (!built.ok()) {
        const auto arguments = base::failureInfo(built.status()).arguments;
        const auto detail = arguments.find("detail");
        trial.problem = detail == arguments.end() ? "unreadable" : detail->second;
        return trial;
    }
    for (const OperatorNeed& need : operatorNeeds(built->spec)) {
        if (operatorInfo(need.name).state == OperatorState::kMissing) {
            trial.missingOperators.push_back(need.name);
        }
    }
    const ParameterCounts counts = parameterCounts(built->spec);
    trial.parametersTotal = counts.total;
    trial.parametersActive = counts.active;
    if (!index.tensors.empty() || !promised.empty()) {
        compareTensors(built->spec, coverage(built->spec, index, promised), index, trial);
    }
    return trial;
}

std::string summary(const FamilyTrial& trial)
{
    const std::string tensors = std::to_string(trial.fitting) + " of " + std::to_string(trial.expected) + " tensors";
    const std::string settings = trial.problem.empty() ? "its settings fit" : "its settings do not fit";
    return trial.family + " (" + (trial.expected > 0 ? tensors : settings) + ")";
}

} // namespace

absl::StatusOr<std::vector<FamilyTrial>> tryFamilies(const ConfigFile& config, const DescriptorSet& descriptors,
                                                     const checkpoint::CheckpointIndex& index,
                                                     const std::vector<std::string>& promised, std::size_t count)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const DescriptorSet::Families families, descriptors.families());
    const NameProbe probe = nameProbe(index, promised);
    const Templates found = foundTemplates(index, promised);
    std::vector<FamilyTrial> trials;
    for (const FamilyDescriptor* family : candidates(config, families, found, probe, count)) {
        trials.push_back(attempt(config, *family, descriptors, index, promised, probe));
    }
    return trials;
}

absl::Status unsupportedFamily(const ConfigFile& config, const std::vector<FamilyTrial>& trials)
{
    std::string detail = config.modelType.empty() ? "config.json has no model_type"
                                                  : "no family describes model_type \"" + config.modelType + "\"";
    if (!config.architectures.empty()) {
        detail += " (" + config.architectures.front() + ")";
    }
    const char* separator = "; the nearest families are ";
    for (const FamilyTrial& trial : trials) {
        detail += separator + summary(trial);
        separator = ", ";
    }
    return base::failure(reasons::kFamilyUnknown, absl::StatusCode::kUnimplemented,
                         {{"detail", detail}, {"directory", userFamilyDirectory()}});
}

std::vector<TensorKind> unexplainedKinds(const Coverage& coverage, const checkpoint::CheckpointIndex& index)
{
    Kinds kinds;
    for (std::size_t i = 0; i < index.tensors.size(); ++i) {
        if (coverage.uses[i] == TensorUse::kUnknown) {
            kinds.add(index.tensors[i].name, shapeText(index.tensors[i].shape));
        }
    }
    for (const std::string& name : coverage.unknownPromised) {
        kinds.add(name, {});
    }
    return kinds.take();
}

std::string kindText(const TensorKind& kind)
{
    std::string text = kind.name + (kind.detail.empty() ? "" : " " + kind.detail);
    if (kind.count > 1) {
        text += " (" + std::to_string(kind.count);
        if (kind.layers.size() > 1) {
            text += ", layers " + std::to_string(kind.layers.front()) + " to " + std::to_string(kind.layers.back());
        }
        text += ")";
    }
    return text;
}

} // namespace firstlight::model
