// What a checkpoint is and whether it can be run.
#pragma once

#include "ui/client/common_values.h"

namespace firstlight::ui {

enum class VerdictState { Unknown, Yes, Partly, No };
enum class OperatorSupport { Unknown, Fast, Fallback, Missing };

struct Verdict {
    VerdictState state = VerdictState::Unknown;
    std::vector<Failure> findings; // why it is not a plain yes

    bool operator==(const Verdict&) const = default;
};

struct OperatorCoverage {
    QString operatorName;
    OperatorSupport support = OperatorSupport::Unknown;
    std::vector<int> layers; // that need it; empty: outside the layer stack
    QString note;

    bool operator==(const OperatorCoverage&) const = default;
};

struct NamedBytes {
    QString name;
    std::int64_t memoryBytes = 0;
    std::int64_t tensorCount = 0;
    std::int64_t parameterCount = 0;

    bool operator==(const NamedBytes&) const = default;
};

struct ArchitectureRow {
    QString section;
    QString key;
    QString value;
    QString origin; // file and key that the value came from

    bool operator==(const ArchitectureRow&) const = default;
};

struct CheckpointReport {
    QString path;
    QString name;
    QString modelType;
    QString family; // descriptor id; empty if none fits
    Verdict complete;
    Verdict consistent;
    Verdict supported;
    std::vector<ArchitectureRow> architecture;
    std::int64_t parametersTotal = 0;
    std::int64_t parametersActive = 0;
    std::int64_t weightBytes = 0;
    std::int64_t kvBytesPerToken = 0;
    std::int64_t boundedCacheBytes = 0; // of one sequence, besides: sliding windows when full, recurrent states
    std::vector<NamedBytes> byRole;
    std::vector<NamedBytes> byDtype;
    std::vector<OperatorCoverage> operators;
    std::int64_t tensorsExpected = 0;
    std::int64_t tensorsFound = 0;
    std::int64_t tensorsMissing = 0;
    std::int64_t tensorsUnused = 0;
    std::vector<QString> missingNames; // the first 100
    std::vector<QString> unusedNames;  // the first 100
    int shardCount = 0;
    bool hasVision = false;
    bool hasTokenizer = false;
    bool hasChatTemplate = false;
    std::int64_t maxContextTokens = 0;
    std::chrono::microseconds inspectDuration{};
    QString configHash;

    bool operator==(const CheckpointReport&) const = default;
};

struct TensorRow {
    QString name;
    QString dtype;
    std::vector<std::int64_t> shape;
    std::int64_t memoryBytes = 0;
    QString file;
    std::int64_t fileOffsetBytes = 0;
    QString role;

    bool operator==(const TensorRow&) const = default;
};

struct TensorQuery {
    QString path;
    QString filter; // substring of the name, case-insensitive; empty: all
    std::int64_t offset = 0;
    int limit = 1000; // at most 10,000

    bool operator==(const TensorQuery&) const = default;
};

struct TensorPage {
    std::int64_t totalMatching = 0;
    std::vector<TensorRow> tensors;

    bool operator==(const TensorPage&) const = default;
};

} // namespace firstlight::ui
