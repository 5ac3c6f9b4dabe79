// An X server of its own with a window manager, for tests that need a real screen, pointer and drag protocol.
#pragma once

#include <QProcess>
#include <QSize>
#include <QTemporaryDir>

namespace firstlight::tests {

// Lets a child end with this process, however that ends.
void endWithParent(QProcess& child);

class VirtualScreen
{
public:
    // Before QApplication. Sets DISPLAY and QT_QPA_PLATFORM of this process.
    explicit VirtualScreen(QSize size);
    ~VirtualScreen();

    // Why there is none; empty when it works.
    [[nodiscard]] const QString& problem() const { return m_problem; }

private:
    bool startServer(QSize size);

    QTemporaryDir m_directory;
    QProcess m_server;
    QProcess m_windowManager;
    QString m_problem;
};

} // namespace firstlight::tests
