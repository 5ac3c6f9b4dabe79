// The layer order of the repository, as data, and a checker that reads includes and CMake link lines against it.
//
// Pure functions of a source tree: the test runs them on the repository and on small broken trees of its own.
#pragma once

#include <QString>
#include <QStringList>

namespace firstlight::checks {

// A violation as one line: "file:line: what is wrong".
using Violations = QStringList;

// Every #include "..." of a C++ file below `root` that goes upward or past a wall, and every system include that a
// layer may not use (gRPC outside its layers, widgets in ui/models, ...).
Violations checkIncludes(const QString& root);

// Every firstlight_library() or firstlight_program() below `root` that links a layer it may not use.
Violations checkLinks(const QString& root);

// Folders on the top level of the repository that the design does not name, and layer folders that are no target.
Violations checkFolders(const QString& root);

// The number of source files that checkIncludes() would read; a check that reads nothing proves nothing.
int sourceFileCount(const QString& root);

} // namespace firstlight::checks
