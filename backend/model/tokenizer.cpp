#include "backend/model/tokenizer.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/model/gguf_tokenizer.h"
#include "backend/model/tokenizer_files.h"
#include "backend/model/tokenizer_json.h"
#include "backend/model/tokenizer_settings.h"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxFileBytes = std::int64_t{256} << 20;

// What the file is instead of JSON; empty: not recognised.
std::string foreignContent(std::string_view text)
{
    return text.starts_with('{') ? std::string()
                                 : checkpoint::describeForeignContent(text.substr(0, checkpoint::kForeignProbeBytes));
}

} // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> Tokenizer::load(const TextSource& source)
{
    if (source.isGguf()) {
        return makeGgufTokenizer(*checkpoint::readGgufVocabulary(*source.gguf), "the GGUF file");
    }
    const std::string path = (std::filesystem::path(source.directory) / "tokenizer.json").string();
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        return loadTokenizerFiles(source.directory);
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string json, base::readFile(path, kMaxFileBytes));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const TokenizerSettings settings, readTokenizerSettings(source.directory));
    auto tokenizer = parseTokenizerJson(json, "tokenizer.json", settings.addedTokens);
    const std::string foreign = tokenizer.ok() ? std::string() : foreignContent(json);
    return foreign.empty() ? std::move(tokenizer)
                           : base::failure(reasons::kFileInvalid, {{"file", "tokenizer.json"}, {"detail", foreign}});
}

} // namespace firstlight::model
