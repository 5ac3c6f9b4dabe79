#include "backend/checkpoint/foreign_content.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace firstlight::checkpoint {
namespace {

struct Signature {
    std::string_view bytes;
    const char* description;
};

using std::string_view_literals::operator""sv;

constexpr std::array<Signature, 12> kSignatures{{
    {"version https://git-lfs"sv, "it is a Git LFS pointer, the file itself was never downloaded (git lfs pull)"},
    {"GGUF"sv, "it is a GGUF file"},
    {"\xff\xfe"sv, "it is text in UTF-16; save it as UTF-8"},
    {"\xfe\xff"sv, "it is text in UTF-16; save it as UTF-8"},
    {"PK\x03\x04"sv, "it is a zip archive (a PyTorch file or a packed download)"},
    {"\x1f\x8b"sv, "it is gzip-compressed; unpack it first"},
    {"\x28\xb5\x2f\xfd"sv, "it is zstd-compressed; unpack it first"},
    {"\x80\x02"sv, "it is a Python pickle; it is never executed"},
    {"\x80\x04\x95"sv, "it is a Python pickle; it is never executed"},
    {"\xfd"
     "7zXZ"sv,
     "it is xz-compressed; unpack it first"},
    {"7z\xbc\xaf"sv, "it is a 7z archive; unpack it first"},
    {"\x89HDF"sv, "it is an HDF5 file"},
}};

std::string lowerCaseStart(std::string_view bytes)
{
    const auto begin = std::find_if(bytes.begin(), bytes.end(), [](unsigned char c) { return std::isspace(c) == 0; });
    std::string text(begin, std::min(bytes.end(), begin + std::min<std::ptrdiff_t>(64, bytes.end() - begin)));
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool isMarkup(std::string_view bytes)
{
    const std::string start = lowerCaseStart(bytes);
    return start.starts_with("<!doctype") || start.starts_with("<html") || start.starts_with("<head") ||
           start.starts_with("<?xml");
}

// Servers that refuse a download answer with a sentence.
bool isSentence(std::string_view bytes)
{
    constexpr std::size_t kLeastBytes = 12;
    return bytes.size() >= kLeastBytes && std::isalpha(static_cast<unsigned char>(bytes.front())) != 0 &&
           std::all_of(bytes.begin(), bytes.end(),
                       [](unsigned char c) { return c >= 0x20 ? c < 0x7f : std::isspace(c); });
}

bool isErrorMessage(std::string_view bytes)
{
    constexpr std::array<std::string_view, 4> kKeys{"\"error\"", "\"message\"", "\"detail\"", "\"errors\""};
    return std::any_of(kKeys.begin(), kKeys.end(),
                       [&](std::string_view key) { return bytes.find(key) != std::string_view::npos; });
}

// Only the words of a server are repeated: a link may lead to a file that is nobody's business.
bool isAnswer(std::string_view bytes)
{
    constexpr std::array<std::string_view, 10> kWords{"denied",  "not found", "error",  "forbidden",  "unauthorized",
                                                      "expired", "invalid",   "access", "repository", "too many"};
    const std::string start = lowerCaseStart(bytes);
    return std::ranges::any_of(kWords, [&](std::string_view word) { return start.find(word) != start.npos; });
}

std::string firstLine(std::string_view text)
{
    constexpr std::size_t kShownBytes = 60;
    return std::string(text.substr(0, std::min(text.find_first_of("\r\n"), kShownBytes)));
}

} // namespace

std::string describeForeignContent(std::string_view firstBytes)
{
    if (firstBytes.empty()) {
        return "it is empty";
    }
    for (const Signature& signature : kSignatures) {
        if (firstBytes.starts_with(signature.bytes)) {
            return signature.description;
        }
    }
    if (isMarkup(firstBytes)) {
        return "it is a web page (an error or login page saved in place of the file)";
    }
    if (std::all_of(firstBytes.begin(), firstBytes.end(), [](char c) { return c == '\0'; })) {
        return "it begins with zeros (space was reserved but the content never arrived)";
    }
    if (firstBytes.front() == '{') {
        return isErrorMessage(firstBytes) ? "it is JSON text, an error message saved in place of the file"
                                          : "it begins with JSON text instead of a header";
    }
    if (isSentence(firstBytes)) {
        return isAnswer(firstBytes) ? "it is text: \"" + firstLine(firstBytes) + "\"" : "it is plain text";
    }
    return {};
}

} // namespace firstlight::checkpoint
