#include "ui/pages/chat_page.h"

#include "ui/pages/chat_input.h"
#include "ui/pages/chat_turn_view.h"
#include "ui/pages/sampling_panel.h"
#include "ui/widgets/image_well.h"
#include "ui/widgets/message_panel.h"

#include <QClipboard>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kConversationWidth = 860;
constexpr QSize kExamplePicture(56, 42);
constexpr int kRoomForSampling = 960; // of the page; in less the conversation would be too narrow

// The demo model speaks English alone, whatever the console's language.
struct Example {
    const char* question;
    const char* picture; // a resource; empty: none
};

constexpr Example kExamples[] = {
    {"What is 7 + 5?", ""},
    {"Sort these words: pear, apple, fig", ""},
    {"Describe the picture.", ":/samples/four-shapes.png"},
};

} // namespace

ChatPage::ChatPage(ChatSession* session, const DeploymentStore* deployments, const DeploymentCommands* commands,
                   Look* look, QWidget* parent)
    : Page(look, parent), m_session(session), m_deployments(deployments), m_commands(commands)
{
    setAcceptDrops(true);
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(kMargin, kMargin, kGap, kMargin);
    column->setSpacing(kSmallGap);
    column->addWidget(makeConversation(), 1);
    column->addWidget(makeComposer());
    m_sampling = new SamplingPanel(look, this);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("chatSplitter"));
    splitter->addWidget(left);
    splitter->addWidget(m_sampling);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    setFocusProxy(m_input);
    connectAll();
    retranslate();
}

QWidget* ChatPage::makeConversation()
{
    m_empty = new EmptyState(look(), QStringLiteral("chat"));
    m_goToBringUp = m_empty->addButton(QStringLiteral("goToBringUp"), true);
    makeExamples();
    auto* content = new QWidget;
    m_turns = new QVBoxLayout(content);
    m_turns->setContentsMargins(0, 0, kSmallGap, 0);
    m_turns->setSpacing(kSmallGap);
    m_turns->addStretch();
    content->setMaximumWidth(kConversationWidth);
    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(QStringLiteral("conversation"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(content);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_scroll);
    return m_stack;
}

void ChatPage::makeExamples()
{
    for (const Example& example : kExamples) {
        const QString question = QLatin1String(example.question);
        const QString picture = QLatin1String(example.picture);
        QPushButton* button = m_empty->addButton(QStringLiteral("example%1").arg(m_examples.size()), false);
        button->setText(question);
        button->setAccessibleName(question);
        if (!picture.isEmpty()) {
            button->setIcon(QPixmap(picture));
            button->setIconSize(kExamplePicture);
        }
        connect(button, &QPushButton::clicked, this, [this, question, picture] { askExample(question, picture); });
        m_examples.push_back(button);
    }
}

void ChatPage::askExample(const QString& question, const QString& picture)
{
    std::vector<ChatPart> parts;
    if (QFile file(picture); !picture.isEmpty() && file.open(QIODevice::ReadOnly)) {
        parts.push_back({{}, file.readAll()});
    }
    parts.push_back({question, {}});
    ask(std::move(parts));
}

QWidget* ChatPage::makeComposer()
{
    auto* composer = new QWidget(this);
    m_notice = new MessagePanel(look(), composer);
    m_notice->setObjectName(QStringLiteral("chatNotice"));
    m_notice->setVisible(false);
    m_hint = new QLabel(composer);
    m_hint->setObjectName(QStringLiteral("dropHint"));
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setVisible(false);
    m_well = new ImageWell(look(), composer);
    m_well->setObjectName(QStringLiteral("imageWell"));
    m_input = new ChatInput(composer);
    m_input->setObjectName(QStringLiteral("chatInput"));
    m_attach = new QToolButton(composer);
    m_attach->setObjectName(QStringLiteral("attachPicture"));
    const auto makeButton = [composer](const QString& name) {
        auto* button = new QPushButton(composer);
        button->setObjectName(name);
        return button;
    };
    m_send = makeButton(QStringLiteral("sendQuestion"));
    m_send->setProperty("primary", true);
    m_stop = makeButton(QStringLiteral("stopAnswer"));
    m_new = makeButton(QStringLiteral("newConversation"));
    m_samplingToggle = new QToolButton(composer);
    m_samplingToggle->setObjectName(QStringLiteral("samplingToggle"));
    m_samplingToggle->setCheckable(true);
    m_samplingToggle->setChecked(true);
    m_samplingToggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_attach);
    buttons->addWidget(m_new);
    buttons->addWidget(m_samplingToggle);
    buttons->addStretch();
    buttons->addWidget(m_stop);
    buttons->addWidget(m_send);
    auto* layout = new QVBoxLayout(composer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSmallGap);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_notice, m_hint, m_well, m_input}) {
        layout->addWidget(widget);
    }
    layout->addLayout(buttons);
    return composer;
}

void ChatPage::connectAll()
{
    connect(m_session, &ChatSession::turnAdded, this, &ChatPage::addTurn);
    connect(m_session, &ChatSession::textAppended, this,
            [this](int index, const QString& text) { m_views[static_cast<std::size_t>(index)]->appendText(text); });
    connect(m_session, &ChatSession::turnChanged, this, [this](int index) {
        const auto position = static_cast<std::size_t>(index);
        m_views[position]->setTurn(m_session->turns()[position]);
    });
    connect(m_session, &ChatSession::cleared, this, [this] {
        qDeleteAll(m_views);
        m_views.clear();
        refresh();
    });
    connect(m_session, &ChatSession::answeringChanged, this, &ChatPage::refresh);
    connect(m_deployments, &DeploymentStore::currentChanged, this, &ChatPage::refresh);
    connect(&m_intake, &ImageIntake::added, m_well, &ImageWell::add);
    connect(&m_intake, &ImageIntake::refused, this, &ChatPage::refuse);
    connect(m_well, &ImageWell::contentChanged, this, &ChatPage::refresh);
    connect(m_input, &ChatInput::textChanged, this, &ChatPage::refresh);
    connect(m_input, &ChatInput::sendRequested, this, &ChatPage::send);
    connect(m_input, &ChatInput::picturesOffered, this, [this](const QMimeData* data) { m_intake.take(*data); });
    connect(m_send, &QPushButton::clicked, this, &ChatPage::send);
    connect(m_stop, &QPushButton::clicked, m_session, &ChatSession::stop);
    connect(m_new, &QPushButton::clicked, m_session, &ChatSession::clear);
    connect(m_samplingToggle, &QToolButton::toggled, m_sampling, &QWidget::setVisible);
    connect(m_samplingToggle, &QToolButton::clicked, this, [this](bool wanted) { m_samplingWanted = wanted; });
    connect(m_commands, &DeploymentCommands::changed, this, &ChatPage::refresh);
    connect(m_attach, &QToolButton::clicked, this, &ChatPage::openPictureDialog);
    connect(m_goToBringUp, &QPushButton::clicked, this, &ChatPage::showBringUpRequested);
    connect(look(), &Look::changed, this, &ChatPage::retranslate);
    QScrollBar* bar = m_scroll->verticalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, this, &ChatPage::followEnd);
    connect(bar, &QScrollBar::actionTriggered, this,
            [this, bar] { m_follow = bar->sliderPosition() >= bar->maximum() - 8; });
}

// Follows the end of the answer unless the user has scrolled away from it.
void ChatPage::followEnd()
{
    if (m_follow) {
        m_scroll->verticalScrollBar()->setValue(m_scroll->verticalScrollBar()->maximum());
    }
}

void ChatPage::send()
{
    const QString text = m_input->toPlainText();
    if (!m_send->isEnabled()) {
        return;
    }
    std::vector<ChatPart> parts;
    for (ChatImage& image : m_well->takeAll()) {
        parts.push_back({{}, std::move(image.bytes)});
    }
    if (!text.trimmed().isEmpty()) {
        parts.push_back({text, {}});
    }
    m_input->clear();
    ask(std::move(parts));
}

void ChatPage::ask(std::vector<ChatPart> parts)
{
    m_notice->setVisible(false);
    m_follow = true;
    m_session->setSystemPrompt(m_sampling->systemPrompt());
    m_session->ask(std::move(parts), m_sampling->options());
}

void ChatPage::addTurn(int index)
{
    auto* view = new ChatTurnView(m_session->turns()[static_cast<std::size_t>(index)], index, look());
    connect(view, &ChatTurnView::copyRequested, this,
            [](const QString& text) { QGuiApplication::clipboard()->setText(text); });
    m_turns->insertWidget(m_turns->count() - 1, view);
    m_views.push_back(view);
    refresh();
}

void ChatPage::openPictureDialog()
{
    auto* dialog = new QFileDialog(this, tr("Add pictures"));
    dialog->setObjectName(QStringLiteral("pictureDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilter(tr("Pictures (%1)").arg(QStringLiteral("*.png *.jpg *.jpeg *.webp *.bmp *.gif")));
    connect(dialog, &QFileDialog::filesSelected, &m_intake, &ImageIntake::takeFiles);
    dialog->open();
}

void ChatPage::refuse(const QString& name, const QString& why)
{
    m_notice->setMessage(Tone::Warning, tr("%1 was not added", "a picture").arg(name), why);
    m_notice->setVisible(true);
}

void ChatPage::showHint(const QString& text)
{
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
}

void ChatPage::dragEnterEvent(QDragEnterEvent* event)
{
    QString whyNot;
    const bool accepted = ImageIntake::accepts(*event->mimeData(), &whyNot);
    showHint(accepted ? tr("Drop pictures here") : whyNot);
    // Accepted even if it will be refused, so that the reason stays visible until the drag leaves.
    event->acceptProposedAction();
}

void ChatPage::dragMoveEvent(QDragMoveEvent* event)
{
    event->setAccepted(ImageIntake::accepts(*event->mimeData()));
}

void ChatPage::dragLeaveEvent(QDragLeaveEvent*)
{
    showHint({});
}

void ChatPage::dropEvent(QDropEvent* event)
{
    showHint({});
    if (ImageIntake::accepts(*event->mimeData())) {
        m_intake.take(*event->mimeData());
        event->acceptProposedAction();
        m_input->setFocus();
    }
}

void ChatPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    placeSampling();
}

// Where there is no room for both, the conversation is what stays; the button brings the panel back.
void ChatPage::placeSampling()
{
    const bool hasRoom = width() >= kRoomForSampling;
    if (std::exchange(m_hasRoom, hasRoom) != hasRoom) {
        m_samplingToggle->setChecked(hasRoom && m_samplingWanted);
    }
}

void ChatPage::refresh()
{
    const DeploymentState* state = m_deployments->current();
    const bool ready = state != nullptr && state->ready;
    const bool hasContent = !m_input->toPlainText().trimmed().isEmpty() || !m_well->isEmpty();
    m_send->setEnabled(ready && hasContent && !m_session->isAnswering());
    m_stop->setVisible(m_session->isAnswering());
    m_new->setEnabled(!m_session->turns().empty());
    m_goToBringUp->setVisible(!ready);
    const bool isDemo = ready && state->checkpointPath == m_commands->demoCheckpoint();
    for (QPushButton* example : m_examples) {
        example->setVisible(isDemo);
        example->setEnabled(!m_session->isAnswering());
    }
    m_stack->setCurrentIndex(m_session->turns().empty() ? 0 : 1);
    if (ready) {
        m_empty->setTexts(
            tr("Ask %1 something").arg(state->modelName),
            isDemo             ? tr("It knows shapes, colours and a few small text skills. Try one of these, or write "
                                                "your own question below; pictures can be dropped, pasted or added.")
            : state->hasVision ? tr("Write a question below. Drop, paste or add pictures to ask about them.")
                               : tr("Write a question below. This model reads text only."));
    } else {
        m_empty->setTexts(tr("No model is serving"),
                          tr("Bring one up first; the conversation starts when it is ready."));
    }
}

void ChatPage::retranslate()
{
    m_input->setPlaceholderText(tr("Question (Enter sends, Shift+Enter starts a new line)"));
    m_input->setAccessibleName(tr("Question"));
    m_attach->setIcon(look()->icon(QStringLiteral("image")));
    m_attach->setToolTip(tr("Add pictures…"));
    m_attach->setAccessibleName(tr("Add pictures"));
    m_send->setText(tr("Send"));
    m_stop->setText(tr("Stop the answer"));
    m_new->setText(tr("New conversation"));
    m_samplingToggle->setText(tr("Sampling"));
    m_samplingToggle->setIcon(look()->icon(QStringLiteral("settings")));
    m_samplingToggle->setToolTip(tr("Show or hide the sampling settings"));
    m_samplingToggle->setAccessibleName(m_samplingToggle->text());
    m_goToBringUp->setText(tr("Go to Bring-up"));
    m_scroll->setAccessibleName(tr("Conversation"));
    m_well->retranslate();
    for (QPushButton* button : {m_send, m_stop, m_new, m_goToBringUp}) {
        button->setAccessibleName(button->text());
    }
    refresh();
}

} // namespace firstlight::ui
