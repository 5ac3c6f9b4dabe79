#include "backend/base/failure.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/checkpoint/safetensors_header.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"

#include <QtTest>

using namespace firstlight;
using checkpoint::HeaderParser;
using checkpoint::ShardHeader;

namespace {

absl::StatusOr<ShardHeader> parse(const QByteArray& header)
{
    HeaderParser parser;
    std::string text = header.toStdString();
    text.resize(text.size() + HeaderParser::paddingBytes());
    return parser.parse("x.safetensors", text, static_cast<std::uint64_t>(header.size()));
}

std::string detailOf(const absl::Status& status)
{
    return base::failureInfo(status).arguments["detail"];
}

QByteArray entry(const char* dtype, const char* shape, const char* offsets)
{
    return QByteArray("{\"dtype\":\"") + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}";
}

} // namespace

class TestHeader : public QObject
{
    Q_OBJECT

private slots:
    void accepts_data();
    void accepts();
    void readsFields();
    void refuses_data();
    void refuses();
    void lengthWord_data();
    void lengthWord();
    void lengthPastTheEndIsTruncation();
    void oneParserReadsManyHeaders();
};

void TestHeader::accepts_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("dataBytes");
    QTest::newRow("empty") << QByteArray("{}") << 0 << 0;
    QTest::newRow("metadata only") << QByteArray(R"({"__metadata__":{"format":"pt"}})") << 0 << 0;
    QTest::newRow("white space around") << " \n{\"a\":" + entry("F32", "[2]", "[0,8]") + "}  \t\n " << 1 << 8;
    QTest::newRow("rank 0") << "{\"a\":" + entry("F32", "[]", "[0,4]") + "}" << 1 << 4;
    QTest::newRow("size 0") << "{\"a\":" + entry("F32", "[0]", "[0,0]") + "}" << 1 << 0;
    QTest::newRow("size 0 between others")
        << "{\"a\":" + entry("U8", "[4]", "[0,4]") + ",\"b\":" + entry("I64", "[7,0]", "[4,4]") +
               ",\"c\":" + entry("U8", "[1]", "[4,5]") + "}"
        << 3 << 5;
    QTest::newRow("any order") << "{\"a\":" + entry("U8", "[4]", "[2,6]") + ",\"b\":" + entry("U8", "[2]", "[0,2]") +
                                      "}"
                               << 2 << 6;
    QTest::newRow("half bytes") << "{\"a\":" + entry("F4", "[2,3]", "[0,3]") + "}" << 1 << 3;
    QTest::newRow("six bits") << "{\"a\":" + entry("F6_E2M3", "[4]", "[0,3]") + "}" << 1 << 3;
    QTest::newRow("unknown field") << QByteArray(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"note":[{}]}})")
                                   << 1 << 1;
    QTest::newRow("escaped name") << QByteArray(R"({"\u0061\n\"":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})")
                                  << 1 << 1;
}

void TestHeader::accepts()
{
    QFETCH(QByteArray, header);
    QFETCH(int, count);
    QFETCH(int, dataBytes);
    const auto parsed = parse(header);
    QVERIFY2(parsed.ok(), std::string(parsed.status().message()).c_str());
    QCOMPARE(static_cast<int>(parsed->tensors.size()), count);
    QCOMPARE(parsed->fileBytes, static_cast<std::uint64_t>(8 + header.size() + dataBytes));
}

void TestHeader::readsFields()
{
    const QByteArray header =
        "{\"z\":" + entry("BF16", "[2,3]", "[0,12]") + ",\"a\":" + entry("U8", "[5]", "[12,17]") + "}";
    const auto parsed = parse(header);
    QVERIFY(parsed.ok());
    const checkpoint::TensorEntry& a = parsed->tensors[0];
    const checkpoint::TensorEntry& z = parsed->tensors[1];
    QCOMPARE(a.name, std::string("a"));
    QCOMPARE(z.name, std::string("z"));
    QCOMPARE(z.dtype, checkpoint::DType::kBF16);
    QCOMPARE(z.shape, (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(z.elementCount(), std::int64_t{6});
    QCOMPARE(z.offsetBytes, static_cast<std::uint64_t>(8 + header.size()));
    QCOMPARE(z.sizeBytes, std::uint64_t{12});
    QCOMPARE(a.offsetBytes, z.offsetBytes + 12);
}

void TestHeader::refuses_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("why");
    QTest::newRow("nothing") << QByteArray() << "not JSON";
    QTest::newRow("text") << QByteArray("hello") << "not JSON";
    QTest::newRow("a list") << QByteArray("[]") << "not a JSON object";
    QTest::newRow("cut off") << QByteArray(R"({"a":{"dtype":"U8")") << "not JSON";
    QTest::newRow("two documents") << QByteArray("{}{}") << "not JSON";
    QTest::newRow("no UTF-8") << QByteArray("{\"\xff\":" + entry("U8", "[1]", "[0,1]") + "}") << "not JSON";
    QTest::newRow("too deep") << QByteArray(R"({"a":)") + QByteArray(2000, '[') + QByteArray(2000, ']') + "}"
                              << "not JSON";
    QTest::newRow("no object") << QByteArray(R"({"a":1})") << "tensor \"a\" is not an object";
    QTest::newRow("no dtype") << QByteArray(R"({"a":{"shape":[1],"data_offsets":[0,1]}})") << "lacks dtype";
    QTest::newRow("no shape") << QByteArray(R"({"a":{"dtype":"U8","data_offsets":[0,1]}})") << "lacks dtype, shape";
    QTest::newRow("no offsets") << QByteArray(R"({"a":{"dtype":"U8","shape":[1]}})") << "data_offsets";
    QTest::newRow("dtype unknown") << "{\"a\":" + entry("Q4", "[1]", "[0,1]") + "}"
                                   << "unknown dtype \"Q4\"";
    QTest::newRow("dtype number") << QByteArray(R"({"a":{"dtype":8,"shape":[1],"data_offsets":[0,1]}})")
                                  << "dtype that is not a string";
    QTest::newRow("shape text") << "{\"a\":" + entry("U8", "\"1\"", "[0,1]") + "}"
                                << "shape that is not a list";
    QTest::newRow("dimension negative") << "{\"a\":" + entry("U8", "[-1]", "[0,1]") + "}"
                                        << "dimension";
    QTest::newRow("dimension real") << "{\"a\":" + entry("U8", "[1.0]", "[0,1]") + "}"
                                    << "dimension";
    QTest::newRow("dimension huge") << "{\"a\":" + entry("U8", "[18446744073709551615]", "[0,1]") + "}"
                                    << "dimension";
    QTest::newRow("offsets one") << "{\"a\":" + entry("U8", "[1]", "[0]") + "}"
                                 << "two whole numbers";
    QTest::newRow("offsets three") << "{\"a\":" + entry("U8", "[1]", "[0,1,2]") + "}"
                                   << "two whole numbers";
    QTest::newRow("offset negative") << "{\"a\":" + entry("U8", "[1]", "[-1,0]") + "}"
                                     << "two whole numbers";
    QTest::newRow("backwards") << "{\"a\":" + entry("U8", "[1]", "[1,0]") + "}"
                               << "ends before it begins";
    QTest::newRow("first gap") << "{\"a\":" + entry("U8", "[1]", "[1,2]") + "}"
                               << "leaves a gap";
    QTest::newRow("gap") << "{\"a\":" + entry("U8", "[1]", "[0,1]") + ",\"b\":" + entry("U8", "[1]", "[2,3]") + "}"
                         << "tensor \"b\" leaves a gap";
    QTest::newRow("overlap") << "{\"a\":" + entry("U8", "[2]", "[0,2]") + ",\"b\":" + entry("U8", "[2]", "[1,3]") + "}"
                             << "overlaps";
    QTest::newRow("same place") << "{\"a\":" + entry("U8", "[2]", "[0,2]") + ",\"b\":" + entry("U8", "[2]", "[0,2]") +
                                       "}"
                                << "overlaps";
    QTest::newRow("too long") << "{\"a\":" + entry("F32", "[2]", "[0,9]") + "}"
                              << "has 9 bytes, its shape and dtype need 8";
    QTest::newRow("too short") << "{\"a\":" + entry("F32", "[2]", "[0,7]") + "}"
                               << "has 7 bytes";
    QTest::newRow("half a byte") << "{\"a\":" + entry("F4", "[3]", "[0,2]") + "}"
                                 << "whole bytes";
    QTest::newRow("shape overflows") << "{\"a\":" + entry("U8", "[4294967296,4294967296,4294967296]", "[0,0]") + "}"
                                     << "overflows";
    QTest::newRow("overflow to zero") << "{\"a\":" + entry("U8", "[4611686018427387904,4]", "[0,0]") + "}"
                                      << "overflows";
    QTest::newRow("bits overflow") << "{\"a\":" + entry("F32", "[4611686018427387904]", "[0,0]") + "}"
                                   << "overflows";
    QTest::newRow("twice") << "{\"a\":" + entry("U8", "[1]", "[0,1]") + ",\"a\":" + entry("U8", "[1]", "[1,2]") + "}"
                           << "tensor \"a\" appears twice";
    QTest::newRow("field twice") << QByteArray(R"({"a":{"dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1]}})")
                                 << "has dtype twice";
    QTest::newRow("metadata list") << QByteArray(R"({"__metadata__":[]})") << "__metadata__ is not an object";
    QTest::newRow("metadata number") << QByteArray(R"({"__metadata__":{"a":1}})") << "is not a string";
    QTest::newRow("metadata twice") << QByteArray(R"({"__metadata__":{},"__metadata__":{}})") << "appears twice";
}

void TestHeader::refuses()
{
    QFETCH(QByteArray, header);
    QFETCH(QString, why);
    const auto parsed = parse(header);
    QVERIFY(!parsed.ok());
    QCOMPARE(base::failureInfo(parsed.status()).reasonId, std::string(reasons::kFileInvalid.id));
    QVERIFY2(detailOf(parsed.status()).find(why.toStdString()) != std::string::npos, detailOf(parsed.status()).c_str());
}

void TestHeader::lengthWord_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("why"); // empty: accepted
    const auto word = [](quint64 length) {
        QByteArray bytes(8, '\0');
        qToLittleEndian(length, bytes.data());
        return bytes;
    };
    QTest::newRow("good") << word(2) + "{}"
                          << "";
    QTest::newRow("empty file") << QByteArray() << "it is empty";
    QTest::newRow("seven bytes") << QByteArray("\x02\0\0\0\0\0\0", 7) << "it has only 7 bytes";
    QTest::newRow("over the limit") << word(100'000'001) + "{}"
                                    << "would have 100000001 bytes";
    QTest::newRow("largest") << word(~quint64{0}) + "{}"
                             << "would have 18446744073709551615 bytes";
    QTest::newRow("LFS pointer") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n")
                                 << "Git LFS pointer";
    QTest::newRow("web page") << QByteArray("\n <!DOCTYPE html><html><body>404") << "web page";
    QTest::newRow("zeros") << QByteArray(4096, '\0') << "begins with zeros";
    QTest::newRow("JSON") << QByteArray(R"({"error": "not found"})") << "JSON text";
    QTest::newRow("zip") << QByteArray("PK\x03\x04 rest of it", 14) << "zip archive";
    QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08\0\0\0\0\0\0", 9) << "gzip";
    QTest::newRow("GGUF") << QByteArray("GGUF\x03\0\0\0rest", 12) << "GGUF";
}

void TestHeader::lengthWord()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, why);
    const auto length =
        checkpoint::headerLength("x.safetensors", bytes.left(checkpoint::kForeignProbeBytes).toStdString(),
                                 static_cast<std::uint64_t>(bytes.size()));
    if (why.isEmpty()) {
        QCOMPARE(*length, std::uint64_t{2});
        return;
    }
    QVERIFY(!length.ok());
    QVERIFY2(detailOf(length.status()).find(why.toStdString()) != std::string::npos, detailOf(length.status()).c_str());
}

void TestHeader::lengthPastTheEndIsTruncation()
{
    const QByteArray whole = test::shardBytes("{\"a\":" + entry("U8", "[1]", "[0,1]") + "}", 1);
    const auto length = checkpoint::headerLength("x.safetensors", whole.left(20).toStdString(), 20);
    const auto info = base::failureInfo(length.status());
    QCOMPARE(info.reasonId, std::string(reasons::kShardTruncated.id));
    QCOMPARE(info.arguments.at("found_bytes"), std::string("20"));
    QCOMPARE(info.arguments.at("expected_bytes"), std::to_string(whole.size() - 1));
}

void TestHeader::oneParserReadsManyHeaders()
{
    HeaderParser parser;
    for (int round = 0; round < 3; ++round) {
        for (const QByteArray& header : {QByteArray("{\"a\":" + entry("U8", "[1]", "[0,1]") + "}"), QByteArray("{")}) {
            std::string text = header.toStdString();
            text.resize(text.size() + HeaderParser::paddingBytes());
            const auto parsed = parser.parse("x", text, static_cast<std::uint64_t>(header.size()));
            QCOMPARE(parsed.ok(), header.size() > 1);
        }
    }
}

QTEST_GUILESS_MAIN(TestHeader)
#include "tst_header.moc"
