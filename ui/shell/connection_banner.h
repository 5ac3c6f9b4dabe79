// Shown while there is no connection: the cause, the remedy, how old the data is, and a button that does the remedy.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/widgets/message_panel.h"

#include <QTimer>

namespace firstlight::ui {

class ConnectionBanner : public MessagePanel
{
    Q_OBJECT

public:
    ConnectionBanner(const BackendClient* client, Look* look, Clock clock, QWidget* parent = nullptr);

signals:
    void retryRequested();
    void offlineChanged(bool offline);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    const BackendClient* m_client;
    Look* m_look;
    const Clock m_clock;
    QTimer m_ticker;
    QPushButton* m_retry;
    bool m_offline = false;
};

} // namespace firstlight::ui
