#include "ui/widgets/message_panel.h"

#include "ui/widgets/step_button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kEmptyWidth = 480;

QLabel* wrappingLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

MessagePanel::MessagePanel(Look* look, QWidget* parent)
    : QFrame(parent)
    , m_look(look)
    , m_icon(new QLabel(this))
    , m_title(wrappingLabel(this))
    , m_text(wrappingLabel(this))
    , m_buttons(new QHBoxLayout)
    , m_next(addStep())
{
    m_title->setFont(Look::font(TextSize::Base, QFont::DemiBold));
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_text);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(12);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addLayout(words, 1);
    layout->addLayout(m_buttons);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(look, &Look::changed, this, &MessagePanel::refresh);
}

void MessagePanel::setMessage(Tone tone, const QString& title, const QString& text)
{
    m_tone = tone;
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(text);
    m_next->setStep({});
    refresh();
}

void MessagePanel::setFailure(const Failure& failure, const QString& here)
{
    const FailureText words = failureText(failure);
    setMessage(Tone::Bad, words.what, words.nextStep);
    const NextStep step = nextStepOf(failure);
    m_next->setStep(step.page == here ? NextStep() : step);
}

void MessagePanel::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void MessagePanel::setIcon(const QString& name)
{
    m_iconName = name;
    refresh();
}

QPushButton* MessagePanel::addButton(const QString& objectName)
{
    auto* button = new QPushButton(this);
    button->setObjectName(objectName);
    m_buttons->addWidget(button);
    return button;
}

StepButton* MessagePanel::addStep()
{
    auto* button = new StepButton(this);
    m_buttons->addWidget(button);
    connect(button, &StepButton::stepRequested, this, &MessagePanel::stepRequested);
    return button;
}

QToolButton* MessagePanel::addClose()
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("closeMessage"));
    button->setProperty("flat", true);
    m_buttons->addWidget(button, 0, Qt::AlignTop);
    return button;
}

QString MessagePanel::title() const
{
    return m_title->text();
}

QString MessagePanel::text() const
{
    return m_text->text();
}

void MessagePanel::refresh()
{
    const Theme& theme = m_look->theme();
    const QColor color = theme.toneColor(m_tone);
    setStyleSheet(
        QStringLiteral("firstlight--ui--MessagePanel { background: %1; border: 1px solid %2; border-radius: 6px; }"
                       "QLabel { color: %3; }")
            .arg(theme.toneBackground(m_tone).name(), color.name(), theme.color(ColorToken::Text).name()));
    const QString icon = m_iconName.isEmpty() ? toneIcon(m_tone) : m_iconName;
    m_icon->setPixmap(m_look->pixmap(icon.isEmpty() ? QStringLiteral("info") : icon, 20, color, devicePixelRatioF()));
}

EmptyState::EmptyState(Look* look, const QString& icon, QWidget* parent)
    : QWidget(parent)
    , m_look(look)
    , m_iconName(icon)
    , m_icon(new QLabel(this))
    , m_title(wrappingLabel(this))
    , m_text(wrappingLabel(this))
    , m_buttons(new QVBoxLayout)
    , m_step(new StepButton(this))
{
    m_title->setFont(Look::font(TextSize::Title));
    for (QLabel* label : {m_icon, m_title, m_text}) {
        label->setAlignment(Qt::AlignCenter);
    }
    m_title->setFixedWidth(kEmptyWidth);
    m_text->setFixedWidth(kEmptyWidth);
    m_text->setProperty("muted", true);
    m_buttons->setSpacing(8);
    m_buttons->addWidget(m_step, 0, Qt::AlignHCenter);
    m_step->setMinimumHeight(32);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addStretch(2);
    layout->addWidget(m_icon);
    layout->addWidget(m_title, 0, Qt::AlignCenter);
    layout->addWidget(m_text, 0, Qt::AlignCenter);
    layout->addSpacing(8);
    layout->addLayout(m_buttons);
    layout->addStretch(3);
    connect(look, &Look::changed, this, &EmptyState::refresh);
    connect(m_step, &StepButton::stepRequested, this, &EmptyState::stepRequested);
    refresh();
}

void EmptyState::setStep(const NextStep& step)
{
    m_step->setStep(step);
}

void EmptyState::setTexts(const QString& title, const QString& text)
{
    // Centred in a column of fixed width, a wrapping label must be told its height.
    for (const auto& [label, words] : {std::pair(m_title, title), std::pair(m_text, text)}) {
        label->setText(words);
        label->setFixedHeight(label->heightForWidth(kEmptyWidth));
    }
}

QPushButton* EmptyState::addButton(const QString& objectName, bool primary)
{
    auto* button = new QPushButton(this);
    button->setObjectName(objectName);
    button->setProperty("primary", primary);
    button->setMinimumHeight(32);
    m_buttons->addWidget(button, 0, Qt::AlignHCenter);
    return button;
}

void EmptyState::refresh()
{
    m_icon->setPixmap(m_look->pixmap(m_iconName, 48, m_look->color(ColorToken::TextMuted), devicePixelRatioF()));
}

} // namespace firstlight::ui
