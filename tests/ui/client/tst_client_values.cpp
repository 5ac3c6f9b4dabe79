// Failure texts, replies and subscriptions.
#include "ui/client/failure_text.h"
#include "ui/client/reply.h"
#include "ui/client/subscription.h"

#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

using namespace firstlight;
using namespace firstlight::ui;

namespace {

// Says every text backwards.
class Backwards : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char* context, const char* text, const char*, int) const override
    {
        return qstrcmp(context, "Failure") == 0 ? QStringLiteral("[%1]").arg(QString::fromUtf8(text)) : QString();
    }
};

} // namespace

class TestClientValues : public QObject
{
    Q_OBJECT

private slots:
    void everyReasonSaysWhatAndWhatNext();
    void argumentsAreFilledIn();
    void argumentsAreNotFilledInTwice();
    void missingArgumentsStayVisible();
    void textsAreTranslatedBeforeArgumentsAreFilledIn();
    void unknownReasonsSpeakForThemselves();
    void aReplyIsDroppedWithItsGuard();
    void aSubscriptionEndsOnce();
    void aMovedSubscriptionEndsOnce();
};

void TestClientValues::everyReasonSaysWhatAndWhatNext()
{
    for (const FailureReason* reason : kAllFailureReasons) {
        const FailureText text = failureText(makeFailure(*reason));
        QVERIFY2(text.what.endsWith(QLatin1Char('.')) || text.what.endsWith(QLatin1Char('}')), reason->what);
        QVERIFY2(text.nextStep.size() > 5, reason->nextStep);
    }
}

void TestClientValues::argumentsAreFilledIn()
{
    const Failure failure =
        makeFailure(reasons::kRankExited, {{QStringLiteral("rank"), QStringLiteral("3")},
                                           {QStringLiteral("node"), QStringLiteral("node-1")},
                                           {QStringLiteral("how"), QStringLiteral("killed by signal 9")}});
    QCOMPARE(failureText(failure).what, QStringLiteral("Rank 3 on node-1 ended unexpectedly (killed by signal 9)."));
    QVERIFY(failureSentence(failure).startsWith(failureText(failure).what));
    QVERIFY(failureSentence(failure).endsWith(failureText(failure).nextStep));
}

void TestClientValues::argumentsAreNotFilledInTwice()
{
    const Failure failure = makeFailure(reasons::kPathMissing, {{QStringLiteral("path"), QStringLiteral("/a/{detail}")},
                                                                {QStringLiteral("detail"), QStringLiteral("gone")}});
    QVERIFY(failureText(failure).what.contains(QStringLiteral("/a/{detail}")));
}

void TestClientValues::missingArgumentsStayVisible()
{
    QVERIFY(failureText(makeFailure(reasons::kNodeLost)).what.contains(QStringLiteral("{node}")));
}

void TestClientValues::textsAreTranslatedBeforeArgumentsAreFilledIn()
{
    Backwards translator;
    QCoreApplication::installTranslator(&translator);
    const QString what =
        failureText(makeFailure(reasons::kNodeLost, {{QStringLiteral("node"), QStringLiteral("n")}})).what;
    QCoreApplication::removeTranslator(&translator);
    QVERIFY2(what.startsWith(QStringLiteral("[The agent of n ")), qPrintable(what));
}

void TestClientValues::unknownReasonsSpeakForThemselves()
{
    Failure failure;
    failure.reason = QStringLiteral("OF_A_NEWER_CONTROLLER");
    failure.what = QStringLiteral("Something new.");
    failure.nextStep = QStringLiteral("Update.");
    QCOMPARE(failureText(failure), (FailureText{QStringLiteral("Something new."), QStringLiteral("Update.")}));
    QVERIFY(failure.isSet());
    QVERIFY(!Failure().isSet());
}

void TestClientValues::aReplyIsDroppedWithItsGuard()
{
    int calls = 0;
    auto guard = std::make_unique<QObject>();
    const Reply<int> reply(guard.get(), [&calls](const Result<int>& result) { calls += result.value(); });
    reply(2);
    QCOMPARE(calls, 2);
    guard.reset();
    reply(2);
    QCOMPARE(calls, 2);
}

void TestClientValues::aSubscriptionEndsOnce()
{
    int ends = 0;
    {
        Subscription subscription([&ends] { ++ends; });
        QVERIFY(subscription.isActive());
        subscription.reset();
        QVERIFY(!subscription.isActive());
    }
    QCOMPARE(ends, 1);
}

void TestClientValues::aMovedSubscriptionEndsOnce()
{
    int ends = 0;
    {
        Subscription first([&ends] { ++ends; });
        Subscription second(std::move(first));
        QVERIFY(!first.isActive());
        Subscription third;
        third = std::move(second);
        QCOMPARE(ends, 0);
    }
    QCOMPARE(ends, 1);
}

QTEST_GUILESS_MAIN(TestClientValues)
#include "tst_client_values.moc"
