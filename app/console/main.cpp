// The console. Everything concrete is put together in console_session.
#include "app/console/console_options.h"
#include "app/console/console_session.h"
#include "app/console/controller_source.h"
#include "app/console/termination.h"
#include "ui/shell/main_window.h"

#include <QApplication>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

using namespace firstlight::console;

namespace {

// What needs no window needs no display.
bool asksForWords(int argc, char** argv)
{
    constexpr std::array<std::string_view, 4> kQuestions{"-h", "--help", "-v", "--version"};
    return std::any_of(argv + 1, argv + argc, [&](const char* word) {
        return std::find(kQuestions.begin(), kQuestions.end(), word) != kQuestions.end();
    });
}

int print(const ConsoleOptions& options)
{
    std::fputs(qPrintable(options.message), options.exitCode == 0 ? stdout : stderr);
    return options.exitCode;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication::setApplicationVersion(QStringLiteral(FIRSTLIGHT_VERSION));
    if (argc > 1 && asksForWords(argc, argv)) {
        const QCoreApplication application(argc, argv);
        return print(parseOptions(QCoreApplication::arguments()));
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("firstlight"));
    QApplication::setOrganizationName(QStringLiteral("firstlight"));
    QApplication::setDesktopFileName(QStringLiteral("io.github.firstlight.Firstlight"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/app/io.github.firstlight.Firstlight.svg")));

    const ConsoleOptions options = parseOptions(application.arguments());
    if (!options.message.isEmpty()) {
        return print(options);
    }

    QSettings store;
    firstlight::ui::ConsoleSettings settings(&store);
    firstlight::ui::GrpcBackendClient client(QApplication::applicationVersion());
    ControllerSource controller({&client, &settings, QApplication::applicationDirPath(), options.attach});
    ConsoleSession session(
        {&client, &settings, firstlight::ui::systemNow, [&controller] { return controller.isPrivate(); }});
    QObject::connect(&session, &ConsoleSession::reconnectRequested, &controller, &ControllerSource::connectNow);
    session.show(options);
    controller.connectNow();

    endOnSignals(&application, [&session] { session.window()->saveSession(); });
    return QApplication::exec();
}
