#include "backend/model/generation_config.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/model/config_scope.h"
#include "backend/model/template_source.h"

#include <absl/strings/str_cat.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <system_error>

namespace firstlight::model {

namespace {

constexpr const char* kFile = "generation_config.json";
constexpr const char* kGguf = "GGUF metadata";

// Tokens that end a turn wherever a template writes them. Not "<|end|>", after which some models go on.
constexpr std::array<const char*, 7> kTurnEnds = {"<|im_end|>", "<|eot_id|>",      "<|eot|>",       "<end_of_turn>",
                                                  "<turn|>",    "<|end_of_turn|>", "<|end_of_msg|>"};

// Parts of a config.json that describe the text model.
constexpr std::array<const char*, 3> kTextParts = {"text_config", "llm_config", "language_config"};

// Settings of the reference's generation that are not applied here, with the value that changes nothing.
struct Unapplied {
    const char* name;
    double neutral;
};
constexpr std::array<Unapplied, 10> kUnapplied = {{{"min_p", 0.0},
                                                   {"typical_p", 1.0},
                                                   {"epsilon_cutoff", 0.0},
                                                   {"eta_cutoff", 0.0},
                                                   {"presence_penalty", 0.0},
                                                   {"frequency_penalty", 0.0},
                                                   {"no_repeat_ngram_size", 0.0},
                                                   {"num_beams", 1.0},
                                                   {"min_length", 0.0},
                                                   {"min_new_tokens", 0.0}}};
constexpr std::array<const char*, 6> kUnappliedLists = {"stop_strings",  "suppress_tokens",
                                                        "bad_words_ids", "begin_suppress_tokens",
                                                        "sequence_bias", "forced_eos_token_id"};

// What the metadata of a GGUF file says, under the names of generation_config.json.
struct GgufSetting {
    const char* name;
    const char* key;
};
constexpr std::array<GgufSetting, 5> kGgufSettings = {{{"temperature", "general.sampling.temp"},
                                                       {"top_p", "general.sampling.top_p"},
                                                       {"min_p", "general.sampling.min_p"},
                                                       {"repetition_penalty", "general.sampling.penalty_repeat"},
                                                       {"top_k", "general.sampling.top_k"}}};
constexpr std::array<const char*, 3> kGgufEnds = {"eos_token_id", "eot_token_id", "eom_token_id"};

// The settings of a checkpoint in the form of generation_config.json.
struct Settings {
    nlohmann::json content;
    std::string origin;
};

absl::StatusOr<nlohmann::json> readObject(const std::string& directory, const char* file)
{
    const std::filesystem::path path = std::filesystem::path(directory) / file;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        return nlohmann::json::object();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(nlohmann::json json, base::readJsonFile(path.string()));
    if (!json.is_object()) {
        return base::failure(reasons::kFileInvalid, {{"file", file}, {"detail", "it is not a JSON object"}});
    }
    return json;
}

absl::Status invalidSetting(const std::string& file, const std::string& name, const nlohmann::json& value,
                            const std::string& expected)
{
    return base::failure(
        reasons::kConfigInvalid,
        {{"file", file}, {"detail", absl::StrCat(name, " is ", shortValue(value), "; ", expected, " is expected")}});
}

class StopTokens
{
public:
    explicit StopTokens(const TokenNames& names) : m_names(names) {}

    // "eos_token_id": an id or a list of ids; a negative one is none.
    absl::Status addIds(const nlohmann::json& config, const std::string& file, const std::string& part = {})
    {
        const nlohmann::json value =
            config.is_object() ? config.value("eos_token_id", nlohmann::json()) : nlohmann::json();
        for (const nlohmann::json& id : value.is_array() ? value : nlohmann::json::array({value})) {
            if (!id.is_null() && !id.is_number_integer()) {
                return invalidSetting(file, "eos_token_id", value, "an id or a list of ids");
            }
            if (!id.is_null()) {
                add(id.get<std::int64_t>(), absl::StrCat(file, " ", part, part.empty() ? "" : " ", "eos_token_id"));
            }
        }
        return absl::OkStatus();
    }

    // "eos_token": the token's text, or an object with its "content".
    void addToken(const nlohmann::json& config, const std::string& origin)
    {
        const nlohmann::json value = config.value("eos_token", nlohmann::json());
        const nlohmann::json content = value.is_object() ? value.value("content", nlohmann::json()) : value;
        if (content.is_string()) {
            addText(content.get<std::string>(), absl::StrCat(origin, " eos_token"));
        }
    }

    void addText(const std::string& text, std::string origin)
    {
        if (const std::optional<std::int32_t> id = m_names.idOf(text)) {
            add(*id, std::move(origin));
        }
    }

    std::vector<StopToken> take()
    {
        std::vector<StopToken> list;
        for (auto& [id, token] : m_byId) {
            list.push_back(std::move(token));
        }
        return list;
    }

    void add(std::int64_t id, std::string origin)
    {
        if (id < 0 || id > INT32_MAX) {
            return;
        }
        StopToken& token = m_byId[static_cast<std::int32_t>(id)];
        token.id = static_cast<std::int32_t>(id);
        token.piece = m_names.piece(token.id);
        token.origins.push_back(std::move(origin));
    }

private:
    const TokenNames& m_names;
    std::map<std::int32_t, StopToken> m_byId;
};

struct Range {
    double least;
    double most;
    const char* text; // for people
};

absl::Status readNumber(const Settings& settings, const char* name, const Range& range, Sourced<double>& target)
{
    const nlohmann::json value = settings.content.value(name, nlohmann::json());
    if (value.is_null()) {
        return absl::OkStatus();
    }
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!value.is_number() || !(number >= range.least && number <= range.most)) {
        return invalidSetting(settings.origin, name, value, range.text);
    }
    target = {number, settings.origin};
    return absl::OkStatus();
}

// Negative: nothing is set, as other engines write it.
absl::StatusOr<std::optional<Sourced<std::int32_t>>> readInteger(const Settings& settings, const char* name)
{
    const nlohmann::json value = settings.content.value(name, nlohmann::json());
    if (value.is_null()) {
        return std::nullopt;
    }
    const bool isWhole = value.is_number() && std::trunc(value.get<double>()) == value.get<double>();
    if (!isWhole || value > INT32_MAX) {
        return invalidSetting(settings.origin, name, value, "a whole number");
    }
    return value < 0 ? std::nullopt : std::optional(Sourced<std::int32_t>{value.get<std::int32_t>(), settings.origin});
}

absl::Status readSampling(const Settings& settings, GenerationConfig& result)
{
    constexpr double kMost = 1e6;
    const nlohmann::json sample = settings.content.value("do_sample", nlohmann::json());
    if (sample.is_boolean()) {
        result.greedy = {!sample.get<bool>(), settings.origin};
    } else if (!sample.is_null()) {
        return invalidSetting(settings.origin, "do_sample", sample, "true or false");
    }
    FIRSTLIGHT_RETURN_IF_ERROR(
        readNumber(settings, "temperature", {0, kMost, "a number of at least 0"}, result.temperature));
    FIRSTLIGHT_RETURN_IF_ERROR(readNumber(settings, "top_p", {0, 1, "a number from 0 to 1"}, result.topP));
    FIRSTLIGHT_RETURN_IF_ERROR(
        readNumber(settings, "repetition_penalty", {1e-3, kMost, "a number above 0"}, result.repetitionPenalty));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const auto topK, readInteger(settings, "top_k"));
    result.topK = topK.value_or(result.topK);
    FIRSTLIGHT_ASSIGN_OR_RETURN(result.maxNewTokens, readInteger(settings, "max_new_tokens"));
    return absl::OkStatus();
}

void readUnapplied(const Settings& settings, GenerationConfig& result)
{
    for (const Unapplied& setting : kUnapplied) {
        const nlohmann::json value = settings.content.value(setting.name, nlohmann::json());
        if (value.is_number() && value.get<double>() != setting.neutral) {
            result.unapplied.push_back({setting.name, value.dump(), settings.origin});
        }
    }
    for (const char* name : kUnappliedLists) {
        const nlohmann::json value = settings.content.value(name, nlohmann::json());
        if (!value.is_null() && !value.empty()) {
            result.unapplied.push_back(
                {name, value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), settings.origin});
        }
    }
}

void addTurnEnds(const TextSource& place, StopTokens& stops)
{
    const absl::StatusOr<TemplateSource> source = findTemplate(place);
    for (const char* token : kTurnEnds) {
        if (source.ok() && source->text.find(token) != std::string::npos) {
            stops.addText(token, absl::StrCat(source->origin, " end of turn"));
        }
    }
}

absl::StatusOr<Settings> readFileSettings(const std::string& directory, StopTokens& stops)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(nlohmann::json generation, readObject(directory, kFile));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json config, readObject(directory, "config.json"));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json tokenizerConfig, readObject(directory, "tokenizer_config.json"));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json tokensMap, readObject(directory, "special_tokens_map.json"));
    FIRSTLIGHT_RETURN_IF_ERROR(stops.addIds(generation, kFile));
    FIRSTLIGHT_RETURN_IF_ERROR(stops.addIds(config, "config.json"));
    for (const char* part : kTextParts) {
        FIRSTLIGHT_RETURN_IF_ERROR(stops.addIds(config.value(part, nlohmann::json()), "config.json", part));
    }
    stops.addToken(tokenizerConfig, "tokenizer_config.json");
    stops.addToken(tokensMap, "special_tokens_map.json");
    return Settings{std::move(generation), kFile};
}

Settings readGgufSettings(const checkpoint::GgufMetadata& metadata, StopTokens& stops)
{
    for (const char* end : kGgufEnds) {
        if (const auto id = metadata.integer(absl::StrCat("tokenizer.ggml.", end)); id) {
            stops.add(*id, absl::StrCat(kGguf, " ", end));
        }
    }
    Settings settings{nlohmann::json::object(), kGguf};
    for (const auto& [name, key] : kGgufSettings) {
        if (const auto whole = metadata.integer(key); whole) {
            settings.content[name] = *whole;
        } else if (const auto real = metadata.real(key); real) {
            settings.content[name] = *real;
        }
    }
    if (!settings.content.empty()) { // a file that says how to draw wants it
        settings.content["do_sample"] = true;
    }
    return settings;
}

} // namespace

std::vector<std::int32_t> GenerationConfig::stopIds() const
{
    std::vector<std::int32_t> ids;
    for (const StopToken& token : stopTokens) {
        ids.push_back(token.id);
    }
    return ids;
}

absl::StatusOr<GenerationConfig> GenerationConfig::load(const TextSource& place, const Tokenizer& tokenizer)
{
    return load(place, {[&](const std::string& text) { return tokenizer.idOf(text); },
                        [&](std::int32_t id) { return tokenizer.piece(id); }});
}

absl::StatusOr<GenerationConfig> GenerationConfig::load(const TextSource& place, const TokenNames& names)
{
    StopTokens stops(names);
    absl::StatusOr<Settings> settings =
        place.isGguf() ? readGgufSettings(*place.gguf, stops) : readFileSettings(place.directory, stops);
    FIRSTLIGHT_RETURN_IF_ERROR(settings.status());
    addTurnEnds(place, stops);
    GenerationConfig result;
    result.stopTokens = stops.take();
    FIRSTLIGHT_RETURN_IF_ERROR(readSampling(*settings, result));
    readUnapplied(*settings, result);
    return result;
}

} // namespace firstlight::model
