// Logs: what did they say? All programs and ranks merged on one clock, filtered by level, rank and text.
#pragma once

#include "ui/models/log_model.h"
#include "ui/models/selection.h"
#include "ui/pages/page.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace firstlight::ui {

class EmptyState;

class LogsPage : public Page
{
    Q_OBJECT

public:
    LogsPage(LogModel* model, Selection* selection, Look* look, QWidget* parent = nullptr);

    void searchFor(const QString& text);
    void showRank(int rank); // all its lines; kNoRank: of all

protected:
    void retranslate() override;

private:
    [[nodiscard]] QWidget* makeFilterBar();
    void connectAll();
    void applySearch();
    void refreshRanks();
    void refreshCounts();
    void setFollowing(bool following);
    void copySelected();

    LogModel* m_model;
    Selection* m_selection;
    LogFilter m_filter;
    bool m_following = true;
    QLabel* m_title = nullptr;
    QComboBox* m_level = nullptr;
    QComboBox* m_rank = nullptr;
    QLineEdit* m_search = nullptr;
    QCheckBox* m_regularExpression = nullptr;
    QToolButton* m_follow = nullptr;
    QLabel* m_counts = nullptr;
    QTableView* m_table = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
};

} // namespace firstlight::ui
