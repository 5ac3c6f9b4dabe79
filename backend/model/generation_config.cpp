#include "backend/model/generation_config.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"

#include <absl/strings/str_cat.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <system_error>

namespace firstlight::model {

namespace {

constexpr const char* kFile = "generation_config.json";

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

class StopTokens
{
public:
    explicit StopTokens(const Tokenizer& tokenizer) : m_tokenizer(tokenizer) {}

    // "eos_token_id": an id or a list of ids.
    void addIds(const nlohmann::json& config, const std::string& origin)
    {
        const nlohmann::json value = config.is_object() ? config.value("eos_token_id", nlohmann::json()) : nlohmann::json();
        for (const nlohmann::json& id : value.is_array() ? value : nlohmann::json::array({value})) {
            if (id.is_number_integer()) {
                add(id.get<std::int64_t>(), absl::StrCat(origin, " eos_token_id"));
            }
        }
    }

    // "eos_token": the token's text, or an object with its "content".
    void addToken(const nlohmann::json& config, const std::string& origin)
    {
        const nlohmann::json value = config.value("eos_token", nlohmann::json());
        const nlohmann::json content = value.is_object() ? value.value("content", nlohmann::json()) : value;
        const std::optional<std::int32_t> id =
            content.is_string() ? m_tokenizer.idOf(content.get<std::string>()) : std::nullopt;
        if (id) {
            add(*id, absl::StrCat(origin, " eos_token"));
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

private:
    void add(std::int64_t id, std::string origin)
    {
        if (id < 0 || id > INT32_MAX) {
            return;
        }
        StopToken& token = m_byId[static_cast<std::int32_t>(id)];
        token.id = static_cast<std::int32_t>(id);
        token.piece = m_tokenizer.piece(token.id);
        token.origins.push_back(std::move(origin));
    }

    const Tokenizer& m_tokenizer;
    std::map<std::int32_t, StopToken> m_byId;
};

void readNumber(const nlohmann::json& config, const char* name, double least, Sourced<double>& target)
{
    const nlohmann::json value = config.value(name, nlohmann::json());
    if (value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() >= least) {
        target = {value.get<double>(), kFile};
    }
}

std::optional<Sourced<std::int32_t>> readInteger(const nlohmann::json& config, const char* name)
{
    const nlohmann::json value = config.value(name, nlohmann::json());
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0 || value.get<std::int64_t>() > INT32_MAX) {
        return std::nullopt;
    }
    return Sourced<std::int32_t>{value.get<std::int32_t>(), kFile};
}

void readSampling(const nlohmann::json& config, GenerationConfig& result)
{
    const nlohmann::json sample = config.value("do_sample", nlohmann::json());
    if (sample.is_boolean()) {
        result.greedy = {!sample.get<bool>(), kFile};
    }
    readNumber(config, "temperature", 0.0, result.temperature);
    readNumber(config, "top_p", 0.0, result.topP);
    readNumber(config, "repetition_penalty", 1e-3, result.repetitionPenalty);
    result.topK = readInteger(config, "top_k").value_or(result.topK);
    result.maxNewTokens = readInteger(config, "max_new_tokens");
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

absl::StatusOr<GenerationConfig> GenerationConfig::load(const std::string& directory, const Tokenizer& tokenizer)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json generation, readObject(directory, kFile));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json config, readObject(directory, "config.json"));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json tokenizerConfig, readObject(directory, "tokenizer_config.json"));
    StopTokens stops(tokenizer);
    stops.addIds(generation, kFile);
    stops.addIds(config, "config.json");
    stops.addIds(config.value("text_config", nlohmann::json()), "config.json text_config");
    stops.addToken(tokenizerConfig, "tokenizer_config.json");
    GenerationConfig result;
    result.stopTokens = stops.take();
    readSampling(generation, result);
    return result;
}

} // namespace firstlight::model
