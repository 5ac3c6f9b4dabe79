#include "backend/control/cluster.h"

#include "backend/base/failure.h"
#include "backend/control/strand_callback.h"

#include <algorithm>
#include <utility>

namespace firstlight::control {

Cluster::Cluster(ClusterOptions options, std::shared_ptr<NodeLauncher> launcher, const base::Clock& clock,
                 base::Executor& strand, Sinks sinks, Listener& listener)
    : m_options(std::move(options))
    , m_launcher(std::move(launcher))
    , m_clock(clock)
    , m_strand(strand)
    , m_sinks(sinks)
    , m_listener(listener)
{
    for (const std::string& name : m_options.nodes) {
        Node& node = m_nodes.emplace_back();
        node.status.mutable_description()->set_name(name);
        node.status.set_state(v1::NODE_STATE_LOST);
    }
}

template <typename Handle>
auto Cluster::onStrand(Handle handle)
{
    return strandCallback(weak_from_this(), m_strand, std::move(handle));
}

const Cluster::Node* Cluster::find(const std::string& name) const
{
    const auto node = std::ranges::find_if(
        m_nodes, [&](const Node& candidate) { return candidate.status.description().name() == name; });
    return node == m_nodes.end() ? nullptr : &*node;
}

Cluster::Node* Cluster::find(const std::string& name)
{
    return const_cast<Node*>(std::as_const(*this).find(name));
}

std::shared_ptr<AgentClient> Cluster::agent(const std::string& node) const
{
    const Node* found = find(node);
    return found == nullptr ? nullptr : found->agent;
}

v1::ClusterState Cluster::state() const
{
    v1::ClusterState state;
    for (const Node& node : m_nodes) {
        *state.add_nodes() = node.status;
    }
    state.set_time_unix_ns(base::unixNanoseconds(m_clock.systemNow()));
    return state;
}

void Cluster::publish()
{
    m_sinks.board.publish("", state());
}

void Cluster::setState(Node& node, v1::NodeState state)
{
    if (node.status.state() != state) {
        node.status.set_state(state);
        publish();
    }
}

void Cluster::ensureOnline(Reply<v1::ClusterState> reply)
{
    m_waiting.push_back(std::move(reply));
    for (Node& node : m_nodes) {
        if (node.status.state() == v1::NODE_STATE_LOST) {
            launch(node);
        }
    }
    answerWaiting();
}

void Cluster::launch(Node& node)
{
    const std::string name = node.status.description().name();
    const int incarnation = ++node.incarnation;
    node.exitKnown = false;
    setState(node, v1::NODE_STATE_STARTING);
    m_launcher->launch(name, onStrand([name, incarnation](Cluster& self, auto agent) {
                           self.onLaunched(name, incarnation, std::move(agent));
                       }),
                       onStrand([name, incarnation](Cluster& self, const std::string& how) {
                           self.onExited(name, incarnation, how);
                       }));
}

void Cluster::onLaunched(const std::string& name, int incarnation, absl::StatusOr<std::shared_ptr<AgentClient>> agent)
{
    Node& node = *find(name);
    if (node.incarnation != incarnation) {
        return;
    }
    if (!agent.ok()) {
        failStart(node, agent.status());
        return;
    }
    node.agent = *std::move(agent);
    node.agent->describe(onStrand([name, incarnation](Cluster& self, auto description) {
        self.onDescribed(name, incarnation, std::move(description));
    }));
}

void Cluster::onDescribed(const std::string& name, int incarnation, absl::StatusOr<v1::NodeDescription> description)
{
    Node& node = *find(name);
    if (node.incarnation != incarnation) {
        return;
    }
    if (!description.ok()) {
        failStart(node, description.status());
        return;
    }
    *node.status.mutable_description() = *std::move(description);
    node.status.mutable_description()->set_name(name);
    node.lastSample = m_clock.steadyNow();
    node.agent->watch(m_options.sampleInterval,
                      {onStrand([name, incarnation](Cluster& self, const v1::AgentUpdate& update) {
                           self.onUpdate(name, incarnation, update);
                       }),
                       onStrand([name, incarnation](Cluster& self, const absl::Status& status) {
                           self.onStreamEnded(name, incarnation, status);
                       })});
    setState(node, v1::NODE_STATE_ONLINE);
    v1::Event event = makeEvent("node_online", v1::SEVERITY_INFO, "The agent of " + name + " is ready.");
    event.set_node(name);
    m_sinks.events.add(std::move(event));
    answerWaiting();
}

void Cluster::onUpdate(const std::string& name, int incarnation, const v1::AgentUpdate& update)
{
    Node& node = *find(name);
    if (node.incarnation != incarnation || node.agent == nullptr) {
        return;
    }
    if (update.has_sample()) {
        onSample(node, update.sample());
    } else if (update.has_log()) {
        v1::LogLine line = update.log();
        line.set_node(name);
        m_sinks.logs.add(std::move(line));
    } else if (update.has_exited()) {
        m_listener.onRankExited(name, update.exited());
    }
}

void Cluster::onSample(Node& node, const v1::NodeSample& sample)
{
    node.lastSample = m_clock.steadyNow();
    *node.status.mutable_last_sample() = sample;
    node.status.mutable_last_sample()->set_node(node.status.description().name());
    m_sinks.metrics.addNodeSample(node.status.last_sample());
    node.status.set_state(v1::NODE_STATE_ONLINE);
    publish();
}

void Cluster::checkSilence(Node& node, base::SteadyTime now)
{
    const bool online = node.status.state() == v1::NODE_STATE_ONLINE || node.status.state() == v1::NODE_STATE_LATE;
    if (!online) {
        return;
    }
    const auto silence = now - node.lastSample;
    if (silence > m_options.lostAfter) {
        const auto seconds = std::chrono::round<std::chrono::seconds>(silence).count();
        node.exitKnown = true; // its end is ours from now on
        lose(node, "it has not answered for " + std::to_string(seconds) + " s");
    } else if (silence > m_options.lateAfter) {
        setState(node, v1::NODE_STATE_LATE);
    }
}

void Cluster::tick()
{
    const base::SteadyTime now = m_clock.steadyNow();
    for (Node& node : m_nodes) {
        checkSilence(node, now);
    }
    std::vector<std::function<void()>> due;
    std::erase_if(m_timers, [&](auto& timer) {
        if (timer.first <= now) {
            due.push_back(std::move(timer.second));
            return true;
        }
        return false;
    });
    for (const auto& run : due) {
        run();
    }
}

void Cluster::onExited(const std::string& name, int incarnation, const std::string& how)
{
    Node& node = *find(name);
    if (node.incarnation == incarnation) {
        node.exitKnown = true;
        lose(node, how);
    }
}

void Cluster::onStreamEnded(const std::string& name, int incarnation, const absl::Status& status)
{
    const Node& node = *find(name);
    if (node.incarnation != incarnation || node.exitKnown) {
        return;
    }
    // The launcher is about to say how the process ended; if it does not, the process is there but unreachable.
    const std::string detail = "its connection broke: " + std::string(status.message());
    m_timers.emplace_back(m_clock.steadyNow() + m_options.exitGrace,
                          [this, name, incarnation, detail] { onExited(name, incarnation, detail); });
}

void Cluster::lose(Node& node, const std::string& how)
{
    if (node.status.state() == v1::NODE_STATE_LOST) {
        return;
    }
    const std::string name = node.status.description().name();
    if (node.status.state() == v1::NODE_STATE_STARTING) {
        failStart(node,
                  base::failure(reasons::kNodeLost, absl::StatusCode::kUnavailable, {{"node", name}, {"how", how}}));
        return;
    }
    node.agent.reset();
    m_sinks.metrics.removeNode(name);
    setState(node, v1::NODE_STATE_LOST);
    v1::Event event = makeEvent("node_lost", v1::SEVERITY_ERROR, "The agent of " + name + " is gone (" + how + ").");
    event.set_node(name);
    m_sinks.events.add(std::move(event));
    m_launcher->end(name); // in case it is there but unreachable
    m_listener.onNodeLost(name, how);
}

void Cluster::failStart(Node& node, const absl::Status& status)
{
    node.agent.reset();
    ++node.incarnation;
    setState(node, v1::NODE_STATE_LOST);
    for (const auto& reply : std::exchange(m_waiting, {})) {
        reply(status);
    }
}

void Cluster::answerWaiting()
{
    const bool allOnline = std::ranges::all_of(m_nodes, [](const Node& node) {
        return node.status.state() == v1::NODE_STATE_ONLINE || node.status.state() == v1::NODE_STATE_LATE;
    });
    if (allOnline) {
        for (const auto& reply : std::exchange(m_waiting, {})) {
            reply(state());
        }
    }
}

void Cluster::shutdown()
{
    for (Node& node : m_nodes) {
        ++node.incarnation;
        node.agent.reset();
        node.status.set_state(v1::NODE_STATE_LOST);
    }
    publish();
    m_launcher->endAll();
}

} // namespace firstlight::control
