#include "backend/model/chat_template.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/model/control_tokens.h"
#include "backend/model/template_helper.h"
#include "backend/model/template_source.h"
#include "backend/model/utf8.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <mutex>

namespace firstlight::model {

namespace {

absl::Status templateFailed(const std::string& detail)
{
    return base::failure(reasons::kTemplateFailed, {{"detail", detail}});
}

absl::Status requestInvalid(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, {{"detail", detail}});
}

// "<think>", "[TOOL_CALLS]"; not a newline or a word of the vocabulary, which templates write, too.
bool looksLikeMark(std::string_view content)
{
    constexpr std::size_t kShortest = 3;
    return content.size() >= kShortest && absl::ascii_ispunct(static_cast<unsigned char>(content.front())) &&
           absl::ascii_ispunct(static_cast<unsigned char>(content.back()));
}

// Special tokens, and those other marks that the template writes itself.
std::vector<std::string> contentsOf(const std::vector<Tokenizer::AddedTokenInfo>& tokens, const std::string& source,
                                    bool specialOnly)
{
    std::vector<std::string> contents;
    for (const Tokenizer::AddedTokenInfo& token : tokens) {
        const bool isWritten = !specialOnly && source.find(token.content) != std::string::npos;
        if (token.special || (isWritten && looksLikeMark(token.content))) {
            contents.push_back(token.content);
        }
    }
    return contents;
}

// JSON text of a request as a value; an empty text is an empty value of `kind`.
absl::StatusOr<nlohmann::ordered_json> parseField(const std::string& text, nlohmann::ordered_json::value_t kind,
                                                  const char* name)
{
    if (text.empty()) {
        return nlohmann::ordered_json(kind);
    }
    const absl::StatusOr<nlohmann::json> checked = base::parseJson(text, name);
    if (!checked.ok() || checked->type() != kind) {
        const char* what = kind == nlohmann::ordered_json::value_t::array ? "array" : "object";
        return requestInvalid(absl::StrCat(name, " must be a JSON ", what));
    }
    return nlohmann::ordered_json::parse(text, nullptr, false); // members in the order of the text: templates show it
}

// Fields that are null were not meant: the reference leaves them out, the content too.
void dropNulls(nlohmann::ordered_json& object)
{
    for (auto member = object.begin(); member != object.end();) {
        member = member->is_null() ? object.erase(member) : std::next(member);
    }
}

// The arguments of a call, which clients send as JSON text: programs of families read it. Templates of checkpoints are
// given it as it is, as the reference does.
void unpackArguments(nlohmann::ordered_json& call)
{
    nlohmann::ordered_json& holder = call.is_object() && call.contains("function") ? call["function"] : call;
    if (!holder.is_object() || !holder.contains("arguments") || !holder["arguments"].is_string()) {
        return;
    }
    absl::StatusOr<nlohmann::ordered_json> arguments =
        parseField(holder["arguments"], nlohmann::ordered_json::value_t::object, "arguments");
    if (arguments.ok()) {
        holder["arguments"] = *std::move(arguments);
    }
}

void unpackCalls(nlohmann::ordered_json& message)
{
    const auto calls = message.find("tool_calls");
    if (calls != message.end() && calls->is_array()) {
        std::ranges::for_each(*calls, unpackArguments);
    }
}

class HelperChatTemplate final : public ChatTemplate
{
public:
    HelperChatTemplate(TemplateSource source, const std::vector<Tokenizer::AddedTokenInfo>& tokens,
                       TemplateLimits limits)
        : m_source(std::move(source))
        , m_limits(limits)
        , m_anyone(contentsOf(tokens, m_source.text, false))
        , m_assistant(contentsOf(tokens, m_source.text, true))
        , m_main{m_source.text, TemplateHelper(limits.memoryBytes)}
        , m_tools{m_source.toolUse, TemplateHelper(limits.memoryBytes)}
    {
    }

    absl::Status start()
    {
        const std::lock_guard lock(m_mutex);
        return prepare(m_main);
    }

    absl::StatusOr<RenderedPrompt> render(const Conversation& conversation, const RenderOptions& options) override
    {
        FIRSTLIGHT_ASSIGN_OR_RETURN(nlohmann::ordered_json tools,
                                    parseField(options.toolsJson, nlohmann::ordered_json::value_t::array, "tools"));
        FIRSTLIGHT_ASSIGN_OR_RETURN(
            nlohmann::ordered_json extra,
            parseField(options.variablesJson, nlohmann::ordered_json::value_t::object, "variables"));
        m_anyone.markAll(tools);
        m_anyone.markAll(extra);
        const std::lock_guard lock(m_mutex);
        Engine& engine = !tools.empty() && !m_tools.source.empty() ? m_tools : m_main;
        FIRSTLIGHT_RETURN_IF_ERROR(prepare(engine));
        nlohmann::ordered_json variables = m_source.variables;
        variables.update(extra);
        variables["add_generation_prompt"] = options.addGenerationPrompt;
        if (!tools.empty()) {
            variables["tools"] = std::move(tools);
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(variables["messages"], messagesOf(conversation, engine));
        nlohmann::ordered_json request = {{"variables", std::move(variables)},
                                          {"max_output_bytes", m_limits.outputBytes}};
        if (options.now) {
            request["now"] = std::chrono::duration<double>(options.now->time_since_epoch()).count();
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::ordered_json answer, ask(engine, request));
        return m_anyone.unmark(answer.value("text", ""));
    }

    const std::string& source() const override { return m_source.text; }
    const std::string& origin() const override { return m_source.origin; }

private:
    // One template and the process that renders it.
    struct Engine {
        const std::string source;
        TemplateHelper helper;
        bool readsStrings = true; // as the content of a message
        bool readsLists = false;  // of parts
    };

    // Starts the helper and compiles the template, unless that is done.
    absl::Status prepare(Engine& engine)
    {
        if (engine.helper.running()) {
            return absl::OkStatus();
        }
        FIRSTLIGHT_RETURN_IF_ERROR(engine.helper.start());
        absl::StatusOr<nlohmann::ordered_json> answer =
            ask(engine, {{"template", engine.source}, {"variables", m_source.variables}});
        if (!answer.ok()) {
            engine.helper.stop();
            return answer.status();
        }
        engine.readsLists = answer->value("reads_lists", false);
        engine.readsStrings = answer->value("reads_strings", true) || !engine.readsLists;
        return absl::OkStatus();
    }

    absl::StatusOr<nlohmann::ordered_json> ask(Engine& engine, const nlohmann::ordered_json& request)
    {
        absl::StatusOr<nlohmann::ordered_json> answer = engine.helper.call(request, m_limits.wallTime);
        if (absl::IsDeadlineExceeded(answer.status())) {
            return failed(absl::StrCat("it was stopped, ", std::string(answer.status().message())));
        }
        if (absl::IsUnavailable(answer.status()) || absl::IsDataLoss(answer.status())) {
            return failed(std::string(answer.status().message()));
        }
        if (!answer.ok()) {
            return answer;
        }
        const std::string error = answer->value("error", "");
        if (error.empty()) {
            return answer;
        }
        if (error.starts_with("limit: ")) {
            engine.helper.stop(); // its memory is full, or nearly so
            return failed(absl::StrCat("it was stopped, ", error.substr(7)));
        }
        return failed(m_anyone.unmark(error).text);
    }

    absl::Status failed(const std::string& detail) const
    {
        return templateFailed(absl::StrCat(m_source.origin, ": ", detail));
    }

    absl::StatusOr<nlohmann::ordered_json> messagesOf(const Conversation& conversation, const Engine& engine) const
    {
        if (conversation.messages.empty()) {
            return requestInvalid("the conversation has no message");
        }
        nlohmann::ordered_json messages = nlohmann::ordered_json::array();
        for (const Message& message : conversation.messages) {
            const ControlTokens& tokens = message.role == "assistant" ? m_assistant : m_anyone;
            FIRSTLIGHT_ASSIGN_OR_RETURN(
                nlohmann::ordered_json fields,
                parseField(message.fieldsJson, nlohmann::ordered_json::value_t::object, "message fields"));
            if (m_source.isEncoder) {
                unpackCalls(fields);
            }
            tokens.markAll(fields);
            dropNulls(fields);
            nlohmann::ordered_json json = {{"role", tokens.mark(message.role)}};
            if (!message.parts.empty()) {
                json["content"] = contentOf(message, tokens, engine);
            }
            json.insert(fields.begin(), fields.end());
            messages.push_back(std::move(json));
        }
        return messages;
    }

    // A single text is a string, as long as the template reads strings; with pictures it is a list of parts. Several
    // texts are a list where the template knows what to do with one, as the reference gives it.
    static nlohmann::ordered_json contentOf(const Message& message, const ControlTokens& tokens, const Engine& engine)
    {
        bool listContent = !engine.readsStrings || (engine.readsLists && message.parts.size() > 1);
        std::string text;
        nlohmann::ordered_json parts = nlohmann::ordered_json::array();
        for (const ContentPart& part : message.parts) {
            if (part.kind == ContentPart::Kind::kImage) {
                parts.push_back({{"type", "image"}});
                listContent = true;
            } else {
                text += part.text;
                parts.push_back({{"type", "text"}, {"text", tokens.mark(part.text)}});
            }
        }
        return listContent ? parts : nlohmann::ordered_json(tokens.mark(text));
    }

    const TemplateSource m_source;
    const TemplateLimits m_limits;
    const ControlTokens m_anyone;    // marked in what users, tools and the system say
    const ControlTokens m_assistant; // marked in what the model itself has said: tokens like "<think>" are its own
    std::mutex m_mutex;
    Engine m_main;  // guarded by m_mutex
    Engine m_tools; // guarded by m_mutex
};

} // namespace

absl::StatusOr<std::unique_ptr<ChatTemplate>>
ChatTemplate::load(const TextSource& place, std::vector<Tokenizer::AddedTokenInfo> tokens, TemplateLimits limits)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(TemplateSource source, findTemplate(place));
    if (!isValidUtf8(source.text)) {
        return templateFailed(absl::StrCat(source.origin, ": it is not UTF-8 text"));
    }
    auto chatTemplate = std::make_unique<HelperChatTemplate>(std::move(source), tokens, limits);
    FIRSTLIGHT_RETURN_IF_ERROR(chatTemplate->start());
    return chatTemplate;
}

} // namespace firstlight::model
