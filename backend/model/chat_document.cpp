#include "backend/model/chat_document.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"

#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace firstlight::model {

namespace {

using Json = nlohmann::ordered_json; // templates show members in the order of the text

absl::Status invalid(const std::string& where, const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                         {{"detail", absl::StrCat(where, " ", detail)}});
}

// "data:image/png;base64,..."
absl::StatusOr<std::string> fromDataUrl(const std::string& url, const std::string& where)
{
    const std::size_t comma = url.find(',');
    std::string bytes;
    if (comma == std::string::npos || !std::string_view(url).substr(0, comma).ends_with(";base64") ||
        !absl::Base64Unescape(absl::string_view(url).substr(comma + 1), &bytes)) {
        return invalid(where, "is a data URL that is not valid base64");
    }
    return bytes;
}

// The text of the first of `names` that the part has; of an object there, its "url".
std::optional<std::string> pictureName(const Json& part)
{
    for (const char* name : {"image", "image_url", "path", "url"}) {
        const auto found = part.find(name);
        if (found == part.end()) {
            continue;
        }
        const Json& value = found->is_object() && found->contains("url") ? (*found)["url"] : *found;
        return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
    }
    return std::nullopt;
}

class Reader
{
public:
    explicit Reader(const PictureReader& readPicture) : m_readPicture(readPicture) {}

    absl::StatusOr<Message> message(const Json& json, const std::string& where) const
    {
        Message message;
        const auto role = json.is_object() ? json.find("role") : json.end();
        if (!json.is_object() || role == json.end() || !role->is_string()) {
            return invalid(where, "must be an object with a \"role\"");
        }
        message.role = role->get<std::string>();
        Json fields = Json::object();
        for (const auto& [name, value] : json.items()) {
            if (name == "content" && !value.is_null()) {
                FIRSTLIGHT_ASSIGN_OR_RETURN(message.parts, parts(value, where + ".content"));
            } else if (name != "role") {
                fields[name] = value;
            }
        }
        message.fieldsJson = fields.empty() ? std::string() : fields.dump();
        return message;
    }

private:
    absl::StatusOr<std::vector<ContentPart>> parts(const Json& content, const std::string& where) const
    {
        if (content.is_string()) {
            return std::vector<ContentPart>{{ContentPart::Kind::kText, content.get<std::string>(), {}}};
        }
        if (!content.is_array()) {
            return invalid(where, "must be a string or a list of parts");
        }
        std::vector<ContentPart> list;
        if (content.empty()) {
            list.emplace_back(); // said, and nothing: not the same as no content
        }
        for (std::size_t i = 0; i < content.size(); ++i) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(ContentPart one, part(content[i], absl::StrCat(where, "[", i, "]")));
            list.push_back(std::move(one));
        }
        return list;
    }

    absl::StatusOr<ContentPart> part(const Json& json, const std::string& where) const
    {
        if (json.is_string()) {
            return ContentPart{ContentPart::Kind::kText, json.get<std::string>(), {}};
        }
        const Json type = json.is_object() ? json.value("type", Json()) : Json();
        if (type == "text" || type == "input_text") {
            const Json text = json.value("text", Json());
            return text.is_string()
                       ? absl::StatusOr<ContentPart>({ContentPart::Kind::kText, text.get<std::string>(), {}})
                       : invalid(where, "has no \"text\"");
        }
        if (type != "image" && type != "image_url" && type != "input_image") {
            return invalid(where, "is neither \"text\" nor \"image\" nor \"image_url\"; nothing else can be read");
        }
        const std::optional<std::string> name = pictureName(json);
        if (!name) {
            return invalid(where, "names no picture: \"image\", \"path\", \"url\" or \"image_url\" is expected");
        }
        ContentPart part{ContentPart::Kind::kImage, {}, {}};
        FIRSTLIGHT_ASSIGN_OR_RETURN(part.image,
                                    name->starts_with("data:") ? fromDataUrl(*name, where) : m_readPicture(*name));
        return part;
    }

    const PictureReader& m_readPicture;
};

absl::Status readOptions(const Json& document, RenderOptions& options)
{
    Json variables = Json::object();
    for (const auto& [name, value] : document.items()) {
        if (name == "messages" || value.is_null()) {
            continue;
        }
        if (name == "tools") {
            options.toolsJson = value.dump();
        } else if (name == "add_generation_prompt") {
            if (!value.is_boolean()) {
                return invalid("add_generation_prompt", "must be true or false");
            }
            options.addGenerationPrompt = value.get<bool>();
        } else if (name == "continue_final_message") {
            return invalid("continue_final_message", "is not supported");
        } else if (name == "chat_template_kwargs" && value.is_object()) {
            variables.update(value);
        } else {
            variables[name] = value;
        }
    }
    options.variablesJson = variables.dump();
    return absl::OkStatus();
}

} // namespace

absl::StatusOr<ChatDocument> parseChatDocument(std::string_view json, const std::string& name,
                                               const PictureReader& readPicture)
{
    if (const auto checked = base::parseJson(json, name); !checked.ok()) { // written by the user, not downloaded
        return invalid(name, absl::StrCat("is not valid: ", base::failureInfo(checked.status()).arguments["detail"]));
    }
    const Json document = Json::parse(json, nullptr, false);
    const Json& messages = document.is_object() && document.contains("messages") ? document["messages"] : document;
    if (!messages.is_array()) {
        return invalid(name, "must be a list of messages, or an object with \"messages\"");
    }
    ChatDocument read;
    const Reader reader(readPicture);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(Message message, reader.message(messages[i], absl::StrCat("messages[", i, "]")));
        read.conversation.messages.push_back(std::move(message));
    }
    if (document.is_object()) {
        FIRSTLIGHT_RETURN_IF_ERROR(readOptions(document, read.options));
    }
    return read;
}

} // namespace firstlight::model
