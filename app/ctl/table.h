// Aligned columns for terminals.
#pragma once

#include <string>
#include <vector>

namespace firstlight::ctl {

class Table
{
public:
    explicit Table(std::vector<std::string> header) : m_rows{std::move(header)} {}

    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    bool empty() const { return m_rows.size() == 1; }
    // Numbers are aligned right: columns whose every cell below the header is a number, with its unit, or "-".
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace firstlight::ctl
