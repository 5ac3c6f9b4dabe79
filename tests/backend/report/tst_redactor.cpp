#include "backend/report/redactor.h"

#include <QTest>

using firstlight::report::Redactor;

class TestRedactor : public QObject
{
    Q_OBJECT

private slots:
    void redacts_data();
    void redacts();
};

void TestRedactor::redacts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("home path") << "/home/ada/models/x"
                               << "~/models/x";
    QTest::newRow("home itself") << "in /home/ada."
                                 << "in ~.";
    QTest::newRow("other home stays") << "/home/adam/x"
                                      << "/home/adam/x";
    QTest::newRow("user as a word") << "login ada ok"
                                    << "login user ok";
    QTest::newRow("user inside a word stays") << "adapter"
                                              << "adapter";
    QTest::newRow("known secret") << "x=s3cret!"
                                  << "x=[redacted]";
    QTest::newRow("bearer") << "authorization: Bearer abc.def next"
                            << "authorization: Bearer [redacted] next";
    QTest::newRow("token field") << "token=abc&x=1"
                                 << "token=[redacted]&x=1";
    QTest::newRow("hex of a token") << "key 0123456789abcdef0123456789abcdef end"
                                    << "key [redacted] end";
    QTest::newRow("short hash stays") << "xxh3 0123456789abcdef"
                                      << "xxh3 0123456789abcdef";
    QTest::newRow("plain") << "Rank 1 ended."
                           << "Rank 1 ended.";
}

void TestRedactor::redacts()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const Redactor redactor("/home/ada", "ada", {"s3cret!", ""});
    QCOMPARE(QString::fromStdString(redactor.redact(text.toStdString())), expected);
}

QTEST_GUILESS_MAIN(TestRedactor)
#include "tst_redactor.moc"
