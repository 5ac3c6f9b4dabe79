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
    struct Parts {
        ui::GrpcBackendClient* client; // and the settings outlive this
        const ui::ConsoleSettings* settings;
        QString programDirectory; // where firstlightd lies
        bool attach = false;      // to the running controller, whatever the settings say
    };

    explicit ControllerSource(Parts parts, QObject* parent = nullptr);

    // Starts or finds the controller and connects; what went before is ended if it is not the same.
    void connectNow();
    // The console's own one, which ends with it.
    [[nodiscard]] bool isPrivate() const { return choice() == ui::ControllerChoice::Private; }

private:
    [[nodiscard]] ui::ControllerChoice choice() const;
    void startPrivate();
    void connectToRunning();
    void connectToAddress();

    const Parts m_parts;
    std::unique_ptr<ui::ControllerProcess> m_process;
};

} // namespace firstlight::console
