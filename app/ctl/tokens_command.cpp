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

namespace firstlight::ctl {
namespace {

using Json = nlohmann::ordered_json;
using View = std::vector<model::PromptTokenView>;

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

// One row a token; the tokens of a picture that follow each other and are the same are one row.
std::string tableOf(const View& view)
{
    Table table({"AT", "ID", "MARK", "PIECE"});
    for (std::size_t at = 0; at < view.size();) {
        const model::PromptTokenView& token = view[at];
        std::size_t end = at + 1;
        while (token.imageIndex >= 0 && end < view.size() && view[end].id == token.id &&
               view[end].imageIndex == token.imageIndex) {
            ++end;
        }
        const std::string times = end - at > 1 ? " x " + std::to_string(end - at) : "";
        table.add({std::to_string(at), std::to_string(token.id), markOf(token), "\"" + token.piece + "\"" + times});
        at = end;
    }
    const std::string count = std::to_string(view.size()) + (view.size() == 1 ? " token\n" : " tokens\n");
    return table.empty() ? count : table.text() + count;
}

std::string idsOf(const View& view)
{
    return absl::StrJoin(view, " ", [](std::string* out, const auto& token) { *out += std::to_string(token.id); }) +
           "\n";
}

Json tokensOf(const View& view, bool images)
{
    Json list = Json::array();
    for (const model::PromptTokenView& token : view) {
        list.push_back({{"id", token.id}, {"piece", token.piece}, {"special", token.special}});
        if (images) {
            list.back()["image_index"] = token.imageIndex;
        }
    }
    return list;
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
    View view;
    for (const std::int32_t id : ids) {
        view.push_back({id, tokenizer->piece(id), tokenizer->isSpecial(id), -1});
    }
    output.answer(arguments.idsOnly ? idsOf(view) : tableOf(view));
    output.document({{"tokens", tokensOf(view, false)}});
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
    return model::parseChatDocument(json, file, [&](const std::string& name) -> absl::StatusOr<std::string> {
        constexpr std::string_view kScheme = "file://";
        if (!name.starts_with(kScheme) && name.find("://") != std::string::npos) {
            return refused(name, "pictures are read from files, nothing is fetched");
        }
        const std::string path = name.starts_with(kScheme) ? name.substr(kScheme.size()) : (folder / name).string();
        return base::readFile(path, model::ImageLimits{}.fileBytes);
    });
}

Json documentOf(const model::Prompt& prompt)
{
    Json images = Json::array();
    for (const model::ProcessedImage& image : prompt.images) {
        images.push_back({{"original_width", image.originalWidth},
                          {"original_height", image.originalHeight},
                          {"token_count", image.tokenCount()}});
    }
    return {{"rendered_prompt", prompt.renderedText}, {"tokens", tokensOf(prompt.view, true)}, {"images", images}};
}

absl::Status showChat(const Arguments& arguments, const Output& output)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::ChatDocument chat, readChat(arguments.chatFile));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::TextSource source, model::findTextSource(arguments.operands[0]));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int32_t imageToken, imageTokenOf(arguments.operands[0]));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const auto prompts, model::PromptBuilder::load(source, imageToken));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::Prompt prompt, prompts->build(chat.conversation, chat.options));
    output.answer(arguments.idsOnly ? idsOf(prompt.view)
                                    : printableLines(prompt.renderedText) + "\n" + tableOf(prompt.view));
    output.document(documentOf(prompt));
    return absl::OkStatus();
}

} // namespace

base::ExitCode runTokens(const Arguments& arguments, const Output& output)
{
    const absl::Status status = arguments.chatFile.empty() ? showText(arguments, output) : showChat(arguments, output);
    return status.ok() ? base::kExitOk : output.fail(status);
}

} // namespace firstlight::ctl
