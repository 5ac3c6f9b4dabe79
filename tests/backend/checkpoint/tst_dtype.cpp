#include "backend/checkpoint/checkpoint_index.h"

#include <QtTest>

using namespace firstlight::checkpoint;

class TestDType : public QObject
{
    Q_OBJECT

private slots:
    void namesAreThoseOfTheFormat_data();
    void namesAreThoseOfTheFormat();
    void unknownNamesAreRefused();
};

void TestDType::namesAreThoseOfTheFormat_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("bits");
    const std::pair<const char*, int> rows[] = {
        {"BOOL", 8},    {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6},     {"U8", 8},          {"I8", 8},
        {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},
        {"U16", 16},    {"F16", 16},    {"BF16", 16},   {"I32", 32},        {"U32", 32},        {"F32", 32},
        {"C64", 64},    {"F64", 64},    {"I64", 64},    {"U64", 64}};
    for (const auto& [name, bits] : rows) {
        QTest::newRow(name) << QByteArray(name) << bits;
    }
}

void TestDType::namesAreThoseOfTheFormat()
{
    QFETCH(QByteArray, name);
    QFETCH(int, bits);
    const auto dtype = dtypeFromName(name.toStdString());
    QVERIFY(dtype.has_value());
    QCOMPARE(dtypeBits(*dtype), bits);
    QCOMPARE(QByteArray::fromStdString(std::string(dtypeName(*dtype))), name);
}

void TestDType::unknownNamesAreRefused()
{
    for (const char* name : {"", "bf16", "BF16 ", "F8", "FLOAT32"}) {
        QVERIFY2(!dtypeFromName(name).has_value(), name);
    }
}

QTEST_GUILESS_MAIN(TestDType)
#include "tst_dtype.moc"
