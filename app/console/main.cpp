// The console. Everything concrete is put together in console_session.
#include "app/console/console_options.h"
#include "app/console/console_session.h"
#include "app/console/controller_source.h"

#include <QApplication>
#include <QTimer>

#include <csignal>

using namespace firstlight::console;

namespace {

// SIGINT and SIGTERM close the window as a click would; nothing but a flag is safe in the handler itself.
volatile std::sig_atomic_t endRequested = 0;

void requestEnd(int)
{
    endRequested = 1;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("firstlight"));
    QApplication::setOrganizationName(QStringLiteral("firstlight"));
    QApplication::setApplicationVersion(QStringLiteral(FIRSTLIGHT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.firstlight.Firstlight"));

    const ConsoleOptions options = parseOptions(application.arguments());
    if (!options.message.isEmpty()) {
        std::fputs(qPrintable(options.message), options.exitCode == 0 ? stdout : stderr);
        return options.exitCode;
    }
    std::signal(SIGINT, requestEnd);
    std::signal(SIGTERM, requestEnd);

    QSettings store;
    firstlight::ui::ConsoleSettings settings(&store);
    firstlight::ui::GrpcBackendClient client(QApplication::applicationVersion());
    ControllerSource controller({&client, &settings, QApplication::applicationDirPath(), options.attach});
    ConsoleSession session(
        {&client, &settings, firstlight::ui::systemNow, [&controller] { return controller.isPrivate(); }});
    QObject::connect(&session, &ConsoleSession::reconnectRequested, &controller, &ControllerSource::connectNow);
    session.show(options);
    controller.connectNow();

    QTimer endWatch;
    QObject::connect(&endWatch, &QTimer::timeout, &application, [] {
        if (endRequested != 0) {
            QApplication::quit();
        }
    });
    endWatch.start(std::chrono::milliseconds(200));
    return QApplication::exec();
}
