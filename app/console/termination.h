// Ends the program on SIGINT and SIGTERM without asking: whoever sends them cannot answer.
#pragma once

#include <QObject>

#include <functional>

namespace firstlight::console {

// Looks a few times a second whether a signal has come; then calls `beforeEnd` and leaves the event loop. One for the
// whole process, in the GUI thread.
void endOnSignals(QObject* owner, std::function<void()> beforeEnd);

} // namespace firstlight::console
