#include "ui/pages/welcome_page.h"

#include "ui/client/failure_text.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kCardWidth = 560;

} // namespace

WelcomePage::WelcomePage(BackendClient* client, DeploymentCommands* commands, Look* look, QWidget* parent)
    : Page(look, parent)
    , m_client(client)
    , m_commands(commands)
    , m_icon(new QLabel)
    , m_title(new QLabel)
    , m_text(new QLabel)
    , m_steps(new QLabel)
    , m_state(new QLabel)
    , m_demo(new QPushButton)
    , m_open(new QPushButton)
{
    m_title->setFont(Look::font(TextSize::Title));
    m_state->setObjectName(QStringLiteral("welcomeState"));
    for (QLabel* label : {m_text, m_steps, m_state}) {
        label->setWordWrap(true);
    }
    m_steps->setProperty("muted", true);
    m_state->setProperty("muted", true);
    m_demo->setObjectName(QStringLiteral("bringUpDemo"));
    m_demo->setProperty("primary", true);
    m_demo->setMinimumHeight(40);
    m_open->setObjectName(QStringLiteral("openOwnCheckpoint"));
    m_open->setMinimumHeight(40);

    auto* card = new QFrame(this);
    card->setProperty("card", true);
    card->setFixedWidth(kCardWidth);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(kSmallGap);
    buttons->addWidget(m_demo, 2);
    buttons->addWidget(m_open, 1);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(32, 32, 32, 32);
    column->setSpacing(kGap);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_icon, m_title, m_text, m_steps}) {
        column->addWidget(widget);
    }
    column->addLayout(buttons);
    column->addWidget(m_state);
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(card);
    row->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addLayout(row);
    layout->addStretch(3);
    setFocusProxy(m_demo);

    connect(m_demo, &QPushButton::clicked, this, &WelcomePage::demoRequested);
    connect(m_open, &QPushButton::clicked, this, &WelcomePage::openCheckpointRequested);
    connect(commands, &DeploymentCommands::changed, this, &WelcomePage::refresh);
    connect(look, &Look::changed, this, &WelcomePage::refresh);
    retranslate();
}

void WelcomePage::refresh()
{
    m_icon->setPixmap(
        look()->pixmap(QStringLiteral("bring-up"), 48, look()->color(ColorToken::Accent), devicePixelRatioF()));
    const ConnectionState connection = m_client->connectionState();
    const bool online = connection.phase == ConnectionPhase::Online;
    m_demo->setEnabled(m_commands->canStart() && !m_commands->demoCheckpoint().isEmpty());
    if (connection.phase == ConnectionPhase::Offline) {
        m_state->setText(failureSentence(connection.reason));
    } else if (!online) {
        m_state->setText(tr("Starting the controller…"));
    } else if (m_commands->demoCheckpoint().isEmpty()) {
        m_state->setText(tr("The demo model is not installed. Open a checkpoint folder instead."));
    } else if (!m_commands->canStart()) {
        m_state->setText(tr("A deployment is running already; stop it first on the Bring-up page."));
    } else {
        m_state->setText(tr("The controller is ready."));
    }
}

void WelcomePage::retranslate()
{
    m_title->setText(tr("First light"));
    m_text->setText(
        tr("Bring up the demo model: a small model that reads text and pictures, over two nodes on this machine."));
    m_steps->setText(
        tr("The controller plans it, starts the workers, checks that they can talk, loads the weights and asks it "
           "two questions. Then you can chat with it and drop pictures into the conversation."));
    m_demo->setText(tr("Bring up the demo model"));
    m_open->setText(tr("Open a checkpoint…"));
    m_demo->setAccessibleName(m_demo->text());
    m_open->setAccessibleName(m_open->text());
    refresh();
}

} // namespace firstlight::ui
