#include "app/console/console_options.h"

#include <QCommandLineParser>

namespace firstlight::console {
namespace {

constexpr int kUsageError = 2;

} // namespace

ConsoleOptions parseOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("The console of Firstlight."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const QCommandLineOption checkpoint(QStringLiteral("checkpoint"), QStringLiteral("Checkpoint folder to open."),
                                        QStringLiteral("DIR"));
    parser.addPositionalArgument(QStringLiteral("DIR"), QStringLiteral("The same as --checkpoint DIR."),
                                 QStringLiteral("[DIR]"));
    const QCommandLineOption page(QStringLiteral("page"), QStringLiteral("Page to show, e.g. bring-up or chat."),
                                  QStringLiteral("NAME"));
    const QCommandLineOption attach(QStringLiteral("attach"),
                                    QStringLiteral("Use the controller that runs on this machine."));
    parser.addOptions({checkpoint, page, attach});

    ConsoleOptions options;
    if (!parser.parse(arguments)) {
        options.message = parser.errorText() + QLatin1Char('\n');
        options.exitCode = kUsageError;
    } else if (parser.isSet(help)) {
        options.message = parser.helpText();
    } else if (parser.isSet(version)) {
        options.message = QStringLiteral("firstlight %1\n").arg(QCoreApplication::applicationVersion());
    }
    options.checkpoint = parser.isSet(checkpoint) ? parser.value(checkpoint) : parser.positionalArguments().value(0);
    options.page = parser.value(page);
    options.attach = parser.isSet(attach);
    return options;
}

} // namespace firstlight::console
