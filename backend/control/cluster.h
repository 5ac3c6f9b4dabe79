// The nodes and their agents: who is there, started when needed, and what they report.
//
// Lives on the control strand: every method is called there, and callbacks of agents and launcher are posted to it.
#pragma once

#include "backend/api/cluster.pb.h"
#include "backend/base/clock.h"
#include "backend/base/executor.h"
#include "backend/control/event_log.h"
#include "backend/control/log_store.h"
#include "backend/control/metrics_hub.h"
#include "backend/control/node_launcher.h"
#include "backend/control/state_board.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::control {

struct ClusterOptions {
    std::vector<std::string> nodes{"node-1", "node-2"};
    std::chrono::milliseconds sampleInterval{1000};
    std::chrono::milliseconds lateAfter{3000};
    std::chrono::milliseconds lostAfter{20'000}; // of silence: given up, and ended
    // How long the end of an agent's stream waits for its launcher to say how the process ended.
    std::chrono::milliseconds exitGrace{300};
};

class Cluster : public std::enable_shared_from_this<Cluster>
{
public:
    // Where the cluster's news go.
    struct Sinks {
        EventLog& events;
        LogStore& logs;
        MetricsHub& metrics;
        StateBoard<v1::ClusterState>& board; // key ""
    };
    // What a deployment wants to know.
    class Listener
    {
    public:
        virtual ~Listener() = default;
        virtual void onRankExited(const std::string& node, const v1::RankExited& exited) = 0;
        virtual void onNodeLost(const std::string& node, const std::string& how) = 0;
    };

    Cluster(ClusterOptions options, std::shared_ptr<NodeLauncher> launcher, const base::Clock& clock,
            base::Executor& strand, Sinks sinks, Listener& listener);

    // Starts the agents that are not there; replies on the strand once all are online, or with the first failure.
    void ensureOnline(Reply<v1::ClusterState> reply);
    // Watches the age of samples; to be called often.
    void tick();
    // Ends all agents; blocks, bounded.
    void shutdown();

    std::shared_ptr<AgentClient> agent(const std::string& node) const; // null: lost or not started
    v1::ClusterState state() const;

private:
    struct Node {
        v1::NodeStatus status;
        std::shared_ptr<AgentClient> agent;
        int incarnation = 0; // of the agent: news of an earlier one are ignored
        base::SteadyTime lastSample;
        bool exitKnown = false;
    };

    Node* find(const std::string& name);
    const Node* find(const std::string& name) const;
    void launch(Node& node);
    void onLaunched(const std::string& name, int incarnation, absl::StatusOr<std::shared_ptr<AgentClient>> agent);
    void onDescribed(const std::string& name, int incarnation, absl::StatusOr<v1::NodeDescription> description);
    void onUpdate(const std::string& name, int incarnation, const v1::AgentUpdate& update);
    void onSample(Node& node, const v1::NodeSample& sample);
    void onExited(const std::string& name, int incarnation, const std::string& how);
    void onStreamEnded(const std::string& name, int incarnation, const absl::Status& status);
    void checkSilence(Node& node, base::SteadyTime now);
    void lose(Node& node, const std::string& how);
    void failStart(Node& node, const absl::Status& status);
    void answerWaiting();
    void publish();
    void setState(Node& node, v1::NodeState state);
    // A callback for any thread that runs `handle` on the strand while this cluster lives.
    template <typename Handle>
    auto onStrand(Handle handle);

    const ClusterOptions m_options;
    const std::shared_ptr<NodeLauncher> m_launcher;
    const base::Clock& m_clock;
    base::Executor& m_strand;
    Sinks m_sinks;
    Listener& m_listener;
    std::vector<Node> m_nodes;
    std::vector<Reply<v1::ClusterState>> m_waiting;
    std::vector<std::pair<base::SteadyTime, std::function<void()>>> m_timers;
};

} // namespace firstlight::control
