#include "tests/backend/control/fakes.h"

#include "backend/base/random_token.h"

#include <filesystem>

namespace firstlight::test {

// Agent

void FakeAgent::describe(control::Reply<v1::NodeDescription> reply)
{
    v1::NodeDescription description;
    description.set_name(name);
    description.set_hostname("here");
    description.set_cpu_count(4);
    (*description.mutable_versions())["firstlight"] = version;
    reply(description);
}

void FakeAgent::watch(std::chrono::milliseconds /*sampleInterval*/, Watch watch)
{
    watching = std::move(watch);
}

void FakeAgent::startRank(v1::StartRankRequest request, control::Reply<v1::StartRankResponse> reply)
{
    started.push_back(request);
    if (!startFailure.ok()) {
        reply(startFailure);
        return;
    }
    v1::StartRankResponse response;
    response.set_pid(1000 + request.rank());
    response.set_worker_address("fake:" + std::to_string(request.rank()));
    reply(response);
}

void FakeAgent::stopRank(v1::StopRankRequest request, control::Reply<v1::StopRankResponse> reply)
{
    stopped.push_back(request);
    reply(v1::StopRankResponse());
    if (exitsWhenStopped) {
        exit(request.deployment_id(), request.rank(), true, 15);
    }
}

void FakeAgent::exit(const std::string& deployment, int rank, bool signaled, int code)
{
    v1::AgentUpdate update;
    v1::RankExited* exited = update.mutable_exited();
    exited->set_deployment_id(deployment);
    exited->set_rank(rank);
    exited->set_signaled(signaled);
    exited->set_code(code);
    watching.onUpdate(update);
}

void FakeAgent::sample()
{
    v1::AgentUpdate update;
    update.mutable_sample()->set_node(name);
    if (watching.onUpdate) {
        watching.onUpdate(update);
    }
}

void FakeLauncher::launch(const std::string& node, control::Reply<std::shared_ptr<control::AgentClient>> reply,
                          Exited exited)
{
    ++launches[node];
    if (!failure.ok()) {
        reply(failure);
        return;
    }
    agents[node] = std::make_shared<FakeAgent>(node);
    agents[node]->version = version;
    exits[node] = std::move(exited);
    reply(agents[node]);
}

// Worker

void FakeWorker::watch(std::chrono::milliseconds /*sampleInterval*/, Watch watch)
{
    watching = std::move(watch);
}

void FakeWorker::configure(v1::ConfigureWorkerRequest request, control::Reply<v1::ConfigureWorkerResponse> reply)
{
    configuration = std::move(request);
    reply(v1::ConfigureWorkerResponse());
}

void FakeWorker::runStage(v1::Stage stage, control::Reply<v1::RunStageResponse> reply)
{
    stages.push_back(stage);
    if (const auto failure = failures.find(stage); failure != failures.end()) {
        reply(failure->second);
    } else if (!hangsIn.contains(stage)) {
        v1::RunStageResponse response;
        response.set_summary("done");
        if (stage == v1::STAGE_COMM_CHECK && configuration.rank() == 0) {
            response.mutable_comm_check()->set_passed(true);
        }
        reply(response);
    }
}

void FakeWorker::runCommCheck(control::Reply<v1::CommCheckReport> reply)
{
    reply(v1::CommCheckReport());
}

void FakeWorker::describeSlices(control::Reply<std::vector<v1::DescribeShardsResponse>> reply)
{
    reply(std::vector<v1::DescribeShardsResponse>());
}

serve::Generator::Cancel FakeWorker::generate(v1::GenerateRequest /*request*/, Sink /*sink*/)
{
    return [] {};
}

void FakeWorker::sample()
{
    v1::WorkerUpdate update;
    update.mutable_sample();
    if (watching.onUpdate) {
        watching.onUpdate(update);
    }
}

void FakeWorker::progress(std::int64_t done)
{
    v1::WorkerUpdate update;
    update.mutable_progress()->set_done(done);
    update.mutable_progress()->set_total(1'000'000);
    watching.onUpdate(update);
}

// Services

void FakeServices::inspect(const std::string& /*checkpointPath*/, control::Reply<v1::CheckpointReport> reply)
{
    reply(checkpoint);
}

void FakeServices::plan(const v1::PlanRequest& /*request*/, const v1::ClusterState& cluster,
                        control::Reply<v1::Plan> reply)
{
    if (!planFailure.ok()) {
        reply(planFailure);
        return;
    }
    v1::Plan plan;
    plan.set_fits(true);
    plan.mutable_layout()->set_tensor_parallel(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
        v1::RankPlan* planned = plan.add_ranks();
        planned->set_rank(rank);
        planned->set_node(cluster.nodes(rank % cluster.nodes_size()).description().name());
    }
    reply(plan);
}

void FakeServices::openServing(Serving /*serving*/, control::Reply<std::string> reply)
{
    reply(std::string("open"));
}

void FakeServices::runProbe(v1::Stage stage, control::Reply<std::string> reply)
{
    if (const auto failure = probeFailures.find(stage); failure != probeFailures.end()) {
        reply(failure->second);
    } else if (!hangingProbes.contains(stage)) {
        reply(std::string("answered"));
    }
}

void FakeServices::drainServing(std::chrono::milliseconds /*limit*/, control::Reply<std::string> reply)
{
    if (drains) {
        reply(std::string("drained"));
    }
}

void FakeServices::closeServing(const v1::FailureDetail* why)
{
    closedWith.push_back(why == nullptr ? "" : why->what());
}

void FakeServices::usualDurations(const std::string& /*runKey*/,
                                  control::Reply<std::map<v1::Stage, std::int64_t>> reply)
{
    reply(std::map<v1::Stage, std::int64_t>{{v1::STAGE_STREAM_WEIGHTS, 1234}});
}

void FakeServices::recordStage(const std::string& /*runKey*/, v1::Stage stage, std::chrono::milliseconds /*took*/)
{
    recordedStages.push_back(stage);
}

// World

FakeWorld::FakeWorld()
    : rendezvousDirectory((std::filesystem::temp_directory_path() / ("fl-test-" + base::randomHex(6))).string())
{
    control::ClusterOptions options;
    options.nodes = {"node-1", "node-2"};
    cluster = std::make_shared<control::Cluster>(options, launcher, clock, strand,
                                                 control::Cluster::Sinks{events, logs, metrics, clusterBoard}, *this);
}

FakeWorld::~FakeWorld()
{
    std::filesystem::remove_all(rendezvousDirectory);
}

std::shared_ptr<control::Deployment> FakeWorld::makeDeployment(control::DeploymentLimits limits)
{
    workers.assign(static_cast<std::size_t>(services.ranks), nullptr);
    control::DeploymentSetup setup;
    setup.id = "d-1";
    setup.checkpointPath = "/models/some-model/";
    setup.rendezvousDirectory = rendezvousDirectory;
    setup.version = "1";
    const auto connect = [this](const std::string&, int rank, const std::string&) {
        auto worker = std::make_shared<FakeWorker>();
        if (rank == hangs.first) {
            worker->hangsIn.insert(hangs.second);
        }
        workers[static_cast<std::size_t>(rank)] = worker;
        return worker;
    };
    deployment = std::make_shared<control::Deployment>(
        setup, control::DeploymentContext{*cluster, connect, services, clock, strand, events, metrics, deploymentBoard},
        limits);
    return deployment;
}

void FakeWorld::pass(std::chrono::milliseconds duration, std::chrono::milliseconds step)
{
    for (auto passed = std::chrono::milliseconds(0); passed < duration; passed += step) {
        clock.advance(step);
        for (const auto& [name, agent] : launcher->agents) {
            agent->sample();
        }
        for (std::size_t rank = 0; rank < workers.size(); ++rank) {
            if (workers[rank] != nullptr && !silentRanks.contains(static_cast<int>(rank))) {
                workers[rank]->sample();
            }
        }
        strand.runAll();
        cluster->tick();
        if (deployment != nullptr) {
            deployment->tick();
        }
        strand.runAll();
    }
}

std::vector<std::string> FakeWorld::eventKinds() const
{
    std::vector<std::string> kinds;
    for (const v1::Event& event : events.ofDeployment("d-1")) {
        kinds.push_back(event.kind());
    }
    return kinds;
}

void FakeWorld::onRankExited(const std::string& node, const v1::RankExited& exited)
{
    if (deployment != nullptr) {
        deployment->onRankExited(node, exited);
    }
}

void FakeWorld::onNodeLost(const std::string& node, const std::string& how)
{
    if (deployment != nullptr) {
        deployment->onNodeLost(node, how);
    }
}

} // namespace firstlight::test
