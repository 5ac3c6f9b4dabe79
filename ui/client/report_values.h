// Reports that a stranger can act on.
#pragma once

#include "ui/client/ids.h"

namespace firstlight::ui {

struct ReportRequest {
    DeploymentId deployment; // empty: the newest
    bool includeLogs = true;
    bool includeEnvironment = true;

    bool operator==(const ReportRequest&) const = default;
};

struct ReportFile {
    QString fileName; // suggested
    QString html;     // self-contained

    bool operator==(const ReportFile&) const = default;
};

} // namespace firstlight::ui
