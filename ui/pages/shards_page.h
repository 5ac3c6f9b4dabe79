// Where everything is: a zoomable map node -> rank -> layers -> tensors from the workers' own reports.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/deployment_store.h"
#include "ui/models/selection.h"
#include "ui/pages/page.h"
#include "ui/widgets/shard_map.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableWidget;

namespace firstlight::ui {

class EmptyState;
class ShardsPage : public Page
{
    Q_OBJECT

public:
    enum class Coloring { Role, LoadState };

    ShardsPage(BackendClient* client, const DeploymentStore* deployments, Selection* selection, Look* look,
               QWidget* parent = nullptr);

protected:
    void retranslate() override;
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void connectAll();
    void deploymentChanged();
    void reload();
    void rebuildMap();
    void showLegend();
    void showPath(const QStringList& path);
    void showTensor(const QString& name);
    void findTensor();
    void showFailure(const Failure& failure);

    BackendClient* m_client;
    const DeploymentStore* m_deployments;
    Selection* m_selection;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_title = nullptr;
    QComboBox* m_coloring = nullptr;
    QLineEdit* m_find = nullptr;
    QPushButton* m_reload = nullptr;
    QPushButton* m_out = nullptr;
    QLabel* m_path = nullptr;
    QLabel* m_legend = nullptr;
    ShardMap* m_map = nullptr;
    QTableWidget* m_slices = nullptr; // of the chosen tensor over all ranks
    std::vector<SliceReport> m_reports;
    DeploymentId m_loaded;
    Stage m_loadedStage = Stage::Unknown;
    bool m_loading = false;
};

// The tree of the map. Pure function of the reports; colours by role or by load state.
[[nodiscard]] ShardNode shardTree(const std::vector<SliceReport>& reports, const std::vector<RankStatus>& ranks,
                                  ShardsPage::Coloring coloring, const Look& look);

} // namespace firstlight::ui
