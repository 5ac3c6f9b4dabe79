// The sections of a report, in their order.
#pragma once

#include "backend/report/html.h"
#include "backend/report/report.h"

namespace firstlight::report {

void writeVerdict(Html& html, const ReportInput& input);
void writeTimeline(Html& html, const ReportInput& input);
void writeRanks(Html& html, const ReportInput& input);
void writeCommCheck(Html& html, const ReportInput& input);
void writeCheckpoint(Html& html, const ReportInput& input);
void writeEnvironment(Html& html, const ReportInput& input);
void writeLogs(Html& html, const ReportInput& input);
void writeEvents(Html& html, const ReportInput& input);

} // namespace firstlight::report
