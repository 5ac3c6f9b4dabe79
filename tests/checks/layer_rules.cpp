#include "tests/checks/layer_rules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTextStream>

namespace firstlight::checks {
namespace {

// From the bottom up: a layer may use itself and the layers before it, less what kForbidden takes away.
const QStringList kOrder{
    QStringLiteral("kernels/base"),   QStringLiteral("kernels/ops"),      QStringLiteral("kernels/cpu"),
    QStringLiteral("kernels/cuda"),   QStringLiteral("kernels/bench"),    QStringLiteral("backend/api"),
    QStringLiteral("backend/base"),   QStringLiteral("backend/rpc"),      QStringLiteral("backend/checkpoint"),
    QStringLiteral("backend/model"),  QStringLiteral("backend/plan"),     QStringLiteral("backend/collective"),
    QStringLiteral("backend/engine"), QStringLiteral("backend/launch"),   QStringLiteral("backend/telemetry"),
    QStringLiteral("backend/verify"), QStringLiteral("backend/diagnose"), QStringLiteral("backend/report"),
    QStringLiteral("backend/serve"),  QStringLiteral("backend/control"),  QStringLiteral("ui/client"),
    QStringLiteral("ui/transport"),   QStringLiteral("ui/models"),        QStringLiteral("ui/widgets"),
    QStringLiteral("ui/pages"),       QStringLiteral("ui/shell"),         QStringLiteral("app/worker"),
    QStringLiteral("app/agent"),      QStringLiteral("app/controller"),   QStringLiteral("app/ctl"),
    QStringLiteral("app/console"),
};

// Walls between layers that the order alone would allow: user (regular expression), used, why.
struct Wall {
    QString user;
    QString used;
    QString why;
};
const QList<Wall> kWalls{
    {QStringLiteral("backend/(?!engine).*"), QStringLiteral("kernels/.*"),
     QStringLiteral("only the engine uses kernels")},
    {QStringLiteral("backend/(launch|telemetry|verify|diagnose|report|serve|control)"),
     QStringLiteral("backend/engine"), QStringLiteral("the controller never links the engine")},
    {QStringLiteral("ui/.*"), QStringLiteral("kernels/.*"), QStringLiteral("the console has no numeric code")},
    {QStringLiteral("ui/.*"), QStringLiteral("backend/(?!api).*"), QStringLiteral("ui sees the contract only")},
    {QStringLiteral("ui/widgets"), QStringLiteral("ui/(transport|client/(backend_client|subscription|reply)\\.h)"),
     QStringLiteral("widgets know values, not the client")},
    {QStringLiteral("ui/(models|pages|shell)"), QStringLiteral("ui/transport"),
     QStringLiteral("only app/console knows the transport")},
    {QStringLiteral("app/(?!worker).*"), QStringLiteral("(kernels/.*|backend/engine)"),
     QStringLiteral("only the worker computes")},
    {QStringLiteral("app/(worker|agent|controller|ctl)"), QStringLiteral("ui/.*"),
     QStringLiteral("only the console has a user interface")},
    {QStringLiteral("app/(\\w+)"), QStringLiteral("app/(?!\\1).*"), QStringLiteral("programs do not use each other")},
};

// System includes or link targets that a layer may not use: layers (regular expression), what, why.
const QList<Wall> kForeign{
    {QStringLiteral("kernels/.*"),
     QStringLiteral("(absl|grpc|google|nlohmann|Q[A-Z]\\w*|Qt6|protobuf|PkgConfig::GRPC).*"),
     QStringLiteral("kernels build alone")},
    {QStringLiteral("backend/.*|app/(worker|agent|controller|ctl)"),
     QStringLiteral("(Q[A-Z]\\w+|Qt6::.*|QCustomPlot.*)"), QStringLiteral("no Qt below the console")},
    {QStringLiteral("backend/(base|checkpoint|model|plan|collective|engine|verify|diagnose|report)"),
     QStringLiteral("(grpc.*|PkgConfig::GRPCPP|backend_api_grpc)"), QStringLiteral("this layer knows no RPC")},
    {QStringLiteral("ui/(client|models|widgets|pages|shell)"),
     QStringLiteral("(grpc.*|google/protobuf.*|PkgConfig::GRPCPP|backend_api_grpc|protobuf::.*)"),
     QStringLiteral("only ui/transport meets gRPC")},
    {QStringLiteral("ui/(client|models)"),
     QStringLiteral("(QWidget|QMainWindow|QPushButton|QLabel|QPainter|Qt6::Widgets)"),
     QStringLiteral("values and models have no widgets")},
};

QString layerOf(const QString& relativePath)
{
    return relativePath.section(QLatin1Char('/'), 0, 1);
}

bool matches(const QString& pattern, const QString& text)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text).hasMatch();
}

// Empty: allowed; otherwise why not. `file` is the included file where there is one: a wall may name a file.
// `\1` in a wall's right side stands for the user's first group.
QString whyForbidden(const QString& user, const QString& used, const QString& file = {})
{
    if (user == used) {
        return {};
    }
    for (const Wall& wall : kWalls) {
        const auto match = QRegularExpression(QRegularExpression::anchoredPattern(wall.user)).match(user);
        QString right = wall.used;
        right.replace(QStringLiteral("\\1"), match.captured(1));
        if (match.hasMatch() && (matches(right, used) || matches(right, file))) {
            return wall.why;
        }
    }
    if (kOrder.indexOf(used) > kOrder.indexOf(user)) {
        return QStringLiteral("%1 stands above %2").arg(used, user);
    }
    return {};
}

QString whyForeign(const QString& user, const QString& name)
{
    for (const Wall& wall : kForeign) {
        if (matches(wall.user, user) && matches(wall.used, name)) {
            return wall.why;
        }
    }
    return {};
}

QStringList filesBelow(const QString& root, const QStringList& patterns)
{
    QStringList files;
    for (const auto& top :
         {QStringLiteral("kernels"), QStringLiteral("backend"), QStringLiteral("ui"), QStringLiteral("app")}) {
        QDirIterator walk(root + QLatin1Char('/') + top, patterns, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            files.append(QDir(root).relativeFilePath(walk.next()));
        }
    }
    files.sort();
    return files;
}

QStringList sources(const QString& root)
{
    return filesBelow(root, {QStringLiteral("*.h"), QStringLiteral("*.cpp"), QStringLiteral("*.inc"),
                             QStringLiteral("*.cu"), QStringLiteral("*.cuh")});
}

QString readText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString problemOfInclude(const QString& root, const QString& layer, const QString& name, bool quoted)
{
    const QString used = layerOf(name);
    if (quoted && kOrder.contains(used)) {
        if (matches(QStringLiteral("ui/(client|models|widgets|pages|shell)"), layer) &&
            name.endsWith(QLatin1String(".pb.h"))) {
            return QStringLiteral("only ui/transport sees wire messages");
        }
        return whyForbidden(layer, used, name);
    }
    if (quoted && !name.endsWith(QLatin1String(".moc")) && !QFile::exists(root + QLatin1Char('/') + name) &&
        name.contains(QLatin1Char('/'))) {
        return QStringLiteral("include is not written from the repository root");
    }
    return whyForeign(layer, name);
}

// The target names that a CMakeLists.txt links: the words after PUBLIC, PRIVATE or LINK of our two functions.
QStringList linkedTargets(const QString& cmake)
{
    static const QRegularExpression call(QStringLiteral("firstlight_(?:library|program)\\(([^)]*)\\)"));
    static const QRegularExpression space(QStringLiteral("\\s+"));
    static const QStringList openers{QStringLiteral("PUBLIC"), QStringLiteral("PRIVATE"), QStringLiteral("LINK")};
    static const QStringList closers{QStringLiteral("SOURCES"), QStringLiteral("PRECOMPILE")};
    QStringList targets;
    auto calls = call.globalMatch(cmake);
    while (calls.hasNext()) {
        bool linking = false;
        for (const QString& word : calls.next().captured(1).split(space, Qt::SkipEmptyParts)) {
            if (openers.contains(word) || closers.contains(word)) {
                linking = openers.contains(word);
            } else if (linking) {
                targets.append(word);
            }
        }
    }
    return targets;
}

// backend_checkpoint -> backend/checkpoint; backend_api_grpc belongs to backend/api. Empty: not one of ours.
QString layerOfTarget(const QString& target)
{
    for (const QString& layer : kOrder) {
        const QString name = QString(layer).replace(QLatin1Char('/'), QLatin1Char('_'));
        if (target == name || target == name + QStringLiteral("_grpc")) {
            return layer;
        }
    }
    return {};
}

} // namespace

Violations checkIncludes(const QString& root)
{
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*([\"<])([^\">]+)[\">]"));
    Violations found;
    for (const QString& file : sources(root)) {
        const QString layer = layerOf(file);
        const QStringList lines = readText(root + QLatin1Char('/') + file).split(QLatin1Char('\n'));
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const auto match = include.match(lines[i]);
            if (!match.hasMatch()) {
                continue;
            }
            const QString why =
                problemOfInclude(root, layer, match.captured(2), match.captured(1) == QLatin1String("\""));
            if (!why.isEmpty()) {
                found.append(QStringLiteral("%1:%2: includes %3: %4").arg(file).arg(i + 1).arg(match.captured(2), why));
            }
        }
    }
    return found;
}

Violations checkLinks(const QString& root)
{
    Violations found;
    for (const QString& file : filesBelow(root, {QStringLiteral("CMakeLists.txt")})) {
        const QString layer = layerOf(file);
        for (const QString& target : linkedTargets(readText(root + QLatin1Char('/') + file))) {
            const QString used = layerOfTarget(target);
            const QString foreign = whyForeign(layer, target);
            const QString why = used.isEmpty() || !foreign.isEmpty() ? foreign : whyForbidden(layer, used);
            if (!why.isEmpty()) {
                found.append(QStringLiteral("%1: links %2: %3").arg(file, target, why));
            }
        }
    }
    return found;
}

Violations checkFolders(const QString& root)
{
    static const QStringList known{QStringLiteral("app"),          QStringLiteral("backend"),
                                   QStringLiteral("build"),        QStringLiteral("docs"),
                                   QStringLiteral("kernels"),      QStringLiteral("packaging"),
                                   QStringLiteral("resources"),    QStringLiteral("tests"),
                                   QStringLiteral("translations"), QStringLiteral("ui")};
    Violations found;
    for (const QString& folder : QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (!known.contains(folder)) {
            found.append(QStringLiteral("%1: a top-level folder that the design does not name").arg(folder));
        }
    }
    for (const auto& top :
         {QStringLiteral("kernels"), QStringLiteral("backend"), QStringLiteral("ui"), QStringLiteral("app")}) {
        for (const QString& folder : QDir(root + QLatin1Char('/') + top).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QString layer = top + QLatin1Char('/') + folder;
            if (!kOrder.contains(layer)) {
                found.append(layer + QStringLiteral(": has no place in the layer order"));
            } else if (!QFile::exists(root + QLatin1Char('/') + layer + QStringLiteral("/CMakeLists.txt"))) {
                found.append(layer + QStringLiteral(": is not a CMake target"));
            }
        }
    }
    return found;
}

int sourceFileCount(const QString& root)
{
    return int(sources(root).size());
}

} // namespace firstlight::checks
