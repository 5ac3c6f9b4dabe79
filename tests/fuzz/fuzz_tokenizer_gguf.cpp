// Makes a GGUF vocabulary of any bytes: lines are tokens, each begun by its type and score; what is accepted must
// encode and decode any text.
#include "backend/model/gguf_tokenizer.h"
#include "tests/fuzz/tokenizer_checks.h"

#include <cstdint>

namespace {

constexpr const char* kModels[] = {"gpt2", "llama", "t5", "bert", "gemma4"};
constexpr const char* kSplittings[] = {"llama-bpe", "deepseek-llm", "bailingmoe", "falcon"};

std::string_view nextLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace firstlight::model;
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    if (size < 3) {
        return 0;
    }
    firstlight::checkpoint::GgufVocabulary vocabulary;
    vocabulary.model = kModels[data[0] % std::size(kModels)];
    vocabulary.preTokenizer = kSplittings[data[1] % std::size(kSplittings)];
    vocabulary.addSpacePrefix = (data[2] & 1) != 0;
    vocabulary.removeExtraSpaces = (data[2] & 2) != 0;
    rest.remove_prefix(3);
    while (!rest.empty()) {
        const std::string_view line = nextLine(rest);
        if (line.starts_with('+')) {
            vocabulary.merges.emplace_back(line.substr(1));
        } else if (line.size() > 2) {
            vocabulary.types.push_back(line[0] - '0');
            vocabulary.scores.push_back(static_cast<float>(line[1]));
            vocabulary.tokens.emplace_back(line.substr(2));
        }
    }
    vocabulary.beginId = 1;
    vocabulary.unknownId = 0;
    const auto tokenizer = makeGgufTokenizer(vocabulary, "fuzz");
    if (tokenizer.ok()) {
        checkTokenizer(**tokenizer, "lowest lower");
    }
    return 0;
}
