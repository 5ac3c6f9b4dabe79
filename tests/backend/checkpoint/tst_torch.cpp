#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/checkpoint/torch_file.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/backend/checkpoint/zip_bytes.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace firstlight;
using checkpoint::TorchFile;

namespace {

absl::StatusOr<TorchFile> read(const QByteArray& bytes)
{
    const checkpoint::MemorySource source({bytes.data(), static_cast<std::size_t>(bytes.size())});
    return checkpoint::readTorchFile(source, "x.bin");
}

QByteArray fixture(const QString& name)
{
    return test::readFile(test::formatPath("torch/" + name));
}

QByteArray shortText(const QByteArray& text)
{
    return "U" + QByteArray(1, static_cast<char>(text.size())) + text;
}

QByteArray smallNumber(int number)
{
    return "J" + test::littleEndian<qint32>(number);
}

QByteArray numbers(const QList<int>& values)
{
    QByteArray bytes = "(";
    for (const int value : values) {
        bytes += smallNumber(value);
    }
    return bytes + "t";
}

struct TensorBytes {
    QByteArray storageType = "FloatStorage";
    int storageCount = 6;
    int offset = 0;
    QList<int> shape{2, 3};
    QList<int> strides{3, 1};
    QByteArray reference = "Q"; // makes the tuple a storage

    QByteArray pickled() const
    {
        return "ctorch._utils\n_rebuild_tensor_v2\n((" + shortText("storage") + "ctorch\n" + storageType + "\n" +
               shortText("0") + shortText("cpu") + smallNumber(storageCount) + "t" + reference + smallNumber(offset) +
               numbers(shape) + numbers(strides) + "\x89NtR";
    }
};

QByteArray archive(const QByteArray& pickle, const QByteArray& storage = QByteArray(24, 'x'))
{
    return test::zipBytes({{"a/data.pkl", pickle}, {"a/data/0", storage}, {"a/version", "3"}});
}

QByteArray archiveOf(const TensorBytes& tensor, const QByteArray& storage = QByteArray(24, 'x'))
{
    return archive("}" + shortText("t") + tensor.pickled() + "s.", storage);
}

} // namespace

class TestTorch : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatTheReferenceReads_data();
    void readsWhatTheReferenceReads();
    void refusedFiles_data();
    void refusedFiles();
    void wrongTensors_data();
    void wrongTensors();
    void wrongArchives();
    void trainingCheckpoints();
    void stridedViews();
    void everyCutIsRefused_data();
    void everyCutIsRefused();
    void indexedShards();
    void onlyTheModelOfATrainingFolder();
    void namedFile();
    void slicedFiles();
    void notATorchFile();
};

void TestTorch::readsWhatTheReferenceReads_data()
{
    QTest::addColumn<QString>("file");
    const nlohmann::json reference = test::formatReference("torch");
    for (const auto& [name, tensors] : reference.items()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TestTorch::readsWhatTheReferenceReads()
{
    QFETCH(QString, file);
    const QByteArray bytes = fixture(file);
    const auto torch = read(bytes);
    QVERIFY2(torch.ok(), std::string(torch.status().message()).c_str());
    QVERIFY(torch->strided.empty());
    nlohmann::json expected = test::formatReference("torch").at(file.toStdString());
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a["name"] < b["name"]; });
    QCOMPARE(torch->tensors.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const checkpoint::TensorEntry& tensor = torch->tensors[i];
        QCOMPARE(test::difference(expected[i], tensor), std::string());
        const QByteArray content =
            bytes.mid(static_cast<qsizetype>(tensor.offsetBytes), static_cast<qsizetype>(tensor.sizeBytes));
        QCOMPARE(content.toHex().toStdString(), expected[i].at("hex").get<std::string>());
    }
}

void TestTorch::refusedFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("why");
    QTest::newRow("code") << "trap.bin"
                          << "\"posix.system\"";
    QTest::newRow("code without an archive") << "trap-bare.bin"
                                             << "\"posix.system\"";
    QTest::newRow("a whole module") << "whole-module.pt"
                                    << "\"torch.nn.modules.container.Sequential\"";
    QTest::newRow("a program") << "script.pt"
                               << "TorchScript";
}

void TestTorch::refusedFiles()
{
    QFETCH(QString, file);
    QFETCH(QString, why);
    const auto torch = read(fixture(file));
    QVERIFY(!torch.ok());
    QCOMPARE(test::reasonOf(torch.status()), std::string(reasons::kFileRefused.id));
    const std::string detail = test::detailOf(torch.status());
    QVERIFY2(detail.find(why.toStdString()) != std::string::npos, detail.c_str());
}

void TestTorch::wrongTensors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("why"); // empty: all is well
    const auto row = [](const char* why, const TensorBytes& tensor) {
        QTest::newRow((QByteArray(why) + tensor.pickled().toHex()).constData()) << archiveOf(tensor) << QString(why);
    };
    row("", {});
    row("", {.shape = {1, 6}, .strides = {99, 1}}); // the stride of a single row means nothing
    row("", {.shape = {0, 6}, .strides = {0, 0}});
    row("", {.offset = 5, .shape = {}, .strides = {}});
    row("reaches outside its storage", {.offset = 1});
    row("reaches outside its storage", {.shape = {3, 3}});
    row("reaches outside its storage", {.shape = {2, 2}, .strides = {1, 5}});
    row("shape whose size overflows", {.shape = {2147483647, 2147483647, 2147483647}, .strides = {1, 1, 1}});
    row("has a shape or strides that are none", {.shape = {2, -3}});
    row("has a shape or strides that are none", {.strides = {3}});
    row("has an offset that is none", {.offset = -1});
    row("has a storage that is not described as one", {.storageCount = -6});
    row("has no storage", {.reference = ""});
    row("has a storage of no known type", {.storageType = "float32"});
    QTest::newRow("size") << archiveOf({}, QByteArray(23, 'x'))
                          << "the storage of tensor \"t\" has 23 bytes instead of 24";
    QTest::newRow("few") << archive("}" + shortText("t") + "ctorch._utils\n_rebuild_tensor_v2\n)Rs.")
                         << "is built from too few values";
    QTest::newRow("twice") << archive("}" + shortText("t") + TensorBytes().pickled() + "s" + shortText("t") +
                                      TensorBytes().pickled() + "s.")
                           << "tensor \"t\" appears twice";
    QTest::newRow("key") << archive("}N" + TensorBytes().pickled() + "s.") << "a key that is no text";
    QTest::newRow("name") << archive("}" + shortText("\xff") + TensorBytes().pickled() + "s.") << "which is no text";
    QTest::newRow("list") << archive("]" + TensorBytes().pickled() + "a.") << "no dictionary of tensors";
    QTest::newRow("nothing") << archive("}.") << "it holds no tensors";
    QTest::newRow("itself") << archive("}q" + QByteArray(1, '\0') + shortText("t") + "h" + QByteArray(1, '\0') + "s.")
                            << "it holds no tensors";
}

void TestTorch::wrongTensors()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, why);
    const auto torch = read(bytes);
    if (why.isEmpty()) {
        QVERIFY2(torch.ok(), std::string(torch.status().message()).c_str());
        QVERIFY(torch->strided.empty());
        return;
    }
    QVERIFY(!torch.ok());
    QCOMPARE(test::reasonOf(torch.status()), std::string(reasons::kFileInvalid.id));
    const std::string detail = test::detailOf(torch.status());
    QVERIFY2(detail.find(why.toStdString()) != std::string::npos, detail.c_str());
}

void TestTorch::wrongArchives()
{
    const auto problem = [](const QList<test::ZipMemberBytes>& members) {
        return test::detailOf(read(test::zipBytes(members)).status());
    };
    const QByteArray pickle = "}" + shortText("t") + TensorBytes().pickled() + "s.";
    const std::string noPickle = "it is a zip archive without one data.pkl, so it is not what torch.save() writes";
    QCOMPARE(problem({{"a/other", "x"}}), noPickle);
    QCOMPARE(problem({{"data.pkl", pickle}}), noPickle);
    QCOMPARE(problem({{"a/data.pkl", pickle}, {"b/data.pkl", pickle}}), noPickle);
    QCOMPARE(problem({{"a/data.pkl", pickle}}), std::string("the storage of tensor \"t\" is not in the archive"));
    QCOMPARE(problem({{"a/data.pkl", pickle}, {"b/data/0", QByteArray(24, 'x')}}),
             std::string("the storage of tensor \"t\" is not in the archive"));
    QCOMPARE(problem({{"a/data.pkl", pickle}, {"a/data/0", QByteArray(24, 'x')}, {"a/byteorder", "big"}}),
             std::string("its numbers are stored \"big\"-endian"));
}

void TestTorch::trainingCheckpoints()
{
    const auto training = read(fixture("training.pt"));
    QCOMPARE(training->leftOut, std::string("only what is under \"model\" is read as the model"));
    QVERIFY(read(fixture("module.pt"))->leftOut.empty());
    QVERIFY(read(fixture("nested.pt"))->leftOut.empty());
}

void TestTorch::stridedViews()
{
    const auto torch = read(fixture("strided.pt"));
    QVERIFY(torch.ok());
    QCOMPARE(torch->strided, std::vector<std::string>{"strided"});
    QCOMPARE(torch->tensors.size(), std::size_t{2});
    QTemporaryDir folder;
    QVERIFY(QFile::copy(test::formatPath("torch/strided.pt"), folder.filePath("model.pt")));
    const auto survey = checkpoint::surveyCheckpoint(folder.path().toStdString());
    QCOMPARE(test::reasonsOf(survey.problems), QStringList{"TENSOR_LAYOUT"});
    QVERIFY(test::detailOf(survey.problems.front()).find("the first is \"strided\"") != std::string::npos);
    QCOMPARE(survey.index.tensors.size(), std::size_t{2});
}

void TestTorch::everyCutIsRefused_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("archive") << "module.pt";
    QTest::newRow("legacy") << "legacy.bin";
}

void TestTorch::everyCutIsRefused()
{
    QFETCH(QString, file);
    const QByteArray whole = fixture(file);
    QVERIFY(!whole.isEmpty());
    for (qsizetype size = 0; size < whole.size(); ++size) {
        QVERIFY(!read(whole.left(size)).ok());
    }
}

void TestTorch::indexedShards()
{
    const auto index = checkpoint::openCheckpoint(test::formatPath("torch/hub").toStdString());
    QVERIFY2(index.ok(), std::string(index.status().message()).c_str());
    QCOMPARE(index->files.size(), std::size_t{2});
    QCOMPARE(index->tensors.size(), std::size_t{3});
    QCOMPARE(index->find("b.weight")->file, 1);
    const auto survey = checkpoint::surveyCheckpoint(test::formatPath("torch/hub").toStdString());
    QCOMPARE(survey.format, checkpoint::WeightFormat::kTorch);
    QCOMPARE(survey.claimedBytes, std::uint64_t{36});
    QCOMPARE(test::reasonsOf(survey.remarks), QStringList());
}

void TestTorch::onlyTheModelOfATrainingFolder()
{
    QTemporaryDir folder;
    const auto copy = [&](const QString& name, const QString& as) {
        return QFile::copy(test::formatPath("torch/" + name), folder.filePath(as));
    };
    QVERIFY(copy("trap.bin", "training_args.bin"));
    QVERIFY(copy("trap.bin", "optimizer.pt"));
    const std::string path = folder.path().toStdString();
    QCOMPARE(test::reasonsOf(checkpoint::listProblems(path)), QStringList{"NO_WEIGHTS"});
    QVERIFY(copy("module.pt", "pytorch_model.bin"));
    QVERIFY(checkpoint::openCheckpoint(path).ok());
    QVERIFY(test::writeFile(QDir(folder.path()), "model.safetensors", test::vectorShard({"a"})));
    QCOMPARE(checkpoint::surveyCheckpoint(path).format, checkpoint::WeightFormat::kSafetensors);
}

void TestTorch::namedFile()
{
    QTemporaryDir folder;
    for (const char* name : {"module.pt", "shared.pth"}) {
        QVERIFY(QFile::copy(test::formatPath(QString("torch/") + name), folder.filePath(name)));
    }
    const std::string path = folder.path().toStdString();
    QCOMPARE(test::reasonsOf(checkpoint::listProblems(path)), QStringList{"CHOICE_NEEDED"});
    const auto index = checkpoint::openCheckpoint(path + "/shared.pth");
    QVERIFY(index.ok());
    QCOMPARE(index->tensors.size(), std::size_t{5});
}

void TestTorch::slicedFiles()
{
    QTemporaryDir folder;
    for (const char* name : {"consolidated.00.pth", "consolidated.01.pth"}) {
        QVERIFY(QFile::copy(test::formatPath("torch/module.pt"), folder.filePath(name)));
    }
    const auto problems = checkpoint::listProblems(folder.path().toStdString());
    QCOMPARE(test::reasonsOf(problems), QStringList{"TENSOR_LAYOUT"});
    QVERIFY(test::detailOf(problems.front()).find("cut into 2 slices") != std::string::npos);
}

void TestTorch::notATorchFile()
{
    const auto why = [](const QByteArray& bytes) { return test::detailOf(read(bytes).status()); };
    QVERIFY(why("version https://git-lfs.github.com/spec/v1\n").find("Git LFS pointer") != std::string::npos);
    QVERIFY(why("<html>").find("web page") != std::string::npos);
    QCOMPARE(why("\x01\x02\x03"), std::string("it is not what torch.save() writes"));
    QVERIFY(why("").find("it is empty") != std::string::npos);
    QVERIFY(why("\x80\x02K\x05.").find("not one that torch.save() wrote") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestTorch)
#include "tst_torch.moc"
