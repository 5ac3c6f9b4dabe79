#include "app/ctl/output.h"

#include "backend/base/failure.h"
#include "backend/base/text.h"

#include <absl/strings/str_replace.h>

#include <algorithm>
#include <cstdio>

namespace firstlight::ctl {
namespace {

constexpr std::size_t kLongestSentence = 2000; // names in foreign files may have megabytes
constexpr std::size_t kPartBytes = 1 << 16;    // of a long document, written at once

void write(std::FILE* file, std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), file);
    std::fflush(file);
}

void appendEscaped(std::string& text, std::string_view bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
}

// How many bytes at the start of `text` (not empty) a terminal would obey instead of showing them: control characters
// (in UTF-8, U+0080 to U+009F too) and those that turn the direction of what stands beside them.
std::size_t commandLength(std::string_view text)
{
    const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0; };
    if ((byte(0) < 0x20 && text[0] != '\n' && text[0] != '\t') || byte(0) == 0x7F) {
        return 1;
    }
    if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) {
        return 2;
    }
    const bool isEmbedding = byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE; // U+202A to 202E
    const bool isIsolate = byte(0) == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;   // U+2066 to 2069
    return isEmbedding || isIsolate ? 3 : 0;
}

// Names and answers come from outside: a terminal must not obey them.
std::string harmless(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t command = commandLength(text);
        if (command > 0) {
            appendEscaped(result, text.substr(0, command));
        } else {
            result += text.front();
        }
        text.remove_prefix(std::max<std::size_t>(1, command));
    }
    return result;
}

std::string asJson(const nlohmann::ordered_json& json)
{
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

base::ExitCode exitCodeOf(const absl::Status& status)
{
    static constexpr const FailureReason* kUnavailable[] = {&reasons::kNoController,    &reasons::kControllerNotStarted,
                                                            &reasons::kControllerLost,  &reasons::kAddressInUse,
                                                            &reasons::kStoreInvalid,    &reasons::kUnauthorized,
                                                            &reasons::kVersionMismatch, &reasons::kFolderUnusable};
    const std::string id = base::failureInfo(status).reasonId;
    if (id == reasons::kNoAnswer.id || id == reasons::kStillUnderWay.id) {
        return base::kExitTimeout;
    }
    if (id == reasons::kRequestInvalid.id) {
        return base::kExitUsage;
    }
    const bool unavailable =
        std::ranges::any_of(kUnavailable, [&](const FailureReason* reason) { return reason->id == id; });
    return unavailable ? base::kExitUnavailable : base::kExitFailed;
}

} // namespace

std::string inOneLine(std::string text)
{
    const bool isLong = text.size() > kLongestSentence;
    text.resize(base::cutText(text, kLongestSentence).size());
    std::ranges::replace(text, '\n', ' ');
    return isLong ? text + "..." : text;
}

void Output::answer(std::string_view text) const
{
    if (!m_json) {
        write(stdout, harmless(text));
    }
}

void Output::document(const nlohmann::ordered_json& json) const
{
    if (m_json) {
        write(stdout, asJson(json) + "\n");
    }
}

void Output::listDocument(std::string_view name, std::size_t count,
                          const std::function<nlohmann::ordered_json(std::size_t)>& element,
                          const nlohmann::ordered_json& others) const
{
    if (!m_json) {
        return;
    }
    std::string part = "{\n  ";
    for (const auto& [key, value] : others.items()) {
        part += asJson(key) + ": " + absl::StrReplaceAll(asJson(value), {{"\n", "\n  "}}) + ",\n  ";
    }
    part += asJson(std::string(name)) + ": [";
    for (std::size_t i = 0; i < count; ++i) {
        const std::string text = absl::StrReplaceAll(asJson(element(i)), {{"\n", "\n    "}});
        part += (i == 0 ? "\n    " : ",\n    ") + text;
        if (part.size() >= kPartBytes) {
            write(stdout, part);
            part.clear();
        }
    }
    write(stdout, part + (count == 0 ? "]\n}\n" : "\n  ]\n}\n"));
}

void Output::note(std::string_view line) const
{
    write(stderr, harmless(line) + "\n");
}

void Output::progress(std::string_view text) const
{
    write(stderr, harmless(text));
}

base::ExitCode Output::fail(const absl::Status& status) const
{
    const base::FailureInfo info = base::failureInfo(status);
    note(inOneLine(info.what) + " " + inOneLine(info.nextStep));
    return exitCodeOf(status);
}

} // namespace firstlight::ctl
