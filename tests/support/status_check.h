// absl::Status in Qt Test's comparisons.
#pragma once

#include "backend/base/failure.h"

#include <QString>
#include <QStringList>
#include <QTest>

#include <string>
#include <vector>

namespace firstlight::test {

inline std::string reasonOf(const absl::Status& status)
{
    return status.ok() ? "OK" : base::failureInfo(status).reasonId;
}

inline QStringList reasonsOf(const std::vector<absl::Status>& problems)
{
    QStringList ids;
    for (const absl::Status& problem : problems) {
        ids.append(QString::fromStdString(reasonOf(problem)));
    }
    return ids;
}

inline std::string argumentOf(const absl::Status& status, const std::string& name)
{
    const auto arguments = base::failureInfo(status).arguments;
    const auto entry = arguments.find(name);
    return entry == arguments.end() ? std::string() : entry->second;
}

inline QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

} // namespace firstlight::test

#define FIRSTLIGHT_VERIFY_OK(expression)                                                                               \
    do {                                                                                                               \
        const absl::Status verifiedStatus = (expression);                                                              \
        QVERIFY2(verifiedStatus.ok(), std::string(verifiedStatus.message()).c_str());                                  \
    } while (false)

// The reason's id, with the message shown when it is another.
#define FIRSTLIGHT_COMPARE_REASON(status, reason)                                                                      \
    do {                                                                                                               \
        const absl::Status comparedStatus = (status);                                                                  \
        QVERIFY2(firstlight::test::reasonOf(comparedStatus) == (reason).id,                                            \
                 (firstlight::test::reasonOf(comparedStatus) + ": " + std::string(comparedStatus.message())).c_str()); \
    } while (false)
