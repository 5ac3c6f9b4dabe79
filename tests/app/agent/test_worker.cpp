// Stands in for firstlight-worker: serves nothing, speaks, and ends as told.
#include "backend/base/log.h"
#include "backend/launch/child_side.h"

using namespace firstlight;

int main()
{
    launch::dieWithParent();
    launch::blockTerminationSignals();
    const base::Logger log("fake-worker", base::standardErrorSink());
    if (!launch::readSecrets().ok()) {
        return 9;
    }
    log.error("something to remember");
    log.warning("I serve");
    launch::announceReady({{"address", "unix:/fake.sock"}});
    launch::waitForEnd({});
    return 0;
}
