// How tables look here: dense rows, no grid, whole rows selected, marked cells tinted with an icon.
#pragma once

#include "ui/widgets/look.h"

class QTableView;
class QTableWidget;

namespace firstlight::ui {

// Cells with a MarkRole get the warning tint and that icon. `table` lives longer than the model's rows.
void setUpDenseTable(QTableView* table, Look* look);

// Columns as wide as their content, the last one to the edge.
void fitColumns(QTableView* table);

// An empty table of that kind for a few rows that are filled in by hand.
[[nodiscard]] QTableWidget* makeDenseTable(int columns, const QString& objectName, Look* look, QWidget* parent);

} // namespace firstlight::ui
