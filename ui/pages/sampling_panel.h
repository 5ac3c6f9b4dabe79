// How the next answer is sampled. 0 in a field means "the checkpoint's default" and is shown so.
#pragma once

#include "ui/client/chat_values.h"
#include "ui/pages/page.h"

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace firstlight::ui {

class SamplingPanel : public Page
{
    Q_OBJECT

public:
    explicit SamplingPanel(Look* look, QWidget* parent = nullptr);

    [[nodiscard]] SamplingOptions options() const;
    void setOptions(const SamplingOptions& options);
    [[nodiscard]] QString systemPrompt() const;

protected:
    void retranslate() override;

private:
    void addRow(QFormLayout* form, QLabel*& label, QWidget* field, const QString& name);

    QLabel* m_title;
    QCheckBox* m_greedy;
    QLabel* m_temperatureLabel;
    QDoubleSpinBox* m_temperature;
    QLabel* m_topPLabel;
    QDoubleSpinBox* m_topP;
    QLabel* m_topKLabel;
    QSpinBox* m_topK;
    QLabel* m_repetitionLabel;
    QDoubleSpinBox* m_repetition;
    QLabel* m_seedLabel;
    QLineEdit* m_seed;
    QLabel* m_maxTokensLabel;
    QSpinBox* m_maxTokens;
    QPushButton* m_reset;
    QLabel* m_systemLabel;
    QPlainTextEdit* m_system;
};

} // namespace firstlight::ui
