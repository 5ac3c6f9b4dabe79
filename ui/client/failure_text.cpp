#include "ui/client/failure_text.h"

#include "ui/client/text_template.h"

#include <QCoreApplication>

namespace firstlight::ui {
namespace {

const FailureReason* findReason(const QString& id)
{
    const QByteArray wanted = id.toUtf8();
    for (const FailureReason* reason : kAllFailureReasons) {
        if (wanted == QByteArrayView(reason->id.data(), static_cast<qsizetype>(reason->id.size()))) {
            return reason;
        }
    }
    return nullptr;
}

QString translated(const char* text, const QMap<QString, QString>& arguments)
{
    return fillIn(QCoreApplication::translate("Failure", text), arguments);
}

} // namespace

FailureText failureText(const Failure& failure)
{
    if (const FailureReason* reason = findReason(failure.reason)) {
        return {translated(reason->what, failure.arguments), translated(reason->nextStep, failure.arguments)};
    }
    return {failure.what, failure.nextStep};
}

QString failureSentence(const Failure& failure)
{
    const FailureText text = failureText(failure);
    return text.nextStep.isEmpty() ? text.what : QStringLiteral("%1 %2").arg(text.what, text.nextStep);
}

Failure makeFailure(const FailureReason& reason, const QMap<QString, QString>& arguments)
{
    Failure failure;
    failure.reason = QString::fromUtf8(reason.id.data(), static_cast<qsizetype>(reason.id.size()));
    failure.arguments = arguments;
    failure.what = fillIn(QString::fromUtf8(reason.what), arguments);
    failure.nextStep = fillIn(QString::fromUtf8(reason.nextStep), arguments);
    failure.time = systemNow();
    return failure;
}

} // namespace firstlight::ui
