// What is this checkpoint: verdict first, then architecture, coverage, and the tensor manifest.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/checkpoint_store.h"
#include "ui/models/tensor_list_model.h"
#include "ui/pages/page.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;
class QTableWidget;
class QTabWidget;
class QTextBrowser;

namespace firstlight::ui {

class EmptyState;
class ModelPage : public Page
{
    Q_OBJECT

public:
    ModelPage(BackendClient* client, CheckpointStore* checkpoint, Look* look, QWidget* parent = nullptr);

protected:
    void retranslate() override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildLayout();
    void connectAll();
    void browse();
    void browseFiles();
    void refresh();
    void showEmpty();
    void fitVerdict(const QSizeF& text);
    void showListHint();
    void showVerdicts(const CheckpointReport& report);
    void showSummary(const CheckpointReport& report);
    void showArchitecture(const CheckpointReport& report);
    void showCoverage(const CheckpointReport& report);
    void showBytes(const CheckpointReport& report);
    [[nodiscard]] QString verdictHtml(const QString& question, const Verdict& verdict) const;

    BackendClient* m_client;
    CheckpointStore* m_checkpoint;
    TensorListModel* m_tensors;
    QLineEdit* m_path = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_openFile = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_title = nullptr;
    QTextBrowser* m_verdict = nullptr;
    QLabel* m_summary = nullptr;
    QTabWidget* m_tabs = nullptr;
    QTableWidget* m_architecture = nullptr;
    QTableWidget* m_coverage = nullptr;
    QTableWidget* m_bytes = nullptr;
    QWidget* m_manifest = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_matching = nullptr;
    QTableView* m_list = nullptr;
    QString m_shown;  // the path that was put into the field
    QString m_listed; // the path whose manifest is shown
};

} // namespace firstlight::ui
