#include "backend/model/tiktoken_tokenizer.h"

#include "backend/base/failure.h"
#include "backend/model/bpe_ranks.h"
#include "backend/model/byte_alphabet.h"
#include "backend/model/pipeline_tokenizer.h"

#include <absl/container/flat_hash_set.h>
#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>

#include <charconv>

namespace firstlight::model {

namespace {

absl::Status badLine(std::size_t line, const char* what)
{
    return absl::InvalidArgumentError(absl::StrCat("line ", line, " ", what));
}

// "aGk= 17"; false: something else.
bool readLine(std::string_view line, TiktokenRank& rank)
{
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || space == 0) {
        return false;
    }
    const std::string_view number = line.substr(space + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), rank.rank);
    return error == std::errc() && end == number.data() + number.size() && rank.rank >= 0 && rank.rank <= kMaxTokenId &&
           absl::Base64Unescape(absl::string_view(line.data(), space), &rank.bytes) && !rank.bytes.empty();
}

std::string_view nextLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

} // namespace

absl::StatusOr<std::vector<TiktokenRank>> parseTiktokenRanks(std::string_view text)
{
    std::vector<TiktokenRank> ranks;
    absl::flat_hash_set<std::string> tokens;
    absl::flat_hash_set<std::int32_t> numbers;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = nextLine(text);
        if (line.empty()) {
            continue;
        }
        TiktokenRank& rank = ranks.emplace_back();
        if (!readLine(line, rank)) {
            return badLine(number, "is no token in base64 with its rank");
        }
        if (!tokens.insert(rank.bytes).second || !numbers.insert(rank.rank).second) {
            return badLine(number, "has a token or a rank that was there before");
        }
    }
    return ranks.empty() ? absl::InvalidArgumentError("it has no tokens")
                         : absl::StatusOr<std::vector<TiktokenRank>>(std::move(ranks));
}

bool looksLikeTiktoken(std::string_view text)
{
    TiktokenRank rank;
    return readLine(nextLine(text), rank);
}

absl::StatusOr<std::unique_ptr<Tokenizer>> makeTiktokenTokenizer(const std::vector<TiktokenRank>& ranks,
                                                                 const std::string& pattern,
                                                                 std::vector<AddedToken> addedTokens)
{
    Vocabulary tokens;
    Vocabulary words;
    for (const TiktokenRank& rank : ranks) {
        tokens.add(bytesToAlphabet(rank.bytes), rank.rank);
        words.add(rank.bytes, rank.rank);
    }
    tokens.finish();
    words.finish();
    std::vector<std::uint32_t> order(static_cast<std::size_t>(words.size()), kNeverMerged);
    for (const TiktokenRank& rank : ranks) {
        order[static_cast<std::size_t>(rank.rank)] = static_cast<std::uint32_t>(rank.rank);
    }
    BpeOptions options;
    options.alphabet = BpeAlphabet::kBytes;
    options.ignoreMerges = true;
    const std::vector<BpeModel::MergeRule> merges = mergesOfRanks(words, order, BpeAlphabet::kBytes);
    TokenizerParts parts;
    parts.model = std::make_unique<BpeModel>(std::move(tokens), merges, std::move(options));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parts.preTokenizer, makeSplitPreTokenizer({pattern}));
    parts.decoder = makeByteLevelDecoder();
    parts.byteAlphabet = true;
    parts.addedTokens = std::move(addedTokens);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

} // namespace firstlight::model
