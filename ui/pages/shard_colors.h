// Colours of tensor roles and load states, from the theme's categorical palette.
#pragma once

#include "ui/client/deployment_values.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>

namespace firstlight::ui {

struct RoleGroup {
    const char* prefix; // of a role
    MemoryClass color;  // the palette entry whose colour is used
    const char* word;   // context "RoleGroup"
};

inline constexpr RoleGroup kRoleGroups[] = {
    {"attention", MemoryClass::Weights, QT_TRANSLATE_NOOP("RoleGroup", "attention")},
    {"moe.router", MemoryClass::Comm, QT_TRANSLATE_NOOP("RoleGroup", "router")},
    {"moe", MemoryClass::KvCache, QT_TRANSLATE_NOOP("RoleGroup", "experts")},
    {"ffn", MemoryClass::State, QT_TRANSLATE_NOOP("RoleGroup", "feed-forward")},
    {"vision", MemoryClass::Vision, QT_TRANSLATE_NOOP("RoleGroup", "vision")},
    {"embedding", MemoryClass::Activations, QT_TRANSLATE_NOOP("RoleGroup", "embedding")},
    {"head", MemoryClass::Graphs, QT_TRANSLATE_NOOP("RoleGroup", "head")},
    {"", MemoryClass::Workspace, QT_TRANSLATE_NOOP("RoleGroup", "norms and others")},
};

[[nodiscard]] inline QColor roleColor(const Theme& theme, const QString& role)
{
    for (const RoleGroup& group : kRoleGroups) {
        if (role.startsWith(QLatin1String(group.prefix))) {
            return theme.memoryClassColor(group.color);
        }
    }
    return theme.memoryClassColor(MemoryClass::Workspace);
}

[[nodiscard]] inline QColor loadStateColor(const Theme& theme, LoadState state)
{
    switch (state) {
    case LoadState::Loaded:
        return theme.memoryClassColor(MemoryClass::Activations);
    case LoadState::Allocated:
        return theme.memoryClassColor(MemoryClass::KvCache);
    case LoadState::Planned:
        return theme.memoryClassColor(MemoryClass::Reserved);
    case LoadState::Unknown:
        break;
    }
    return theme.memoryClassColor(MemoryClass::Workspace);
}

} // namespace firstlight::ui
