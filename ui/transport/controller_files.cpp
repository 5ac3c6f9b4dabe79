#include "ui/transport/controller_files.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

#include <array>
#include <csignal>

#include <unistd.h>

namespace firstlight::ui {

QString runtimeDirectory()
{
    if (const QString own = qEnvironmentVariable("FIRSTLIGHT_RUNTIME_DIR"); !own.isEmpty()) {
        return own;
    }
    if (const QString users = qEnvironmentVariable("XDG_RUNTIME_DIR"); !users.isEmpty()) {
        return users + QStringLiteral("/firstlight");
    }
    return QStringLiteral("/tmp/firstlight-%1").arg(::getuid());
}

std::optional<Endpoint> findRunningController(const QString& directory)
{
    QFile file(directory + QStringLiteral("/controller.json"));
    const QFileInfo info(file);
    constexpr auto foreign = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    if (info.ownerId() != ::getuid() || (info.permissions() & foreign) != 0 || !file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    const Endpoint endpoint{json.value(QLatin1String("address")).toString(),
                            json.value(QLatin1String("token")).toString()};
    const int pid = json.value(QLatin1String("pid")).toInt();
    if (endpoint.address.isEmpty() || pid <= 0 || ::kill(pid, 0) != 0) {
        return std::nullopt;
    }
    return endpoint;
}

QString makeToken()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), static_cast<qsizetype>(words.size()));
    return QString::fromLatin1(QByteArray(reinterpret_cast<const char*>(words.data()), sizeof(words)).toHex());
}

} // namespace firstlight::ui
