#include "backend/report/redactor.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_replace.h>

#include <algorithm>
#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

namespace firstlight::report {
namespace {

constexpr char kRedacted[] = "[redacted]";
constexpr std::size_t kShortestHexSecret = 32;

bool isWordCharacter(char c)
{
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
}

bool isWholeWord(std::string_view text, std::size_t begin, std::size_t end)
{
    return (begin == 0 || !isWordCharacter(text[begin - 1])) && (end == text.size() || !isWordCharacter(text[end]));
}

std::string replaceWord(std::string_view text, std::string_view word, std::string_view replacement)
{
    std::string result;
    std::size_t from = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + word.size())) {
        if (isWholeWord(text, at, at + word.size())) {
            result += text.substr(from, at - from);
            result += replacement;
            from = at + word.size();
        }
    }
    result += text.substr(from);
    return result;
}

// Hides the word that follows each `marker`, up to white space or a quote.
std::string hideAfter(std::string_view text, std::string_view marker)
{
    std::string result;
    while (true) {
        const std::size_t at = text.find(marker);
        if (at == std::string_view::npos) {
            return result + std::string(text);
        }
        const std::size_t begin = at + marker.size();
        const std::size_t end = std::min(text.find_first_of(" \t\n\"',;&", begin), text.size());
        result += text.substr(0, begin);
        result += end > begin ? kRedacted : "";
        text.remove_prefix(end);
    }
}

std::string hideHexRuns(std::string_view text)
{
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t end = at;
        while (end < text.size() && absl::ascii_isxdigit(static_cast<unsigned char>(text[end]))) {
            ++end;
        }
        const bool secret = end - at >= kShortestHexSecret && isWholeWord(text, at, end);
        end = std::max(end, at + 1);
        result += secret ? std::string_view(kRedacted) : text.substr(at, end - at);
        at = end;
    }
    return result;
}

} // namespace

Redactor::Redactor(std::string home, std::string user, std::vector<std::string> secrets)
    : m_home(std::move(home)), m_user(std::move(user)), m_secrets(std::move(secrets))
{
    std::erase(m_secrets, std::string());
}

Redactor Redactor::ofThisProcess(std::vector<std::string> secrets)
{
    const char* home = std::getenv("HOME");
    const passwd* entry = getpwuid(getuid());
    return Redactor(home == nullptr ? "" : home, entry == nullptr ? "" : entry->pw_name, std::move(secrets));
}

std::string Redactor::redact(std::string_view text) const
{
    std::string result(text);
    for (const std::string& secret : m_secrets) {
        result = absl::StrReplaceAll(result, {{secret, kRedacted}});
    }
    if (m_home.size() > 1) {
        result = absl::StrReplaceAll(result, {{m_home + "/", "~/"}});
        result = replaceWord(result, m_home, "~");
    }
    if (!m_user.empty() && m_user != "user") {
        result = replaceWord(result, m_user, "user");
    }
    return hideHexRuns(hideAfter(hideAfter(result, "Bearer "), "token="));
}

} // namespace firstlight::report
