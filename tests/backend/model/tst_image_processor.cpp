#include "backend/base/failure.h"
#include "backend/model/image_processor.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <fstream>
#include <numeric>

using namespace firstlight;
using model::ImageProcessor;
using nlohmann::json;

namespace {

const std::string kFolder = FIRSTLIGHT_SOURCE_DIR "/tests/golden/images/";

std::string readBytes(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

absl::StatusOr<std::unique_ptr<ImageProcessor>> load(const json& config, const char* file = "preprocessor_config.json")
{
    const QTemporaryDir folder;
    std::ofstream(folder.filePath(file).toStdString()) << config.dump();
    return ImageProcessor::load(folder.path().toStdString());
}

json qwen()
{
    return {{"image_processor_type", "Qwen2VLImageProcessorFast"}, {"patch_size", 16}, {"merge_size", 2},
            {"size", {{"shortest_edge", 1024}, {"longest_edge", 65536}}}};
}

model::RgbImage plain(std::int32_t width, std::int32_t height)
{
    return {width, height, std::vector<std::uint8_t>(std::size_t{3} * static_cast<std::size_t>(width * height), 100), width, height};
}

std::string reasonOf(const absl::Status& status)
{
    return base::failureInfo(status).reasonId;
}

} // namespace

class TestImageProcessor : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheReference_data();
    void equalsTheReference();
    void sizes_data();
    void sizes();
    void extremeShapesAreRefused();
    void normalization();
    void nestedConfiguration();
    void badConfigurations_data();
    void badConfigurations();
};

void TestImageProcessor::equalsTheReference_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("expected");
    for (const json& row : json::parse(readBytes(kFolder + "expected.json"))) {
        for (const auto& [config, expected] : row["received"].items()) {
            const std::string file = row["file"];
            QTest::newRow((file + " " + config).c_str())
                << QString::fromStdString(file) << QString::fromStdString(config) << QString::fromStdString(expected.dump());
        }
    }
}

void TestImageProcessor::equalsTheReference()
{
    QFETCH(QString, file);
    QFETCH(QString, config);
    QFETCH(QString, expected);
    const json reference = json::parse(expected.toStdString());
    const auto processor = ImageProcessor::load(kFolder + "processor-" + config.toStdString()).value();
    const auto image = model::decodeImage(readBytes(kFolder + file.toStdString())).value();
    const auto processed = processor->process(image).value();
    QCOMPARE(json::array({processed.gridWidth, processed.gridHeight}), reference["grid"]);
    QCOMPARE(json::array({processed.width, processed.height}), reference["size"]);
    QCOMPARE(processed.tokenCount, reference["tokens"].get<int>());
    const auto sum = std::accumulate(processed.rgb.begin(), processed.rgb.end(), std::int64_t{0});
    const auto off = static_cast<double>(std::abs(sum - reference["sum"].get<std::int64_t>()));
    QVERIFY2(off / static_cast<double>(processed.rgb.size()) < 0.02, std::to_string(off).c_str());
    const std::string ppm = readBytes(kFolder + file.toStdString() + "." + config.toStdString() + ".ppm");
    const std::string pixels = ppm.substr(ppm.find('\n') + 1);
    for (std::size_t i = 0; !ppm.empty() && i < pixels.size(); ++i) {
        QVERIFY2(std::abs(int{processed.rgb[i]} - int{static_cast<std::uint8_t>(pixels[i])}) <= 1, std::to_string(i).c_str());
    }
}

void TestImageProcessor::sizes_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("newWidth");
    QTest::addColumn<int>("newHeight");
    QTest::newRow("as it is") << 64 << 96 << 64 << 96;
    QTest::newRow("half to even") << 48 << 80 << 64 << 64; // 1.5 and 2.5 both become 2
    QTest::newRow("too small") << 1 << 1 << 32 << 32;
    QTest::newRow("too large") << 1000 << 500 << 352 << 160;
    QTest::newRow("narrow") << 4 << 700 << 32 << 448; // as the reference: zero multiples make it "too small"
}

void TestImageProcessor::sizes()
{
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(int, newWidth);
    QFETCH(int, newHeight);
    const auto processor = load(qwen()).value();
    const auto processed = processor->process(plain(width, height)).value();
    QCOMPARE(processed.width, newWidth);
    QCOMPARE(processed.height, newHeight);
    QCOMPARE(processed.rgb, std::vector<std::uint8_t>(processed.rgb.size(), 100));
    QCOMPARE(processed.originalWidth, width);
    QCOMPARE(processed.tokenCount, newWidth / 32 * (newHeight / 32));
}

void TestImageProcessor::extremeShapesAreRefused()
{
    const auto processor = load(qwen()).value();
    QVERIFY(processor->process(plain(200, 1)).ok());
    const absl::Status status = processor->process(plain(201, 1), 2).status();
    QCOMPARE(reasonOf(status), std::string("IMAGE_REJECTED"));
    QCOMPARE(base::failureInfo(status).arguments.at("number"), std::string("2"));
}

void TestImageProcessor::normalization()
{
    QCOMPARE(load(qwen()).value()->mean()[0], 0.48145466F); // the family's own
    json config = qwen();
    config["image_mean"] = {0.1, 0.2, 0.3};
    config["image_std"] = {0.4, 0.5, 0.6};
    QCOMPARE(load(config).value()->mean()[2], 0.3F);
    QCOMPARE(load(config).value()->deviation()[0], 0.4F);
    config["do_normalize"] = false;
    QCOMPARE(load(config).value()->mean()[2], 0.0F);
    QCOMPARE(load(config).value()->deviation()[2], 1.0F);
}

void TestImageProcessor::nestedConfiguration()
{
    QVERIFY(load({{"image_processor", qwen()}}, "processor_config.json").ok());
    QCOMPARE(reasonOf(load(qwen(), "other.json").status()), std::string("PATH_MISSING"));
}

void TestImageProcessor::badConfigurations_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("reason");
    QTest::newRow("kind") << R"({"image_processor_type":"MagicImageProcessor"})" << "MODEL_UNSUPPORTED";
    QTest::newRow("patch") << R"({"patch_size":0})" << "FILE_INVALID";
    QTest::newRow("merge") << R"({"merge_size":"two"})" << "FILE_INVALID";
    QTest::newRow("limits") << R"({"size":{"shortest_edge":100000}})" << "FILE_INVALID";
    QTest::newRow("filter") << R"({"resample":99})" << "FILE_INVALID";
    QTest::newRow("mean") << R"({"image_mean":[0.5]})" << "FILE_INVALID";
    QTest::newRow("deviation") << R"({"image_std":[0,1,1]})" << "FILE_INVALID";
    QTest::newRow("scale") << R"({"rescale_factor":1})" << "FILE_INVALID";
}

void TestImageProcessor::badConfigurations()
{
    QFETCH(QString, change);
    QFETCH(QString, reason);
    json config = qwen();
    config.merge_patch(json::parse(change.toStdString()));
    QCOMPARE(QString::fromStdString(reasonOf(load(config).status())), reason);
}

QTEST_GUILESS_MAIN(TestImageProcessor)
#include "tst_image_processor.moc"
