#include "backend/base/failure.h"
#include "backend/model/image.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <fstream>

using namespace firstlight;
using model::RgbImage;
using nlohmann::json;

namespace {

const std::string kFolder = FIRSTLIGHT_SOURCE_DIR "/tests/golden/images/";

std::string readBytes(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// The pixels of a binary PPM file behind its one line of header.
std::vector<std::uint8_t> readPpm(const std::string& file)
{
    const std::string bytes = readBytes(file);
    const std::size_t begin = bytes.find('\n') + 1;
    return {bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.end()};
}

int largestDifference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b)
{
    if (a.size() != b.size()) {
        return 256;
    }
    int largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(int{a[i]} - int{b[i]}));
    }
    return largest;
}

std::string detailOf(const absl::Status& status)
{
    const base::FailureInfo info = base::failureInfo(status);
    const bool isOne = info.reasonId == reasons::kImageRejected.id || info.reasonId == reasons::kImageTooLarge.id;
    return isOne ? info.arguments.at("detail") : "not the reason: " + info.reasonId;
}

} // namespace

class TestImage : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheReference_data();
    void equalsTheReference();
    void orientationAsALongNumber();
    void brokenFilesAreRefused_data();
    void brokenFilesAreRefused();
    void limits();
    void neverCrashes_data() { equalsTheReference_data(); }
    void neverCrashes();
    void pngRoundTrip();
};

void TestImage::equalsTheReference_data()
{
    QTest::addColumn<QString>("row");
    for (const json& row : json::parse(readBytes(kFolder + "expected.json"))) {
        QTest::newRow(row["file"].get<std::string>().c_str()) << QString::fromStdString(row.dump());
    }
}

void TestImage::equalsTheReference()
{
    QFETCH(QString, row);
    const json expected = json::parse(row.toStdString());
    const std::string file = expected["file"];
    const auto image = model::decodeImage(readBytes(kFolder + file));
    QVERIFY2(image.ok(), std::string(image.status().message()).c_str());
    QCOMPARE(json::array({image->width, image->height}), expected["size"]);
    QCOMPARE(json::array({image->originalWidth, image->originalHeight}), expected["stored"]);
    if (QFile::exists(QString::fromStdString(kFolder + file + ".ppm"))) {
        const int difference = largestDifference(image->rgb, readPpm(kFolder + file + ".ppm"));
        QVERIFY2(difference <= 1, std::to_string(difference).c_str());
        const bool lossy = file.ends_with(".jpg") || file == "lossy.webp"; // other versions of the decoders differ
        QVERIFY2(lossy || difference == 0, std::to_string(difference).c_str());
    }
}

// As a long number where the standard wants a short one: some programs write it so, and the reference reads it.
void TestImage::orientationAsALongNumber()
{
    std::string bytes = readBytes(kFolder + "orientation-6.jpg");
    const auto upright = model::decodeImage(bytes).value();
    const bool isBig = bytes.find("MM") < bytes.find("II");
    const std::string before =
        isBig ? std::string("\x01\x12\0\x03\0\0\0\x01\0\x06", 10) : std::string("\x12\x01\x03\0\x01\0\0\0\x06\0", 10);
    const std::string after = isBig ? std::string("\x01\x12\0\x04\0\0\0\x01\0\0\0\x06", 12)
                                    : std::string("\x12\x01\x04\0\x01\0\0\0\x06\0\0\0", 12);
    const std::size_t at = bytes.find(before);
    QVERIFY(at != std::string::npos);
    bytes.replace(at, 12, after);
    const auto image = model::decodeImage(bytes).value();
    QVERIFY(image.width == upright.width && image.height == upright.height && image.width < image.height);
    QVERIFY(image.rgb == upright.rgb);
}

void TestImage::brokenFilesAreRefused_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("detail");
    QTest::newRow("empty") << "broken-empty"
                           << "empty";
    QTest::newRow("text") << "broken-text.png"
                          << "not a PNG, JPEG, WebP, BMP or GIF";
    QTest::newRow("page") << "broken-html.jpg"
                          << "not a PNG, JPEG, WebP, BMP or GIF";
    QTest::newRow("cut PNG") << "broken-cut.png"
                             << "cut off";
    QTest::newRow("PNG signature") << "broken-signature.png"
                                   << "broken";
    QTest::newRow("PNG checksum") << "broken-checksum.png"
                                  << "broken";
    QTest::newRow("PNG bomb") << "broken-bomb.png"
                              << "60000 x 60000 pixels";
    QTest::newRow("cut JPEG") << "broken-cut.jpg"
                              << "cut off";
    QTest::newRow("JPEG header") << "broken-header.jpg"
                                 << "broken";
    QTest::newRow("cut WebP") << "broken-cut.webp"
                              << "broken or cut off";
    QTest::newRow("cut GIF") << "broken-cut.gif"
                             << "broken or cut off";
    QTest::newRow("GIF header") << "broken-header.gif"
                                << "broken or cut off";
    QTest::newRow("GIF bomb") << "broken-bomb.gif"
                              << "65535 x 65535 pixels";
    QTest::newRow("cut BMP") << "broken-cut.bmp"
                             << "cut off";
    QTest::newRow("BMP without pixels") << "broken-zero.bmp"
                                        << "no pixels";
    QTest::newRow("BMP bomb") << "broken-bomb.bmp"
                              << "2000000000 x 2 pixels";
}

void TestImage::brokenFilesAreRefused()
{
    QFETCH(QString, file);
    QFETCH(QString, detail);
    const auto image = model::decodeImage(readBytes(kFolder + file.toStdString()), {}, 3);
    QVERIFY(!image.ok());
    QVERIFY2(QString::fromStdString(detailOf(image.status())).contains(detail), detailOf(image.status()).c_str());
    QCOMPARE(base::failureInfo(image.status()).arguments.at("number"), std::string("3"));
}

void TestImage::limits()
{
    const std::string bytes = readBytes(kFolder + "rgb.png"); // 40 x 30
    QVERIFY(model::decodeImage(bytes, {.side = 40}).ok());
    QVERIFY(!model::decodeImage(bytes, {.side = 39}).ok());
    QVERIFY(model::decodeImage(bytes, {.pixels = 1200}).ok());
    QVERIFY(!model::decodeImage(bytes, {.pixels = 1199}).ok());
    const auto size = static_cast<std::int64_t>(bytes.size());
    QVERIFY(model::decodeImage(bytes, {.fileBytes = size}).ok());
    QVERIFY(detailOf(model::decodeImage(bytes, {.fileBytes = size - 1}).status()).find("bytes") != std::string::npos);
    const std::string file = kFolder + "rgb.png";
    QCOMPARE(model::readImageFile(file, 1, {.fileBytes = size}).value(), bytes);
    for (const absl::Status& tooLarge : {model::readImageFile(file, 3, {.fileBytes = size - 1}).status(),
                                         model::decodeImage(bytes, {.fileBytes = size - 1}, 3).status(),
                                         model::decodeImage(bytes, {.side = 39}, 3).status()}) {
        QCOMPARE(base::failureInfo(tooLarge).reasonId, std::string("IMAGE_TOO_LARGE"));
        QCOMPARE(base::failureInfo(tooLarge).arguments.at("number"), std::string("3"));
    }
}

// Cut at every length, and with each byte changed: refused or decoded, but nothing worse.
void TestImage::neverCrashes()
{
    QFETCH(QString, row);
    const std::string bytes = readBytes(kFolder + json::parse(row.toStdString())["file"].get<std::string>());
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / 150);
    const model::ImageLimits limits{.pixels = 100000, .side = 2000};
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        (void)model::decodeImage(std::string_view(bytes).substr(0, at), limits);
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 0x55);
        const auto image = model::decodeImage(changed, limits);
        QVERIFY(!image.ok() || image->rgb.size() == std::size_t{3} * static_cast<std::size_t>(image->width) *
                                                        static_cast<std::size_t>(image->height));
    }
}

void TestImage::pngRoundTrip()
{
    const RgbImage image = model::decodeImage(readBytes(kFolder + "rgb.png")).value();
    const std::string png = model::encodePng(image.width, image.height, image.rgb);
    const RgbImage again = model::decodeImage(png).value();
    QCOMPARE(again.width, image.width);
    QVERIFY(again.rgb == image.rgb);
}

QTEST_GUILESS_MAIN(TestImage)
#include "tst_image.moc"
