#include "app/console/termination.h"

#include <QCoreApplication>
#include <QTimer>

#include <csignal>

namespace firstlight::console {
namespace {

// Nothing but a flag is safe in a signal handler.
volatile std::sig_atomic_t endRequested = 0;

void requestEnd(int /*signal*/)
{
    endRequested = 1;
}

} // namespace

void endOnSignals(QObject* owner, std::function<void()> beforeEnd)
{
    std::signal(SIGINT, requestEnd);
    std::signal(SIGTERM, requestEnd);
    auto* watch = new QTimer(owner);
    QObject::connect(watch, &QTimer::timeout, owner, [beforeEnd = std::move(beforeEnd)] {
        if (endRequested != 0) {
            beforeEnd();
            QCoreApplication::exit();
        }
    });
    watch->start(std::chrono::milliseconds(200));
}

} // namespace firstlight::console
