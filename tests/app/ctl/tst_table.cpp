#include "app/ctl/table.h"

#include <QTest>

using firstlight::ctl::Table;

class TestTable : public QObject
{
    Q_OBJECT

private slots:
    void wordsLeftNumbersRight();
    void charactersCountNotBytes();
};

void TestTable::wordsLeftNumbersRight()
{
    Table table({"NAME", "COUNT"});
    QVERIFY(table.empty());
    table.add({"a", "5"});
    table.add({"longer", "1234567"});
    table.add({"b", "-"});
    QCOMPARE(table.text(), std::string("NAME      COUNT\n"
                                       "a             5\n"
                                       "longer  1234567\n"
                                       "b             -\n"));
}

void TestTable::charactersCountNotBytes()
{
    Table table({"NAME", "X"});
    table.add({"\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", "y"});
    QCOMPARE(table.text(), std::string("NAME   X\n\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4  y\n"));
}

QTEST_GUILESS_MAIN(TestTable)
#include "tst_table.moc"
