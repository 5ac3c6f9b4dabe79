// Settings of image processors that are refused: each with the file, the value and what is expected.
#include "tests/backend/model/image_configs.h"

#include <QtTest>

using namespace firstlight;
using nlohmann::json;
using test::load;
using test::qwen;
using test::reasonOf;

class TestImageRefusals : public QObject
{
    Q_OBJECT

private slots:
    void wrongValuesAreNamed_data();
    void wrongValuesAreNamed();
    void unknownKind();
    void badConfigurations_data();
    void badConfigurations();
};

void TestImageRefusals::wrongValuesAreNamed_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no frame") << R"({"temporal_patch_size":0})"
                              << "temporal_patch_size is 0, not a whole number of at least 1";
    QTest::newRow("negative frames") << R"({"temporal_patch_size":-1})"
                                     << "temporal_patch_size is -1, not a whole number of at least 1";
    QTest::newRow("half a frame") << R"({"image_processor_type":"Glm4vImageProcessor","temporal_patch_size":2.5})"
                                  << "temporal_patch_size is 2.5, not a whole number of at least 1";
    QTest::newRow("many frames") << R"({"temporal_patch_size":65})"
                                 << "temporal_patch_size is 65, not a whole number of at most 64";
    QTest::newRow("merge") << R"({"merge_size":99})"
                           << "merge_size is 99, not a whole number of at most 64";
    QTest::newRow("filter") << R"({"resample":"bicubic"})"
                            << "resample is \"bicubic\", not a whole number of at least 0";
    QTest::newRow("mean") << R"({"image_mean":[1,2,3,4]})"
                          << "image_mean is [1,2,3,4], not one number or a list of three numbers";
    QTest::newRow("limit") << R"({"size":{"longest_edge":null}})"
                           << "size has no longest_edge";
    QTest::newRow("tiles") << R"({"image_processor_type":"MllamaImageProcessor","size":9,"max_image_tiles":0})"
                           << "max_image_tiles is 0, not a whole number of at least 1";
    QTest::newRow("size") << R"({"image_processor_type":"Gemma3ImageProcessor","size":{"shortest_edge":9}})"
                          << R"(size is {"shortest_edge":9}, without a height and a width)";
    QTest::newRow("side") << R"({"image_processor_type":"AriaImageProcessor","max_image_size":500})"
                          << "max_image_size is 500, neither 490 nor 980";
    QTest::newRow("tile size")
        << R"({"image_processor_type":"Idefics3ImageProcessor","size":{"longest_edge":99},"max_image_size":{"height":9,"width":9}})"
        << "max_image_size has no longest_edge of at most 4096 pixels";
    QTest::newRow("numbers of tiles") << R"({"image_processor_type":"Lfm2VlImageProcessor","min_tiles":12})"
                                      << "min_tiles is more than max_tiles";
}

void TestImageRefusals::wrongValuesAreNamed()
{
    QFETCH(QString, change);
    QFETCH(QString, detail);
    json config = qwen();
    const json changes = json::parse(change.toStdString());
    if (changes.contains("image_processor_type")) {
        config.erase("size");
    }
    config.merge_patch(changes);
    const absl::Status status = load(config).status();
    QCOMPARE(reasonOf(status), std::string("FILE_INVALID"));
    QCOMPARE(base::failureInfo(status).arguments.at("file"), std::string("preprocessor_config.json"));
    QCOMPARE(QString::fromStdString(base::failureInfo(status).arguments.at("detail")), detail);
}

void TestImageRefusals::unknownKind()
{
    const base::FailureInfo info =
        base::failureInfo(load({{"image_processor_type", "MagicImageProcessorFast"}}).status());
    QCOMPARE(info.reasonId, std::string("PICTURES_UNSUPPORTED"));
    QCOMPARE(info.arguments.at("file"), std::string("preprocessor_config.json"));
    for (const char* said : {"\"MagicImageProcessor\"", "Qwen2VLImageProcessor, ", "Phi4MultimodalImageProcessor"}) {
        QVERIFY2(info.arguments.at("detail").find(said) != std::string::npos, said);
    }
    const json ownCode{{"auto_map", {{"AutoImageProcessor", "image_processing_kimi_vl.KimiVLImageProcessor"}}}};
    QVERIFY(base::failureInfo(load(ownCode).status()).arguments.at("detail").find("\"KimiVLImageProcessor\"") !=
            std::string::npos);
    QVERIFY(base::failureInfo(load(json::object()).status()).arguments.at("detail").find("model_type") !=
            std::string::npos);
}

void TestImageRefusals::badConfigurations_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("reason");
    QTest::newRow("kind") << R"({"image_processor_type":"MagicImageProcessor"})"
                          << "PICTURES_UNSUPPORTED";
    QTest::newRow("patch") << R"({"patch_size":0})"
                           << "FILE_INVALID";
    QTest::newRow("merge") << R"({"merge_size":"two"})"
                           << "FILE_INVALID";
    QTest::newRow("limits") << R"({"size":{"shortest_edge":100000}})"
                            << "FILE_INVALID";
    QTest::newRow("filter") << R"({"resample":99})"
                            << "FILE_INVALID";
    QTest::newRow("mean") << R"({"image_mean":[0.5,0.5]})"
                          << "FILE_INVALID";
    QTest::newRow("deviation") << R"({"image_std":[0,1,1]})"
                               << "FILE_INVALID";
    QTest::newRow("scale") << R"({"rescale_factor":0})"
                           << "FILE_INVALID";
    QTest::newRow("not resized") << R"({"do_resize":false})"
                                 << "PICTURES_UNSUPPORTED";
    QTest::newRow("size") << R"({"image_processor_type":"SiglipImageProcessor","size":{"longest_edge":9}})"
                          << "FILE_INVALID";
    QTest::newRow("endless size") << R"({"image_processor_type":"SiglipImageProcessor","size":[9,99999999]})"
                                  << "FILE_INVALID";
    QTest::newRow("crop") << R"({"image_processor_type":"CLIPImageProcessor","crop_size":{"shortest_edge":9}})"
                          << "FILE_INVALID";
    QTest::newRow("pinpoints") << R"({"image_processor_type":"LlavaNextImageProcessor","size":{"shortest_edge":224}})"
                               << "FILE_INVALID";
    QTest::newRow("tiles") << R"({"image_processor_type":"GotOcr2ImageProcessor","size":[9,9],"max_patches":99999999})"
                           << "FILE_INVALID";
    QTest::newRow("no square") << R"({"image_processor_type":"Llama4ImageProcessor","size":[9,8]})"
                               << "FILE_INVALID";
    QTest::newRow("budget") << R"({"image_processor_type":"Gemma4ImageProcessor","max_soft_tokens":71})"
                            << "FILE_INVALID";
    QTest::newRow("small letters")
        << R"({"image_processor_type":"MiniCPMOcrImageProcessor","small_image_upsize":"adaptive"})"
        << "PICTURES_UNSUPPORTED";
    QTest::newRow("margins") << R"({"image_processor_type":"Molmo2ImageProcessor","overlap_margins":[20,7]})"
                             << "FILE_INVALID";
    QTest::newRow("no whole patches")
        << R"({"image_processor_type":"Phi4MultimodalImageProcessor","size":[450,450],"patch_size":14})"
        << "FILE_INVALID";
    QTest::newRow("sharp overview")
        << R"({"image_processor_type":"Phi4MultimodalImageProcessor","patch_size":14,"resample":1})"
        << "PICTURES_UNSUPPORTED";
    QTest::newRow("colour") << R"({"image_processor_type":"UnlimitedOcrImageProcessor","background_color":[1,2,256]})"
                            << "FILE_INVALID";
    QTest::newRow("downsampling")
        << R"({"image_processor_type":"NemotronH_Omni_Reasoning_V3ImageProcessor","downsample_ratio":0})"
        << "FILE_INVALID";
    QTest::newRow("fixed tokens")
        << R"({"image_processor_type":"Kimi_K25ImageProcessor","size":null,"fixed_output_tokens":9})"
        << "PICTURES_UNSUPPORTED";
}

void TestImageRefusals::badConfigurations()
{
    QFETCH(QString, change);
    QFETCH(QString, reason);
    json config = qwen();
    const json changes = json::parse(change.toStdString());
    if (changes.contains("image_processor_type")) {
        config.erase("size");
    }
    config.merge_patch(changes);
    QCOMPARE(QString::fromStdString(reasonOf(load(config).status())), reason);
}

QTEST_GUILESS_MAIN(TestImageRefusals)
#include "tst_image_refusals.moc"
