#include "app/ctl/table.h"

#include <absl/strings/ascii.h>

#include <algorithm>

namespace firstlight::ctl {
namespace {

constexpr std::size_t kGap = 2;

// In characters, not bytes; good enough for the texts that are shown in tables.
std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// "12", "1.50 GiB", "-": a number and at most one word.
bool looksLikeNumber(const std::string& cell)
{
    if (std::ranges::count(cell, ' ') > 1) {
        return false;
    }
    return cell.empty() || cell == "-" || absl::ascii_isdigit(static_cast<unsigned char>(cell.front())) ||
           (cell.size() > 1 && cell.front() == '-' && absl::ascii_isdigit(static_cast<unsigned char>(cell[1])));
}

} // namespace

ColumnLayout::ColumnLayout(const std::vector<std::string>& header)
{
    for (const std::string& cell : header) {
        m_columns.push_back({width(cell), true});
    }
}

void ColumnLayout::measure(const std::vector<std::string>& row)
{
    for (std::size_t i = 0; i < m_columns.size() && i < row.size(); ++i) {
        m_columns[i].width = std::max(m_columns[i].width, width(row[i]));
        m_columns[i].numeric = m_columns[i].numeric && looksLikeNumber(row[i]);
    }
}

std::string ColumnLayout::line(const std::vector<std::string>& row) const
{
    std::string line;
    for (std::size_t i = 0; i < m_columns.size() && i < row.size(); ++i) {
        const std::string padding(m_columns[i].width - width(row[i]), ' ');
        line += m_columns[i].numeric ? padding + row[i] : row[i] + padding;
        line.append(kGap, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string Table::text() const
{
    ColumnLayout layout(m_rows.front());
    for (std::size_t row = 1; row < m_rows.size(); ++row) {
        layout.measure(m_rows[row]);
    }
    std::string text;
    for (const std::vector<std::string>& row : m_rows) {
        text += layout.line(row);
    }
    return text;
}

} // namespace firstlight::ctl
