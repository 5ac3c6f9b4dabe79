// A picture is truly dragged: from the window of another process, by pointer moves of an X server, onto the chat.
#include "tests/gui/real_console.h"
#include "tests/gui/virtual_screen.h"

#include <QApplication>
#include <QListWidget>

using namespace firstlight::tests;

namespace {

constexpr QSize kScreen(1400, 900);
constexpr QSize kConsole(1100, 800);
constexpr int kSteps = 60; // a drag is many small moves
constexpr int kLimitMs = 30'000;

// "x y x y ..." for xdotool: from one point to the other in small steps.
QStringList movesBetween(QPoint from, QPoint to)
{
    QStringList moves;
    for (int i = 0; i <= kSteps; ++i) {
        const QPoint at = from + (to - from) * i / kSteps;
        moves += {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y()),
                  QStringLiteral("sleep"), QStringLiteral("0.02")};
    }
    return moves;
}

} // namespace

class TestGuiDragXvfb : public QObject
{
    Q_OBJECT

private slots:
    void dragsAPictureOntoTheChat();

private:
    void drag(QPoint from, QPoint to);
};

void TestGuiDragXvfb::drag(QPoint from, QPoint to)
{
    const QStringList press = {QStringLiteral("mousemove"), QString::number(from.x()), QString::number(from.y()),
                               QStringLiteral("sleep"),     QStringLiteral("0.2"),     QStringLiteral("mousedown"),
                               QStringLiteral("1"),         QStringLiteral("sleep"),   QStringLiteral("0.2")};
    const QStringList release = {QStringLiteral("sleep"), QStringLiteral("0.5"), QStringLiteral("mouseup"),
                                 QStringLiteral("1")};
    QProcess pointer;
    pointer.start(QStringLiteral("xdotool"), press + movesBetween(from, to) + release);
    QTRY_COMPARE_WITH_TIMEOUT(pointer.state(), QProcess::NotRunning, kLimitMs);
    QCOMPARE(pointer.exitCode(), 0);
}

void TestGuiDragXvfb::dragsAPictureOntoTheChat()
{
    RealConsole console;
    console.start();
    console.window()->resize(kConsole);
    console.window()->move(0, 0);
    QVERIFY(QTest::qWaitForWindowExposed(console.window()));
    bringUpDemo(console.window());
    if (QTest::currentTestFailed()) {
        return;
    }

    const QString picture = savePicture(console.path(QStringLiteral("blue.png")), Shape::Square, Qt::blue);
    QProcess source;
    endWithParent(source);
    source.start(QStringLiteral(FIRSTLIGHT_TEST_DIR "/drag_source"),
                 {picture, QStringLiteral("1140"), QStringLiteral("300")});
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += source.readLine()).startsWith("AT ") && said.endsWith('\n'), kLimitMs);
    const QList<QByteArray> at = said.trimmed().split(' ');
    auto* conversation = find<QWidget>(console.window(), "page_chat");
    drag({at.at(1).toInt(), at.at(2).toInt()}, conversation->mapToGlobal(QPoint(300, 200)));
    QTRY_COMPARE_WITH_TIMEOUT(find<QListWidget>(console.window(), "imageWell")->count(), 1, kLimitMs);
    source.terminate();

    ask(console.window(), QStringLiteral("What colour is the shape?"));
    QVERIFY2(lastText(console.window()).contains(QStringLiteral("blue"), Qt::CaseInsensitive),
             qPrintable(lastText(console.window())));
    QTRY_COMPARE_WITH_TIMEOUT(source.state(), QProcess::NotRunning, kLimitMs);
    QVERIFY(console.end());
}

int main(int argc, char** argv)
{
    const VirtualScreen screen(kScreen);
    if (!screen.problem().isEmpty()) {
        qCritical("%s", qPrintable(screen.problem()));
        return 1;
    }
    QApplication application(argc, argv);
    TestGuiDragXvfb test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_gui_drag_xvfb.moc"
