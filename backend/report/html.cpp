#include "backend/report/html.h"

namespace firstlight::report {
namespace {

std::string_view escapedCharacter(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return {};
    }
}

// Control characters other than tab and newline are not allowed in HTML.
bool isForbidden(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
}

} // namespace

std::string escapeHtml(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        const std::string_view escaped = escapedCharacter(c);
        if (!escaped.empty()) {
            result += escaped;
        } else {
            result += isForbidden(c) ? ' ' : c;
        }
    }
    return result;
}

Html& Html::raw(std::string_view markup)
{
    m_out += markup;
    return *this;
}

Html& Html::text(std::string_view text)
{
    m_out += escapeHtml(m_redactor.redact(text));
    return *this;
}

Html& Html::element(std::string_view tag, std::string_view text, std::string_view cssClass)
{
    m_out += '<';
    m_out += tag;
    if (!cssClass.empty()) {
        raw(" class=\"").raw(cssClass).raw("\"");
    }
    m_out += '>';
    this->text(text);
    return raw("</").raw(tag).raw(">\n");
}

Html& Html::section(std::string_view title)
{
    return element("h2", title);
}

void Html::cells(const std::vector<std::string>& texts, std::string_view tag, std::size_t firstNumeric)
{
    raw("<tr>");
    for (std::size_t i = 0; i < texts.size(); ++i) {
        element(tag, texts[i], i >= firstNumeric ? "n" : "");
    }
    raw("</tr>\n");
}

Html& Html::table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                  std::size_t firstNumeric)
{
    raw("<div class=\"wide\"><table><thead>");
    cells(header, "th", firstNumeric);
    raw("</thead><tbody>");
    for (const auto& row : rows) {
        cells(row, "td", firstNumeric);
    }
    return raw("</tbody></table></div>\n");
}

Html& Html::facts(const std::vector<std::pair<std::string, std::string>>& rows)
{
    raw("<table class=\"facts\"><tbody>");
    for (const auto& [name, value] : rows) {
        if (!value.empty()) {
            raw("<tr>").element("th", name).element("td", value).raw("</tr>\n");
        }
    }
    return raw("</tbody></table>\n");
}

} // namespace firstlight::report
