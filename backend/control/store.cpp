#include "backend/control/store.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"

#include <algorithm>
#include <cstdio>
#include <future>
#include <utility>
#include <vector>

namespace firstlight::control {
namespace {

constexpr std::int64_t kSchemaVersion = 1;
constexpr int kMaxQueued = 10'000;

// The log before writing is kept small: a store may live on little space.
// WAL with synchronous=NORMAL survives a process that dies; a power cut may cost the last records, which no operator
// decision rests on.
constexpr char kSchema[] = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA wal_autocheckpoint = 16;
PRAGMA journal_size_limit = 65536;
BEGIN;
CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, time_unix_ns INTEGER, deployment TEXT, event BLOB);
CREATE TABLE IF NOT EXISTS deployments (deployment TEXT PRIMARY KEY, time_unix_ns INTEGER, state BLOB);
CREATE TABLE IF NOT EXISTS stages (id INTEGER PRIMARY KEY, run_key TEXT, stage INTEGER, duration_ms INTEGER);
CREATE INDEX IF NOT EXISTS stages_by_run ON stages (run_key, stage);
DELETE FROM events WHERE id <= (SELECT MAX(id) FROM events) - 100000;
DELETE FROM stages WHERE id <= (SELECT MAX(id) FROM stages) - 10000;
PRAGMA user_version = 1;
COMMIT;
)";
constexpr char kNewestStages[] =
    "SELECT stage, duration_ms FROM (SELECT id, stage, duration_ms, ROW_NUMBER() OVER (PARTITION BY stage ORDER BY id "
    "DESC) AS age FROM stages WHERE run_key = ?) WHERE age <= 9";

std::int64_t median(std::vector<std::int64_t> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

bool isDamage(const absl::Status& status)
{
    return status.code() == absl::StatusCode::kDataLoss;
}

absl::Status checkVersion(Database& database, const std::string& path)
{
    std::int64_t version = 0;
    FIRSTLIGHT_RETURN_IF_ERROR(database.run(
        "PRAGMA user_version", {}, [&](const Database::Row& row) { version = std::get<std::int64_t>(row.front()); }));
    if (version > kSchemaVersion) {
        return base::failure(reasons::kStoreInvalid, absl::StatusCode::kDataLoss,
                             {{"path", path}, {"detail", "a newer version of Firstlight wrote it"}});
    }
    return absl::OkStatus();
}

} // namespace

Store::Store(std::string path, HealthChanged healthChanged)
    : m_path(std::move(path)), m_healthChanged(std::move(healthChanged))
{
}

Store::~Store()
{
    m_thread.shutdown();
}

absl::StatusOr<std::unique_ptr<Store>> Store::open(const std::string& directory, bool discard,
                                                   HealthChanged healthChanged)
{
    const absl::Status made = base::makePrivateDirectory(directory);
    std::unique_ptr<Store> store(new Store(directory + "/firstlight.sqlite", std::move(healthChanged)));
    absl::Status connected = made.ok() ? store->connect() : made;
    if (isDamage(connected) && discard) {
        std::rename(store->m_path.c_str(), (store->m_path + ".discarded").c_str());
        std::remove((store->m_path + "-wal").c_str());
        std::remove((store->m_path + "-shm").c_str());
        connected = store->connect();
    }
    if (isDamage(connected)) {
        return connected;
    }
    store->m_thread.post([raw = store.get(), connected] { raw->setHealth(connected); });
    return store;
}

absl::Status Store::connect()
{
    m_database.reset();
    auto database = Database::open(m_path);
    FIRSTLIGHT_RETURN_IF_ERROR(database.status());
    FIRSTLIGHT_RETURN_IF_ERROR(checkVersion(**database, m_path));
    FIRSTLIGHT_RETURN_IF_ERROR((*database)->run(kSchema));
    m_database = *std::move(database);
    return absl::OkStatus();
}

void Store::post(Write write)
{
    if (m_queued >= kMaxQueued) { // a disk that hangs must not take our memory
        return;
    }
    ++m_queued;
    m_thread.post([this, write = std::move(write)] {
        perform(write);
        --m_queued;
    });
}

void Store::perform(const Write& write)
{
    absl::Status status = m_database == nullptr ? connect() : absl::OkStatus();
    if (status.ok()) {
        status = write(*m_database);
    }
    if (!status.ok()) {
        ++m_lostRecords;
        m_database.reset(); // a failed transaction must not stay open
    }
    setHealth(std::move(status));
}

void Store::setHealth(absl::Status health)
{
    bool changed = false;
    {
        const std::lock_guard lock(m_mutex);
        changed = health.ok() != m_health.ok();
        m_health = health;
    }
    if (changed && m_healthChanged) {
        m_healthChanged(health, m_lostRecords);
    }
    if (changed && health.ok()) {
        m_lostRecords = 0;
    }
}

absl::Status Store::health() const
{
    const std::lock_guard lock(m_mutex);
    return m_health;
}

void Store::retry()
{
    if (!health().ok()) {
        m_thread.post([this] {
            const absl::Status status = connect();
            setHealth(status);
        });
    }
}

void Store::recordEvent(const v1::Event& event)
{
    post([time = event.time_unix_ns(), deployment = event.deployment_id(),
          blob = event.SerializeAsString()](Database& database) {
        return database.run("INSERT INTO events (time_unix_ns, deployment, event) VALUES (?, ?, ?)",
                            {time, deployment, blob});
    });
}

void Store::recordDeployment(const v1::DeploymentState& deployment)
{
    post([id = deployment.deployment_id(), time = deployment.created_unix_ns(),
          blob = deployment.SerializeAsString()](Database& database) {
        return database.run("INSERT OR REPLACE INTO deployments VALUES (?, ?, ?)", {id, time, blob});
    });
}

void Store::recordStage(const std::string& runKey, v1::Stage stage, std::int64_t durationMs)
{
    post([runKey, stage, durationMs](Database& database) {
        return database.run("INSERT INTO stages (run_key, stage, duration_ms) VALUES (?, ?, ?)",
                            {runKey, static_cast<std::int64_t>(stage), durationMs});
    });
}

std::map<v1::Stage, std::int64_t> Store::usualDurations(const std::string& runKey)
{
    std::map<v1::Stage, std::vector<std::int64_t>> durations;
    std::promise<void> done;
    m_thread.post([&] {
        if (m_database != nullptr) {
            // Without an answer there is no usual duration to show; the failure itself shows up in the next write.
            (void)m_database->run(kNewestStages, {runKey}, [&](const Database::Row& row) {
                durations[static_cast<v1::Stage>(std::get<std::int64_t>(row[0]))].push_back(
                    std::get<std::int64_t>(row[1]));
            });
        }
        done.set_value();
    });
    done.get_future().wait();
    std::map<v1::Stage, std::int64_t> medians;
    for (auto& [stage, values] : durations) {
        medians[stage] = median(std::move(values));
    }
    return medians;
}

} // namespace firstlight::control
