// Bring-up: is it moving? What to start, Start and Stop, the stages with their usual times, one bar a rank, the failure
// with what to do next, and the latest errors.
#pragma once

#include "ui/models/deployment_commands.h"
#include "ui/models/log_model.h"
#include "ui/models/rank_table_model.h"
#include "ui/models/selection.h"
#include "ui/pages/page.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace firstlight::ui {

class LaunchTimelineView;
class MessagePanel;
class StageTrack;
class StepButton;
class StatusChip;
struct LaunchStep;

class BringUpPage : public Page
{
    Q_OBJECT

public:
    struct Parts {
        DeploymentCommands* commands;
        const DeploymentStore* deployments;
        RankTableModel* ranks;
        LogModel* logs;
        Selection* selection;
        Look* look;
        Clock clock;
    };

    explicit BringUpPage(const Parts& parts, QWidget* parent = nullptr);
    ~BringUpPage() override;

    [[nodiscard]] QString checkpoint() const;
    void setCheckpoint(const QString& path);
    void setPlan(const Layout& layout, const Workload& workload);
    // The first-start card: the demo model with an automatic layout, at once.
    void startDemo();
    void start(); // what is chosen on the page
    void openFolderDialog();
    void openFileDialog();

signals:
    void checkpointChosen(const QString& path); // by any of the ways of this page
    void stopRequested();                       // the owner asks first
    void showChatRequested();

protected:
    void retranslate() override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    [[nodiscard]] QWidget* makeStartCard();
    [[nodiscard]] QWidget* makeTrackCard();
    [[nodiscard]] QWidget* makeDetails();
    void setUpTables();
    void choose(const QString& path);
    void connectAll();
    void refresh();
    void refreshButtons();
    void refreshFailure(const DeploymentState* state);
    void refreshTrack(const DeploymentState* state);
    void refreshProgress();
    [[nodiscard]] Layout chosenLayout() const;
    [[nodiscard]] static QString stateWords(const DeploymentState& state);

    const Parts m_parts;
    Workload m_workload; // of the plan that was chosen; zeros: defaults
    LogFilter m_errors;
    QTimer m_ticker; // durations run on between the controller's reports
    QLabel* m_title;
    StatusChip* m_state;
    QLabel* m_checkpointLabel;
    QLineEdit* m_checkpoint;
    QPushButton* m_openFolder;
    QPushButton* m_openFile;
    QPushButton* m_demo;
    QLabel* m_tpLabel;
    QLabel* m_ppLabel;
    QComboBox* m_tp;
    QComboBox* m_pp;
    QPushButton* m_start;
    QPushButton* m_stop;
    QPushButton* m_chat;
    MessagePanel* m_failure;
    StepButton* m_diagnosis;
    StageTrack* m_track;
    QLabel* m_progress;
    LaunchTimelineView* m_timeline;
    QLabel* m_timelineTitle;
    QLabel* m_ranksTitle;
    QTableView* m_rankTable;
    QLabel* m_errorsTitle;
    QTableView* m_errorTable;
};

} // namespace firstlight::ui
