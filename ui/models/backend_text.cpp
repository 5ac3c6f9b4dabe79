#include "ui/models/backend_text.h"

#include "backend/api/failure_reasons.h"
#include "ui/client/text_template.h"
#include "ui/models/architecture_words.h"
#include "ui/models/words.h"

#include <QRegularExpression>

#include <algorithm>

namespace firstlight::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(BackendText)
};

// Sentences of the backend with a place for each thing that varies: a number, unless it is one of kFreePlaces.
constexpr const char* kSentences[] = {
    // Summaries of stages
    QT_TRANSLATE_NOOP("BackendText", "{tensors} tensors in {shards} shards, {bytes}"),
    QT_TRANSLATE_NOOP("BackendText", "{count} nodes online"),
    QT_TRANSLATE_NOOP("BackendText", "TP {tp} x PP {pp} x DP {dp} over {count} ranks"),
    QT_TRANSLATE_NOOP("BackendText", "TP {tp} x PP {pp} x DP {dp} over {count} rank"),
    QT_TRANSLATE_NOOP("BackendText", "process {id}"),
    QT_TRANSLATE_NOOP("BackendText", "one rank, no groups"),
    QT_TRANSLATE_NOOP("BackendText", "{text}) over {link}"),
    QT_TRANSLATE_NOOP("BackendText", "{count} ranks talk, every result is exact"),
    QT_TRANSLATE_NOOP("BackendText",
                      "slowest pair {from} to {to} ({latency} us), narrowest {sender} to {receiver} ({bandwidth}/s)."),
    QT_TRANSLATE_NOOP("BackendText", "{text} of {bytes} bytes gave a wrong result."),
    QT_TRANSLATE_NOOP("BackendText", "One rank, nobody to talk to."),
    QT_TRANSLATE_NOOP("BackendText", "{files} files, {tensors} tensors, {bytes}"),
    QT_TRANSLATE_NOOP("BackendText", "{slices} slices, {bytes}, layers {first} to {last} of {count}"),
    QT_TRANSLATE_NOOP("BackendText", "{used} of {capacity}"),
    QT_TRANSLATE_NOOP("BackendText", "cache for {tokens} tokens"),
    QT_TRANSLATE_NOOP("BackendText", "operators {text}"),
    QT_TRANSLATE_NOOP("BackendText", "{bytes} in {slices} slices"),
    QT_TRANSLATE_NOOP("BackendText", "pages of {bytes} of files given back"),
    QT_TRANSLATE_NOOP("BackendText", "first forward pass followed"),
    QT_TRANSLATE_NOOP("BackendText", "text and image pass, all logits finite"),
    QT_TRANSLATE_NOOP("BackendText", "text pass, all logits finite"),
    QT_TRANSLATE_NOOP("BackendText", "answered {text}"),
    QT_TRANSLATE_NOOP("BackendText", "mean log probability {value}"),
    QT_TRANSLATE_NOOP("BackendText", "a red disc: {text}"),
    QT_TRANSLATE_NOOP("BackendText", "a blue square: {text}"),
    QT_TRANSLATE_NOOP("BackendText", "the same {count} tokens alone and twice at once"),
    QT_TRANSLATE_NOOP("BackendText", "not applicable: the model has no vision"),
    // Reasons of plans
    QT_TRANSLATE_NOOP("BackendText", "uses every device"),
    QT_TRANSLATE_NOOP("BackendText", "one device stays idle"),
    QT_TRANSLATE_NOOP("BackendText", "{count} devices stay idle"),
    QT_TRANSLATE_NOOP("BackendText", "tensor parallelism crosses nodes"),
    QT_TRANSLATE_NOOP("BackendText", "tensor parallelism inside a node"),
    QT_TRANSLATE_NOOP("BackendText", "{count} replicas"),
    // Events
    QT_TRANSLATE_NOOP("BackendText", "Rank {rank} is process {process} on {text}."),
    QT_TRANSLATE_NOOP("BackendText", "Rank {rank} on {node} ended ({text})."),
    QT_TRANSLATE_NOOP("BackendText", "Rank {rank} has not answered for {seconds} s."),
    QT_TRANSLATE_NOOP("BackendText", "The agent of {text} is ready."),
    QT_TRANSLATE_NOOP("BackendText", "All ranks of the failed deployment have ended."),
    QT_TRANSLATE_NOOP("BackendText", "The deployment was stopped in order."),
    QT_TRANSLATE_NOOP("BackendText", "{text} is ready."),
    QT_TRANSLATE_NOOP("BackendText", "Not every rank has said that it ended; their agents end them with themselves."),
    QT_TRANSLATE_NOOP("BackendText", "The store can be written again; {count} records were lost."),
    // Values of the architecture sheet
    QT_TRANSLATE_NOOP("BackendText", "A picture of {width} x {height}"),
    QT_TRANSLATE_NOOP("BackendText", "{tokens} tokens, one tile, resized to {width} x {height}"),
    QT_TRANSLATE_NOOP("BackendText", "{tokens} tokens, {tiles} tiles, resized to {width} x {height}"),
    QT_TRANSLATE_NOOP("BackendText", "Compared with {text}"),
    QT_TRANSLATE_NOOP("BackendText", "config.json: no family reads it"),
    QT_TRANSLATE_NOOP("BackendText", "config.json: read for {text}, not here"),
};

constexpr const char* kFreePlaces[] = {"text", "node", "link"};

// Bytes are written in several units over there; here in one.
QString inOurUnits(const QString& text, const Formatter& formatter)
{
    static constexpr std::pair<const char*, double> kUnits[] = {
        {"MB", 1e6}, {"GB", 1e9}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}, {"TiB", 1099511627776.0},
    };
    static const QRegularExpression amount(QStringLiteral("(\\d+(?:\\.\\d+)?) (MB|GB|KiB|MiB|GiB|TiB)\\b"));
    QString result;
    qsizetype from = 0;
    for (auto matches = amount.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const auto* unit = std::ranges::find_if(
            kUnits, [&](const auto& known) { return match.captured(2) == QLatin1String(known.first); });
        result += text.mid(from, match.capturedStart() - from) +
                  formatter.bytes(static_cast<std::int64_t>(match.captured(1).toDouble() * unit->second));
        from = match.capturedEnd();
    }
    return result + text.mid(from);
}

bool fits(const QMap<QString, QString>& values)
{
    for (auto value = values.begin(); value != values.end(); ++value) {
        const bool number = value->front().isDigit() || value->front() == QLatin1Char('-');
        const bool free =
            std::ranges::any_of(kFreePlaces, [&](const char* name) { return value.key() == QLatin1String(name); });
        if (!number && !free) {
            return false;
        }
    }
    return true;
}

std::optional<QString> knownSentence(const QString& text)
{
    for (const char* sentence : kSentences) {
        const auto values = readBack(QLatin1String(sentence), text);
        if (values && fits(*values)) {
            return fillIn(Words::tr(sentence), *values);
        }
    }
    return std::nullopt;
}

// "rank 1: what it found" keeps its number.
QString part(const QString& text)
{
    static const QRegularExpression ofRank(QStringLiteral("^rank (\\d+): (.+)$"));
    const QRegularExpressionMatch match = ofRank.match(text);
    if (match.hasMatch()) {
        return Words::tr("%1: %2", "a rank and what it found")
            .arg(rankWord(match.captured(1).toInt()), part(match.captured(2)));
    }
    return knownSentence(text).value_or(text);
}

QString joined(const QStringList& parts)
{
    return parts.join(Words::tr("; ", "between parts of a sentence"));
}

// What happened and what to do next, as a reason has it.
std::optional<QString> reasonSentence(const QString& text)
{
    const auto translated = [](const char* pattern, const QMap<QString, QString>& values) {
        return fillIn(QCoreApplication::translate("Failure", pattern), values);
    };
    for (const FailureReason* reason : kAllFailureReasons) {
        const QString what = QString::fromUtf8(reason->what);
        if (const auto values = readBack(what, text)) {
            return translated(reason->what, *values);
        }
        const QString both = QStringLiteral("%1 %2").arg(what, QString::fromUtf8(reason->nextStep));
        if (const auto values = readBack(both, text)) {
            return QStringLiteral("%1 %2").arg(translated(reason->what, *values),
                                               translated(reason->nextStep, *values));
        }
    }
    return std::nullopt;
}

} // namespace

QString backendText(const QString& english, const Formatter& formatter)
{
    const QString failed = QStringLiteral("failed: ");
    if (english.startsWith(failed)) {
        const QString why = english.mid(failed.size());
        return Words::tr("failed: %1").arg(reasonSentence(why).value_or(why));
    }
    const QString text = inOurUnits(english, formatter);
    QStringList parts = text.split(QStringLiteral("; "));
    std::ranges::transform(parts, parts.begin(), part);
    return joined(parts);
}

QString architectureWord(const QString& english)
{
    const QString word = QCoreApplication::translate("Architecture", english.toUtf8().constData());
    return word != english ? word : knownSentence(english).value_or(english);
}

QString eventText(const Event& event, const Formatter& formatter)
{
    if (event.kind == QLatin1String("stage_started")) {
        return Words::tr("Stage “%1” began.").arg(stageWord(event.stage));
    }
    if (event.kind == QLatin1String("stage_finished")) {
        const QString summary = event.message.section(QStringLiteral("\": "), 1);
        return Words::tr("Stage “%1”: %2").arg(stageWord(event.stage), backendText(summary, formatter));
    }
    const auto reason = reasonSentence(event.message);
    return reason ? *reason : backendText(event.message, formatter);
}

QString planReason(const Plan& plan, const Formatter& formatter)
{
    double fullest = 0;
    for (const RankPlan& rank : plan.ranks) {
        if (rank.capacityBytes > 0) {
            fullest = std::max(fullest, 100.0 * static_cast<double>(totalBytes(rank.estimate)) /
                                            static_cast<double>(rank.capacityBytes));
        }
    }
    QStringList parts = plan.reason.split(QStringLiteral("; "));
    if (parts.last().endsWith(QLatin1Char('.'))) {
        parts.last().chop(1);
    }
    std::ranges::transform(parts, parts.begin(), part);
    if (!plan.ranks.empty() && parts.first().endsWith(QLatin1String("% of the fullest device"))) {
        parts.first() = Words::tr("The fullest device is filled to %1").arg(formatter.percent(fullest));
    }
    return Words::tr("%1.", "a sentence").arg(joined(parts));
}

} // namespace firstlight::ui
