// The console's private controller: started as a child with a token of its own, in a runtime folder of its own, and
// gone with the console. GUI thread; nothing here waits except the destructor, which gives it a moment to end.
#pragma once

#include "ui/client/connection.h"

#include <QProcess>
#include <QTimer>

namespace firstlight::ui {

struct ControllerProgram {
    QString program;          // path of firstlightd
    QString runtimeDirectory; // this console's own; made when needed
    QStringList arguments;    // more of them
    Milliseconds startLimit{20'000};
};

class ControllerProcess : public QObject
{
    Q_OBJECT

public:
    explicit ControllerProcess(ControllerProgram program, QObject* parent = nullptr);
    ~ControllerProcess() override;

    void start(); // does nothing while it runs
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

signals:
    void ready(const firstlight::ui::Endpoint& endpoint);
    void failed(const firstlight::ui::Failure& reason); // could not start, or ended by itself
    void logLine(const QString& line);                  // what it said that was not its READY line

private:
    void onStarted();
    void onOutput();
    void onError(QProcess::ProcessError error);
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void readLine(const QString& line);

    const ControllerProgram m_program;
    QProcess m_process;
    QTimer m_startLimit;
    QString m_token;
    QString m_lastLine;
    bool m_ready = false;
    bool m_ending = false;
};

} // namespace firstlight::ui
