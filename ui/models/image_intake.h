// Pictures on their way into a question: read and checked on a helper thread, never in the GUI thread.
#pragma once

#include "ui/client/reply.h"

#include <QImage>
#include <QList>
#include <QMimeData>
#include <QObject>
#include <QThreadPool>
#include <QUrl>

namespace firstlight::ui {

struct ChatImage {
    QString name;
    QByteArray bytes; // of the file, as it goes to the model
    QImage thumbnail; // upright, at most kThumbnailSize; null where this machine cannot decode the format
    QSize size;       // of the picture, upright

    bool operator==(const ChatImage&) const = default;
};

class ImageIntake : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 kMaxBytes = 20 << 20;
    static constexpr qint64 kMaxPixels = 64'000'000;
    static constexpr int kThumbnailSize = 160;

    explicit ImageIntake(QObject* parent = nullptr);
    ~ImageIntake() override;

    // Whether a drop or paste carries pictures; if not, why not, for the moment before the drop.
    [[nodiscard]] static bool accepts(const QMimeData& data, QString* whyNot = nullptr);

    // Reads what was dropped, pasted or picked; each picture ends in added() or refused(), in the order they were
    // given.
    void take(const QMimeData& data);
    void takeFiles(const QStringList& paths);

    // The same for one picture, at once; any thread.
    [[nodiscard]] static Result<ChatImage> readFile(const QString& path);
    [[nodiscard]] static Result<ChatImage> readBytes(const QString& name, const QByteArray& bytes);

signals:
    void added(const firstlight::ui::ChatImage& image);
    void refused(const QString& name, const QString& why);

private:
    void run(const QString& name, std::function<Result<ChatImage>()> work);

    QThreadPool m_pool; // one thread: pictures come in the order they were given
};

} // namespace firstlight::ui
