// Will it fit, and how: what-if controls, ranked layouts, why the others are refused, estimate per rank against
// capacity.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/checkpoint_store.h"
#include "ui/models/selection.h"
#include "ui/pages/page.h"

#include <QTimer>

class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTableWidget;

namespace firstlight::ui {

class EmptyState;
class MemoryBars;

class PlanPage : public Page
{
    Q_OBJECT

public:
    PlanPage(BackendClient* client, const CheckpointStore* checkpoint, Selection* selection, Look* look,
             QWidget* parent = nullptr);

signals:
    // The user wants this layout to be brought up.
    void layoutChosen(const firstlight::ui::Layout& layout, const firstlight::ui::Workload& workload);

protected:
    void retranslate() override;

private:
    void buildLayout();
    QSpinBox* addSpin(const QString& name, int largest, QLabel** label);
    void connectAll();
    void checkpointChanged();
    void ask();
    void showPlans(const std::vector<Plan>& plans);
    void showPlan(int row);
    [[nodiscard]] PlanRequest request() const;

    BackendClient* m_client;
    const CheckpointStore* m_checkpoint;
    Selection* m_selection;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_title = nullptr;
    QWidget* m_controls = nullptr;
    QLabel* m_tensorLabel = nullptr;
    QLabel* m_pipelineLabel = nullptr;
    QLabel* m_nodesLabel = nullptr;
    QLabel* m_contextLabel = nullptr;
    QLabel* m_sequencesLabel = nullptr;
    QSpinBox* m_tensor = nullptr;
    QSpinBox* m_pipeline = nullptr;
    QSpinBox* m_nodes = nullptr;
    QSpinBox* m_context = nullptr;
    QSpinBox* m_sequences = nullptr;
    QTableWidget* m_layouts = nullptr;
    QLabel* m_sentence = nullptr;
    MemoryBars* m_bars = nullptr;
    QPushButton* m_use = nullptr;
    QTimer m_typing;
    quint64 m_question = 0; // answers to older questions are dropped
    std::vector<Plan> m_plans;
};

} // namespace firstlight::ui
