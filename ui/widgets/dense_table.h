// How tables look here: dense rows, no grid, whole rows selected, marked cells tinted with an icon.
#pragma once

#include "ui/widgets/look.h"

#include <vector>

class QTableView;
class QTableWidget;

namespace firstlight::ui {

// Columns of numbers; they stand right, and so do their headers. All others stand left.
using NumberColumns = std::vector<int>;

// Cells with a MarkRole get the warning tint and that icon. `table` lives longer than the model's rows.
void setUpDenseTable(QTableView* table, Look* look, const NumberColumns& numbers = {});

// What to do while the table has no rows; say it again when the language changes. The table has its model.
void setEmptyHint(QTableView* table, const QString& hint);

// Columns as wide as their content, the last one to the edge.
void fitColumns(QTableView* table);

// An empty table of that kind for a few rows that are filled in by hand.
[[nodiscard]] QTableWidget* makeDenseTable(int columns, const QString& objectName, Look* look, QWidget* parent,
                                           const NumberColumns& numbers = {});

} // namespace firstlight::ui
