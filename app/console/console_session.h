// One console put together: client -> models -> pages -> window, taken down in the reverse order.
#pragma once

#include "app/console/console_options.h"
#include "ui/client/backend_client.h"
#include "ui/models/console_settings.h"
#include "ui/models/next_step.h"

#include <memory>

namespace firstlight::ui {
class MainWindow;
}

namespace firstlight::console {

class ConsoleSession : public QObject
{
    Q_OBJECT

public:
    struct Parts {
        ui::BackendClient* client; // and the settings outlive the session
        ui::ConsoleSettings* settings;
        ui::Clock clock;
        // Whether what runs ends with the console, so that closing asks first.
        std::function<bool()> endsWithConsole;
    };

    explicit ConsoleSession(Parts parts);
    ~ConsoleSession() override;

    // Shows the window as the options and the last session want it.
    void show(const ConsoleOptions& options);
    [[nodiscard]] ui::MainWindow* window() const;

signals:
    void reconnectRequested();

private:
    struct Models;
    struct Pages;

    void connectPages();
    void connectFirstStart();
    void connectCheckpoint();
    void connectSteps();
    void openCheckpoint(const QString& path);
    void goTo(const ui::NextStep& step);
    [[nodiscard]] QString lostByClosing() const;

    const Parts m_parts;
    std::unique_ptr<Models> m_models;
    std::unique_ptr<Pages> m_pages;
    std::unique_ptr<ui::MainWindow> m_window;
    bool m_firstStart = false; // the demo was started by one click and is not ready yet
};

} // namespace firstlight::console
