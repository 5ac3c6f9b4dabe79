#include "backend/checkpoint/foreign_content.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace firstlight::checkpoint {
namespace {

struct Signature
{
    std::string_view bytes;
    const char* description;
};

using std::string_view_literals::operator""sv;

constexpr std::array<Signature, 7> kSignatures{{
    {"version https://git-lfs"sv, "it is a Git LFS pointer, the file itself was never downloaded (git lfs pull)"},
    {"GGUF"sv, "it is a GGUF file"},
    {"PK\x03\x04"sv, "it is a zip archive (a PyTorch file or a packed download)"},
    {"\x1f\x8b"sv, "it is gzip-compressed; unpack it first"},
    {"\x28\xb5\x2f\xfd"sv, "it is zstd-compressed; unpack it first"},
    {"\x80\x02"sv, "it is a Python pickle; it is never executed"},
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
        return "it begins with JSON text instead of a header length";
    }
    return {};
}

} // namespace firstlight::checkpoint
