#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_index.h"
#include "backend/checkpoint/checkpoint_place.h"
#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/checkpoint/index_file.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/support/status_check.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>

using namespace firstlight;
using test::vectorShard;
using test::writeFile;

namespace {

const QString kIndex = QStringLiteral("model.safetensors.index.json");

QByteArray indexJson(const QList<std::pair<QByteArray, QByteArray>>& entries)
{
    QByteArray text = R"({"metadata":{"total_size":32},"weight_map":{)";
    for (const auto& [tensor, file] : entries) {
        text += '"' + tensor + "\":\"" + file + "\",";
    }
    if (!entries.isEmpty()) {
        text.chop(1);
    }
    return text + "}}";
}

} // namespace

class TestFolder : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void shardsWithAnIndex();
    void singleFile();
    void consolidatedFiles();
    void consolidatedFilesAreLeftOutBesideAnIndex();
    void numberedFilesWithoutAnIndex();
    void symbolicLinks();
    void downloadCacheRepository();
    void downloadCache();
    void unfinishedDownload();
    void controlFilesOfDownloads();
    void partsOfMissingFiles();
    void aSingleFileBesideAnIndex();
    void aFileTwice();
    void pathOfAFileInTheFolder();
    void findsByName();
    void problems_data();
    void problems();
    void allProblemsAtOnce();
    void namesThatLeaveTheFolder_data();
    void namesThatLeaveTheFolder();
    void indexFiles_data();
    void indexFiles();
    void pipesDoNotBlock();
    void aTailThatWasNeverWritten();
    void aHoleInTheMiddle();
    void aTailOfZeros();
    void totalSizeIsOnlyAdvice();

private:
    // Two shards with two tensors each, and their index.
    void writeGood() const
    {
        QVERIFY(writeFile(folder(), "model-00001-of-00002.safetensors", vectorShard({"b", "a"})));
        QVERIFY(writeFile(folder(), "model-00002-of-00002.safetensors", vectorShard({"c", "d"})));
        writeIndex({{"a", "model-00001-of-00002.safetensors"},
                    {"b", "model-00001-of-00002.safetensors"},
                    {"c", "model-00002-of-00002.safetensors"},
                    {"d", "model-00002-of-00002.safetensors"}});
    }
    void writeIndex(const QList<std::pair<QByteArray, QByteArray>>& entries) const
    {
        QVERIFY(writeFile(folder(), kIndex, indexJson(entries)));
    }
    QDir folder() const { return QDir(m_dir->path()); }
    std::string path() const { return m_dir->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestFolder::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void TestFolder::shardsWithAnIndex()
{
    writeGood();
    const auto index = checkpoint::openCheckpoint(path());
    QVERIFY2(index.ok(), std::string(index.status().message()).c_str());
    QCOMPARE(index->files.size(), std::size_t{2});
    QCOMPARE(index->tensors.size(), std::size_t{4});
    QCOMPARE(index->totalBytes(), std::uint64_t{32});
    QStringList names;
    for (const auto& tensor : index->tensors) {
        names.append(QString::fromStdString(tensor.name));
    }
    QCOMPARE(names, (QStringList{"a", "b", "c", "d"}));
    QVERIFY(checkpoint::listProblems(path()).empty());
}

void TestFolder::singleFile()
{
    QVERIFY(writeFile(folder(), "model.safetensors", vectorShard({"a"})));
    QVERIFY(writeFile(folder(), "other.safetensors", vectorShard({"a"})));
    const auto survey = checkpoint::surveyCheckpoint(path());
    QVERIFY(survey.problems.empty());
    QCOMPARE(survey.index.tensors.size(), std::size_t{1});
    QCOMPARE(test::reasonsOf(survey.remarks), QStringList{"FILE_UNUSED"});
}

void TestFolder::consolidatedFiles()
{
    QVERIFY(writeFile(folder(), "consolidated-00001-of-00002.safetensors", vectorShard({"a"})));
    QVERIFY(writeFile(folder(), "consolidated-00002-of-00002.safetensors", vectorShard({"b"})));
    const auto index = checkpoint::openCheckpoint(path());
    QVERIFY(index.ok());
    QCOMPARE(index->tensors.size(), std::size_t{2});
}

void TestFolder::consolidatedFilesAreLeftOutBesideAnIndex()
{
    writeGood();
    QVERIFY(writeFile(folder(), "consolidated.safetensors", vectorShard({"a", "b", "c", "d"})));
    const auto survey = checkpoint::surveyCheckpoint(path());
    QVERIFY(survey.problems.empty());
    QCOMPARE(survey.index.tensors.size(), std::size_t{4});
    QVERIFY(survey.remarks.empty()); // Mistral's releases have both
}

void TestFolder::numberedFilesWithoutAnIndex()
{
    QVERIFY(writeFile(folder(), "model-1-of-3.safetensors", vectorShard({"a"})));
    QVERIFY(writeFile(folder(), "model-3-of-3.safetensors", vectorShard({"c"})));
    const auto problems = checkpoint::listProblems(path());
    QCOMPARE(test::reasonsOf(problems), QStringList{"SHARD_MISSING"});
    QCOMPARE(base::failureInfo(problems[0]).arguments.at("file"), std::string("model-2-of-3.safetensors"));
    QVERIFY(writeFile(folder(), "model-2-of-3.safetensors", vectorShard({"b"})));
    QVERIFY(checkpoint::openCheckpoint(path()).ok());
}

void TestFolder::symbolicLinks()
{
    QVERIFY(folder().mkdir("blobs"));
    QVERIFY(folder().mkdir("model"));
    QVERIFY(writeFile(folder(), "blobs/0a1b", vectorShard({"a"})));
    QVERIFY(QFile::link("../blobs/0a1b", folder().filePath("model/model.safetensors")));
    const auto index = checkpoint::openCheckpoint(path() + "/model");
    QVERIFY2(index.ok(), std::string(index.status().message()).c_str());

    QVERIFY(folder().mkdir("broken"));
    QVERIFY(QFile::link("../blobs/none", folder().filePath("broken/model.safetensors")));
    QCOMPARE(test::reasonsOf(checkpoint::listProblems(path() + "/broken")), QStringList{"SHARD_MISSING"});
}

void TestFolder::downloadCacheRepository()
{
    QVERIFY(folder().mkpath("snapshots/abc"));
    QVERIFY(writeFile(folder(), "snapshots/abc/model.safetensors", vectorShard({"a"})));
    QVERIFY(checkpoint::openCheckpoint(path()).ok()); // the only one

    QVERIFY(folder().mkpath("snapshots/def"));
    QCOMPARE(test::reasonsOf(checkpoint::listProblems(path())), QStringList{"PATH_MISSING"});
    QVERIFY(folder().mkpath("refs"));
    QVERIFY(writeFile(folder(), "refs/main", "abc\n"));
    const auto directory = checkpoint::resolveDirectory(path());
    QVERIFY(directory.ok());
    QCOMPARE(*directory, path() + "/snapshots/abc");
    QVERIFY(writeFile(folder(), "refs/main", "../../outside"));
    QCOMPARE(test::reasonsOf(checkpoint::listProblems(path())), QStringList{"PATH_MISSING"});
}

void TestFolder::downloadCache()
{
    QVERIFY(folder().mkpath("models--org--name/snapshots/abc"));
    QVERIFY(folder().mkpath("models--org--name/refs"));
    QVERIFY(writeFile(folder(), "models--org--name/refs/main", "abc"));
    QVERIFY(writeFile(folder(), "models--org--name/snapshots/abc/model.safetensors", vectorShard({"a"})));
    const std::string expected = path() + "/models--org--name/snapshots/abc";
    for (const char* inside : {"", "/models--org--name", "/models--org--name/", "/models--org--name/snapshots",
                               "/models--org--name/snapshots/", "/models--org--name/snapshots/abc"}) {
        const auto directory = checkpoint::resolveDirectory(path() + inside);
        QVERIFY2(directory.ok(), inside);
        QCOMPARE(*directory, expected);
    }
    QVERIFY(folder().mkpath("models--org--other"));
    const auto several = checkpoint::listProblems(path());
    QCOMPARE(test::reasonsOf(several), QStringList{"PATH_MISSING"});
    QVERIFY(std::string(several[0].message()).find("a download cache of 2 models") != std::string::npos);
}

void TestFolder::unfinishedDownload()
{
    QVERIFY(folder().mkpath("snapshots/abc"));
    QVERIFY(folder().mkpath("blobs"));
    QVERIFY(writeFile(folder(), "blobs/0a1b.incomplete", "part"));
    QVERIFY(writeFile(folder(), "snapshots/abc/model.safetensors", vectorShard({"a"})));
    const auto survey = checkpoint::surveyCheckpoint(path() + "/snapshots/abc");
    QVERIFY(survey.problems.empty());
    QCOMPARE(test::reasonsOf(survey.remarks), QStringList{"DOWNLOAD_UNFINISHED"});
    QCOMPARE(base::failureInfo(survey.remarks[0]).arguments.at("detail"),
             std::string("blobs/0a1b.incomplete is in its download cache"));
}

// The file has its full length already.
void TestFolder::controlFilesOfDownloads()
{
    writeGood();
    QVERIFY(writeFile(folder(), "model-00002-of-00002.safetensors.aria2", "state"));
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(survey.problems), QStringList{"DOWNLOAD_UNFINISHED"});
    const auto arguments = base::failureInfo(survey.problems[0]).arguments;
    QCOMPARE(arguments.at("file"), std::string("model-00002-of-00002.safetensors"));
    QVERIFY(arguments.at("detail").find("model-00002-of-00002.safetensors.aria2") != std::string::npos);
}

void TestFolder::partsOfMissingFiles()
{
    writeGood();
    QVERIFY(QFile::rename(folder().filePath("model-00002-of-00002.safetensors"),
                          folder().filePath("model-00002-of-00002.safetensors.part")));
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(survey.problems), QStringList{"SHARD_MISSING"});
    QCOMPARE(test::reasonsOf(survey.remarks), QStringList{"DOWNLOAD_UNFINISHED"});
    QCOMPARE(base::failureInfo(survey.remarks[0]).arguments.at("detail"),
             std::string("only model-00002-of-00002.safetensors.part is there"));
}

void TestFolder::aSingleFileBesideAnIndex()
{
    writeGood();
    QVERIFY(writeFile(folder(), "model.safetensors", vectorShard({"a", "b"})));
    const auto both = checkpoint::surveyCheckpoint(path());
    QCOMPARE(both.index.tensors.size(), std::size_t{4});
    QVERIFY(both.problems.empty());
    QCOMPARE(test::reasonsOf(both.remarks), (QStringList{"INDEX_MISMATCH", "FILE_UNUSED"}));

    QVERIFY(folder().remove("model-00001-of-00002.safetensors"));
    QVERIFY(folder().remove("model-00002-of-00002.safetensors"));
    const auto stale = checkpoint::surveyCheckpoint(path());
    QVERIFY(stale.problems.empty());
    QCOMPARE(stale.index.tensors.size(), std::size_t{2});
    QCOMPARE(test::reasonsOf(stale.remarks), QStringList{"FILE_UNUSED"});
    QCOMPARE(base::failureInfo(stale.remarks[0]).arguments.at("file"), kIndex.toStdString());
}

// One sentence for two files, however many tensors they share.
void TestFolder::aFileTwice()
{
    QVERIFY(writeFile(folder(), "model-00001-of-00002.safetensors", vectorShard({"a", "b", "c"})));
    QVERIFY(writeFile(folder(), "model-00002-of-00002.safetensors", vectorShard({"a", "b", "c"})));
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(survey.problems), QStringList{"TENSOR_DUPLICATE"});
    QCOMPARE(base::failureInfo(survey.problems[0]).arguments.at("tensor"), std::string("a (and 2 more)"));
}

void TestFolder::pathOfAFileInTheFolder()
{
    writeGood();
    QVERIFY(checkpoint::openCheckpoint(path() + "/model.safetensors.index.json").ok());
}

void TestFolder::findsByName()
{
    writeGood();
    const auto index = checkpoint::openCheckpoint(path());
    QVERIFY(index.ok());
    const checkpoint::TensorEntry* tensor = index->find("c");
    QVERIFY(tensor != nullptr);
    QCOMPARE(QString::fromStdString(index->filePath(*tensor)), folder().filePath("model-00002-of-00002.safetensors"));
    for (const char* absent : {"", "bb", "e"}) {
        QVERIFY(index->find(absent) == nullptr);
    }
}

void TestFolder::problems_data()
{
    QTest::addColumn<QString>("damage");
    QTest::addColumn<QStringList>("reasons");
    QTest::addColumn<QString>("names"); // what the first failure's text must contain
    QTest::newRow("no folder") << "no folder" << QStringList{"PATH_MISSING"} << "gone";
    QTest::newRow("no weights") << "no weights" << QStringList{"NO_WEIGHTS"} << "no file of a known format";
    QTest::newRow("only TensorFlow files") << "tensorflow" << QStringList{"NO_WEIGHTS"} << "tf_model.h5";
    QTest::newRow("no tensors") << "no tensors" << QStringList{"NO_WEIGHTS"} << "no tensor";
    QTest::newRow("missing shard") << "missing shard" << QStringList{"SHARD_MISSING"}
                                   << "model-00002-of-00002.safetensors";
    QTest::newRow("truncated data") << "truncated data" << QStringList{"SHARD_TRUNCATED"}
                                    << "model-00002-of-00002.safetensors";
    QTest::newRow("truncated header") << "truncated header" << QStringList{"SHARD_TRUNCATED"} << "it has 50";
    QTest::newRow("bytes behind") << "bytes behind" << QStringList{"FILE_INVALID"} << "3 bytes behind its last tensor";
    QTest::newRow("pointer") << "pointer" << QStringList{"FILE_INVALID"} << "Git LFS pointer";
    QTest::newRow("in two files") << "in two files" << QStringList{"TENSOR_DUPLICATE"}
                                  << "model-00002-of-00002.safetensors";
    QTest::newRow("only in the index") << "only in the index" << QStringList{"INDEX_MISMATCH"} << "the first is e";
    QTest::newRow("only in a shard") << "only in a shard" << QStringList{"INDEX_MISMATCH"} << "the first is d";
    QTest::newRow("in another shard") << "in another shard" << QStringList{"INDEX_MISMATCH"}
                                      << "another shard than it says (1, the first is a)";
    QTest::newRow("index is no JSON") << "index is no JSON" << QStringList{"FILE_INVALID"}
                                      << "model.safetensors.index.json";
}

void TestFolder::problems()
{
    QFETCH(QString, damage);
    QFETCH(QStringList, reasons);
    QFETCH(QString, names);
    const QString first = "model-00001-of-00002.safetensors";
    const QString second = "model-00002-of-00002.safetensors";
    std::string target = path();
    if (damage == "no folder") {
        target += "/gone";
    } else if (damage == "tensorflow") {
        QVERIFY(writeFile(folder(), "tf_model.h5", "HDF"));
    } else if (damage == "no tensors") {
        QVERIFY(writeFile(folder(), "model.safetensors", QByteArray("\x02\0\0\0\0\0\0\0{}", 10)));
    } else if (damage != "no weights") {
        writeGood();
    }
    const QByteArray shard = vectorShard({"c", "d"});
    if (damage == "missing shard") {
        QVERIFY(QFile::remove(folder().filePath(second)));
    } else if (damage == "truncated data") {
        QVERIFY(writeFile(folder(), second, shard.chopped(1)));
    } else if (damage == "truncated header") {
        QVERIFY(writeFile(folder(), second, shard.left(50)));
    } else if (damage == "bytes behind") {
        QVERIFY(writeFile(folder(), second, shard + "xyz"));
    } else if (damage == "pointer") {
        QVERIFY(writeFile(folder(), second, "version https://git-lfs.github.com/spec/v1\n"));
    } else if (damage == "in two files") {
        QVERIFY(writeFile(folder(), second, vectorShard({"a", "d"})));
        writeIndex({{"a", first.toUtf8()}, {"b", first.toUtf8()}, {"d", second.toUtf8()}});
    } else if (damage == "only in the index") {
        writeIndex({{"a", first.toUtf8()},
                    {"b", first.toUtf8()},
                    {"c", second.toUtf8()},
                    {"d", second.toUtf8()},
                    {"e", second.toUtf8()}});
    } else if (damage == "only in a shard") {
        writeIndex({{"a", first.toUtf8()}, {"b", first.toUtf8()}, {"c", second.toUtf8()}});
    } else if (damage == "in another shard") {
        writeIndex({{"a", second.toUtf8()}, {"b", first.toUtf8()}, {"c", second.toUtf8()}, {"d", second.toUtf8()}});
    } else if (damage == "index is no JSON") {
        QVERIFY(writeFile(folder(), kIndex, "<html>"));
    }
    const auto problems = checkpoint::listProblems(target);
    QVERIFY(!problems.empty());
    QCOMPARE(test::reasonsOf(problems).mid(0, reasons.size()), reasons);
    const QString text = QString::fromStdString(std::string(problems[0].message()));
    QVERIFY2(text.contains(names), qPrintable(text));
    QVERIFY(!checkpoint::openCheckpoint(target).ok());
}

void TestFolder::allProblemsAtOnce()
{
    writeGood();
    QVERIFY(writeFile(folder(), "model-00001-of-00002.safetensors", vectorShard({"b", "a"}).chopped(2)));
    QVERIFY(QFile::remove(folder().filePath("model-00002-of-00002.safetensors")));
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(survey.problems), (QStringList{"SHARD_TRUNCATED", "SHARD_MISSING"}));
    QCOMPARE(survey.index.tensors.size(), std::size_t{2}); // what the cut file's header says is kept
}

void TestFolder::namesThatLeaveTheFolder_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name :
         {"../model.safetensors", "/etc/passwd", "a/b.safetensors", "..", ".", "", "a\\\\b", "a\\u0000b", "a\\nb"}) {
        QTest::newRow(name) << QByteArray(name);
    }
}

void TestFolder::namesThatLeaveTheFolder()
{
    QFETCH(QByteArray, name);
    writeIndex({{"a", name}});
    const auto index = checkpoint::openCheckpoint(path());
    QVERIFY(!index.ok());
    const auto info = base::failureInfo(index.status());
    QCOMPARE(info.reasonId, std::string(reasons::kFileInvalid.id));
    QVERIFY2(info.arguments.at("detail").find("not the name of a file in this folder") != std::string::npos,
             info.what.c_str());
}

void TestFolder::indexFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("no map") << QByteArray("{}") << "no weight_map";
    QTest::newRow("map is a list") << QByteArray(R"({"weight_map":[]})") << "no weight_map";
    QTest::newRow("file is a number") << QByteArray(R"({"weight_map":{"a":1}})") << "not a file name";
    QTest::newRow("twice") << QByteArray(R"({"weight_map":{"a":"x","a":"x"}})") << "\"a\" appears twice";
    QTest::newRow("two maps") << QByteArray(R"({"weight_map":{"a":"x"},"weight_map":{}})") << "weight_map twice";
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0", 4) << "UTF-16";
    QTest::newRow("a mark of byte order") << QByteArray("\xef\xbb\xbf{\"weight_map\":{\"a\":1}}") << "not a file name";
    QTest::newRow("empty file") << QByteArray() << "it is empty";
    QTest::newRow("cut off") << QByteArray(R"({"weight_map":{"a":"x")") << "not JSON";
    QTest::newRow("no UTF-8") << QByteArray("{\"weight_map\":{\"a\":\"\xc3\"}}") << "not JSON";
}

void TestFolder::indexFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    std::string padded = text.toStdString();
    padded.resize(padded.size() + checkpoint::IndexFile::paddingBytes());
    const auto index = checkpoint::IndexFile::parse("i.json", padded);
    QVERIFY(!index.ok());
    const std::string detail = base::failureInfo(index.status()).arguments["detail"];
    QVERIFY2(detail.find(why.toStdString()) != std::string::npos, detail.c_str());
}

void TestFolder::pipesDoNotBlock()
{
    QCOMPARE(::mkfifo((path() + "/model.safetensors").c_str(), 0600), 0);
    QCOMPARE(test::reasonsOf(checkpoint::listProblems(path())), QStringList{"PATH_MISSING"});
}

void TestFolder::aTailThatWasNeverWritten()
{
    const QByteArray header = "{" + test::vectorEntry("a", 1 << 20, 0) + "}";
    const QByteArray whole = test::shardBytes(header, 0);
    QVERIFY(writeFile(folder(), "model.safetensors", whole));
    QVERIFY(QFile::resize(folder().filePath("model.safetensors"), whole.size() + (2 << 20)));
    const auto survey = checkpoint::surveyCheckpoint(path());
    QVERIFY(survey.problems.empty());
    QCOMPARE(test::reasonsOf(survey.remarks), QStringList{"FILE_SUSPECT"});
}

void TestFolder::aHoleInTheMiddle()
{
    constexpr qsizetype kElements = 1 << 20;
    const QByteArray whole = test::shardBytes("{" + test::vectorEntry("a", kElements, 0) + "}", 0);
    QVERIFY(writeFile(folder(), "model.safetensors", whole));
    const QString file = folder().filePath("model.safetensors");
    QVERIFY(QFile::resize(file, whole.size() + 2 * kElements));
    QFile end(file);
    QVERIFY(end.open(QIODevice::ReadWrite) && end.seek(whole.size() + 2 * kElements - 1) && end.putChar('x'));
    end.close();
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(survey.remarks), QStringList{"FILE_SUSPECT"});
    QVERIFY(base::failureInfo(survey.remarks[0]).arguments.at("detail").starts_with("from byte "));
}

void TestFolder::aTailOfZeros()
{
    constexpr qsizetype kElements = 64 << 10;
    QByteArray whole = test::shardBytes("{" + test::vectorEntry("a", kElements, 0) + "}", 2 * kElements);
    const auto remarks = [&] {
        const bool written = writeFile(folder(), "model.safetensors", whole);
        return !written ? QStringList{"not written"} : test::reasonsOf(checkpoint::surveyCheckpoint(path()).remarks);
    };
    QCOMPARE(remarks(), QStringList{"FILE_SUSPECT"});
    whole[whole.size() - 1] = 'x';
    QCOMPARE(remarks(), QStringList());
}

void TestFolder::totalSizeIsOnlyAdvice()
{
    QVERIFY(writeFile(folder(), "model.safetensors", vectorShard({"a"})));
    writeIndex({{"a", "model.safetensors"}}); // it claims 32 bytes, there are 8
    const auto survey = checkpoint::surveyCheckpoint(path());
    QVERIFY(survey.problems.empty());
    QCOMPARE(survey.claimedBytes, std::uint64_t{32});
}

QTEST_GUILESS_MAIN(TestFolder)
#include "tst_folder.moc"
