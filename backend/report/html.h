// Builds HTML from texts that may contain anything: every text is redacted and escaped on its way in.
#pragma once

#include "backend/report/redactor.h"

#include <string>
#include <string_view>
#include <vector>

namespace firstlight::report {

class Html
{
public:
    explicit Html(const Redactor& redactor) : m_redactor(redactor) {}

    // `markup` goes in as it is: constants and numbers only.
    Html& raw(std::string_view markup);
    Html& text(std::string_view text);
    // <tag class="cssClass">text</tag>; `tag` and `cssClass` are constants.
    Html& element(std::string_view tag, std::string_view text, std::string_view cssClass = {});
    Html& section(std::string_view title); // heading of a new section

    // A table from texts; columns from `firstNumeric` on are aligned right.
    Html& table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                std::size_t firstNumeric = 1000);
    // Two columns: names and values; rows with an empty value are left out.
    Html& facts(const std::vector<std::pair<std::string, std::string>>& rows);

    std::string take() { return std::move(m_out); }

private:
    void cells(const std::vector<std::string>& texts, std::string_view tag, std::size_t firstNumeric);

    const Redactor& m_redactor;
    std::string m_out;
};

std::string escapeHtml(std::string_view text);

} // namespace firstlight::report
