#include "tests/backend/model/image_configs.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <cstdio>
#include <fstream>
#include <map>
#include <numeric>

using namespace firstlight;
using model::ImageProcessor;
using nlohmann::json;
using test::load;
using test::qwen;
using test::reasonOf;

namespace {

const std::string kFolder = FIRSTLIGHT_SOURCE_DIR "/tests/golden/images/";
const std::string kProcessors = kFolder + "processors/";

std::string readBytes(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

model::RgbImage plain(std::int32_t width, std::int32_t height)
{
    return {width, height, std::vector<std::uint8_t>(std::size_t{3} * static_cast<std::size_t>(width * height), 100),
            width, height};
}

// How many, and their size where all have the same; else each one's.
json tilesOf(const model::ImageLayout& layout)
{
    json sizes = json::array();
    for (const model::ImageStep& step : layout.steps) {
        for (std::int32_t i = 0; i < step.tileCount(); ++i) {
            sizes.push_back({step.tile().width, step.tile().height});
        }
    }
    const bool same = std::all_of(sizes.begin(), sizes.end(), [&](const json& size) { return size == sizes.front(); });
    return same ? json{sizes.size(), sizes[0][0], sizes[0][1]} : sizes;
}

json placesOf(const model::ImageLayout& layout)
{
    json places = json::array();
    for (const model::ImagePlace& place : layout.places) {
        places.push_back(json::array({place.text, place.imageTokens}));
    }
    return places;
}

std::string textOf(const model::ImageLayout& layout)
{
    std::string text;
    for (const model::ImagePlace& place : layout.places) {
        text += place.text + "|" + std::to_string(place.imageTokens) + "|";
    }
    return text;
}

std::string fnv1a(const std::string& text)
{
    std::uint64_t value = 0xCBF29CE484222325ULL;
    for (const char byte : text) {
        value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001B3ULL;
    }
    char hex[17];
    std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(value));
    return std::string("fnv1a:") + hex;
}

} // namespace

class TestImageProcessor : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheReference_data();
    void equalsTheReference();
    void familiesEqualTheReference_data();
    void familiesEqualTheReference();
    void normalizedValues();
    void sizesOfReleasedModels_data();
    void sizesOfReleasedModels();
    void sizes_data();
    void sizes();
    void plainSizes();
    void onlyWhatIsKeptIsMade();
    void joinedTiles();
    void stepsThatAreNotKept();
    void namesOfTokens();
    void internChat();
    void kimiRelease();
    void extremeShapesAreRefused();
    void normalization();
    void nestedConfiguration();
    void oldNamesOfLimits();
    void nullIsFalse();
    void quartersOfDifferentSizes();
    void oneOfSeveral();
    void numbersOfPictures();
    void squaresWithMeansOfTheirOwn();
    void usualKindOfAModel();
    void cleanupTestCase();

private:
    std::map<std::string, int> m_largest; // difference of pixels, of each kind
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
                << QString::fromStdString(file) << QString::fromStdString(config)
                << QString::fromStdString(expected.dump());
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
    QCOMPARE(json::array({processed.layout.gridWidth, processed.layout.gridHeight}), reference["grid"]);
    QCOMPARE(processed.tiles.size(), std::size_t{1});
    const model::ImageTile& tile = processed.tiles.front();
    QCOMPARE(json::array({tile.width, tile.height}), reference["size"]);
    QCOMPARE(processed.tokenCount(), reference["tokens"].get<int>());
    const auto sum = std::accumulate(tile.rgb.begin(), tile.rgb.end(), std::int64_t{0});
    const auto off = static_cast<double>(std::abs(sum - reference["sum"].get<std::int64_t>()));
    QVERIFY2(off / static_cast<double>(tile.rgb.size()) < 0.02, std::to_string(off).c_str());
    const std::string ppm = readBytes(kFolder + file.toStdString() + "." + config.toStdString() + ".ppm");
    const std::string pixels = ppm.substr(ppm.find('\n') + 1);
    for (std::size_t i = 0; !ppm.empty() && i < pixels.size(); ++i) {
        QVERIFY2(std::abs(int{tile.rgb[i]} - int{static_cast<std::uint8_t>(pixels[i])}) <= 1,
                 std::to_string(i).c_str());
    }
}

void TestImageProcessor::familiesEqualTheReference_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("expected");
    for (const json& row : json::parse(readBytes(kProcessors + "expected.json"))) {
        const std::string config = row["config"];
        for (const auto& [file, expected] : row["pictures"].items()) {
            QTest::newRow((config + " " + file).c_str())
                << QString::fromStdString(config) << QString::fromStdString(file)
                << QString::fromStdString(expected.dump());
        }
    }
}

void TestImageProcessor::familiesEqualTheReference()
{
    QFETCH(QString, config);
    QFETCH(QString, file);
    QFETCH(QString, expected);
    const json reference = json::parse(expected.toStdString());
    const auto processor = ImageProcessor::load(kProcessors + config.toStdString()).value();
    const auto image =
        model::decodeImage(readBytes(kFolder + file.toStdString()), {}, 1, processor->backdrop()).value();
    const auto processed = processor->process(image);
    if (reference.contains("refused")) {
        QCOMPARE(reasonOf(processed.status()), std::string("IMAGE_REJECTED"));
        return;
    }
    QVERIFY2(processed.ok(), std::string(processed.status().message()).c_str());
    QCOMPARE(tilesOf(processed->layout), reference["tiles"]);
    if (!reference["places"].is_null()) {
        QCOMPARE(placesOf(processed->layout), reference["places"]);
    }
    std::vector<std::uint8_t> rgb;
    for (const model::ImageTile& tile : processed->tiles) {
        rgb.insert(rgb.end(), tile.rgb.begin(), tile.rgb.end());
    }
    const auto pixels =
        model::decodeImage(readBytes(kProcessors + config.toStdString() + "/" + file.toStdString() + ".png")).value();
    QCOMPARE(rgb.size(), pixels.rgb.size());
    int largest = 0;
    for (std::size_t i = 0; i < rgb.size(); ++i) {
        largest = std::max(largest, std::abs(int{rgb[i]} - int{pixels.rgb[i]}));
    }
    m_largest[processor->kind()] = std::max(m_largest[processor->kind()], largest);
    QVERIFY2(largest <= 1, std::to_string(largest).c_str());
}

void TestImageProcessor::normalizedValues()
{
    for (const json& row : json::parse(readBytes(kProcessors + "expected.json"))) {
        const auto processor = ImageProcessor::load(kProcessors + row["config"].get<std::string>()).value();
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const float mean = processor->mean()[channel];
            const float deviation = processor->deviation()[channel];
            const float black = (0.0F - mean) / deviation;
            const float white = (1.0F - mean) / deviation;
            QVERIFY2(std::abs(black - row["black"][channel].get<float>()) < 1e-4F,
                     row["config"].get<std::string>().c_str());
            QVERIFY2(std::abs(white - row["white"][channel].get<float>()) < 1e-4F,
                     row["config"].get<std::string>().c_str());
        }
    }
}

void TestImageProcessor::sizesOfReleasedModels_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("expected");
    for (const json& row : json::parse(readBytes(kProcessors + "sizes.json"))) {
        for (const json& entry : row["sizes"]) {
            const std::string config = row["config"];
            const std::string size = entry["width"].dump() + "x" + entry["height"].dump();
            QTest::newRow((config + " " + size).c_str())
                << QString::fromStdString(config) << QString::fromStdString(entry.dump());
        }
    }
}

void TestImageProcessor::sizesOfReleasedModels()
{
    QFETCH(QString, config);
    QFETCH(QString, expected);
    const json reference = json::parse(expected.toStdString());
    const auto processor = ImageProcessor::load(kProcessors + config.toStdString()).value();
    const auto layout =
        processor->layout({reference["width"].get<std::int64_t>(), reference["height"].get<std::int64_t>()});
    QCOMPARE(layout.ok(), !reference.contains("refused"));
    if (!layout.ok()) {
        return;
    }
    QCOMPARE(tilesOf(*layout), reference["tiles"]);
    QCOMPARE(layout->tokenCount(), reference["tokens"].get<int>());
    if (!reference["text"].is_null()) {
        const std::string text = reference["text"];
        QCOMPARE(text.starts_with("fnv1a:") ? fnv1a(textOf(*layout)) : textOf(*layout), text);
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
    const model::ImageTile& tile = processed.tiles.front();
    QCOMPARE(tile.width, newWidth);
    QCOMPARE(tile.height, newHeight);
    QCOMPARE(tile.rgb, std::vector<std::uint8_t>(tile.rgb.size(), 100));
    QCOMPARE(processed.originalWidth, width);
    QCOMPARE(processed.tokenCount(), newWidth / 32 * (newHeight / 32));
}

// A size that is one number is a square for some kinds and the shorter side for others.
void TestImageProcessor::plainSizes()
{
    const auto sizeFrom = [](const char* type, std::int64_t width, std::int64_t height) {
        const auto processor = load({{"image_processor_type", type}, {"size", 20}, {"do_center_crop", false}}).value();
        return processor->layout({width, height}).value().steps.front().canvas;
    };
    QCOMPARE(sizeFrom("ViTImageProcessor", 40, 10), (model::PixelSize{20, 20}));
    QCOMPARE(sizeFrom("SiglipImageProcessor", 40, 10), (model::PixelSize{80, 20}));
    QCOMPARE(sizeFrom("CLIPImageProcessor", 10, 40), (model::PixelSize{20, 80}));
    QCOMPARE(sizeFrom("Gemma3ImageProcessor", 40, 10), (model::PixelSize{20, 20}));
}

// A canvas of 224 x 224 is cut out of a picture that would be 2.2 million pixels long.
void TestImageProcessor::onlyWhatIsKeptIsMade()
{
    const auto processor = load({{"image_processor_type", "CLIPImageProcessor"}}).value();
    const auto processed = processor->process(plain(1, 10000)).value();
    QCOMPARE(processed.tiles.front().rgb, std::vector<std::uint8_t>(std::size_t{3} * 224 * 224, 100));
}

void TestImageProcessor::joinedTiles()
{
    const auto processor = ImageProcessor::load(kProcessors + "internvl").value();
    const auto processed = processor->process(plain(60, 40)).value();
    const model::ImageTile joined = model::joinTiles(processed.layout.steps, processed.tiles);
    QCOMPARE(processed.tiles.size(), std::size_t{7}); // three columns, two rows and the thumbnail
    QCOMPARE(joined.width, 3 * 28);
    QCOMPARE(joined.height, 3 * 28);
    QCOMPARE(joined.rgb.front(), std::uint8_t{100});
    QCOMPARE(joined.rgb.back(), std::uint8_t{0}); // beside the thumbnail
}

// Idefics 3 enlarges twice: what the first step makes is not part of the result.
void TestImageProcessor::stepsThatAreNotKept()
{
    const auto processed = ImageProcessor::load(kProcessors + "idefics3").value()->process(plain(60, 40)).value();
    const model::ImageTile joined = model::joinTiles(processed.layout.steps, processed.tiles);
    QCOMPARE(processed.layout.steps.front().canvas, (model::PixelSize{100, 66}));
    QCOMPARE(processed.layout.firstKept().canvas, (model::PixelSize{4 * 32, 3 * 32}));
    QCOMPARE(processed.tiles.size(), std::size_t{13});
    QCOMPARE(joined.width, 4 * 32);
    QCOMPARE(joined.height, 3 * 32 + 32);
}

void TestImageProcessor::namesOfTokens()
{
    QTemporaryDir folder;
    const auto write = [&](const char* file, const json& content) {
        std::ofstream(folder.filePath(file).toStdString()) << content.dump();
    };
    write("preprocessor_config.json",
          {{"image_processor_type", "GotOcr2ImageProcessor"}, {"size", {{"height", 28}, {"width", 28}}}});
    write("tokenizer_config.json",
          {{"extra_special_tokens", {{"start_image_token", "[["}}}, {"end_image_token", {{"content", "]]"}}}});
    const auto layout = ImageProcessor::load(folder.path().toStdString()).value()->layout({28, 28}).value();
    QCOMPARE(textOf(layout), std::string("[[|256|]]|0|"));
}

// InternVL's own releases name CLIP's processor; the tiles are in config.json.
void TestImageProcessor::internChat()
{
    QTemporaryDir folder;
    const auto write = [&](const char* file, const json& content) {
        std::ofstream(folder.filePath(file).toStdString()) << content.dump();
    };
    write("preprocessor_config.json",
          {{"image_processor_type", "CLIPFeatureExtractor"}, {"size", 448}, {"crop_size", 448}});
    write("config.json", {{"model_type", "internvl_chat"},
                          {"force_image_size", 448},
                          {"downsample_ratio", 0.5},
                          {"dynamic_image_size", true},
                          {"use_thumbnail", true},
                          {"max_dynamic_patch", 12},
                          {"vision_config", {{"image_size", 448}, {"patch_size", 14}}}});
    const auto processor = ImageProcessor::load(folder.path().toStdString()).value();
    const auto layout = processor->layout({1920, 1080}).value();
    QCOMPARE(layout.tileCount(), 9); // as the reference's "internvl"
    QCOMPARE(textOf(layout), std::string("<img>|2304|</img>|0|"));
    QCOMPARE(processor->placeholder(), std::string("<image>"));
}

void TestImageProcessor::kimiRelease()
{
    const json settings{{"in_patch_limit", 16384},       {"patch_size", 14},       {"image_mean", {0.5, 0.5, 0.5}},
                        {"image_std", {0.5, 0.5, 0.5}},  {"merge_kernel_size", 2}, {"fixed_output_tokens", nullptr},
                        {"patch_limit_on_one_side", 512}};
    const auto processor = load({{"auto_map", {{"AutoImageProcessor", "x.Y"}}}, {"media_proc_cfg", settings}}).value();
    QCOMPARE(processor->layout({448, 448}).value().tokenCount(), 256);
    QCOMPARE(processor->layout({225, 223}).value().tokenCount(), 72);
    QCOMPARE(processor->layout({2700, 2300}).value().tokenCount(), 4200); // as the reference's "kimi-k2.5"
    json larger = settings;
    larger["in_patch_limit"] = 65536;
    QCOMPARE(load({{"media_proc_cfg", larger}}).value()->layout({2800, 2800}).value().tokenCount(), 10000);
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
    for (const json& one : {json(0.25), json{0.25}}) {
        config["image_mean"] = one;
        QCOMPARE(load(config).value()->mean()[2], 0.25F);
    }
    config["do_normalize"] = false;
    QCOMPARE(load(config).value()->mean()[2], 0.0F);
    QCOMPARE(load(config).value()->deviation()[2], 1.0F);
}

void TestImageProcessor::nestedConfiguration()
{
    QVERIFY(load({{"image_processor", qwen()}}, "processor_config.json").ok());
    QCOMPARE(reasonOf(load(qwen(), "other.json").status()), std::string("FILE_ABSENT"));
}

// Some kinds take the limits also from where earlier versions had them, others ignore these.
void TestImageProcessor::oldNamesOfLimits()
{
    const auto tokens = [](const char* type, const json& settings) {
        json config{{"image_processor_type", type}, {"patch_size", 8}};
        config.update(settings);
        return load(config).value()->layout({64, 64}).value().tokenCount();
    };
    const json sizes{{"shortest_edge", 256}, {"longest_edge", 1024}};
    QCOMPARE(tokens("Qwen2VLImageProcessor", {{"size", sizes}}), 4);
    QCOMPARE(tokens("Qwen2VLImageProcessor", {{"size", sizes}, {"max_pixels", 4096}}), 16);
    QCOMPARE(tokens("Qwen2VLImageProcessor", {{"size", {{"min_pixels", 256}, {"max_pixels", 1024}}}}), 4);
    QCOMPARE(tokens("Ernie4_5_VLMoeImageProcessor", {{"size", sizes}, {"max_pixels", 4096}}), 4);
}

void TestImageProcessor::nullIsFalse()
{
    const auto processor =
        load({{"image_processor_type", "SiglipImageProcessor"}, {"do_resize", nullptr}, {"do_normalize", nullptr}});
    QCOMPARE(processor.value()->layout({40, 10}).value().steps.front().canvas, (model::PixelSize{40, 10}));
    QCOMPARE(processor.value()->mean()[0], 0.0F);
}

void TestImageProcessor::quartersOfDifferentSizes()
{
    const auto processor =
        load({{"image_processor_type", "Idefics2ImageProcessor"}, {"do_image_splitting", true}, {"do_resize", false}})
            .value();
    const json sizes = json::parse("[[3,2],[4,2],[3,3],[4,3],[7,5]]");
    QCOMPARE(tilesOf(processor->layout({7, 5}).value()), sizes);
    QCOMPARE(processor->process(plain(7, 5)).value().tiles.size(), std::size_t{5});
    QCOMPARE(reasonOf(processor->process(plain(1, 5)).status()), std::string("IMAGE_REJECTED"));
}

// Where the processor's file names no kind, config.json's model type says which one it is.
void TestImageProcessor::usualKindOfAModel()
{
    QTemporaryDir folder;
    const auto kindOf = [&](const char* modelType) {
        std::ofstream(folder.filePath("preprocessor_config.json").toStdString()) << "{}";
        std::ofstream(folder.filePath("config.json").toStdString()) << json{{"model_type", modelType}}.dump();
        return ImageProcessor::load(folder.path().toStdString()).value()->kind();
    };
    QCOMPARE(kindOf("idefics3"), std::string("Idefics3ImageProcessor"));
    QCOMPARE(kindOf("mllama"), std::string("MllamaImageProcessor"));
    QCOMPARE(kindOf("aya_vision"), std::string("GotOcr2ImageProcessor"));
    QCOMPARE(kindOf("exaone4_5"), std::string("Qwen2VLImageProcessor"));
}

// LLaVA-OneVision takes no parts of pictures where there are several.
void TestImageProcessor::oneOfSeveral()
{
    const auto processor = ImageProcessor::load(kProcessors + "one-vision").value();
    const auto alone = processor->process(plain(60, 20)).value();
    const auto among = processor->process(plain(60, 20), 1, 2).value();
    QVERIFY(alone.tiles.size() > 1);
    QCOMPARE(tilesOf(among.layout), (json{1, 32, 32}));
    QCOMPARE(among.tokenCount(), 64 + 1);      // and the newline
    QCOMPARE(int{among.tiles[0].rgb[0]}, 122); // the mean's colour above the picture
    QCOMPARE(int{among.tiles[0].rgb[3 * 32 * 16]}, 100);
}

void TestImageProcessor::numbersOfPictures()
{
    const auto processor = ImageProcessor::load(kProcessors + "minicpm").value();
    const auto layout = processor->layout({40, 30}).value();
    QCOMPARE(layout.placesOf(2).front().text, "<image_id>2</image_id>" + layout.places.front().text);
    const auto silent = load({{"image_processor_type", "MiniCPMV4_6ImageProcessor"}, {"use_image_id", false}}).value();
    QVERIFY(!silent->layout({40, 30}).value().number);
}

// The large square's pixels are brought to the mean and deviation of the small one.
void TestImageProcessor::squaresWithMeansOfTheirOwn()
{
    const auto processor = load({{"image_processor_type", "DeepseekVLHybridImageProcessor"},
                                 {"size", {{"height", 16}, {"width", 16}}},
                                 {"high_res_size", {{"height", 32}, {"width", 32}}},
                                 {"image_mean", {0.5, 0.5, 0.5}},
                                 {"image_std", {0.5, 0.5, 0.5}},
                                 {"high_res_image_mean", {0.1, 0.2, 0.3}},
                                 {"high_res_image_std", {0.4, 0.5, 0.6}}})
                               .value();
    const auto tiles = processor->process(plain(32, 32)).value().tiles;
    QCOMPARE(tiles.size(), std::size_t{2});
    QVERIFY(tiles[0].exact.empty());
    for (std::size_t i = 0; i < 3; ++i) {
        const float received = (tiles[1].exact[i] / 255.0F - processor->mean()[i]) / processor->deviation()[i];
        const float mean = 0.1F * static_cast<float>(i + 1);
        const float deviation = 0.4F + 0.1F * static_cast<float>(i);
        QVERIFY(std::abs(received - (100.0F / 255.0F - mean) / deviation) < 1e-5F);
    }
}

void TestImageProcessor::cleanupTestCase()
{
    for (const auto& [kind, largest] : m_largest) {
        qInfo("%s: pixels differ by at most %d of 255", kind.c_str(), largest);
    }
}

QTEST_GUILESS_MAIN(TestImageProcessor)
#include "tst_image_processor.moc"
