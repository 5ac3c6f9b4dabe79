// Settings: theme, language, units, and which controller the console works with.
#pragma once

#include "ui/models/console_settings.h"
#include "ui/pages/page.h"

class QComboBox;
class QFormLayout;
class QGroupBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace firstlight::ui {

class SettingsPage : public Page
{
    Q_OBJECT

public:
    SettingsPage(ConsoleSettings* settings, Look* look, QWidget* parent = nullptr);

signals:
    void reconnectRequested();

protected:
    void retranslate() override;

private:
    QLabel* addRow(QFormLayout* form, QWidget* field, const QString& name);
    void makeLookGroup();
    void makeControllerGroup();
    void refreshController();
    void showChosenLook();
    static void fill(QComboBox* combo, const std::vector<std::pair<QString, QVariant>>& entries,
                     const QVariant& chosen);

    ConsoleSettings* m_settings;
    QLabel* m_title = nullptr;
    QGroupBox* m_lookGroup = nullptr;
    QLabel* m_themeLabel = nullptr;
    QComboBox* m_theme = nullptr;
    QLabel* m_languageLabel = nullptr;
    QComboBox* m_language = nullptr;
    QLabel* m_unitsLabel = nullptr;
    QComboBox* m_units = nullptr;
    QGroupBox* m_controllerGroup = nullptr;
    QLabel* m_controllerLabel = nullptr;
    QComboBox* m_controller = nullptr;
    QLabel* m_nodesLabel = nullptr;
    QSpinBox* m_nodes = nullptr;
    QLabel* m_addressLabel = nullptr;
    QLineEdit* m_address = nullptr;
    QLabel* m_tokenLabel = nullptr;
    QLineEdit* m_token = nullptr;
    QPushButton* m_reconnect = nullptr;
    QLabel* m_controllerHint = nullptr;
};

} // namespace firstlight::ui
