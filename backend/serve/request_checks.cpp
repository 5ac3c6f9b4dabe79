#include "backend/serve/request_checks.h"

#include "backend/base/failure.h"
#include "backend/base/text.h"

#include <string>

namespace firstlight::serve {
namespace {

constexpr std::size_t kMaxIdBytes = 128;

absl::Status invalid(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument, {{"detail", detail}});
}

bool isKnownRole(const std::string& role)
{
    return role == "system" || role == "user" || role == "assistant";
}

struct Totals {
    int images = 0;
    std::size_t textBytes = 0;
    std::size_t imageBytes = 0;
};

void addPart(const v1::ChatPart& part, model::Message& message, Totals& totals)
{
    if (part.has_image()) {
        ++totals.images;
        totals.imageBytes += part.image().size();
        message.parts.push_back({model::ContentPart::Kind::kImage, {}, part.image()});
    } else {
        totals.textBytes += part.text().size();
        message.parts.push_back({model::ContentPart::Kind::kText, part.text(), {}});
    }
}

absl::Status checkTotals(const Totals& totals)
{
    if (totals.textBytes > kMaxTextBytes) {
        return invalid("its text has more than " + std::to_string(kMaxTextBytes) + " bytes");
    }
    if (totals.images > kMaxImages || totals.imageBytes > kMaxImageBytes) {
        return base::failure(
            reasons::kImageRejected, absl::StatusCode::kInvalidArgument,
            {{"number", std::to_string(totals.images)},
             {"detail", "a question may have " + std::to_string(kMaxImages) + " pictures of together " +
                            std::to_string(kMaxImageBytes >> 20) + " MiB"}});
    }
    return absl::OkStatus();
}

} // namespace

absl::StatusOr<model::Conversation> checkedConversation(const v1::ChatRequest& request)
{
    if (request.messages().empty() || request.messages_size() > kMaxMessages) {
        return invalid("it has " + std::to_string(request.messages_size()) + " messages; 1 to " +
                       std::to_string(kMaxMessages) + " are possible");
    }
    if (request.idempotency_id().size() > kMaxIdBytes) {
        return invalid("its idempotency_id is too long");
    }
    model::Conversation conversation;
    Totals totals;
    for (const v1::ChatMessage& message : request.messages()) {
        if (!isKnownRole(message.role())) {
            return invalid("the role \"" + std::string(base::cutText(message.role(), 40)) + "\" is not system, user or assistant");
        }
        conversation.messages.push_back({message.role(), {}, {}});
        for (const v1::ChatPart& part : message.parts()) {
            addPart(part, conversation.messages.back(), totals);
        }
    }
    FIRSTLIGHT_RETURN_IF_ERROR(checkTotals(totals));
    return conversation;
}

} // namespace firstlight::serve
