#include "ui/pages/chat_turn_view.h"

#include "ui/client/failure_text.h"
#include "ui/models/words.h"
#include "ui/widgets/received_view.h"

#include <QAbstractTextDocumentLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace firstlight::ui {
namespace {

constexpr int kThumbnail = 120;
constexpr char kThinkStart[] = "<think>";
constexpr char kThinkEnd[] = "</think>";

// The reasoning at the beginning of an answer, and the rest.
struct Parts {
    QString thinking;
    QString answer;
};

Parts split(const QString& text)
{
    const QString start = QLatin1String(kThinkStart);
    if (!text.trimmed().startsWith(start)) {
        return {{}, text};
    }
    const qsizetype from = text.indexOf(start) + start.size();
    const qsizetype end = text.indexOf(QLatin1String(kThinkEnd), from);
    if (end < 0) {
        return {text.mid(from), {}};
    }
    return {text.mid(from, end - from).trimmed(),
            text.mid(end + static_cast<qsizetype>(sizeof(kThinkEnd)) - 1).trimmed()};
}

} // namespace

class GrowingText : public QTextEdit
{
public:
    explicit GrowingText(QWidget* parent) : QTextEdit(parent)
    {
        setReadOnly(true);
        setAcceptRichText(false);
        setFrameShape(QFrame::NoFrame);
        setStyleSheet(QStringLiteral("QTextEdit { background: transparent; border: none; }"));
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        document()->setDocumentMargin(0);
        connect(
            document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            [this](const QSizeF& size) { setFixedHeight(std::max(1, static_cast<int>(std::ceil(size.height())))); });
    }

    void append(const QString& text)
    {
        QTextCursor cursor(document());
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(text);
    }

protected:
    // The conversation scrolls, not the turn.
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

ChatTurnView::ChatTurnView(const ChatTurn& turn, int index, Look* look, QWidget* parent)
    : QFrame(parent), m_look(look), m_turn(turn), m_rawText(turn.text())
{
    setObjectName(QStringLiteral("turn%1").arg(index));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    build();
    showText();
    showPictures();
    connect(look, &Look::changed, this, &ChatTurnView::refresh);
    refresh();
}

void ChatTurnView::build()
{
    setProperty("card", m_turn.isAnswer());
    m_role = new QLabel(this);
    m_role->setFont(Look::font(TextSize::Small, QFont::DemiBold));
    m_role->setProperty("muted", true);
    m_thinkingToggle = new QToolButton(this);
    m_thinkingToggle->setObjectName(QStringLiteral("reasoningToggle"));
    m_thinkingToggle->setProperty("flat", true);
    m_thinkingToggle->setCheckable(true);
    m_thinkingToggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_thinking = new GrowingText(this);
    m_thinking->setObjectName(QStringLiteral("reasoning"));
    m_text = new GrowingText(this);
    m_text->setObjectName(QStringLiteral("turnText"));
    m_pictures = new QHBoxLayout;
    m_pictures->setSpacing(Page::kSmallGap);
    m_error = new QLabel(this);
    m_error->setObjectName(QStringLiteral("turnError"));
    m_error->setProperty("tone", QStringLiteral("bad"));
    m_error->setWordWrap(true);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_received = new ReceivedView(m_look, this);
    m_received->setVisible(false);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addWidget(m_role);
    layout->addLayout(m_pictures);
    layout->addWidget(m_thinkingToggle, 0, Qt::AlignLeft);
    layout->addWidget(m_thinking);
    layout->addWidget(m_text);
    layout->addWidget(m_error);
    layout->addWidget(makeFooter());
    layout->addWidget(m_received);
    connect(m_thinkingToggle, &QToolButton::toggled, m_thinking, &QWidget::setVisible);
}

QWidget* ChatTurnView::makeFooter()
{
    auto* footer = new QWidget(this);
    m_figures = new QLabel(footer);
    m_figures->setObjectName(QStringLiteral("turnFigures"));
    m_figures->setProperty("muted", true);
    m_figures->setFont(Look::font(TextSize::Small));
    const auto makeButton = [footer](const QString& name) {
        auto* button = new QToolButton(footer);
        button->setObjectName(name);
        button->setProperty("flat", true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFont(Look::font(TextSize::Small));
        return button;
    };
    m_copy = makeButton(QStringLiteral("copyTurn"));
    m_receivedToggle = makeButton(QStringLiteral("receivedToggle"));
    m_receivedToggle->setCheckable(true);
    auto* layout = new QHBoxLayout(footer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_figures);
    layout->addStretch();
    layout->addWidget(m_receivedToggle);
    layout->addWidget(m_copy);
    connect(m_copy, &QToolButton::clicked, this, [this] { emit copyRequested(m_rawText); });
    connect(m_receivedToggle, &QToolButton::toggled, this, &ChatTurnView::setReceivedShown);
    return footer;
}

void ChatTurnView::showText()
{
    const Parts parts = split(m_rawText);
    m_thinking->setPlainText(parts.thinking);
    m_text->setPlainText(parts.answer);
    m_thinkingToggle->setVisible(!parts.thinking.isEmpty());
    m_thinking->setVisible(!parts.thinking.isEmpty() && m_thinkingToggle->isChecked());
    m_text->setVisible(!parts.answer.isEmpty());
}

void ChatTurnView::appendText(const QString& text)
{
    m_rawText += text;
    if (m_rawText.contains(QLatin1String(kThinkStart)) || m_text->isHidden()) {
        showText();
    } else {
        m_text->append(text);
    }
}

void ChatTurnView::showPictures()
{
    for (const ChatPart& part : m_turn.message.parts) {
        QPixmap picture;
        if (!part.isImage()) {
            continue;
        }
        auto* label = new QLabel(this);
        if (picture.loadFromData(part.image)) {
            label->setPixmap(picture.scaled(kThumbnail, kThumbnail, Qt::KeepAspectRatio, Qt::SmoothTransformation));
        } else {
            label->setPixmap(m_look->pixmap(QStringLiteral("image"), 48, m_look->color(ColorToken::TextMuted)));
        }
        label->setAccessibleName(tr("Picture"));
        m_pictures->addWidget(label);
    }
    m_pictures->addStretch();
}

void ChatTurnView::setTurn(const ChatTurn& turn)
{
    m_turn = turn;
    refresh();
}

void ChatTurnView::setReceivedShown(bool shown)
{
    if (shown && m_turn.received) {
        m_received->setReceived(*m_turn.received);
    }
    m_received->setVisible(shown);
    m_receivedToggle->setIcon(m_look->icon(shown ? QStringLiteral("down") : QStringLiteral("right")));
}

QString ChatTurnView::figures() const
{
    const Formatter& format = m_look->formatter();
    if (m_turn.state == AnswerState::Requested) {
        return tr("requested…");
    }
    if (!m_turn.finished) {
        return m_turn.state == AnswerState::Streaming ? tr("answering…") : QString();
    }
    const ChatFinished& end = *m_turn.finished;
    const auto time = [&format](double ms) {
        return format.duration(std::chrono::nanoseconds(static_cast<std::int64_t>(ms * 1e6)));
    };
    return tr("TTFT %1 · %2 tokens/s · %3 tokens in, %4 out · %5", "time to first token, rate, counts, how it ended")
        .arg(time(end.ttftMs), format.significant(end.tokensPerSecond), format.count(end.promptTokens),
             format.count(end.generatedTokens), finishWord(end.reason));
}

void ChatTurnView::refresh()
{
    m_role->setText(chatRoleWord(m_turn.message.role));
    m_thinkingToggle->setText(tr("Reasoning"));
    m_thinkingToggle->setIcon(m_look->icon(QStringLiteral("right")));
    m_thinkingToggle->setAccessibleName(m_thinkingToggle->text());
    m_text->setAccessibleName(m_role->text());
    m_copy->setText(tr("Copy"));
    m_copy->setIcon(m_look->icon(QStringLiteral("copy")));
    m_copy->setAccessibleName(m_copy->text());
    m_receivedToggle->setText(tr("What the model received"));
    m_receivedToggle->setIcon(
        m_look->icon(m_receivedToggle->isChecked() ? QStringLiteral("down") : QStringLiteral("right")));
    m_receivedToggle->setAccessibleName(m_receivedToggle->text());
    m_receivedToggle->setVisible(m_turn.received.has_value());
    m_figures->setText(m_turn.isAnswer() ? figures() : QString());
    m_copy->setVisible(m_turn.state == AnswerState::Finished);
    m_error->setVisible(m_turn.state == AnswerState::Failed);
    m_error->setText(m_turn.state == AnswerState::Failed ? failureSentence(m_turn.failure) : QString());
}

void ChatTurnView::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
}

} // namespace firstlight::ui
