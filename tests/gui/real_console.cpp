#include "tests/gui/real_console.h"

#include "ui/widgets/message_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>

namespace firstlight::tests {

RealConsole::RealConsole(const QString& programs)
{
    qputenv("FIRSTLIGHT_RUNTIME_DIR", path(QStringLiteral("run")).toUtf8());
    qputenv("FIRSTLIGHT_STATE_DIR", path(QStringLiteral("state")).toUtf8());
    m_client = std::make_unique<ui::GrpcBackendClient>(QStringLiteral("test"));
    m_controller = std::make_unique<console::ControllerSource>(
        console::ControllerSource::Parts{m_client.get(), &m_settings.settings(),
                                         programs.isEmpty() ? QStringLiteral(FIRSTLIGHT_BIN_DIR) : programs, false});
    m_session = std::make_unique<console::ConsoleSession>(
        console::ConsoleSession::Parts{m_client.get(), &m_settings.settings(), ui::systemNow, [] { return true; }});
    QObject::connect(m_session.get(), &console::ConsoleSession::reconnectRequested, m_controller.get(),
                     &console::ControllerSource::connectNow);
}

RealConsole::~RealConsole()
{
    (void)end();
}

void RealConsole::start()
{
    m_session->show({});
    m_controller->connectNow();
}

bool RealConsole::end()
{
    m_session.reset();
    m_controller.reset();
    m_client.reset();
    QProcess processes;
    processes.start(QStringLiteral("ps"), {QStringLiteral("-eo"), QStringLiteral("args")});
    return processes.waitForFinished() && !processes.readAllStandardOutput().contains(m_directory.path().toUtf8());
}

void bringUpDemo(ui::MainWindow* window)
{
    auto* demo = find<QPushButton>(window, "bringUpDemo");
    QVERIFY(demo->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(demo->isEnabled(), 30'000);
    QTest::mouseClick(demo, Qt::LeftButton);
    QCOMPARE(window->currentPage(), QStringLiteral("bring-up"));
    const auto* failure = find<ui::MessagePanel>(window, "failurePanel");
    QTRY_VERIFY_WITH_TIMEOUT(window->currentPage() == QLatin1String("chat") || failure->isVisible(), kReadyLimitMs);
    QVERIFY2(!failure->isVisible(), qPrintable(failure->title()));
    QCOMPARE(window->currentPage(), QStringLiteral("chat"));
    QCOMPARE(find<QLabel>(window, "miniatureStage")->text(), QStringLiteral("Ready"));
    find<QCheckBox>(window, "greedy")->setChecked(true);
}

void ask(ui::MainWindow* window, const QString& question)
{
    auto* input = find<QPlainTextEdit>(window, "chatInput");
    QTest::keyClicks(input, question);
    QTest::keyClick(input, Qt::Key_Return);
    auto* stop = find<QPushButton>(window, "stopAnswer");
    QVERIFY(stop->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!stop->isVisible(), kAnswerLimitMs);
    QVERIFY2(!lastText(window).trimmed().isEmpty(),
             qPrintable(lastTurn(window)->findChild<QLabel*>(QStringLiteral("turnError"))->text()));
}

} // namespace firstlight::tests
