#include "app/ctl/commands.h"
#include "app/ctl/connection.h"
#include "app/ctl/json_output.h"
#include "backend/base/failure.h"
#include "backend/base/random_token.h"
#include "backend/model/image.h"

#include <absl/strings/str_format.h>

namespace firstlight::ctl {
namespace {

using namespace std::chrono_literals;

absl::StatusOr<v1::ChatRequest> requestOf(const Arguments& arguments)
{
    v1::ChatRequest request;
    request.set_idempotency_id(base::randomHex(16));
    *request.mutable_sampling() = arguments.sampling;
    request.set_template_variables(arguments.templateVariables);
    if (!arguments.system.empty()) {
        v1::ChatMessage* system = request.add_messages();
        system->set_role("system");
        system->add_parts()->set_text(arguments.system);
    }
    v1::ChatMessage* user = request.add_messages();
    user->set_role("user");
    for (const std::string& image : arguments.images) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(*user->add_parts()->mutable_image(),
                                    model::readImageFile(image, user->parts_size()));
    }
    user->add_parts()->set_text(arguments.operands.front());
    return request;
}

class AnswerPrinter
{
public:
    explicit AnswerPrinter(const Output& output) : m_output(output) {}

    void add(const v1::ChatEvent& event)
    {
        if (event.has_received()) {
            m_answer["received"] = toJson(event.received());
        } else if (event.has_token()) {
            m_text += event.token().text();
            m_tokens.push_back(toJson(event.token()));
            m_output.answer(event.token().text());
        } else {
            finish(event.finished());
        }
    }

    bool began() const { return !m_text.empty(); }

private:
    void finish(const v1::ChatFinished& finished)
    {
        m_output.answer("\n");
        m_output.note(absl::StrFormat("[%s; %d tokens in, %d out; first after %.0f ms; %.1f tokens/s]",
                                      finished.reason(), finished.prompt_tokens(), finished.generated_tokens(),
                                      finished.ttft_ms(), finished.tokens_per_second()));
        m_answer["text"] = m_text;
        m_answer["tokens"] = m_tokens;
        m_answer["finished"] = toJson(finished);
        m_output.document(m_answer);
    }

    const Output& m_output;
    std::string m_text;
    nlohmann::ordered_json m_answer = nlohmann::ordered_json::object();
    nlohmann::ordered_json m_tokens = nlohmann::ordered_json::array();
};

absl::Status ask(const Arguments& arguments, AnswerPrinter& printer)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const v1::ChatRequest request, requestOf(arguments));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Connection connection, Connection::open(arguments.runtimeDirectory, 20s));
    return connection.read(&v1::Controller::Stub::Chat, request, timeoutOf(arguments, 600s),
                           [&](const v1::ChatEvent& event) {
                               printer.add(event);
                               return true;
                           });
}

} // namespace

base::ExitCode runChat(const Arguments& arguments, const Output& output)
{
    AnswerPrinter printer(output);
    const absl::Status status = ask(arguments, printer);
    if (status.ok()) {
        return base::kExitOk;
    }
    output.answer(printer.began() ? "\n" : "");
    return output.fail(status);
}

} // namespace firstlight::ctl
