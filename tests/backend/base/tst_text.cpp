#include "backend/base/text.h"

#include <QtTest>

using namespace firstlight;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void neverInsideOfACharacter();
    void brokenBytesAreReplaced();
};

void TestText::neverInsideOfACharacter()
{
    const std::string text = "a\u00e9\u4f60\U0001F600z"; // 1, 2, 3, 4 and 1 bytes
    const std::size_t ends[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (std::size_t most = 0; most < std::size(ends); ++most) {
        QCOMPARE(base::cutText(text, most).size(), ends[most]);
    }
}

void TestText::brokenBytesAreReplaced()
{
    QCOMPARE(base::validText("plain \u4f60"), std::string("plain \u4f60"));
    QCOMPARE(base::validText("a\xFF"
                             "b"),
             std::string("a\uFFFD"
                         "b"));
    QVERIFY(QString::fromUtf8(base::validText("\xE4\xBD").c_str()).contains(QChar(0xFFFD)));
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
