// The command line of the console.
#pragma once

#include <QString>
#include <QStringList>

namespace firstlight::console {

struct ConsoleOptions {
    QString checkpoint;  // folder to start with
    QString page;        // id of the page to start with
    bool attach = false; // use the controller that runs on this machine
    QString message;     // to print instead of starting: help, version, or what is wrong
    int exitCode = 0;
};

[[nodiscard]] ConsoleOptions parseOptions(const QStringList& arguments);

} // namespace firstlight::console
