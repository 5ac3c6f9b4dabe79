// Aligned columns for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace firstlight::ctl {

// Widths and alignment of columns, found out row by row: for tables of which not all rows are kept.
class ColumnLayout
{
public:
    explicit ColumnLayout(const std::vector<std::string>& header);

    void measure(const std::vector<std::string>& row);
    // Numbers are aligned right: columns whose every cell below the header is a number, with its unit, or "-".
    std::string line(const std::vector<std::string>& row) const; // with its line end

private:
    struct Column {
        std::size_t width = 0;
        bool numeric = true;
    };

    std::vector<Column> m_columns;
};

class Table
{
public:
    explicit Table(std::vector<std::string> header) : m_rows{std::move(header)} {}

    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    bool empty() const { return m_rows.size() == 1; }
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace firstlight::ctl
