// Above every page: which deployment, how far it is, how the console stands with its controller, the command field.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/widgets/look.h"

#include <QFrame>
#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;

namespace firstlight::ui {

class StageTrack;
class StatusChip;

class TopBar : public QFrame
{
    Q_OBJECT

public:
    TopBar(BackendClient* client, DeploymentStore* deployments, Look* look, Clock clock, QWidget* parent = nullptr);

signals:
    void paletteRequested();
    void bringUpRequested(); // a click on the track

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refreshList();
    void refreshStage();
    void refreshConnection();
    void refresh();

    BackendClient* m_client;
    DeploymentStore* m_deployments;
    Look* m_look;
    const Clock m_clock;
    QTimer m_ticker;
    QComboBox* m_switcher;
    StageTrack* m_track;
    QLabel* m_stage;
    StatusChip* m_connection;
    QPushButton* m_palette;
};

} // namespace firstlight::ui
