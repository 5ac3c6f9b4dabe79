#include "ui/pages/settings_page.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kFieldWidth = 320;
constexpr int kGroupWidth = 600;
constexpr int kMaxNodes = 16;

} // namespace

SettingsPage::SettingsPage(ConsoleSettings* settings, Look* look, QWidget* parent)
    : Page(look, parent), m_settings(settings)
{
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));
    makeLookGroup();
    makeControllerGroup();
    m_lookGroup->setFixedWidth(kGroupWidth);
    m_controllerGroup->setFixedWidth(kGroupWidth);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kGap);
    layout->addWidget(m_title);
    layout->addWidget(m_lookGroup, 0, Qt::AlignLeft);
    layout->addWidget(m_controllerGroup, 0, Qt::AlignLeft);
    layout->addStretch();
    retranslate();
}

QLabel* SettingsPage::addRow(QFormLayout* form, QWidget* field, const QString& name)
{
    auto* label = new QLabel(this);
    label->setBuddy(field);
    field->setObjectName(name);
    field->setMinimumWidth(kFieldWidth);
    form->addRow(label, field);
    return label;
}

void SettingsPage::makeLookGroup()
{
    m_lookGroup = new QGroupBox(this);
    auto* form = new QFormLayout(m_lookGroup);
    form->setSpacing(kSmallGap);
    m_theme = new QComboBox(m_lookGroup);
    m_language = new QComboBox(m_lookGroup);
    m_units = new QComboBox(m_lookGroup);
    m_themeLabel = addRow(form, m_theme, QStringLiteral("theme"));
    m_languageLabel = addRow(form, m_language, QStringLiteral("language"));
    m_unitsLabel = addRow(form, m_units, QStringLiteral("units"));
    connect(m_settings, &ConsoleSettings::changed, this, &SettingsPage::showChosenLook);
    connect(m_theme, &QComboBox::activated, this,
            [this] { m_settings->setTheme(static_cast<ThemeChoice>(m_theme->currentData().toInt())); });
    connect(m_language, &QComboBox::activated, this,
            [this] { m_settings->setLanguage(m_language->currentData().toString()); });
    connect(m_units, &QComboBox::activated, this,
            [this] { m_settings->setUnits(static_cast<ByteUnits>(m_units->currentData().toInt())); });
}

// The look can be chosen in the menus, too.
void SettingsPage::showChosenLook()
{
    m_theme->setCurrentIndex(m_theme->findData(static_cast<int>(m_settings->theme())));
    m_language->setCurrentIndex(m_language->findData(m_settings->language()));
    m_units->setCurrentIndex(m_units->findData(static_cast<int>(m_settings->units())));
}

void SettingsPage::makeControllerGroup()
{
    m_controllerGroup = new QGroupBox(this);
    auto* form = new QFormLayout(m_controllerGroup);
    form->setSpacing(kSmallGap);
    m_controller = new QComboBox(m_controllerGroup);
    m_nodes = new QSpinBox(m_controllerGroup);
    m_nodes->setRange(1, kMaxNodes);
    m_nodes->setValue(m_settings->nodeCount());
    m_address = new QLineEdit(m_settings->controllerAddress(), m_controllerGroup);
    m_token = new QLineEdit(m_settings->tokenFile(), m_controllerGroup);
    m_reconnect = new QPushButton(m_controllerGroup);
    m_reconnect->setObjectName(QStringLiteral("reconnect"));
    m_controllerHint = new QLabel(m_controllerGroup);
    m_controllerHint->setWordWrap(true);
    m_controllerHint->setProperty("muted", true);
    m_controllerLabel = addRow(form, m_controller, QStringLiteral("controllerKind"));
    m_nodesLabel = addRow(form, m_nodes, QStringLiteral("nodeCount"));
    m_addressLabel = addRow(form, m_address, QStringLiteral("controllerAddress"));
    m_tokenLabel = addRow(form, m_token, QStringLiteral("tokenFile"));
    form->addRow(m_controllerHint);
    form->addRow(QString(), m_reconnect);
    connect(m_controller, &QComboBox::activated, this, [this] {
        m_settings->setController(static_cast<ControllerChoice>(m_controller->currentData().toInt()));
        refreshController();
    });
    connect(m_nodes, &QSpinBox::valueChanged, m_settings, &ConsoleSettings::setNodeCount);
    // Without this page: a field that has the focus ends its editing while the page is taken down.
    connect(m_address, &QLineEdit::editingFinished, m_settings,
            [settings = m_settings, field = m_address] { settings->setControllerAddress(field->text().trimmed()); });
    connect(m_token, &QLineEdit::editingFinished, m_settings,
            [settings = m_settings, field = m_token] { settings->setTokenFile(field->text().trimmed()); });
    connect(m_reconnect, &QPushButton::clicked, this, &SettingsPage::reconnectRequested);
}

void SettingsPage::refreshController()
{
    const ControllerChoice choice = m_settings->controller();
    const bool own = choice == ControllerChoice::Private;
    const bool other = choice == ControllerChoice::Address;
    m_nodesLabel->setVisible(own);
    m_nodes->setVisible(own);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_addressLabel, m_address, m_tokenLabel, m_token}) {
        widget->setVisible(other);
    }
    switch (choice) {
    case ControllerChoice::Private:
        m_controllerHint->setText(tr("The console starts a controller of its own and ends it when it closes."));
        break;
    case ControllerChoice::Running:
        m_controllerHint->setText(
            tr("The controller that \"firstlightctl up\" started on this machine; it goes on without the console."));
        break;
    case ControllerChoice::Address:
        m_controllerHint->setText(
            tr("The token file holds the access token of that controller and must be readable by you alone."));
        break;
    }
}

void SettingsPage::fill(QComboBox* combo, const std::vector<std::pair<QString, QVariant>>& entries,
                        const QVariant& chosen)
{
    combo->clear();
    for (const auto& [text, data] : entries) {
        combo->addItem(text, data);
    }
    combo->setCurrentIndex(std::max(0, combo->findData(chosen)));
}

void SettingsPage::retranslate()
{
    m_title->setText(tr("Settings"));
    m_lookGroup->setTitle(tr("Appearance"));
    m_themeLabel->setText(tr("Theme"));
    m_languageLabel->setText(tr("Language"));
    m_unitsLabel->setText(tr("Units of memory"));
    fill(m_theme,
         {{tr("As the system"), static_cast<int>(ThemeChoice::System)},
          {tr("Light"), static_cast<int>(ThemeChoice::Light)},
          {tr("Dark"), static_cast<int>(ThemeChoice::Dark)}},
         static_cast<int>(m_settings->theme()));
    // Languages are named in their own words, so that they are found by those who need them.
    fill(m_language,
         {{tr("As the system"), QString()},
          {QStringLiteral("English"), QStringLiteral("en")},
          {QStringLiteral("简体中文"), QStringLiteral("zh_CN")}},
         m_settings->language());
    fill(m_units,
         {{tr("Binary (KiB, MiB, GiB)"), static_cast<int>(ByteUnits::Binary)},
          {tr("Decimal (kB, MB, GB)"), static_cast<int>(ByteUnits::Decimal)}},
         static_cast<int>(m_settings->units()));
    m_controllerGroup->setTitle(tr("Controller"));
    m_controllerLabel->setText(tr("Works with"));
    fill(m_controller,
         {{tr("A private controller"), static_cast<int>(ControllerChoice::Private)},
          {tr("The running controller of this machine"), static_cast<int>(ControllerChoice::Running)},
          {tr("A controller at an address"), static_cast<int>(ControllerChoice::Address)}},
         static_cast<int>(m_settings->controller()));
    m_nodesLabel->setText(tr("Nodes on this machine"));
    m_addressLabel->setText(tr("Address"));
    m_address->setPlaceholderText(QStringLiteral("127.0.0.1:7070"));
    m_tokenLabel->setText(tr("Token file"));
    m_reconnect->setText(tr("Connect again now"));
    refreshController();
    m_theme->setAccessibleName(m_themeLabel->text());
    m_language->setAccessibleName(m_languageLabel->text());
    m_units->setAccessibleName(m_unitsLabel->text());
    m_controller->setAccessibleName(m_controllerLabel->text());
    m_nodes->setAccessibleName(m_nodesLabel->text());
    m_address->setAccessibleName(m_addressLabel->text());
    m_token->setAccessibleName(m_tokenLabel->text());
    m_reconnect->setAccessibleName(m_reconnect->text());
}

} // namespace firstlight::ui
