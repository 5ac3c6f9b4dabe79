#include "backend/checkpoint/byte_source.h"
#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/checkpoint/gguf_header.h"
#include "backend/checkpoint/gguf_vocabulary.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/backend/checkpoint/gguf_bytes.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace firstlight;
using checkpoint::GgufHeader;
using checkpoint::GgufMetadata;
using checkpoint::GgufValue;
using test::ggufEntry;
using test::ggufList;
using test::ggufTensor;
using test::ggufText;
using test::littleEndian;

namespace {

constexpr quint32 kF32 = 0;
constexpr quint32 kQ4K = 12;
constexpr quint32 kTypeBool = 7;
constexpr quint32 kTypeText = 8;
constexpr quint32 kTypeList = 9;
constexpr quint32 kTypeU32 = 4;

absl::StatusOr<GgufHeader> parse(const QByteArray& bytes)
{
    const checkpoint::MemorySource source({bytes.data(), static_cast<std::size_t>(bytes.size())});
    return checkpoint::readGgufHeader(source, "x.gguf");
}

test::GgufBytes twoTensors()
{
    test::GgufBytes bytes;
    bytes.entries = {ggufEntry("general.architecture", kTypeText, ggufText("llama"))};
    bytes.tensors = {ggufTensor("b", {3, 2}, kF32, 0), ggufTensor("a", {4}, kF32, 32)};
    bytes.dataBytes = 48;
    return bytes;
}

} // namespace

class TestGguf : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsWhatTheReferenceReads_data();
    void readsWhatTheReferenceReads();
    void valuesOfAllKinds();
    void vocabulary();
    void version2();
    void refuses_data();
    void refuses();
    void everyCutIsNoticed();
    void dataThatIsMissingOrTooMuch();
    void headersLongerThanTheFirstRead();
    void splitModel();
    void splitWithAMissingPart();
    void splitWithAWrongPart();
    void severalModelsInAFolder();
    void notAGgufFile_data();
    void notAGgufFile();

private:
    void copyFixtures(const QStringList& names) const
    {
        for (const QString& name : names) {
            QVERIFY(QFile::copy(test::formatPath("gguf/" + name), folder().filePath(name)));
        }
    }
    QDir folder() const { return QDir(m_dir->path()); }
    std::string path() const { return m_dir->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestGguf::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void TestGguf::readsWhatTheReferenceReads_data()
{
    QTest::addColumn<QString>("file");
    const nlohmann::json reference = test::formatReference("gguf");
    for (const auto& [name, tensors] : reference.items()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TestGguf::readsWhatTheReferenceReads()
{
    QFETCH(QString, file);
    const QByteArray bytes = test::readFile(test::formatPath("gguf/" + file));
    const auto header = parse(bytes);
    QVERIFY2(header.ok(), std::string(header.status().message()).c_str());
    nlohmann::json expected = test::formatReference("gguf").at(file.toStdString());
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a["name"] < b["name"]; });
    QCOMPARE(header->tensors.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const checkpoint::TensorEntry& tensor = header->tensors[i];
        QCOMPARE(test::difference(expected[i], tensor), std::string());
        QCOMPARE(tensor.offsetBytes, expected[i].at("offset").get<std::uint64_t>());
        QCOMPARE(tensor.sizeBytes, expected[i].at("bytes").get<std::uint64_t>());
    }
    const auto size = static_cast<std::uint64_t>(bytes.size());
    QVERIFY(header->fileBytes <= size && size <= header->fileBytes + header->paddingBytes);
}

void TestGguf::valuesOfAllKinds()
{
    const auto header = parse(test::readFile(test::formatPath("gguf/values.gguf")));
    QVERIFY(header.ok());
    const GgufMetadata& values = header->metadata;
    QCOMPARE(values.version, 3U);
    QCOMPARE(values.architecture(), std::string("test"));
    const std::pair<const char*, std::int64_t> integers[] = {
        {"u8", 200},         {"i8", -100},         {"u16", 60000},       {"i16", -30000},
        {"u32", 4000000000}, {"i32", -2000000000}, {"i64", -(1LL << 62)}};
    for (const auto& [name, expected] : integers) {
        QCOMPARE(values.integer(std::string("test.") + name), std::optional<std::int64_t>(expected));
    }
    QVERIFY(!values.integer("test.u64").has_value()); // it leaves 63 bits
    QCOMPARE(std::get<std::uint64_t>(values.values.find("test.u64")->second.content), ~std::uint64_t{0});
    QCOMPARE(values.real("test.f32"), std::optional<double>(static_cast<double>(0.1F)));
    QCOMPARE(values.real("test.f64"), std::optional<double>(0.1));
    QCOMPARE(values.real("test.u8"), std::optional<double>(200.0));
    QCOMPARE(values.boolean("test.truth"), std::optional<bool>(true));
    QCOMPARE(values.text("test.text"), std::string("h\u00e9llo \u6f22"));
    QCOMPARE(*values.integers("test.integers"), (std::vector<std::int64_t>{1, -2, 3}));
    QCOMPARE(*values.reals("test.reals"), (std::vector<double>{0.5, -1.5}));
    QCOMPARE(*values.integers("test.truths"), (std::vector<std::int64_t>{1, 0}));
    QCOMPARE(*values.texts("test.texts"), (std::vector<std::string>{"a", "", "\u00e9"}));
    const auto& lists = std::get<std::vector<GgufValue>>(values.values.find("test.lists")->second.content);
    QCOMPARE(lists.size(), std::size_t{2});
    QCOMPARE(std::get<std::vector<std::int64_t>>(lists[0].content), (std::vector<std::int64_t>{1, 2}));
    QVERIFY(!values.integer("test.none").has_value());
    QVERIFY(!values.integer("test.text").has_value());
    QVERIFY(values.text("test.u8").empty());
    QVERIFY(values.texts("test.integers") == nullptr);
}

void TestGguf::vocabulary()
{
    const auto header = parse(test::readFile(test::formatPath("gguf/tiny.gguf")));
    QVERIFY(header.ok());
    const auto lists = checkpoint::readGgufVocabulary(header->metadata);
    QVERIFY(lists.has_value());
    QCOMPARE(lists->model, std::string("gpt2"));
    QCOMPARE(lists->preTokenizer, std::string("qwen2"));
    QCOMPARE(lists->tokens.size(), std::size_t{8});
    QCOMPARE(lists->tokens[5], std::string("\u0120"));
    QCOMPARE(lists->types, (std::vector<std::int64_t>{3, 1, 1, 1, 3, 1, 1, 1}));
    QCOMPARE(lists->merges, std::vector<std::string>{"a b"});
    QCOMPARE(lists->beginId, std::optional<std::int64_t>(0));
    QCOMPARE(lists->endId, std::optional<std::int64_t>(4));
    QCOMPARE(lists->addBegin, std::optional<bool>(true));
    QVERIFY(!lists->addEnd.has_value());
    QCOMPARE(lists->chatTemplate, std::string("{{ messages }}"));
    const auto none = parse(test::readFile(test::formatPath("gguf/values.gguf")));
    QVERIFY(!checkpoint::readGgufVocabulary(none->metadata).has_value());
}

void TestGguf::version2()
{
    test::GgufBytes bytes = twoTensors();
    bytes.version = 2;
    const auto header = parse(bytes.file());
    QVERIFY2(header.ok(), std::string(header.status().message()).c_str());
    QCOMPARE(header->tensors[1].name, std::string("b"));
    QCOMPARE(header->tensors[1].shape, (std::vector<std::int64_t>{2, 3})); // the file has the innermost first
}

void TestGguf::refuses_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* why, const test::GgufBytes& bytes) {
        QTest::newRow(why) << bytes.file() << QString(why);
    };
    const auto start = [&](const char* why, const QByteArray& magic, quint32 version) {
        test::GgufBytes bytes = twoTensors();
        bytes.magic = magic;
        bytes.version = version;
        row(why, bytes);
    };
    start("before GGUF", "tjgg", 3);
    start("does not begin with", "\x01\x02\x03\x04", 3);
    start("big-endian machines (version 3)", "GGUF", 0x03000000);
    start("GGUF version 1;", "GGUF", 1);
    start("GGUF version 4;", "GGUF", 4);
    start("GGUF version 0;", "GGUF", 0);
    const auto entry = [&](const char* why, const QByteArray& bytes) {
        test::GgufBytes file = twoTensors();
        file.entries.append(bytes);
        row(why, file);
    };
    entry("\"k\" has the unknown type 13", ggufEntry("k", 13, "x"));
    entry("\"k\" has a truth value of 2", ggufEntry("k", kTypeBool, "\x02"));
    entry("\"general.architecture\" appears twice", ggufEntry("general.architecture", kTypeText, ggufText("x")));
    entry("the key \"\\xff\", which is no text", ggufEntry("\xff", kTypeBool, "\x01"));
    entry("the key \"\", which is no text", ggufEntry("", kTypeBool, "\x01"));
    entry("a key of 65536 bytes", ggufEntry(QByteArray(65536, 'k'), kTypeBool, "\x01"));
    entry("has a text of 18446744073709551615 bytes", ggufEntry("k", kTypeText, littleEndian(~quint64{0})));
    entry("entries, more than the file can hold", ggufEntry("k", kTypeList, ggufList(kTypeText, 1000, "")));
    entry("a list of 4611686018427387904 entries", ggufEntry("k", kTypeList, ggufList(0, quint64{1} << 62, "")));
    entry("has the unknown type 99", ggufEntry("k", kTypeList, ggufList(99, 1, QByteArray(16, 'x'))));
    QByteArray deep = ggufList(0, 1, "x");
    for (int i = 0; i < 8; ++i) {
        deep = ggufList(kTypeList, 1, deep);
    }
    entry("lists in lists, more than 8 deep", ggufEntry("k", kTypeList, deep));
    const auto alignment = [&](const char* why, quint32 type, const QByteArray& value) {
        entry(why, ggufEntry("general.alignment", type, value));
    };
    alignment("general.alignment is 0;", kTypeU32, littleEndian<quint32>(0));
    alignment("general.alignment is 12;", kTypeU32, littleEndian<quint32>(12));
    alignment("general.alignment is 4294967288;", kTypeU32, littleEndian<quint32>(0xfffffff8));
    alignment("general.alignment is not a whole number", kTypeText, ggufText("32"));
    const auto tensor = [&](const char* why, const QByteArray& bytes) {
        test::GgufBytes file = twoTensors();
        file.tensors = {bytes};
        row(why, file);
    };
    tensor("tensor \"a\" has 5 dimensions", ggufTensor("a", {1, 1, 1, 1, 1}, kF32, 0));
    tensor("tensor \"a\" has the unknown type 4", ggufTensor("a", {1}, 4, 0));
    tensor("tensor \"a\" has the unknown type 9", ggufTensor("a", {32}, 9, 0)); // Q8_1 is never stored
    tensor("tensor \"a\" has a shape whose size overflows", ggufTensor("a", {-1}, kF32, 0));
    tensor("\"b\" has a shape whose size overflows", ggufTensor("b", {1LL << 32, 1LL << 32}, kF32, 0));
    tensor("\"c\" has a shape whose size overflows", ggufTensor("c", {1LL << 62}, kF32, 0));
    tensor("which do not fill blocks of Q4_K", ggufTensor("a", {128, 2}, kQ4K, 0));
    tensor("begins at 4, which is not aligned", ggufTensor("a", {1}, kF32, 4));
    tensor("tensor \"a\" leaves a gap before it", ggufTensor("a", {1}, kF32, 32));
    tensor("the name \"\", which is no text", ggufTensor("", {1}, kF32, 0));
    tensor("a tensor name of 300 bytes", ggufTensor(QByteArray(300, 'n'), {1}, kF32, 0));
    const auto pair = [&](const char* why, const QByteArray& first, const QByteArray& second) {
        test::GgufBytes file = twoTensors();
        file.tensors = {first, second};
        row(why, file);
    };
    pair("tensor \"a\" appears twice", ggufTensor("a", {8}, kF32, 0), ggufTensor("a", {4}, kF32, 32));
    pair("overlaps another one", ggufTensor("a", {8}, kF32, 0), ggufTensor("b", {4}, kF32, 0));
    pair("leaves a gap before it", ggufTensor("a", {8}, kF32, 0), ggufTensor("b", {4}, kF32, 64));
    const auto counts = [&](const char* why, qint64 entries, qint64 tensors) {
        test::GgufBytes file = twoTensors();
        file.entryCount = entries;
        file.tensorCount = tensors;
        row(why, file);
    };
    counts("it would have 1000000 metadata entries", 1'000'000, 0);
    counts("it would have 9223372036854775807 metadata entries", std::numeric_limits<qint64>::max(), 0);
    counts("it would have 3000 tensors", 0, 3000);
}

void TestGguf::refuses()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, why);
    const auto header = parse(file);
    QVERIFY(!header.ok());
    QCOMPARE(test::reasonOf(header.status()), std::string(reasons::kFileInvalid.id));
    const std::string detail = test::detailOf(header.status());
    QVERIFY2(detail.find(why.toStdString()) != std::string::npos, detail.c_str());
}

void TestGguf::everyCutIsNoticed()
{
    const QByteArray whole = test::readFile(test::formatPath("gguf/tiny.gguf"));
    const auto header = parse(whole);
    QVERIFY(header.ok());
    for (qsizetype size = 0; size < static_cast<qsizetype>(header->headerBytes) - 32; ++size) {
        const auto cut = parse(whole.left(size));
        QVERIFY(!cut.ok());
    }
    const auto late = parse(whole.left(static_cast<qsizetype>(header->headerBytes) - 40));
    QCOMPARE(test::reasonOf(late.status()), std::string(reasons::kShardTruncated.id));
}

void TestGguf::dataThatIsMissingOrTooMuch()
{
    const QByteArray whole = twoTensors().file();
    const auto problems = [&](const QByteArray& bytes) {
        test::writeFile(folder(), "x.gguf", bytes);
        return test::reasonsOf(checkpoint::surveyCheckpoint(path()).problems);
    };
    QCOMPARE(problems(whole), QStringList());
    QCOMPARE(problems(whole + QByteArray(16, '\0')), QStringList()); // padding to the alignment
    QCOMPARE(problems(whole + QByteArray(17, '\0')), QStringList{"FILE_INVALID"});
    QCOMPARE(problems(whole.chopped(1)), QStringList{"SHARD_TRUNCATED"});
}

void TestGguf::headersLongerThanTheFirstRead()
{
    test::GgufBytes bytes = twoTensors();
    QByteArray texts;
    constexpr quint64 kCount = 200'000;
    for (quint64 i = 0; i < kCount; ++i) {
        texts += ggufText(QByteArray::number(i));
    }
    QVERIFY(texts.size() > 2 << 20);
    bytes.entries.append(ggufEntry("many", kTypeList, ggufList(kTypeText, kCount, texts)));
    const auto header = parse(bytes.file());
    QVERIFY2(header.ok(), std::string(header.status().message()).c_str());
    const auto* many = header->metadata.texts("many");
    QCOMPARE(many->size(), std::size_t{kCount});
    QCOMPARE(many->back(), std::to_string(kCount - 1));
}

void TestGguf::splitModel()
{
    const QStringList names{"split-00001-of-00003.gguf", "split-00002-of-00003.gguf", "split-00003-of-00003.gguf"};
    copyFixtures(names);
    for (const std::string& place : {path(), path() + "/split-00002-of-00003.gguf"}) {
        const auto index = checkpoint::openCheckpoint(place);
        QVERIFY2(index.ok(), std::string(index.status().message()).c_str());
        QCOMPARE(index->files.size(), std::size_t{3});
        QVERIFY(index->find("blk.0.ffn_down.weight") != nullptr);
    }
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(survey.format, checkpoint::WeightFormat::kGguf);
    QCOMPARE(survey.gguf->architecture(), std::string("qwen2"));
}

void TestGguf::splitWithAMissingPart()
{
    copyFixtures({"split-00001-of-00003.gguf", "split-00003-of-00003.gguf"});
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(survey.problems), QStringList{"SHARD_MISSING"});
    QVERIFY(survey.gguf != nullptr);
}

void TestGguf::splitWithAWrongPart()
{
    copyFixtures({"split-00001-of-00003.gguf", "split-00003-of-00003.gguf"});
    QVERIFY(QFile::copy(test::formatPath("gguf/split-00003-of-00003.gguf"),
                        folder().filePath("split-00002-of-00003.gguf")));
    const auto problems = checkpoint::surveyCheckpoint(path()).problems;
    QVERIFY(test::reasonsOf(problems).contains("INDEX_MISMATCH"));
    QCOMPARE(test::detailOf(problems.front()), std::string("split.no is 2 instead of 1"));

    QVERIFY(QFile::remove(folder().filePath("split-00001-of-00003.gguf")));
    QVERIFY(QFile::copy(test::formatPath("gguf/split-00001-of-00003.gguf"), folder().filePath("alone.gguf")));
    const auto alone = checkpoint::surveyCheckpoint(path(), "alone.gguf").problems;
    QCOMPARE(test::reasonsOf(alone), QStringList{"INDEX_MISMATCH"});
    QVERIFY(test::detailOf(alone.front()).find("part 1 of 3, but its name") != std::string::npos);
}

void TestGguf::severalModelsInAFolder()
{
    copyFixtures({"tiny.gguf", "values.gguf"});
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(survey.problems), QStringList{"CHOICE_NEEDED"});
    QCOMPARE(base::failureInfo(survey.problems.front()).arguments.at("files"), std::string("tiny.gguf, values.gguf"));
    QVERIFY(checkpoint::openCheckpoint(path() + "/tiny.gguf").ok());

    QVERIFY(QFile::remove(folder().filePath("values.gguf")));
    copyFixtures({"types.gguf"});
    QVERIFY(QFile::rename(folder().filePath("types.gguf"), folder().filePath("mmproj-tiny.gguf")));
    const auto withVision = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(withVision.problems), QStringList());
    QCOMPARE(test::reasonsOf(withVision.remarks), QStringList{"FILE_UNUSED"});
    QCOMPARE(withVision.index.files.front().name, std::string("tiny.gguf"));
}

void TestGguf::notAGgufFile_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("why");
    QTest::newRow("pointer") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:0\n") << "Git LFS";
    QTest::newRow("page") << QByteArray("<!DOCTYPE html><html>") << "web page";
    QTest::newRow("JSON") << QByteArray(R"({"error":"Repository not found"})") << "an error message";
    QTest::newRow("sentence") << QByteArray("Access to this model is restricted.\nLog in.") << "Access to this model";
    QTest::newRow("zeros") << QByteArray(4096, '\0') << "begins with zeros";
    QTest::newRow("empty") << QByteArray() << "it is empty";
}

void TestGguf::notAGgufFile()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, why);
    const auto header = parse(bytes);
    QVERIFY(!header.ok());
    const std::string detail = test::detailOf(header.status());
    QVERIFY2(detail.find(why.toStdString()) != std::string::npos, detail.c_str());
}

QTEST_GUILESS_MAIN(TestGguf)
#include "tst_gguf.moc"
