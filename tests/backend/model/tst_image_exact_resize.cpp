// Resampling in fractions: numbers of torch's float resize.
#include "backend/model/image_exact_resize.h"
#include "backend/model/image_tiles.h"

#include <QtTest>

#include <cmath>

using namespace firstlight;
using model::ResizeFilter;
using model::Widening;

namespace {

// Three columns, two rows, all channels alike.
std::vector<std::uint8_t> picture()
{
    std::vector<std::uint8_t> rgb;
    for (const int value : {0, 255, 10, 200, 30, 90}) {
        rgb.insert(rgb.end(), 3, static_cast<std::uint8_t>(value));
    }
    return rgb;
}

} // namespace

class TestImageExactResize : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheReference_data();
    void equalsTheReference();
    void sameSize();
    void tileWithAMeanOfItsOwn();
};

void TestImageExactResize::equalsTheReference_data()
{
    QTest::addColumn<int>("filter");
    QTest::addColumn<bool>("widens");
    QTest::addColumn<QList<float>>("expected"); // two columns, three rows
    const auto row = [](const char* name, ResizeFilter filter, bool widens, const QList<float>& expected) {
        QTest::newRow(name) << static_cast<int>(filter) << widens << expected;
    };
    row("bilinear", ResizeFilter::kBilinear, false, {63.75F, 71.25F, 110.625F, 73.125F, 157.5F, 75.0F});
    row("bicubic", ResizeFilter::kBicubic, false,
        {58.31482696533203F, 74.82361602783203F, 112.880859375F, 72.451171875F, 167.44688415527344F,
         70.07874298095703F});
    row("wide bicubic", ResizeFilter::kBicubic, true,
        {96.49225616455078F, 108.84335327148438F, 118.58346557617188F, 84.07302856445312F, 140.67469787597656F,
         59.30270004272461F});
}

void TestImageExactResize::equalsTheReference()
{
    QFETCH(int, filter);
    QFETCH(bool, widens);
    QFETCH(QList<float>, expected);
    const std::vector<float> values = model::resizeExact(picture(), 3, 2, 2, 3, static_cast<ResizeFilter>(filter),
                                                         widens ? Widening::kWhenSmaller : Widening::kNone);
    QCOMPARE(values.size(), std::size_t{18});
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float wanted = expected[static_cast<qsizetype>(i / 3)];
        QVERIFY2(std::abs(values[i] - wanted) < 1e-3F, std::to_string(values[i]).c_str());
    }
}

void TestImageExactResize::sameSize()
{
    const std::vector<std::uint8_t> rgb = picture();
    const std::vector<float> values = model::resizeExact(rgb, 3, 2, 3, 2, ResizeFilter::kBicubic, Widening::kNone);
    QVERIFY(std::equal(values.begin(), values.end(), rgb.begin(), rgb.end()));
}

// Fractions are kept beside their nearest bytes, and may leave 0 to 255.
void TestImageExactResize::tileWithAMeanOfItsOwn()
{
    model::ImageStep step = model::wholePicture({3, 2}, {2, 3});
    step.sampling.widening = Widening::kNone;
    step.sampling.keepsFractions = true;
    step.sampling.times = {2.0F, 2.0F, 2.0F};
    step.sampling.plus = {0.25F, -300.0F, 0.0F};
    const auto tiles = model::makeTiles({3, 2, picture(), 3, 2}, {step}, ResizeFilter::kBilinear);
    QCOMPARE(tiles.size(), std::size_t{1});
    QCOMPARE(tiles[0].rgb[0], std::uint8_t{64});
    QCOMPARE(tiles[0].exact[0], 127.75F);
    QCOMPARE(tiles[0].exact[1], -172.5F);
    step.sampling.keepsFractions = false;
    QVERIFY(model::makeTiles({3, 2, picture(), 3, 2}, {step}, ResizeFilter::kBilinear)[0].exact.empty());
}

QTEST_GUILESS_MAIN(TestImageExactResize)
#include "tst_image_exact_resize.moc"
