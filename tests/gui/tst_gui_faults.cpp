// What breaks is said in the window in bounded time - what, where, what next - and the next start works.
#include "tests/gui/real_console.h"
#include "ui/client/failure_text.h"
#include "ui/models/rank_table_model.h"
#include "ui/widgets/message_panel.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

#include <csignal>

using namespace firstlight;
using namespace firstlight::tests;

namespace {

constexpr int kNoticeLimitMs = 60'000;

} // namespace

class TestGuiFaults : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void aKilledWorkerIsNamedAndTheNextStartWorks();
    void aKilledWorkerEndsTheAnswerInPlace();
    void aKilledControllerIsExplainedAndStartsAgain();
    void aMissingProgramIsExplained();
    void aTruncatedShardIsNamed();
    void aFolderThatIsNoCheckpointIsRefused();

private:
    [[nodiscard]] ui::MainWindow* window() const { return m_console->window(); }
    [[nodiscard]] ui::MessagePanel* failure() const { return find<ui::MessagePanel>(window(), "failurePanel"); }
    [[nodiscard]] pid_t worker(int rank) const;
    void start(const QString& checkpoint);
    [[nodiscard]] QString copyOfTheDemo() const;

    std::unique_ptr<RealConsole> m_console;
};

void TestGuiFaults::init()
{
    m_console = std::make_unique<RealConsole>();
    m_console->start();
    QVERIFY(QTest::qWaitForWindowExposed(window()));
}

void TestGuiFaults::cleanup()
{
    QVERIFY2(m_console->end(), "something was left running");
}

pid_t TestGuiFaults::worker(int rank) const
{
    const auto* ranks = find<QTableView>(window(), "rankTable")->model();
    return ranks->index(rank, ui::RankTableModel::Process).data(ui::RawValueRole).toInt();
}

void TestGuiFaults::start(const QString& checkpoint)
{
    window()->showPage(QStringLiteral("bring-up"));
    find<QLineEdit>(window(), "checkpointPath")->setText(checkpoint);
    auto* button = find<QPushButton>(window(), "startDeployment");
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), kNoticeLimitMs);
    QTest::mouseClick(button, Qt::LeftButton);
}

QString TestGuiFaults::copyOfTheDemo() const
{
    const QDir demo(QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/demo"));
    const QString copy = m_console->path(QStringLiteral("copy"));
    QDir().mkpath(copy);
    for (const QString& file : demo.entryList(QDir::Files)) {
        QFile::copy(demo.filePath(file), copy + QLatin1Char('/') + file);
        QFile::setPermissions(copy + QLatin1Char('/') + file, QFile::ReadOwner | QFile::WriteOwner);
    }
    return copy;
}

void TestGuiFaults::aKilledWorkerIsNamedAndTheNextStartWorks()
{
    bringUpDemo(window());
    window()->showPage(QStringLiteral("bring-up"));
    QVERIFY(worker(1) > 0);
    QCOMPARE(::kill(worker(1), SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(failure()->isVisible(), kNoticeLimitMs);
    QVERIFY2(failure()->title().contains(QStringLiteral("ank 1")), qPrintable(failure()->title()));
    QVERIFY(!failure()->text().isEmpty());
    auto* banner = find<ui::MessagePanel>(window(), "failureBanner");
    window()->showPage(QStringLiteral("chat"));
    QVERIFY(banner->isVisible());
    window()->showPage(QStringLiteral("logs"));
    find<QComboBox>(window(), "logLevel")->setCurrentIndex(2); // warnings and errors
    QTRY_VERIFY_WITH_TIMEOUT(find<QTableView>(window(), "logTable")->model()->rowCount() > 0, kNoticeLimitMs);
    window()->showPage(QStringLiteral("bring-up"));

    auto* again = find<QPushButton>(window(), "startDeployment");
    QTRY_VERIFY_WITH_TIMEOUT(again->isEnabled(), kNoticeLimitMs);
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>(window(), "miniatureStage")->text(), QStringLiteral("Ready"), kReadyLimitMs);
    QVERIFY(!failure()->isVisible());
}

void TestGuiFaults::aKilledWorkerEndsTheAnswerInPlace()
{
    bringUpDemo(window());
    const pid_t victim = worker(1);
    ::kill(victim, SIGSTOP); // so that the answer cannot be over before it is cut off
    auto* input = find<QPlainTextEdit>(window(), "chatInput");
    QTest::keyClicks(input, QStringLiteral("Hello"));
    QTest::keyClick(input, Qt::Key_Return);
    auto* stop = find<QPushButton>(window(), "stopAnswer");
    QVERIFY(stop->isVisible());
    ::kill(victim, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!stop->isVisible(), kNoticeLimitMs);
    auto* error = lastTurn(window())->findChild<QLabel*>(QStringLiteral("turnError"));
    QTRY_VERIFY(error->isVisible());
    QVERIFY(error->text().size() > 20);
}

void TestGuiFaults::aKilledControllerIsExplainedAndStartsAgain()
{
    bringUpDemo(window());
    const QString status = find<QLabel>(window(), "statusController")->text();
    const auto controller = status.mid(status.lastIndexOf(QLatin1Char(' ')) + 1).toInt();
    QVERIFY(controller > 0);
    QCOMPARE(::kill(controller, SIGKILL), 0);
    auto* banner = find<ui::MessagePanel>(window(), "connectionBanner");
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kNoticeLimitMs);
    QVERIFY2(banner->title().contains(QStringLiteral("controller is gone")), qPrintable(banner->title()));
    auto* again = find<QPushButton>(window(), "reconnectNow");
    QCOMPARE(again->text(), QStringLiteral("Start it again"));
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!banner->isVisible(), kNoticeLimitMs);
    window()->showWelcome();
    bringUpDemo(window());
    ask(window(), QStringLiteral("What is 3 plus 4?"));
    QVERIFY2(lastText(window()).contains(QLatin1Char('7')), qPrintable(lastText(window())));
}

void TestGuiFaults::aMissingProgramIsExplained()
{
    m_console = std::make_unique<RealConsole>(m_console->path(QStringLiteral("nothing-here")));
    m_console->start();
    auto* banner = find<ui::MessagePanel>(window(), "connectionBanner");
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kNoticeLimitMs);
    QVERIFY2(banner->title().contains(QStringLiteral("firstlightd")), qPrintable(banner->title()));
    QVERIFY(banner->text().contains(QStringLiteral("Install Firstlight completely")));
}

void TestGuiFaults::aTruncatedShardIsNamed()
{
    const QString folder = copyOfTheDemo();
    const QString shard = QStringLiteral("model-00002-of-00005.safetensors");
    QFile file(folder + QLatin1Char('/') + shard);
    QVERIFY(file.resize(file.size() / 2));
    start(folder);
    QTRY_VERIFY_WITH_TIMEOUT(failure()->isVisible(), kNoticeLimitMs);
    QVERIFY2(failure()->title().contains(shard), qPrintable(failure()->title()));
    QVERIFY2(failure()->text().contains(QStringLiteral("Download")), qPrintable(failure()->text()));
}

void TestGuiFaults::aFolderThatIsNoCheckpointIsRefused()
{
    start(m_console->path(QStringLiteral("not-there")));
    QTRY_VERIFY_WITH_TIMEOUT(failure()->isVisible(), kNoticeLimitMs);
    QVERIFY2(failure()->title().contains(QStringLiteral("not-there")), qPrintable(failure()->title()));
}

QTEST_MAIN(TestGuiFaults)
#include "tst_gui_faults.moc"
