// The words for states, in the user's language. Always shown with a shape or colour, never replaced by it.
#pragma once

#include "ui/client/chat_values.h"
#include "ui/client/checkpoint_values.h"
#include "ui/client/connection.h"
#include "ui/client/deployment_values.h"
#include "ui/models/launch_progress.h"

namespace firstlight::ui {

[[nodiscard]] QString stageWord(Stage stage);
[[nodiscard]] QString phaseWord(LaunchPhase phase);
[[nodiscard]] QString memoryClassWord(MemoryClass memoryClass);
[[nodiscard]] QString severityWord(Severity severity);
[[nodiscard]] QString nodeStateWord(NodeState state);
[[nodiscard]] QString rankStateWord(RankState state);
[[nodiscard]] QString loadStateWord(LoadState state);
[[nodiscard]] QString deviceKindWord(DeviceKind kind);
[[nodiscard]] QString verdictWord(VerdictState state);
[[nodiscard]] QString operatorSupportWord(OperatorSupport support);
[[nodiscard]] QString connectionWord(ConnectionPhase phase);
[[nodiscard]] QString chatRoleWord(ChatRole role);
[[nodiscard]] QString finishWord(FinishReason reason);
[[nodiscard]] QString rankWord(int rank); // "rank 3"; empty for kNoRank

// "TP 2 · PP 1"; degrees of one are left out unless all are.
[[nodiscard]] QString layoutWords(const Layout& layout);

} // namespace firstlight::ui
