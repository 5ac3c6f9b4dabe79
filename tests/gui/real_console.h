// The console of this process with its private controller, agents and workers as real processes.
#pragma once

#include "app/console/controller_source.h"
#include "tests/gui/console_fixture.h"

namespace firstlight::tests {

// Until the demo model answers its probes, or one question; generous, because a busy machine is not a failure.
inline constexpr int kReadyLimitMs = 180'000;
inline constexpr int kAnswerLimitMs = 60'000;

class RealConsole
{
public:
    // `programs`: where firstlightd lies; empty: among the programs that were built.
    explicit RealConsole(const QString& programs = {});
    ~RealConsole();

    // Shows the window and starts the controller.
    void start();
    // Ends everything; false if a process is left that uses this console's folders.
    [[nodiscard]] bool end();

    [[nodiscard]] ui::MainWindow* window() const { return m_session->window(); }
    [[nodiscard]] ui::ConsoleSettings& settings() { return m_settings.settings(); }
    [[nodiscard]] QString path(const QString& name) const { return m_directory.filePath(name); }

private:
    QTemporaryDir m_directory;
    ConsoleSettingsFile m_settings;
    std::unique_ptr<ui::GrpcBackendClient> m_client;
    std::unique_ptr<console::ControllerSource> m_controller;
    std::unique_ptr<console::ConsoleSession> m_session;
};

// Clicks the demo card and waits until the console has gone to the chat by itself.
void bringUpDemo(ui::MainWindow* window);
// Types a question, sends it, and waits for the end of the answer.
void ask(ui::MainWindow* window, const QString& question);

} // namespace firstlight::tests
