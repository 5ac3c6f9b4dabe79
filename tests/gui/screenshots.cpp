// Makes the pictures of docs/screenshots: brings the demo model up with real processes, asks about a picture, and saves
// every page in both themes; at the end it kills a worker for the diagnosis. Run by packaging/screenshots; not a test.
//
//   firstlight-screenshots DIRECTORY [LANGUAGE [WIDTHxHEIGHT]]
#include "tests/gui/real_console.h"
#include "ui/models/rank_table_model.h"
#include "ui/widgets/message_panel.h"

#include <QDir>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>

#include <csignal>
#include <cstdio>

using namespace firstlight;
using namespace firstlight::tests;

namespace {

constexpr int kFailureLimitMs = 60'000;
constexpr int kSettleMs = 1500; // for charts to take in a few samples

const QStringList kPages{QStringLiteral("cluster"),  QStringLiteral("model"),   QStringLiteral("plan"),
                         QStringLiteral("bring-up"), QStringLiteral("shards"),  QStringLiteral("memory"),
                         QStringLiteral("comm"),     QStringLiteral("chat"),    QStringLiteral("logs"),
                         QStringLiteral("reports"),  QStringLiteral("settings")};

void askAboutAPicture(ui::MainWindow* window)
{
    QMimeData picture;
    picture.setUrls({QUrl::fromLocalFile(
        QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/samples/blue-square-and-yellow-star.jpg"))});
    drop(find<QWidget>(window, "page_chat"), picture);
    auto* well = find<QListWidget>(window, "imageWell");
    (void)QTest::qWaitFor([well] { return well->count() == 1; });
    ask(window, QStringLiteral("Describe the picture."));
}

void savePage(RealConsole& console, const QDir& directory, const QString& page, const QString& theme)
{
    console.window()->showPage(page);
    QTest::qWait(page == QLatin1String("memory") ? kSettleMs : kSettleMs / 5);
    const QString file = directory.filePath(QStringLiteral("%1-%2.png").arg(page, theme));
    if (!console.window()->grab().save(file)) {
        std::fprintf(stderr, "cannot write %s\n", qPrintable(file));
    }
}

void savePages(RealConsole& console, const QDir& directory, const QString& theme)
{
    for (const QString& page : kPages) {
        savePage(console, directory, page, theme);
    }
}

void killAWorker(ui::MainWindow* window)
{
    const auto* ranks = find<QTableView>(window, "rankTable")->model();
    ::kill(ranks->index(1, ui::RankTableModel::Process).data(ui::RawValueRole).toInt(), SIGKILL);
    auto* banner = find<ui::MessagePanel>(window, "failureBanner");
    window->showPage(QStringLiteral("cluster"));
    (void)QTest::qWaitFor([banner] { return banner->isVisible(); }, kFailureLimitMs);
    QTest::qWait(kSettleMs);
}

QSize sizeFrom(const QString& text)
{
    const QStringList parts = text.split(QLatin1Char('x'));
    return parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize(1280, 800);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 2 || !QDir().mkpath(arguments[1])) {
        std::fprintf(stderr, "usage: firstlight-screenshots DIRECTORY [LANGUAGE [WIDTHxHEIGHT]]\n");
        return 2;
    }
    const QDir directory(arguments[1]);
    RealConsole console;
    console.settings().setLanguage(arguments.value(2, QStringLiteral("en")));
    console.settings().setTheme(ui::ThemeChoice::Light);
    console.start();
    console.window()->resize(sizeFrom(arguments.value(3)));
    QTest::qWait(kSettleMs);
    console.window()->grab().save(directory.filePath(QStringLiteral("welcome-light.png")));

    bringUpDemo(console.window());
    askAboutAPicture(console.window());
    console.window()->showPage(QStringLiteral("reports"));
    QTest::mouseClick(find<QPushButton>(console.window(), "createReport"), Qt::LeftButton);
    QTest::qWait(kSettleMs);
    savePages(console, directory, QStringLiteral("light"));
    console.settings().setTheme(ui::ThemeChoice::Dark);
    savePages(console, directory, QStringLiteral("dark"));
    killAWorker(console.window());
    savePage(console, directory, QStringLiteral("diagnose"), QStringLiteral("dark"));
    console.settings().setTheme(ui::ThemeChoice::Light);
    savePage(console, directory, QStringLiteral("diagnose"), QStringLiteral("light"));
    return console.end() ? 0 : 1;
}
