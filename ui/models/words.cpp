#include "ui/models/words.h"

#include <QCoreApplication>
#include <QStringList>

namespace firstlight::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

} // namespace

QString stageWord(Stage stage)
{
    switch (stage) {
    case Stage::Unknown:
        return Words::tr("Unknown");
    case Stage::Preflight:
        return Words::tr("Preflight", "deployment stage");
    case Stage::Plan:
        return Words::tr("Plan", "deployment stage");
    case Stage::Launch:
        return Words::tr("Launch", "deployment stage");
    case Stage::Rendezvous:
        return Words::tr("Rendezvous", "deployment stage");
    case Stage::CommCheck:
        return Words::tr("Comm check", "deployment stage");
    case Stage::ReadMetadata:
        return Words::tr("Read metadata", "deployment stage");
    case Stage::Validate:
        return Words::tr("Validate", "deployment stage");
    case Stage::Allocate:
        return Words::tr("Allocate", "deployment stage");
    case Stage::StreamWeights:
        return Words::tr("Stream weights", "deployment stage");
    case Stage::ReleaseHostCache:
        return Words::tr("Release host cache", "deployment stage");
    case Stage::WarmUp:
        return Words::tr("Warm up", "deployment stage");
    case Stage::TextProbe:
        return Words::tr("Text probe", "deployment stage");
    case Stage::ImageProbe:
        return Words::tr("Image probe", "deployment stage");
    case Stage::RepeatabilityProbe:
        return Words::tr("Repeatability probe", "deployment stage");
    case Stage::Serving:
        return Words::tr("Serving", "deployment stage");
    case Stage::Draining:
        return Words::tr("Draining", "deployment stage");
    case Stage::Stopped:
        return Words::tr("Stopped", "deployment stage");
    case Stage::Failed:
        return Words::tr("Failed", "deployment stage");
    }
    return {};
}

QString phaseWord(LaunchPhase phase)
{
    switch (phase) {
    case LaunchPhase::Prepare:
        return Words::tr("Prepare and launch", "phase of a bring-up");
    case LaunchPhase::Connect:
        return Words::tr("Connect", "phase of a bring-up");
    case LaunchPhase::Read:
        return Words::tr("Read and validate", "phase of a bring-up");
    case LaunchPhase::Allocate:
        return Words::tr("Allocate", "phase of a bring-up");
    case LaunchPhase::Load:
        return Words::tr("Load weights", "phase of a bring-up");
    case LaunchPhase::WarmUp:
        return Words::tr("Warm up", "phase of a bring-up");
    case LaunchPhase::Probe:
        return Words::tr("Probes", "phase of a bring-up");
    case LaunchPhase::Serving:
        return stageWord(Stage::Serving);
    case LaunchPhase::Failed:
        return stageWord(Stage::Failed);
    }
    return {};
}

QString memoryClassWord(MemoryClass memoryClass)
{
    switch (memoryClass) {
    case MemoryClass::Unknown:
        return Words::tr("Unknown");
    case MemoryClass::Weights:
        return Words::tr("Weights", "memory class");
    case MemoryClass::KvCache:
        return Words::tr("KV cache", "memory class");
    case MemoryClass::State:
        return Words::tr("State", "memory class: recurrent state");
    case MemoryClass::Activations:
        return Words::tr("Activations", "memory class");
    case MemoryClass::Workspace:
        return Words::tr("Workspace", "memory class");
    case MemoryClass::Comm:
        return Words::tr("Communication", "memory class");
    case MemoryClass::Vision:
        return Words::tr("Vision", "memory class");
    case MemoryClass::Graphs:
        return Words::tr("Graphs", "memory class: captured device graphs");
    case MemoryClass::Reserved:
        return Words::tr("Reserved", "memory class: pool slack");
    case MemoryClass::OtherProcess:
        return Words::tr("Other process", "memory class");
    }
    return {};
}

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Unknown:
        return Words::tr("Unknown");
    case Severity::Debug:
        return Words::tr("Debug", "log level");
    case Severity::Info:
        return Words::tr("Info", "log level");
    case Severity::Warning:
        return Words::tr("Warning", "log level");
    case Severity::Error:
        return Words::tr("Error", "log level");
    }
    return {};
}

QString nodeStateWord(NodeState state)
{
    switch (state) {
    case NodeState::Unknown:
        return Words::tr("Unknown");
    case NodeState::Starting:
        return Words::tr("Starting", "node or rank");
    case NodeState::Online:
        return Words::tr("Online");
    case NodeState::Late:
        return Words::tr("Late", "node or rank that has not answered in time");
    case NodeState::Lost:
        return Words::tr("Lost", "node");
    }
    return {};
}

QString rankStateWord(RankState state)
{
    switch (state) {
    case RankState::Unknown:
        return Words::tr("Unknown");
    case RankState::Starting:
        return Words::tr("Starting", "node or rank");
    case RankState::Running:
        return Words::tr("Running", "rank");
    case RankState::Late:
        return Words::tr("Late", "node or rank that has not answered in time");
    case RankState::Exited:
        return Words::tr("Exited", "rank");
    }
    return {};
}

QString loadStateWord(LoadState state)
{
    switch (state) {
    case LoadState::Unknown:
        return Words::tr("Unknown");
    case LoadState::Planned:
        return Words::tr("Planned", "slice");
    case LoadState::Allocated:
        return Words::tr("Allocated", "slice");
    case LoadState::Loaded:
        return Words::tr("Loaded", "slice");
    }
    return {};
}

QString deviceKindWord(DeviceKind kind)
{
    switch (kind) {
    case DeviceKind::Unknown:
        return Words::tr("Unknown");
    case DeviceKind::Cpu:
        return QStringLiteral("CPU");
    case DeviceKind::Cuda:
        return Words::tr("CUDA (untested)");
    }
    return {};
}

QString verdictWord(VerdictState state)
{
    switch (state) {
    case VerdictState::Unknown:
        return Words::tr("Unknown");
    case VerdictState::Yes:
        return Words::tr("Yes", "verdict");
    case VerdictState::Partly:
        return Words::tr("Partly", "verdict");
    case VerdictState::No:
        return Words::tr("No", "verdict");
    }
    return {};
}

QString operatorSupportWord(OperatorSupport support)
{
    switch (support) {
    case OperatorSupport::Unknown:
        return Words::tr("Unknown");
    case OperatorSupport::Fast:
        return Words::tr("Fast", "operator support");
    case OperatorSupport::Fallback:
        return Words::tr("Fallback", "operator support");
    case OperatorSupport::Missing:
        return Words::tr("Missing", "operator support");
    }
    return {};
}

QString connectionWord(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::Connecting:
        return Words::tr("Connecting");
    case ConnectionPhase::Online:
        return Words::tr("Online");
    case ConnectionPhase::Degraded:
        return Words::tr("Degraded", "connection");
    case ConnectionPhase::Offline:
        return Words::tr("Offline", "connection");
    }
    return {};
}

QString chatRoleWord(ChatRole role)
{
    switch (role) {
    case ChatRole::System:
        return Words::tr("System", "chat role");
    case ChatRole::User:
        return Words::tr("You", "chat role: the user");
    case ChatRole::Assistant:
        return Words::tr("Model", "chat role: the model's answer");
    }
    return {};
}

QString finishWord(FinishReason reason)
{
    switch (reason) {
    case FinishReason::Stop:
        return Words::tr("complete", "why an answer ended");
    case FinishReason::Length:
        return Words::tr("length limit reached", "why an answer ended");
    case FinishReason::Cancelled:
        return Words::tr("stopped by you", "why an answer ended");
    case FinishReason::Other:
        return Words::tr("ended", "why an answer ended");
    }
    return {};
}

QString rankWord(int rank)
{
    return rank == kNoRank ? QString() : Words::tr("rank %1").arg(rank);
}

QString layoutWords(const Layout& layout)
{
    QStringList parts;
    const auto add = [&parts](const char* name, int degree) {
        if (degree > 1) {
            parts += QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(degree);
        }
    };
    add("TP", layout.tensorParallel);
    add("PP", layout.pipelineParallel);
    add("DP", layout.dataParallel);
    add("EP", layout.expertParallel);
    return parts.isEmpty() ? QStringLiteral("TP 1 · PP 1") : parts.join(QStringLiteral(" · "));
}

} // namespace firstlight::ui
