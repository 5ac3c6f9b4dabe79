#include "backend/checkpoint/value_sample.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace firstlight;

class TestValueSample : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theSameBytes();
    void beginningAndEndAreLookedAt_data();
    void beginningAndEndAreLookedAt();
    void otherKinds();
    void small();
    void withoutAnAnswer();

private:
    absl::StatusOr<bool> compare() const
    {
        return checkpoint::sampleEqual(m_index, m_index.tensors[0], m_index.tensors[1]);
    }
    void write(const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(QStringLiteral("a.bin")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    static constexpr qsizetype kBytes = 1'000'002; // no multiple of the parts that are compared
    QTemporaryDir m_folder;
    checkpoint::CheckpointIndex m_index;
};

void TestValueSample::init()
{
    m_index = {};
    m_index.directory = m_folder.path().toStdString();
    m_index.files = {{"a.bin", 2 * kBytes, 0}};
    for (const char* name : {"a", "b"}) {
        checkpoint::TensorEntry tensor;
        tensor.name = name;
        tensor.dtype = checkpoint::DType::kBF16;
        tensor.shape = {kBytes / 2};
        tensor.offsetBytes = m_index.tensors.size() * kBytes;
        tensor.sizeBytes = kBytes;
        m_index.tensors.push_back(tensor);
    }
}

void TestValueSample::theSameBytes()
{
    write(QByteArray(2 * kBytes, 'x'));
    QVERIFY(compare().value());
}

void TestValueSample::beginningAndEndAreLookedAt_data()
{
    QTest::addColumn<qsizetype>("place");
    QTest::newRow("first") << qsizetype{0};
    QTest::newRow("last") << kBytes - 1;
    QTest::newRow("first of the other") << kBytes;
    QTest::newRow("last of the other") << 2 * kBytes - 1;
}

void TestValueSample::beginningAndEndAreLookedAt()
{
    QFETCH(qsizetype, place);
    QByteArray bytes(2 * kBytes, 'x');
    bytes[place] = 'y';
    write(bytes);
    QVERIFY(!compare().value());
}

void TestValueSample::otherKinds()
{
    write(QByteArray(2 * kBytes, 'x'));
    m_index.tensors[0].dtype = checkpoint::DType::kF16;
    QVERIFY(!compare().value());
    m_index.tensors[0].dtype = checkpoint::DType::kBF16;
    m_index.tensors[0].shape = {kBytes / 4, 2};
    QVERIFY(!compare().value());
}

void TestValueSample::small()
{
    write(QByteArray("abcabd"));
    for (checkpoint::TensorEntry& tensor : m_index.tensors) {
        tensor.sizeBytes = 3;
    }
    m_index.tensors[1].offsetBytes = 3;
    QVERIFY(!compare().value());
    m_index.tensors[0].sizeBytes = m_index.tensors[1].sizeBytes = 0;
    QVERIFY(compare().value());
}

void TestValueSample::withoutAnAnswer()
{
    QVERIFY(QFile::remove(m_folder.filePath(QStringLiteral("a.bin"))));
    QVERIFY(!compare().ok());
    write(QByteArray(kBytes, 'x')); // cut off
    QVERIFY(!compare().ok());
    write(QByteArray(2 * kBytes, 'x'));
    m_index.pieces["a"] = {{0, kBytes, 0, 0}};
    QVERIFY(absl::IsUnimplemented(compare().status()));
}

QTEST_GUILESS_MAIN(TestValueSample)
#include "tst_value_sample.moc"
