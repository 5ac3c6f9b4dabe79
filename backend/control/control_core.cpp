#include "backend/control/control_core.h"

#include "backend/base/failure.h"
#include "backend/base/random_token.h"
#include "backend/base/version.h"

#include <algorithm>
#include <filesystem>
#include <future>
#include <utility>

namespace firstlight::control {
namespace {

constexpr std::chrono::milliseconds kTick{50};
constexpr std::int64_t kTicksPerFrame = 5;
constexpr std::int64_t kTicksPerStoreRetry = 100;
constexpr std::size_t kKeptDeployments = 20;
constexpr std::chrono::seconds kShutdownTimeout{15};

base::LogSink bothSinks(base::LogSink first, base::LogSink second)
{
    return [first = std::move(first), second = std::move(second)](const base::LogRecord& record) {
        first(record);
        second(record);
    };
}

} // namespace

absl::StatusOr<std::unique_ptr<ControlCore>> ControlCore::create(CoreOptions options, Plugs plugs)
{
    // The store reports its health to a core that is made after it.
    auto target = std::make_shared<std::atomic<ControlCore*>>(nullptr);
    FIRSTLIGHT_ASSIGN_OR_RETURN(auto store, Store::open(options.stateDirectory, options.discardState,
                                                        [target](const absl::Status& health, std::int64_t lost) {
                                                            if (ControlCore* core = *target) {
                                                                core->onStoreHealth(health, lost);
                                                            }
                                                        }));
    std::unique_ptr<ControlCore> core(new ControlCore(std::move(options), std::move(plugs), std::move(store)));
    *target = core.get();
    const absl::Status health = core->m_store->health();
    if (!health.ok()) {
        core->onStoreHealth(health, 0);
    }
    return core;
}

ControlCore::ControlCore(CoreOptions options, Plugs plugs, std::unique_ptr<Store> store)
    : m_options(std::move(options))
    , m_clock(plugs.clock)
    , m_startUnixNs(base::unixNanoseconds(plugs.clock.systemNow()))
    , m_connectWorker(std::move(plugs.connectWorker))
    , m_checkpoints(std::move(plugs.checkpoints))
    , m_logger("firstlightd", bothSinks(base::standardErrorSink(), m_logs.ownSink()))
    , m_events(m_clock, [this](const v1::Event& event) { m_store->recordEvent(event); })
    , m_metrics(m_clock)
    , m_store(std::move(store))
    , m_chat(m_clock, m_pool,
             [this](const absl::Status& status) {
                 m_strand.post([this, status] {
                     if (const auto deployment = newestDeployment()) {
                         deployment->onTrouble(status);
                     }
                 });
             })
    , m_desk({*m_checkpoints, m_chat, *m_store, m_commBoard, m_clock, m_pool, m_probes})
{
    Cluster::Listener& listener = *this; // the base is private: make_shared could not convert
    m_cluster = std::make_shared<Cluster>(m_options.cluster, plugs.makeLauncher(m_pool, m_logs), m_clock, m_strand,
                                          Cluster::Sinks{m_events, m_logs, m_metrics, m_clusterBoard}, listener);
    m_clusterBoard.publish("", m_cluster->state());
    m_ticker = std::make_unique<base::Ticker>(kTick, [this] { tick(); });
}

ControlCore::~ControlCore()
{
    m_ticker.reset();
    m_probes.shutdown();
    m_pool.shutdown();
    m_strand.shutdown();
    m_deployments.clear();
    m_cluster.reset();
}

void ControlCore::begin()
{
    m_strand.post([this] {
        m_cluster->ensureOnline([this](const auto& state) {
            if (!state.ok()) {
                m_events.add(makeEvent("node_start_failed", v1::SEVERITY_ERROR, std::string(state.status().message())));
            }
        });
    });
}

void ControlCore::tick()
{
    if (!m_tickQueued.exchange(true)) { // a busy strand gets one tick, not a queue of them
        m_strand.post([this] {
            m_tickQueued = false;
            tickOnStrand();
        });
    }
    ++m_tickCount;
    if (m_tickCount % kTicksPerFrame == 0) {
        m_metrics.makeFrame();
    }
    if (m_tickCount % kTicksPerStoreRetry == 0) {
        m_store->retry();
    }
}

void ControlCore::tickOnStrand()
{
    m_cluster->tick();
    m_desk.tick();
    for (const DeploymentPointer& deployment : std::vector(m_deployments)) {
        deployment->tick();
    }
}

void ControlCore::onRankExited(const std::string& node, const v1::RankExited& exited)
{
    for (const DeploymentPointer& deployment : std::vector(m_deployments)) {
        deployment->onRankExited(node, exited);
    }
}

void ControlCore::onNodeLost(const std::string& node, const std::string& how)
{
    for (const DeploymentPointer& deployment : std::vector(m_deployments)) {
        deployment->onNodeLost(node, how);
    }
}

void ControlCore::onStoreHealth(const absl::Status& health, std::int64_t lostRecords)
{
    if (health.ok()) {
        m_events.add(
            makeEvent("store_recovered", v1::SEVERITY_INFO,
                      "The store can be written again; " + std::to_string(lostRecords) + " records were lost."));
    } else {
        m_events.add(makeEvent("store_full", v1::SEVERITY_ERROR, std::string(health.message())));
    }
}

ControlCore::DeploymentPointer ControlCore::newestDeployment()
{
    return m_deployments.empty() ? nullptr : m_deployments.back();
}

ControlCore::DeploymentPointer ControlCore::findDeployment(const std::string& id)
{
    if (id.empty()) {
        return newestDeployment();
    }
    const auto found = std::ranges::find_if(
        m_deployments, [&](const DeploymentPointer& known) { return known->state().deployment_id() == id; });
    return found == m_deployments.end() ? nullptr : *found;
}

void ControlCore::forgetOldDeployments()
{
    while (m_deployments.size() > kKeptDeployments && m_deployments.front()->finished()) {
        const std::string id = m_deployments.front()->state().deployment_id();
        m_deploymentBoard.remove(id);
        m_commBoard.remove(id);
        m_deployments.erase(m_deployments.begin());
    }
}

absl::StatusOr<std::string> ControlCore::start(const v1::StartDeploymentRequest& request)
{
    if (const auto known = m_started.find(request.idempotency_id())) {
        return *known;
    }
    const DeploymentPointer newest = newestDeployment();
    const bool running = newest != nullptr && !newest->finished() && !newest->state().has_failure();
    if (running || m_ending) {
        return base::failure(reasons::kAlreadyRunning, absl::StatusCode::kAlreadyExists,
                             {{"deployment", newest == nullptr ? "" : newest->state().deployment_id()}});
    }
    DeploymentSetup setup;
    setup.id = "d-" + base::randomHex(4);
    setup.checkpointPath = request.checkpoint_path();
    setup.layout = request.layout();
    setup.workload = request.workload();
    setup.rendezvousDirectory = m_options.runtimeDirectory + "/deployments/" + setup.id;
    setup.version = std::string(base::version());
    const std::string id = setup.id;
    const auto deployment =
        std::make_shared<Deployment>(std::move(setup),
                                     DeploymentContext{*m_cluster, m_connectWorker, m_desk, m_clock, m_strand, m_events,
                                                       m_metrics, m_deploymentBoard},
                                     m_options.limits);
    m_started.remember(request.idempotency_id(), id);
    startWhenAlone(deployment);
    m_deployments.push_back(deployment);
    forgetOldDeployments();
    return id;
}

// A failed deployment may still be ending: the new one begins when its last rank is gone.
void ControlCore::startWhenAlone(const DeploymentPointer& deployment)
{
    if (const DeploymentPointer newest = newestDeployment()) {
        newest->whenFinished([deployment] { deployment->start(); });
    } else {
        deployment->start();
    }
}

void ControlCore::startDeployment(const v1::StartDeploymentRequest& request, Reply<v1::StartDeploymentResponse> reply)
{
    if (request.checkpoint_path().empty() || request.checkpoint_path().front() != '/') {
        reply(base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                            {{"detail", "checkpoint_path must be absolute"}}));
        return;
    }
    m_strand.post([this, request, reply = std::move(reply)] {
        const auto id = start(request);
        if (!id.ok()) {
            reply(id.status());
            return;
        }
        v1::StartDeploymentResponse response;
        response.set_deployment_id(*id);
        reply(response);
    });
}

void ControlCore::stopDeployment(const v1::StopDeploymentRequest& request, Reply<v1::StopDeploymentResponse> reply)
{
    m_strand.post([this, request, reply = std::move(reply)] {
        const DeploymentPointer deployment = findDeployment(request.deployment_id());
        if (deployment == nullptr) {
            reply(base::failure(reasons::kUnknownDeployment, absl::StatusCode::kNotFound,
                                {{"deployment", request.deployment_id()}}));
            return;
        }
        deployment->stop(); // again: changes nothing
        deployment->whenFinished([reply] { reply(v1::StopDeploymentResponse()); });
    });
}

absl::Status ControlCore::startChat(v1::ChatRequest request, serve::ChatSink sink)
{
    return m_chat.start(std::move(request), serve::Origin::kUser, std::move(sink));
}

void ControlCore::cancelChat(const std::string& idempotencyId)
{
    m_chat.cancel(idempotencyId);
}

void ControlCore::shutdown()
{
    // Bounded by the deployment's own limits; the timeout only guards against their failing.
    const auto stopped = std::make_shared<std::promise<void>>();
    m_strand.post([this, stopped] {
        m_ending = true;
        const DeploymentPointer newest = newestDeployment();
        if (newest == nullptr) {
            stopped->set_value();
            return;
        }
        newest->stop();
        newest->whenFinished([stopped] { stopped->set_value(); });
    });
    stopped->get_future().wait_for(kShutdownTimeout);
    std::promise<void> ended;
    m_strand.post([this, &ended] {
        m_cluster->shutdown();
        std::error_code ignored; // what is left goes with the runtime folder
        std::filesystem::remove_all(m_options.runtimeDirectory + "/deployments", ignored);
        ended.set_value();
    });
    ended.get_future().wait();
}

} // namespace firstlight::control
