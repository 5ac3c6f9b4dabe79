// Chat: is it right? A conversation with streaming text and pictures by drop, paste and file dialog.
#pragma once

#include "ui/models/chat_session.h"
#include "ui/models/deployment_commands.h"
#include "ui/models/image_intake.h"
#include "ui/pages/page.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace firstlight::ui {

class ChatInput;
class ChatTurnView;
class EmptyState;
class ImageWell;
class MessagePanel;
class SamplingPanel;

class ChatPage : public Page
{
    Q_OBJECT

public:
    ChatPage(ChatSession* session, const DeploymentStore* deployments, const DeploymentCommands* commands, Look* look,
             QWidget* parent = nullptr);

    [[nodiscard]] ImageIntake* intake() { return &m_intake; }

signals:
    void showBringUpRequested();

protected:
    void retranslate() override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeConversation();
    [[nodiscard]] QWidget* makeComposer();
    void connectAll();
    void makeExamples();
    void askExample(const QString& question, const QString& picture);
    void placeSampling();
    void send();
    void ask(std::vector<ChatPart> parts);
    void addTurn(int index);
    void openPictureDialog();
    void refuse(const QString& name, const QString& why);
    void showHint(const QString& text);
    void refresh();
    void followEnd();

    ChatSession* m_session;
    const DeploymentStore* m_deployments;
    const DeploymentCommands* m_commands;
    ImageIntake m_intake;
    std::vector<ChatTurnView*> m_views;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QPushButton* m_goToBringUp = nullptr;
    std::vector<QPushButton*> m_examples; // questions that the demo model answers
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_turns = nullptr;
    bool m_follow = true;
    MessagePanel* m_notice = nullptr;
    QLabel* m_hint = nullptr;
    ImageWell* m_well = nullptr;
    ChatInput* m_input = nullptr;
    QToolButton* m_attach = nullptr;
    QPushButton* m_send = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_new = nullptr;
    QToolButton* m_samplingToggle = nullptr;
    bool m_samplingWanted = true;
    bool m_hasRoom = true; // for the sampling panel beside the conversation
    SamplingPanel* m_sampling = nullptr;
};

} // namespace firstlight::ui
