// Failure texts, replies and subscriptions.
#include "ui/client/failure_text.h"
#include "ui/client/reply.h"
#include "ui/client/subscription.h"
#include "ui/client/text_template.h"

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
    void placesAreReadBack_data();
    void placesAreReadBack();
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

void TestClientValues::placesAreReadBack_data()
{
    using Values = QMap<QString, QString>;
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("fits");
    QTest::addColumn<Values>("values");
    const auto row = [](const char* name, const char* pattern, const char* text, bool fits, const Values& values = {}) {
        QTest::newRow(name) << QString::fromLatin1(pattern) << QString::fromLatin1(text) << fits << values;
    };
    const QString a = QStringLiteral("a");
    const QString b = QStringLiteral("b");
    row("no place", "done", "done", true);
    row("no place, other text", "done", "done.", false);
    row("one", "{a} tensors", "12 tensors", true, {{a, QStringLiteral("12")}});
    row("two", "{a} of {b}", "1 of 2", true, {{a, QStringLiteral("1")}, {b, QStringLiteral("2")}});
    row("the last words end the text", "{a} s.", "5 s. of 6 s.", true, {{a, QStringLiteral("5 s. of 6")}});
    row("begins otherwise", "rank {a}", "Rank 1", false);
    row("ends otherwise", "{a} tensors", "12 tensors.", false);
    row("an empty place", "{a} of {b}", " of 2", false);
    row("words are missing", "{a} of {b}", "12", false);
}

void TestClientValues::placesAreReadBack()
{
    using Values = QMap<QString, QString>;
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(bool, fits);
    QFETCH(Values, values);
    const auto read = readBack(pattern, text);
    QCOMPARE(read.has_value(), fits);
    if (fits) {
        QCOMPARE(*read, values);
        QCOMPARE(fillIn(pattern, *read), text);
    }
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
