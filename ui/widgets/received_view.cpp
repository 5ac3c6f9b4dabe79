#include "ui/widgets/received_view.h"

#include "ui/widgets/tile_view.h"

#include <QAbstractTextDocumentLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextCursor>
#include <QTextEdit>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kMaxTokensHeight = 160;

// White space that has a meaning stays visible.
QString visible(QString piece)
{
    return piece.replace(QLatin1Char('\n'), QStringLiteral("↵\n")).replace(QLatin1Char('\t'), QStringLiteral("⇥"));
}

} // namespace

ReceivedView::ReceivedView(Look* look, QWidget* parent)
    : QWidget(parent)
    , m_look(look)
    , m_sampling(new QLabel(this))
    , m_tokens(new QTextEdit(this))
    , m_images(new QVBoxLayout)
{
    m_tokens->setObjectName(QStringLiteral("receivedTokens"));
    m_tokens->setReadOnly(true);
    m_tokens->setFont(Look::monospace());
    m_sampling->setProperty("muted", true);
    m_sampling->setWordWrap(true);
    m_sampling->setFont(Look::font(TextSize::Small));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_tokens);
    layout->addLayout(m_images);
    layout->addWidget(m_sampling);
    connect(look, &Look::changed, this, &ReceivedView::refresh);
    connect(m_tokens->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            [this](const QSizeF& size) {
                m_tokens->setFixedHeight(std::min(kMaxTokensHeight, static_cast<int>(size.height()) + 8));
            });
}

void ReceivedView::setReceived(const ChatReceived& received)
{
    m_received = received;
    refresh();
}

void ReceivedView::refresh()
{
    m_tokens->setAccessibleName(tr("Prompt tokens"));
    writeTokens();
    writeImages();
    m_sampling->setText(samplingText());
}

void ReceivedView::writeTokens()
{
    m_tokens->clear();
    QTextCursor cursor(m_tokens->document());
    QTextCharFormat plain;
    plain.setForeground(m_look->color(ColorToken::Text));
    QTextCharFormat special = plain;
    special.setForeground(m_look->color(ColorToken::SpecialToken));
    special.setBackground(m_look->color(ColorToken::SpecialTokenBackground));
    QTextCharFormat picture = plain;
    picture.setBackground(m_look->color(ColorToken::ImageTokenBackground));
    for (std::size_t i = 0; i < m_received.tokens.size();) {
        const PromptToken& token = m_received.tokens[i];
        std::size_t end = i + 1;
        while (token.imageIndex >= 0 && end < m_received.tokens.size() &&
               m_received.tokens[end].imageIndex == token.imageIndex && m_received.tokens[end].id == token.id) {
            ++end;
        }
        if (token.imageIndex >= 0) {
            cursor.insertText(end - i == 1 ? token.piece : QStringLiteral("%1 ×%2").arg(token.piece).arg(end - i),
                              picture);
        } else {
            cursor.insertText(visible(token.piece), token.special ? special : plain);
        }
        i = end;
    }
}

void ReceivedView::writeImages()
{
    while (QLayoutItem* item = m_images->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int i = 0; i < static_cast<int>(m_received.images.size()); ++i) {
        auto* words = new QLabel(imageSummary(i), this);
        words->setWordWrap(true);
        words->setObjectName(QStringLiteral("receivedImage%1").arg(i));
        m_images->addWidget(words);
        m_images->addWidget(makeTiles(m_received.images[static_cast<std::size_t>(i)]));
    }
}

QWidget* ReceivedView::makeTiles(const ReceivedImage& image)
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (TileGrid& grid : tileGrids(image)) {
        layout->addWidget(new TileView(std::move(grid), m_look, row), 0, Qt::AlignTop);
    }
    layout->addStretch();
    return row;
}

QString ReceivedView::imageSummary(int index) const
{
    const ReceivedImage& image = m_received.images[static_cast<std::size_t>(index)];
    int tiles = 0;
    for (const ReceivedCanvas& canvas : image.canvases) {
        tiles += canvas.tileCount();
    }
    if (tiles > 1) {
        return tr("Picture %1: %2 × %3 pixels, cut into %4 tiles, %n tokens", nullptr, image.tokenCount)
            .arg(index + 1)
            .arg(image.originalWidth)
            .arg(image.originalHeight)
            .arg(tiles);
    }
    return tr("Picture %1: %2 × %3 pixels, resized to %4 × %5, a grid of %6 × %7 patches, %n tokens", nullptr,
              image.tokenCount)
        .arg(index + 1)
        .arg(image.originalWidth)
        .arg(image.originalHeight)
        .arg(image.width)
        .arg(image.height)
        .arg(image.gridWidth)
        .arg(image.gridHeight);
}

QString ReceivedView::samplingText() const
{
    const SamplingOptions& used = m_received.sampling;
    const Formatter& format = m_look->formatter();
    if (used.greedy) {
        return tr("Sampling: greedy, at most %n tokens", nullptr, used.maxTokens);
    }
    return tr("Sampling: temperature %1, top-p %2, top-k %3, repetition penalty %4, seed %5, at most %n tokens",
              nullptr, used.maxTokens)
        .arg(format.significant(used.temperature), format.significant(used.topP), format.count(used.topK),
             format.significant(used.repetitionPenalty), QString::number(used.seed));
}

QString ReceivedView::promptText() const
{
    return m_tokens->toPlainText();
}

} // namespace firstlight::ui
