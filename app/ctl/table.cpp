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

struct Column {
    std::size_t width = 0;
    bool numeric = true;
};

std::vector<Column> columnsOf(const std::vector<std::vector<std::string>>& rows)
{
    std::vector<Column> columns(rows.front().size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t i = 0; i < columns.size() && i < rows[row].size(); ++i) {
            columns[i].width = std::max(columns[i].width, width(rows[row][i]));
            columns[i].numeric = columns[i].numeric && (row == 0 || looksLikeNumber(rows[row][i]));
        }
    }
    return columns;
}

} // namespace

std::string Table::text() const
{
    const std::vector<Column> columns = columnsOf(m_rows);
    std::string text;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t i = 0; i < columns.size() && i < row.size(); ++i) {
            const std::string padding(columns[i].width - width(row[i]), ' ');
            line += columns[i].numeric ? padding + row[i] : row[i] + padding;
            line.append(kGap, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

} // namespace firstlight::ctl
