#include "backend/model/image_resize.h"

#include <QtTest>

using namespace firstlight;
using model::ResizeFilter;

namespace {

// The same on each machine, and in the program that asked Pillow.
std::vector<std::uint8_t> noise(std::int64_t width, std::int64_t height)
{
    std::vector<std::uint8_t> rgb(static_cast<std::size_t>(width * height * 3));
    std::uint32_t state = 1;
    for (std::uint8_t& value : rgb) {
        state = (state * 1103515245U + 12345U) & 0x7fffffffU;
        value = static_cast<std::uint8_t>(state >> 16);
    }
    return rgb;
}

// FNV-1a
quint64 hashOf(const std::vector<std::uint8_t>& bytes)
{
    quint64 hash = 14695981039346656037ULL;
    for (const std::uint8_t byte : bytes) {
        hash = (hash ^ byte) * 1099511628211ULL;
    }
    return hash;
}

} // namespace

class TestImageResize : public QObject
{
    Q_OBJECT

private slots:
    void equalsPillow_data();
    void equalsPillow();
};

// Hashes of what Pillow 13.0 makes of the same noise.
void TestImageResize::equalsPillow_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QSize>("newSize");
    QTest::addColumn<int>("filter");
    QTest::addColumn<quint64>("hash");
    QTest::newRow("rows first, bicubic") << QSize(40, 120) << QSize(36, 50) << 3 << quint64{0x37ace4282d3eae4};
    QTest::newRow("rows first, bilinear") << QSize(40, 120) << QSize(36, 50) << 2 << quint64{0x3a1029efd1efac96};
    QTest::newRow("rows first, wider") << QSize(30, 90) << QSize(45, 60) << 1 << quint64{0xd5ba2bf1050ad27f};
    QTest::newRow("columns first") << QSize(60, 50) << QSize(30, 40) << 3 << quint64{0xf9a0f8e10f5cc6e8};
}

void TestImageResize::equalsPillow()
{
    QFETCH(QSize, size);
    QFETCH(QSize, newSize);
    QFETCH(int, filter);
    QFETCH(quint64, hash);
    const auto resized = model::resizeRgb(noise(size.width(), size.height()), size.width(), size.height(),
                                          newSize.width(), newSize.height(), static_cast<ResizeFilter>(filter),
                                          {0, 0, newSize.width(), newSize.height()}, model::WeightBits::kPillow);
    QCOMPARE(hashOf(resized), hash);
}

QTEST_GUILESS_MAIN(TestImageResize)
#include "tst_image_resize.moc"
