#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/checkpoint/distributed_metadata.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/backend/checkpoint/format_files.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace firstlight;

class TestDistributed : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsWhatTheReferenceReads();
    void namedFile();
    void tensorsInPieces();
    void missingFile();
    void truncatedFile();
    void filesThatHoldSomethingElse();
    void metadataThatLeavesTheFolder();
    void brokenMetadata();
    void piecesWithoutMetadata();

private:
    void copyFixture(const QString& name) const
    {
        const QDir source(test::formatPath("dcp/" + name));
        for (const QString& file : source.entryList(QDir::Files | QDir::Hidden)) {
            QVERIFY(QFile::copy(source.filePath(file), folder().filePath(file)));
        }
    }
    QDir folder() const { return QDir(m_dir->path()); }
    std::string path() const { return m_dir->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestDistributed::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void TestDistributed::readsWhatTheReferenceReads()
{
    copyFixture("whole");
    const auto index = checkpoint::openCheckpoint(path());
    QVERIFY2(index.ok(), std::string(index.status().message()).c_str());
    nlohmann::json expected = test::formatReference("dcp").at("whole");
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a["name"] < b["name"]; });
    QCOMPARE(index->tensors.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const checkpoint::TensorEntry& tensor = index->tensors[i];
        QCOMPARE(test::difference(expected[i], tensor), std::string());
        const QByteArray file = test::readFile(QString::fromStdString(index->filePath(tensor)));
        const QByteArray content =
            file.mid(static_cast<qsizetype>(tensor.offsetBytes), static_cast<qsizetype>(tensor.sizeBytes));
        QCOMPARE(content.toHex().toStdString(), expected[i].at("hex").get<std::string>());
    }
}

void TestDistributed::namedFile()
{
    copyFixture("whole");
    QVERIFY(test::writeFile(folder(), "model.safetensors", test::vectorShard({"a"})));
    QCOMPARE(checkpoint::openCheckpoint(path())->tensors.size(), std::size_t{1});
    QCOMPARE(checkpoint::openCheckpoint(path() + "/.metadata")->tensors.size(), std::size_t{3});
}

void TestDistributed::tensorsInPieces()
{
    copyFixture("pieces");
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(survey.format, checkpoint::WeightFormat::kDistributed);
    QCOMPARE(test::reasonsOf(survey.problems), QStringList{"TENSOR_LAYOUT"});
    QVERIFY(test::detailOf(survey.problems.front()).find("the first is \"columns\"") != std::string::npos);
    QCOMPARE(survey.index.files.size(), std::size_t{2});
    QCOMPARE(survey.index.tensors.size(), std::size_t{2});
    const checkpoint::TensorEntry& tensor = *survey.index.find("w");
    QCOMPARE(tensor.shape, (std::vector<std::int64_t>{4, 2}));
    QCOMPARE(tensor.sizeBytes, std::uint64_t{32});
    const std::vector<checkpoint::TensorPiece> pieces = survey.index.piecesOf(tensor);
    QCOMPARE(pieces.size(), std::size_t{2});
    QCOMPARE(pieces[1].firstByte, std::uint64_t{24}); // three rows of two numbers
    QByteArray bytes;
    for (const checkpoint::TensorPiece& piece : pieces) {
        const QString name = QString::fromStdString(survey.index.files[static_cast<std::size_t>(piece.file)].name);
        bytes += test::readFile(folder().filePath(name))
                     .mid(static_cast<qsizetype>(piece.offsetBytes), static_cast<qsizetype>(piece.sizeBytes));
    }
    const float* numbers = reinterpret_cast<const float*>(bytes.constData());
    for (int i = 0; i < 8; ++i) {
        QCOMPARE(numbers[i], static_cast<float>(i));
    }
}

void TestDistributed::missingFile()
{
    copyFixture("pieces");
    QVERIFY(QFile::remove(folder().filePath("__1_0.distcp")));
    const auto survey = checkpoint::surveyCheckpoint(path());
    QCOMPARE(test::reasonsOf(survey.problems), (QStringList{"SHARD_MISSING", "TENSOR_LAYOUT"}));
    QCOMPARE(survey.index.tensors.size(), std::size_t{2});
}

void TestDistributed::truncatedFile()
{
    copyFixture("whole");
    QFile file(folder().filePath("__0_0.distcp"));
    QVERIFY(file.resize(file.size() - 1));
    QCOMPARE(test::reasonsOf(checkpoint::listProblems(path())), QStringList{"SHARD_TRUNCATED"});
}

void TestDistributed::filesThatHoldSomethingElse()
{
    copyFixture("pieces");
    QVERIFY(QFile::remove(folder().filePath("__1_0.distcp")));
    QVERIFY(test::writeFile(folder(), "__1_0.distcp", QByteArray(5000, '\0')));
    QCOMPARE(test::reasonsOf(checkpoint::listProblems(path())), (QStringList{"FILE_INVALID", "FILE_INVALID"}));
}

void TestDistributed::metadataThatLeavesTheFolder()
{
    copyFixture("pieces");
    QByteArray metadata = test::readFile(folder().filePath(".metadata"));
    QVERIFY(metadata.contains("__0_0.distcp"));
    QVERIFY(QFile::remove(folder().filePath(".metadata")));
    QVERIFY(test::writeFile(folder(), ".metadata", metadata.replace("__0_0.distcp", "../../passwd")));
    const auto problems = checkpoint::listProblems(path());
    QCOMPARE(test::reasonsOf(problems), QStringList{"FILE_INVALID"});
    QVERIFY(test::detailOf(problems.front()).find("not the name of a file in this folder") != std::string::npos);
}

void TestDistributed::brokenMetadata()
{
    copyFixture("pieces");
    const QByteArray metadata = test::readFile(folder().filePath(".metadata"));
    for (qsizetype size = 0; size < metadata.size(); ++size) {
        const std::string cut = metadata.left(size).toStdString();
        QVERIFY(!checkpoint::readDistributedMetadata(".metadata", cut).ok());
    }
    const auto other = checkpoint::readDistributedMetadata(".metadata", "N.");
    QCOMPARE(test::detailOf(other.status()), std::string("it is not the metadata of a distributed checkpoint"));
    const auto code = checkpoint::readDistributedMetadata(".metadata", "cos\nsystem\n.");
    QCOMPARE(test::reasonOf(code.status()), std::string(reasons::kFileRefused.id));
}

void TestDistributed::piecesWithoutMetadata()
{
    copyFixture("whole");
    QVERIFY(QFile::remove(folder().filePath(".metadata")));
    const auto problems = checkpoint::listProblems(path());
    QCOMPARE(test::reasonsOf(problems), QStringList{"NO_WEIGHTS"});
    QVERIFY(test::detailOf(problems.front()).find("without .metadata") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestDistributed)
#include "tst_distributed.moc"
