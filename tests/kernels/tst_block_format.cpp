#include "kernels/base/block_format.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <bit>
#include <vector>

using namespace firstlight::kernels;

namespace {

const QString kFolder = QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/formats/gguf/");
const char* const kNames[] = {"Q4_0", "Q4_1", "Q5_0", "Q5_1",   "Q8_0",   "Q2_K", "Q3_K",
                              "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "IQ4_XS", "MXFP4"};

QByteArray readAll(const QString& name)
{
    QFile file(kFolder + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::uint32_t wordAt(const QByteArray& bytes, qsizetype index)
{
    std::uint32_t word = 0;
    memcpy(&word, bytes.data() + 4 * index, sizeof word);
    return word;
}

} // namespace

class TestBlockFormat : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheReference_data();
    void equalsTheReference();
};

void TestBlockFormat::equalsTheReference_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<QByteArray>("blocks");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("first"); // of its numbers in blocks.f32
    const QJsonArray rows = QJsonDocument::fromJson(readAll("blocks.json")).array();
    QCOMPARE(rows.size(), static_cast<qsizetype>(std::size(kNames)));
    int first = 0;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const QJsonObject row = rows[i].toObject();
        QCOMPARE(row["format"].toString(), QString(kNames[i]));
        const int count = row["values"].toInt();
        QTest::newRow(kNames[i]) << static_cast<int>(i) << QByteArray::fromHex(row["blocks"].toString().toLatin1())
                                 << count << first;
        first += count;
    }
}

void TestBlockFormat::equalsTheReference()
{
    QFETCH(int, format);
    QFETCH(QByteArray, blocks);
    QFETCH(int, count);
    QFETCH(int, first);
    const auto type = static_cast<BlockFormat>(format);
    const int blockCount = count / blockElements(type);
    QCOMPARE(blocks.size(), qsizetype{blockCount} * blockBytes(type));
    std::vector<float> values(static_cast<std::size_t>(count));
    const QByteArray shifted = "x" + blocks; // no alignment is needed
    expandBlocks(type, reinterpret_cast<const std::byte*>(shifted.data()) + 1, blockCount, values.data());
    const QByteArray expected = readAll("blocks.f32");
    for (int i = 0; i < count; ++i) {
        QVERIFY2(
            std::bit_cast<std::uint32_t>(values[static_cast<std::size_t>(i)]) == wordAt(expected, first + i),
            qPrintable(QString("number %1: %2").arg(i).arg(static_cast<double>(values[static_cast<std::size_t>(i)]))));
    }
}

QTEST_GUILESS_MAIN(TestBlockFormat)
#include "tst_block_format.moc"
