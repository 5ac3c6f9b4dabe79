// What a model receives of a text or a conversation: its tokens.
#include "app/ctl/commands.h"
#include "app/ctl/table.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/model/chat_document.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/inspection.h"
#include "backend/model/printable_piece.h"
#include "backend/model/prompt.h"

#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>

#include <cstdio>
#include <filesystem>
#include <functional>

namespace firstlight::ctl {
namespace {

using Json = nlohmann::ordered_json;

// There may be millions: they are made when they are asked for.
struct TokenList {
    std::size_t count = 0;
    std::function<model::PromptTokenView(std::size_t)> at;
};

constexpr std::int64_t kMaxTextBytes = std::int64_t{256} << 20;

absl::Status refused(const std::string& file, const std::string& detail)
{
    return base::failure(reasons::kFileInvalid, {{"file", file}, {"detail", detail}});
}

absl::StatusOr<std::string> readStandardInput()
{
    std::string text;
    std::vector<char> buffer(1 << 16);
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
        text.append(buffer.data(), count);
        if (static_cast<std::int64_t>(text.size()) > kMaxTextBytes) {
            return refused("Standard input", "it is larger than " + std::to_string(kMaxTextBytes) + " bytes");
        }
    }
    if (std::ferror(stdin) != 0) {
        return refused("Standard input", "it cannot be read");
    }
    return text;
}

std::string markOf(const model::PromptTokenView& token)
{
    if (token.imageIndex >= 0) {
        return "picture " + std::to_string(token.imageIndex + 1);
    }
    return token.special ? "special" : "";
}

// Rows of one token each; the tokens of a picture that follow each other and are the same are one row.
void forEachRow(const TokenList& tokens, const std::function<void(const std::vector<std::string>&)>& use)
{
    for (std::size_t at = 0; at < tokens.count;) {
        const model::PromptTokenView token = tokens.at(at);
        std::size_t end = at + 1;
        while (token.imageIndex >= 0 && end < tokens.count && tokens.at(end).id == token.id &&
               tokens.at(end).imageIndex == token.imageIndex) {
            ++end;
        }
        const std::string times = end - at > 1 ? " x " + std::to_string(end - at) : "";
        use({std::to_string(at), std::to_string(token.id), markOf(token), "\"" + token.piece + "\"" + times});
        at = end;
    }
}

// Many lines are written in parts of about this size.
constexpr std::size_t kPartBytes = 1 << 16;

class LineWriter
{
public:
    explicit LineWriter(const Output& output) : m_output(output) {}
    ~LineWriter() { m_output.answer(m_part); }
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    void add(std::string_view text)
    {
        m_part += text;
        if (m_part.size() >= kPartBytes) {
            m_output.answer(m_part);
            m_part.clear();
        }
    }

private:
    const Output& m_output;
    std::string m_part;
};

void writeTable(const TokenList& tokens, const Output& output)
{
    const std::vector<std::string> header{"AT", "ID", "MARK", "PIECE"};
    ColumnLayout layout(header);
    forEachRow(tokens, [&](const auto& row) { layout.measure(row); });
    LineWriter lines(output);
    if (tokens.count > 0) {
        lines.add(layout.line(header));
    }
    forEachRow(tokens, [&](const auto& row) { lines.add(layout.line(row)); });
    lines.add(std::to_string(tokens.count) + (tokens.count == 1 ? " token\n" : " tokens\n"));
}

void writeIds(const TokenList& tokens, const Output& output)
{
    LineWriter lines(output);
    for (std::size_t at = 0; at < tokens.count; ++at) {
        lines.add((at > 0 ? " " : "") + std::to_string(tokens.at(at).id));
    }
    lines.add("\n");
}

void writeTokens(const Arguments& arguments, const TokenList& tokens, const Output& output)
{
    if (output.json()) {
        return;
    }
    if (arguments.idsOnly) {
        writeIds(tokens, output);
    } else {
        writeTable(tokens, output);
    }
}

Json tokenOf(const model::PromptTokenView& token)
{
    return {{"id", token.id}, {"piece", token.piece}, {"special", token.special}};
}

// A template may write anything; a terminal must not obey it.
std::string printableLines(const std::string& text)
{
    return absl::StrJoin(absl::StrSplit(text, '\n'), "\n",
                         [](std::string* out, absl::string_view line) {
                             *out += model::printablePiece(std::string_view(line.data(), line.size()));
                         }) +
           "\n";
}

absl::Status showText(const Arguments& arguments, const Output& output)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::TextSource source, model::findTextSource(arguments.operands[0]));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const auto tokenizer, model::Tokenizer::load(source));
    std::string text = arguments.operands[1];
    if (text == "-") {
        FIRSTLIGHT_ASSIGN_OR_RETURN(text, readStandardInput());
    }
    std::vector<std::int32_t> ids =
        tokenizer->encode(text, arguments.parseSpecial ? model::SpecialTokens::kParse : model::SpecialTokens::kAsText);
    if (arguments.around) {
        ids = tokenizer->withSpecialTokens(std::move(ids));
    }
    const TokenList tokens{ids.size(), [&](std::size_t at) -> model::PromptTokenView {
                               return {ids[at], tokenizer->piece(ids[at]), tokenizer->isSpecial(ids[at]), -1};
                           }};
    writeTokens(arguments, tokens, output);
    output.listDocument("tokens", tokens.count, [&](std::size_t at) { return tokenOf(tokens.at(at)); });
    return absl::OkStatus();
}

// The id that stands for pictures; -1 where nothing says which it is.
absl::StatusOr<std::int32_t> imageTokenOf(const std::string& path)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::DescriptorSet families, model::DescriptorSet::load());
    const auto inspection = model::Inspection::read(path, families);
    return inspection.ok() && inspection->reading().ok() ? inspection->reading()->spec.imageTokenId : -1;
}

// Paths of pictures are relative to the file that names them.
absl::StatusOr<model::ChatDocument> readChat(const std::string& file)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string json, base::readFile(file, kMaxTextBytes));
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    return model::parseChatDocument(
        json, file, [&, number = 0](const std::string& name) mutable -> absl::StatusOr<std::string> {
            constexpr std::string_view kScheme = "file://";
            if (!name.starts_with(kScheme) && name.find("://") != std::string::npos) {
                return refused(name, "pictures are read from files, nothing is fetched");
            }
            const std::string path = name.starts_with(kScheme) ? name.substr(kScheme.size()) : (folder / name).string();
            return model::readImageFile(path, ++number);
        });
}

// Without its tokens.
Json documentOf(const model::Prompt& prompt)
{
    Json images = Json::array();
    for (const model::ProcessedImage& image : prompt.images) {
        images.push_back({{"original_width", image.originalWidth},
                          {"original_height", image.originalHeight},
                          {"token_count", image.tokenCount()}});
    }
    return {{"rendered_prompt", prompt.renderedText}, {"images", images}};
}

absl::Status showChat(const Arguments& arguments, const Output& output)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::ChatDocument chat, readChat(arguments.chatFile));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::TextSource source, model::findTextSource(arguments.operands[0]));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int32_t imageToken, imageTokenOf(arguments.operands[0]));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const auto prompts, model::PromptBuilder::load(source, imageToken));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::Prompt prompt, prompts->build(chat.conversation, chat.options));
    if (!arguments.idsOnly) {
        output.answer(printableLines(prompt.renderedText) + "\n");
    }
    writeTokens(arguments, {prompt.view.size(), [&](std::size_t at) { return prompt.view[at]; }}, output);
    if (output.json()) {
        const auto placedToken = [&](std::size_t at) {
            Json token = tokenOf(prompt.view[at]);
            token["image_index"] = prompt.view[at].imageIndex;
            return token;
        };
        output.listDocument("tokens", prompt.view.size(), placedToken, documentOf(prompt));
    }
    return absl::OkStatus();
}

} // namespace

base::ExitCode runTokens(const Arguments& arguments, const Output& output)
{
    const absl::Status status = arguments.chatFile.empty() ? showText(arguments, output) : showChat(arguments, output);
    return status.ok() ? base::kExitOk : output.fail(status);
}

} // namespace firstlight::ctl
