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
    void blocks_data();
    void blocks();
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

void TestDType::blocks_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<int>("elements");
    QTest::addColumn<int>("bytes");
    const std::tuple<DType, int, int> rows[] = {
        {DType::kBF16, 1, 2},    {DType::kF4, 2, 1},     {DType::kF6E2M3, 4, 3},  {DType::kQ4_0, 32, 18},
        {DType::kQ4K, 256, 144}, {DType::kQ8_0, 32, 34}, {DType::kMxFp4, 32, 17}, {DType::kNvFp4, 64, 36}};
    for (const auto& [dtype, elements, bytes] : rows) {
        QTest::newRow(std::string(dtypeName(dtype)).c_str()) << static_cast<int>(dtype) << elements << bytes;
    }
}

void TestDType::blocks()
{
    QFETCH(int, dtype);
    QFETCH(int, elements);
    QFETCH(int, bytes);
    const auto type = static_cast<DType>(dtype);
    QCOMPARE(blockLayout(type).elements, elements);
    QCOMPARE(blockLayout(type).bytes, bytes);
    const auto count = static_cast<std::uint64_t>(elements);
    QCOMPARE(packedBytes(type, 3 * count), std::optional<std::uint64_t>(3 * static_cast<std::uint64_t>(bytes)));
    QCOMPARE(packedBytes(type, count + 1).has_value(), elements == 1);
    QVERIFY(!packedBytes(type, ~std::uint64_t{0} / count * count).has_value());
    QCOMPARE(isBlockDType(type), type > DType::kU64);
    QCOMPARE(dtypeFromName(dtypeName(type)).has_value(), !isBlockDType(type)); // only of safetensors
}

QTEST_GUILESS_MAIN(TestDType)
#include "tst_dtype.moc"
