// What must outlive the controller: events, deployments and how long their stages took.
//
// Writing happens on a thread of its own and never delays anybody. When the disk is full, serving goes on: what cannot
// be written is counted and lost, and writing resumes by itself once there is room.
#pragma once

#include "backend/api/deployment.pb.h"
#include "backend/base/executor.h"
#include "backend/control/database.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace firstlight::control {

class Store
{
public:
    // Told on the store's thread when writing fails for the first time, and (OK) when it works again.
    using HealthChanged = std::function<void(const absl::Status& health, std::int64_t lostRecords)>;

    // `directory`/firstlight.sqlite. kStoreInvalid when it is damaged or of a newer version; then `discard` moves it
    // aside and begins anew. A full disk is no failure here.
    static absl::StatusOr<std::unique_ptr<Store>> open(const std::string& directory, bool discard,
                                                       HealthChanged healthChanged);
    ~Store();

    void recordEvent(const v1::Event& event);
    void recordDeployment(const v1::DeploymentState& deployment);
    // `runKey`: the same for runs that can be compared (checkpoint and layout).
    void recordStage(const std::string& runKey, v1::Stage stage, std::int64_t durationMs);

    // Medians of the newest runs, in ms; waits for what is queued. For a thread that may block.
    std::map<v1::Stage, std::int64_t> usualDurations(const std::string& runKey);

    // Tries again to write when the last attempt failed.
    void retry();

    absl::Status health() const;

private:
    using Write = std::function<absl::Status(Database&)>;

    Store(std::string path, HealthChanged healthChanged);
    absl::Status connect();
    void post(Write write);
    void perform(const Write& write);
    void setHealth(absl::Status health);

    const std::string m_path;
    const HealthChanged m_healthChanged;
    std::unique_ptr<Database> m_database; // the thread's
    std::int64_t m_lostRecords = 0;       // the thread's
    std::atomic<int> m_queued{0};
    mutable std::mutex m_mutex;
    absl::Status m_health; // guarded
    base::ThreadExecutor m_thread{1};
};

} // namespace firstlight::control
