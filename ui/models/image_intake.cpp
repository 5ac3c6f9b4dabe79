#include "ui/models/image_intake.h"

#include "ui/client/failure_text.h"
#include "ui/models/formatting.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QMimeDatabase>

#include <array>

namespace firstlight::ui {
namespace {

constexpr std::array kFormats = {"image/png", "image/jpeg", "image/webp", "image/bmp", "image/gif"};

bool isPictureType(const QString& mimeType)
{
    return std::ranges::any_of(kFormats, [&](const char* format) { return mimeType == QLatin1String(format); }) ||
           mimeType == QLatin1String("image/x-ms-bmp");
}

Failure refusal(const QString& why)
{
    Failure failure;
    failure.what = why;
    return failure;
}

QByteArray encodedPng(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

ImageIntake::ImageIntake(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

ImageIntake::~ImageIntake()
{
    m_pool.clear();
    m_pool.waitForDone();
}

bool ImageIntake::accepts(const QMimeData& data, QString* whyNot)
{
    if (data.hasImage()) {
        return true;
    }
    const QMimeDatabase types;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile() && isPictureType(types.mimeTypeForFile(url.toLocalFile()).name())) {
            return true;
        }
    }
    if (whyNot != nullptr) {
        *whyNot = data.hasUrls() ? tr("Only PNG, JPEG, WebP, BMP and GIF pictures on this machine can be dropped here.")
                                 : tr("Only pictures can be dropped here.");
    }
    return false;
}

void ImageIntake::take(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            paths += url.toLocalFile();
        }
    }
    if (!paths.isEmpty()) {
        takeFiles(paths);
    } else if (data.hasImage()) {
        const QString name = tr("pasted picture");
        const auto image = data.imageData().value<QImage>();
        run(name, [name, image] { return readBytes(name, encodedPng(image)); });
    }
}

void ImageIntake::takeFiles(const QStringList& paths)
{
    for (const QString& path : paths) {
        run(QFileInfo(path).fileName(), [path] { return readFile(path); });
    }
}

void ImageIntake::run(const QString& name, std::function<Result<ChatImage>()> work)
{
    m_pool.start([this, name, work = std::move(work)] {
        const Result<ChatImage> result = work();
        // The destructor waits for this thread, so the object is there; a call that comes too late is dropped with it.
        QMetaObject::invokeMethod(
            this,
            [this, name, result] {
                if (result.ok()) {
                    emit added(result.value());
                } else {
                    emit refused(name, result.failure().what);
                }
            },
            Qt::QueuedConnection);
    });
}

Result<ChatImage> ImageIntake::readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return refusal(tr("It cannot be read: %1").arg(file.errorString()));
    }
    if (file.size() > kMaxBytes) {
        return refusal(tr("It has %1; at most %2 are accepted.")
                           .arg(Formatter().bytes(file.size()), Formatter().bytes(kMaxBytes)));
    }
    return readBytes(QFileInfo(path).fileName(), file.readAll());
}

Result<ChatImage> ImageIntake::readBytes(const QString& name, const QByteArray& bytes)
{
    if (!isPictureType(QMimeDatabase().mimeTypeForData(bytes).name())) {
        return refusal(tr("It is not a PNG, JPEG, WebP, BMP or GIF picture."));
    }
    if (bytes.size() > kMaxBytes) {
        return refusal(tr("It has %1; at most %2 are accepted.")
                           .arg(Formatter().bytes(bytes.size()), Formatter().bytes(kMaxBytes)));
    }
    ChatImage image{name, bytes, {}, {}};
    QBuffer buffer;
    buffer.setData(bytes);
    QImageReader reader(&buffer);
    if (!reader.canRead()) {
        return image; // a format that only the engine decodes
    }
    reader.setAutoTransform(true);
    const QSize stored = reader.size();
    if (static_cast<qint64>(stored.width()) * stored.height() > kMaxPixels) {
        return refusal(tr("It has %1 × %2 pixels, which is too many.").arg(stored.width()).arg(stored.height()));
    }
    const QImage decoded = reader.read();
    if (decoded.isNull()) {
        return refusal(tr("It cannot be decoded: %1").arg(reader.errorString()));
    }
    image.size = decoded.size();
    image.thumbnail = decoded.scaled(kThumbnailSize, kThumbnailSize, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return image;
}

} // namespace firstlight::ui
