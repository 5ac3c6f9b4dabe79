#include "ui/models/image_intake.h"

#include <QBuffer>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace firstlight::ui;

namespace {

QByteArray encoded(const QImage& image, const char* format)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return bytes;
}

QImage plain(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(Qt::red);
    return image;
}

// A JPEG whose EXIF block says "turned by 90 degrees".
QByteArray turnedJpeg(int width, int height)
{
    QByteArray jpeg = encoded(plain(width, height), "JPG");
    const QByteArray exif = QByteArray::fromHex("ffe10022"
                                                "457869660000"
                                                "4d4d002a00000008"
                                                "0001"
                                                "0112000300000001"
                                                "00060000"
                                                "00000000");
    return jpeg.insert(2, exif);
}

} // namespace

class TestModelsImages : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void turnsAsTheCameraSays();
    void refuses_data();
    void refuses();
    void saysBeforeTheDropWhatIsAccepted();
    void takesFilesInOrder();
    void takesRawPictureData();
    void goesAwayWhileReading();

private:
    QTemporaryDir m_directory;
};

void TestModelsImages::reads_data()
{
    QTest::addColumn<QByteArray>("format");
    for (const char* format : {"PNG", "JPG", "BMP"}) {
        QTest::newRow(format) << QByteArray(format);
    }
}

void TestModelsImages::reads()
{
    QFETCH(QByteArray, format);
    const QByteArray bytes = encoded(plain(400, 200), format.constData());
    const auto result = ImageIntake::readBytes(QStringLiteral("a"), bytes);
    QVERIFY2(result.ok(), "refused");
    QCOMPARE(result.value().bytes, bytes); // the original goes to the model, not a copy of ours
    QCOMPARE(result.value().size, QSize(400, 200));
    QCOMPARE(result.value().thumbnail.size(), QSize(160, 80));
}

void TestModelsImages::turnsAsTheCameraSays()
{
    const auto result = ImageIntake::readBytes(QStringLiteral("a"), turnedJpeg(400, 200));
    QVERIFY(result.ok());
    QCOMPARE(result.value().size, QSize(200, 400));
}

void TestModelsImages::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("text") << QByteArray("just words");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("too many bytes") << encoded(plain(2, 2), "PNG") + QByteArray(ImageIntake::kMaxBytes, '\0');
    QTest::newRow("cut off") << encoded(plain(400, 400), "PNG").left(60);
    // A header that promises 30,000 x 30,000 pixels must not be believed.
    QByteArray bomb = encoded(plain(1, 1), "BMP");
    const auto put = [&bomb](int at, quint32 value) { qToLittleEndian(value, bomb.data() + at); };
    put(18, 30'000);
    put(22, 30'000);
    QTest::newRow("too many pixels") << bomb;
}

void TestModelsImages::refuses()
{
    QFETCH(QByteArray, bytes);
    const auto result = ImageIntake::readBytes(QStringLiteral("a"), bytes);
    QVERIFY(!result.ok());
    QVERIFY(result.failure().what.size() > 10);
}

void TestModelsImages::saysBeforeTheDropWhatIsAccepted()
{
    const QString path = m_directory.filePath(QStringLiteral("a.png"));
    plain(2, 2).save(path);
    QMimeData file;
    file.setUrls({QUrl::fromLocalFile(path)});
    QVERIFY(ImageIntake::accepts(file));
    QMimeData raw;
    raw.setImageData(plain(2, 2));
    QVERIFY(ImageIntake::accepts(raw));
    QMimeData text;
    text.setText(QStringLiteral("hello"));
    QString why;
    QVERIFY(!ImageIntake::accepts(text, &why));
    QVERIFY(!why.isEmpty());
    QMimeData remote;
    remote.setUrls({QUrl(QStringLiteral("https://example.org/a.png"))});
    QString whyRemote;
    QVERIFY(!ImageIntake::accepts(remote, &whyRemote));
    QVERIFY(whyRemote != why);
}

void TestModelsImages::takesFilesInOrder()
{
    QStringList paths;
    for (int i = 0; i < 5; ++i) {
        paths += m_directory.filePath(QStringLiteral("%1.png").arg(i));
        plain(800 - 150 * i, 600).save(paths.back()); // the first takes longest
    }
    paths.insert(2, m_directory.filePath(QStringLiteral("missing.png")));
    ImageIntake intake;
    QStringList order;
    connect(&intake, &ImageIntake::added, this, [&order](const ChatImage& image) { order += image.name; });
    connect(&intake, &ImageIntake::refused, this,
            [&order](const QString& name) { order += QStringLiteral("no ") + name; });
    intake.takeFiles(paths);
    QTRY_COMPARE(order, (QStringList{QStringLiteral("0.png"), QStringLiteral("1.png"), QStringLiteral("no missing.png"),
                                     QStringLiteral("2.png"), QStringLiteral("3.png"), QStringLiteral("4.png")}));
}

void TestModelsImages::takesRawPictureData()
{
    QMimeData raw;
    raw.setImageData(plain(30, 20));
    ImageIntake intake;
    QSignalSpy added(&intake, &ImageIntake::added);
    intake.take(raw);
    QTRY_COMPARE(added.size(), 1);
    const auto image = added.first().first().value<ChatImage>();
    QCOMPARE(image.size, QSize(30, 20));
    QVERIFY(image.bytes.startsWith("\x89PNG"));
}

void TestModelsImages::goesAwayWhileReading()
{
    const QString path = m_directory.filePath(QStringLiteral("large.png"));
    plain(3000, 2000).save(path);
    QSignalSpy* added = nullptr;
    {
        ImageIntake intake;
        added = new QSignalSpy(&intake, &ImageIntake::added);
        intake.takeFiles({path, path, path});
    }
    QCoreApplication::processEvents();
    QCOMPARE(added->size(), 0);
    delete added;
}

QTEST_GUILESS_MAIN(TestModelsImages)
#include "tst_models_images.moc"
