// The item-model contract once, for tables that are replaced as a whole and differ little from one time to the next:
// setRows() finds the runs of rows that changed and says exactly those. A derived model gives columns and cells.
#pragma once

#include <QAbstractTableModel>

#include <algorithm>
#include <vector>

namespace firstlight::ui {

// Roles that our tables add to Qt's own.
enum TableRole {
    RawValueRole = Qt::UserRole + 1, // the number behind the text, to sort by
    ToneRole,                        // int of a Tone of ui/widgets: how the state is meant
    MarkRole,                        // QString: the icon of a cell that stands out; empty for most
    TableRoleEnd,
};

template <class Row>
class RowTableModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
            return {};
        }
        return cell(m_rows[static_cast<std::size_t>(index.row())], index.column(), role);
    }

    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] const Row& rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    void setRows(std::vector<Row> rows)
    {
        const std::size_t before = m_rows.size();
        const std::size_t common = std::min(before, rows.size());
        if (rows.size() < before) {
            beginRemoveRows({}, static_cast<int>(rows.size()), static_cast<int>(before) - 1);
            m_rows.resize(rows.size());
            endRemoveRows();
        }
        replaceChanged(rows, common);
        if (rows.size() > before) {
            beginInsertRows({}, static_cast<int>(before), static_cast<int>(rows.size()) - 1);
            m_rows.insert(m_rows.end(), std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(before)),
                          std::make_move_iterator(rows.end()));
            endInsertRows();
        }
    }

    // The words or the number format changed.
    void retranslate()
    {
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        touchAll();
    }

protected:
    [[nodiscard]] virtual QVariant cell(const Row& row, int column, int role) const = 0;

    void touchAll()
    {
        if (!m_rows.empty()) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        }
    }

private:
    void replaceChanged(std::vector<Row>& rows, std::size_t common)
    {
        for (std::size_t first = 0; first < common; ++first) {
            if (m_rows[first] == rows[first]) {
                continue;
            }
            std::size_t last = first;
            for (; last < common && !(m_rows[last] == rows[last]); ++last) {
                m_rows[last] = std::move(rows[last]);
            }
            emit dataChanged(index(static_cast<int>(first), 0), index(static_cast<int>(last) - 1, columnCount() - 1));
            first = last;
        }
    }

    std::vector<Row> m_rows;
};

} // namespace firstlight::ui
