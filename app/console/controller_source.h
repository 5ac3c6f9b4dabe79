// Which controller the console works with, and the way there: its own child, the one that runs on this machine, or one
// at an address.
#pragma once

#include "ui/models/console_settings.h"
#include "ui/transport/controller_process.h"
#include "ui/transport/grpc_backend_client.h"

#include <memory>

namespace firstlight::console {

class ControllerSource : public QObject
{
    Q_OBJECT

public:
    // `attach`: the running controller, whatever the settings say. The client must outlive this.
    ControllerSource(ui::GrpcBackendClient* client, const ui::ConsoleSettings* settings, bool attach,
                     QObject* parent = nullptr);

    // Starts or finds the controller and connects; what went before is ended if it is not the same.
    void connectNow();
    // The console's own one, which ends with it.
    [[nodiscard]] bool isPrivate() const { return choice() == ui::ControllerChoice::Private; }

private:
    [[nodiscard]] ui::ControllerChoice choice() const;
    void startPrivate();
    void connectToRunning();
    void connectToAddress();

    ui::GrpcBackendClient* m_client;
    const ui::ConsoleSettings* m_settings;
    const bool m_attach;
    std::unique_ptr<ui::ControllerProcess> m_process;
};

} // namespace firstlight::console
