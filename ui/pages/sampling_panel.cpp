#include "ui/pages/sampling_panel.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kMaxTopK = 1000;
constexpr int kMaxTokens = 32'768;
constexpr int kSystemHeight = 88;

QDoubleSpinBox* makeNumber(double largest, double step, QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(0, largest);
    box->setSingleStep(step);
    box->setDecimals(2);
    return box;
}

QSpinBox* makeCount(int largest, QWidget* parent)
{
    auto* box = new QSpinBox(parent);
    box->setRange(0, largest);
    return box;
}

} // namespace

SamplingPanel::SamplingPanel(Look* look, QWidget* parent)
    : Page(look, parent)
    , m_title(new QLabel(this))
    , m_greedy(new QCheckBox(this))
    , m_temperature(makeNumber(2, 0.05, this))
    , m_topP(makeNumber(1, 0.05, this))
    , m_topK(makeCount(kMaxTopK, this))
    , m_repetition(makeNumber(2, 0.05, this))
    , m_seed(new QLineEdit(this))
    , m_maxTokens(makeCount(kMaxTokens, this))
    , m_reset(new QPushButton(this))
    , m_systemLabel(new QLabel(this))
    , m_system(new QPlainTextEdit(this))
{
    m_title->setFont(Look::font(TextSize::Large));
    m_greedy->setObjectName(QStringLiteral("greedy"));
    m_reset->setObjectName(QStringLiteral("resetSampling"));
    m_system->setObjectName(QStringLiteral("systemPrompt"));
    m_system->setFixedHeight(kSystemHeight);
    m_system->setTabChangesFocus(true);
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{0,19}")), m_seed));

    auto* form = new QFormLayout;
    form->setSpacing(kSmallGap);
    form->addRow(m_greedy);
    addRow(form, m_temperatureLabel, m_temperature, QStringLiteral("temperature"));
    addRow(form, m_topPLabel, m_topP, QStringLiteral("topP"));
    addRow(form, m_topKLabel, m_topK, QStringLiteral("topK"));
    addRow(form, m_repetitionLabel, m_repetition, QStringLiteral("repetitionPenalty"));
    addRow(form, m_seedLabel, m_seed, QStringLiteral("seed"));
    addRow(form, m_maxTokensLabel, m_maxTokens, QStringLiteral("maxTokens"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGap, kMargin, kMargin, kMargin);
    layout->setSpacing(kSmallGap);
    layout->addWidget(m_title);
    layout->addLayout(form);
    layout->addWidget(m_reset);
    layout->addSpacing(kSmallGap);
    layout->addWidget(m_systemLabel);
    layout->addWidget(m_system);
    layout->addStretch();

    connect(m_reset, &QPushButton::clicked, this, [this] { setOptions({}); });
    connect(m_greedy, &QCheckBox::toggled, this, [this](bool greedy) {
        for (QWidget* field : std::initializer_list<QWidget*>{m_temperature, m_topP, m_topK, m_repetition, m_seed}) {
            field->setEnabled(!greedy);
        }
    });
    retranslate();
}

void SamplingPanel::addRow(QFormLayout* form, QLabel*& label, QWidget* field, const QString& name)
{
    label = new QLabel(this);
    label->setBuddy(field);
    field->setObjectName(name);
    form->addRow(label, field);
}

SamplingOptions SamplingPanel::options() const
{
    return {m_greedy->isChecked(), m_temperature->value(),       m_topP->value(),     m_topK->value(),
            m_repetition->value(), m_seed->text().toULongLong(), m_maxTokens->value()};
}

void SamplingPanel::setOptions(const SamplingOptions& options)
{
    m_greedy->setChecked(options.greedy);
    m_temperature->setValue(options.temperature);
    m_topP->setValue(options.topP);
    m_topK->setValue(options.topK);
    m_repetition->setValue(options.repetitionPenalty);
    m_seed->setText(options.seed == 0 ? QString() : QString::number(options.seed));
    m_maxTokens->setValue(options.maxTokens);
}

QString SamplingPanel::systemPrompt() const
{
    return m_system->toPlainText().trimmed();
}

void SamplingPanel::retranslate()
{
    m_title->setText(tr("Sampling"));
    m_greedy->setText(tr("Greedy (always the likeliest token)"));
    m_greedy->setAccessibleName(m_greedy->text());
    m_temperatureLabel->setText(tr("Temperature"));
    m_topPLabel->setText(tr("Top-p"));
    m_topKLabel->setText(tr("Top-k"));
    m_repetitionLabel->setText(tr("Repetition penalty"));
    m_seedLabel->setText(tr("Seed"));
    m_maxTokensLabel->setText(tr("At most tokens"));
    const QString byDefault = tr("default", "of the checkpoint");
    for (QDoubleSpinBox* box : {m_temperature, m_topP, m_repetition}) {
        box->setSpecialValueText(byDefault);
        box->setLocale(look()->formatter().locale());
    }
    for (QSpinBox* box : {m_topK, m_maxTokens}) {
        box->setSpecialValueText(byDefault);
    }
    m_seed->setPlaceholderText(tr("random", "seed"));
    m_reset->setText(tr("Back to the checkpoint's defaults"));
    m_reset->setAccessibleName(m_reset->text());
    m_systemLabel->setText(tr("System prompt"));
    m_system->setAccessibleName(m_systemLabel->text());
    m_temperature->setAccessibleName(m_temperatureLabel->text());
    m_topP->setAccessibleName(m_topPLabel->text());
    m_topK->setAccessibleName(m_topKLabel->text());
    m_repetition->setAccessibleName(m_repetitionLabel->text());
    m_seed->setAccessibleName(m_seedLabel->text());
    m_maxTokens->setAccessibleName(m_maxTokensLabel->text());
}

} // namespace firstlight::ui
