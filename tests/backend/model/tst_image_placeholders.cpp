// What stands for pictures in a rendered prompt, where that depends on what is around them.
#include "backend/model/image_placeholders.h"

#include <QtTest>

using namespace firstlight;
using model::ImageLayout;
using model::ProcessedImage;
using model::RenderedPrompt;

namespace {

const std::string kFake = "<fake_token_around_image>";

std::string expanded(const std::string& text, const std::vector<ImageLayout>& layouts)
{
    RenderedPrompt rendered;
    rendered.text = text;
    std::vector<ProcessedImage> images;
    for (const ImageLayout& layout : layouts) {
        images.emplace_back().layout = layout;
    }
    return model::expandPlaceholders(rendered, "<image>", "<image>", images).prompt.text;
}

ImageLayout idefics2(int tiles)
{
    ImageLayout layout;
    layout.places.assign(static_cast<std::size_t>(tiles), {kFake, 64});
    layout.places.push_back({kFake, 0});
    layout.joint = kFake;
    return layout;
}

ImageLayout numbered()
{
    ImageLayout layout;
    layout.places = {{"<begin>", 4}, {"<end>", 0}};
    layout.number = model::NumberTokens{"<id>", "</id>"};
    return layout;
}

} // namespace

class TestImagePlaceholders : public QObject
{
    Q_OBJECT

private slots:
    void picturesThatTouch_data();
    void picturesThatTouch();
    void typedTextMovesAlong();
    void picturesWithNumbers();
};

// As the reference's Idefics 2 writes it, each run of image tokens as one.
void TestImagePlaceholders::picturesThatTouch_data()
{
    QTest::addColumn<int>("tiles");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one") << 1 << "User:<image>\n"
                         << "User:F<image>F\n";
    QTest::newRow("touching") << 1 << "User:<image><image> both"
                              << "User:F<image>F<image>F both";
    QTest::newRow("apart") << 1 << "<image> and <image>"
                           << "F<image>F and F<image>F";
    QTest::newRow("word behind") << 1 << "<image><image>What"
                                 << "F<image>F<image>F What";
    QTest::newRow("token behind") << 1 << "<image><end><image>,"
                                  << "F<image>F<end>F<image>F ,";
    QTest::newRow("parts") << 2 << "<image><image>"
                           << "F<image>F<image>F<image>F<image>F";
}

void TestImagePlaceholders::picturesThatTouch()
{
    QFETCH(int, tiles);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const std::vector<ImageLayout> layouts(static_cast<std::size_t>(text.count("<image>")), idefics2(tiles));
    expected.replace("F", QString::fromStdString(kFake));
    QCOMPARE(QString::fromStdString(::expanded(text.toStdString(), layouts)), expected);
}

void TestImagePlaceholders::typedTextMovesAlong()
{
    RenderedPrompt rendered;
    rendered.text = "<image>What?";
    rendered.literals = {{7, 12}};
    std::vector<ProcessedImage> images(1);
    images[0].layout = idefics2(1);
    const auto prompt = model::expandPlaceholders(rendered, "<image>", "<image>", images).prompt;
    QCOMPARE(prompt.literals.size(), std::size_t{1});
    const auto& typed = prompt.literals[0];
    QCOMPARE(prompt.text.substr(typed.begin, typed.end - typed.begin), std::string("What?"));
}

void TestImagePlaceholders::picturesWithNumbers()
{
    QCOMPARE(expanded("<image>, <image>", {numbered(), numbered()}),
             std::string("<id>0</id><begin><image><end>, <id>1</id><begin><image><end>"));
    QCOMPARE(numbered().placesOf(7).front().text, std::string("<id>7</id><begin>"));
}

QTEST_GUILESS_MAIN(TestImagePlaceholders)
#include "tst_image_placeholders.moc"
