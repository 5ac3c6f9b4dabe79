// Questions and answers.
#pragma once

#include "ui/client/common_values.h"

#include <QByteArray>

namespace firstlight::ui {

// Either text, or the bytes of an image file (PNG, JPEG, WebP, BMP, GIF).
struct ChatPart {
    QString text;
    QByteArray image; // empty: this part is text

    bool operator==(const ChatPart&) const = default;
    [[nodiscard]] bool isImage() const { return !image.isEmpty(); }
};

enum class ChatRole { System, User, Assistant };

struct ChatMessage {
    ChatRole role = ChatRole::User;
    std::vector<ChatPart> parts;

    bool operator==(const ChatMessage&) const = default;
};

// 0 means "the checkpoint's default" for every number.
struct SamplingOptions {
    bool greedy = false;
    double temperature = 0;
    double topP = 0;
    int topK = 0;
    double repetitionPenalty = 0;
    std::uint64_t seed = 0; // 0: chosen, and reported
    int maxTokens = 0;

    bool operator==(const SamplingOptions&) const = default;
};

struct ChatRequest {
    DeploymentId deployment; // empty: the one that is serving
    std::vector<ChatMessage> messages;
    SamplingOptions sampling;

    bool operator==(const ChatRequest&) const = default;
};

struct PromptToken {
    int id = 0;
    QString piece;
    bool special = false;
    int imageIndex = -1; // -1: text; otherwise the image whose place this is

    bool operator==(const PromptToken&) const = default;
};

// Part of a picture, or all of it, resized onto a canvas that is cut into tiles, row by row.
struct ReceivedCanvas {
    int width = 0; // pixels
    int height = 0;
    int columns = 1; // tiles
    int rows = 1;

    bool operator==(const ReceivedCanvas&) const = default;
    [[nodiscard]] int tileCount() const { return columns * rows; }
};

// Part of what stands for a picture in the prompt: text, then so many image tokens.
struct ReceivedPlace {
    QString text;
    int imageTokens = 0;

    bool operator==(const ReceivedPlace&) const = default;
};

struct ReceivedImage {
    int originalWidth = 0;
    int originalHeight = 0;
    int width = 0; // after resizing
    int height = 0;
    int gridWidth = 0; // patches
    int gridHeight = 0;
    int tokenCount = 0;
    QByteArray previewPng;                // all canvases under each other, at the left
    std::vector<ReceivedCanvas> canvases; // their tiles in the order in which the model received them
    std::vector<ReceivedPlace> places;

    bool operator==(const ReceivedImage&) const = default;
};

// What the model received.
struct ChatReceived {
    QString renderedPrompt;
    std::vector<PromptToken> tokens;
    std::vector<ReceivedImage> images;
    SamplingOptions sampling; // as used, defaults filled in

    bool operator==(const ChatReceived&) const = default;
};

struct ChatToken {
    int id = 0;
    QString text; // what became printable with this token; may be empty
    double logprob = 0;

    bool operator==(const ChatToken&) const = default;
};

enum class FinishReason { Stop, Length, Cancelled, Other };

struct ChatFinished {
    FinishReason reason = FinishReason::Other;
    int promptTokens = 0;
    int generatedTokens = 0;
    double ttftMs = 0;
    double totalMs = 0;
    double tokensPerSecond = 0; // of decode: (generated - 1) / (total - ttft)

    bool operator==(const ChatFinished&) const = default;
};

} // namespace firstlight::ui
