// The console. Everything concrete is put together in console_session.
#include "app/console/console_options.h"
#include "app/console/console_session.h"
#include "app/console/controller_source.h"
#include "app/console/termination.h"
#include "ui/shell/main_window.h"

#include <QApplication>

using namespace firstlight::console;

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("firstlight"));
    QApplication::setOrganizationName(QStringLiteral("firstlight"));
    QApplication::setApplicationVersion(QStringLiteral(FIRSTLIGHT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.firstlight.Firstlight"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/app/io.github.firstlight.Firstlight.svg")));

    const ConsoleOptions options = parseOptions(application.arguments());
    if (!options.message.isEmpty()) {
        std::fputs(qPrintable(options.message), options.exitCode == 0 ? stdout : stderr);
        return options.exitCode;
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
