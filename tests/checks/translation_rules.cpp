#include "tests/checks/translation_rules.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QXmlStreamReader>

namespace firstlight::checks {
namespace {

void readTranslation(QXmlStreamReader& xml, Translation& message)
{
    message.type = xml.attributes().value(QLatin1String("type")).toString();
    QString text;
    while (!xml.atEnd() && !xml.hasError()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::Characters) {
            text += xml.text();
        } else if (token == QXmlStreamReader::StartElement && xml.name() == QLatin1String("numerusform")) {
            message.forms.append(xml.readElementText());
        } else if (token == QXmlStreamReader::EndElement) {
            break;
        }
    }
    if (message.forms.isEmpty()) {
        message.forms.append(text);
    }
}

Translation readMessage(QXmlStreamReader& xml, const QString& context)
{
    Translation message;
    message.context = context;
    message.line = xml.lineNumber();
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            message.comment = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            readTranslation(xml, message);
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

QStringList sortedMatches(const QString& pattern, const QString& text)
{
    QStringList found;
    auto matches = QRegularExpression(pattern).globalMatch(text);
    while (matches.hasNext()) {
        found.append(matches.next().captured());
    }
    found.sort();
    return found;
}

QStringList placeholders(const QString& text)
{
    return sortedMatches(QStringLiteral("%L?\\d{1,2}|%L?n|\\{\\w+\\}"), text);
}

qsizetype mnemonics(const QString& text)
{
    return sortedMatches(QStringLiteral("(?<!&)&[^&\\s]"), text).size();
}

// Empty: nothing is wrong.
QString whatIsWrong(const Translation& message)
{
    if (!message.type.isEmpty()) {
        return message.type;
    }
    if (message.forms.isEmpty()) {
        return QStringLiteral("no translation");
    }
    for (const QString& form : message.forms) {
        if (form.trimmed().isEmpty()) {
            return QStringLiteral("empty");
        }
        if (placeholders(form) != placeholders(message.source)) {
            return QStringLiteral("other placeholders");
        }
        if (mnemonics(form) != mnemonics(message.source)) {
            return QStringLiteral("other mnemonics");
        }
    }
    return {};
}

QString keyOf(const Translation& message)
{
    return QStringList{message.context, message.source, message.comment}.join(QChar(0x1f));
}

} // namespace

TranslationFile readTranslations(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {{}, file.errorString()};
    }
    TranslationFile result;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QLatin1String("message")) {
            result.messages.append(readMessage(xml, context));
        }
    }
    result.error = xml.hasError() ? xml.errorString() : QString();
    return result;
}

QStringList checkTranslations(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    const TranslationFile file = readTranslations(path);
    QStringList violations;
    if (!file.error.isEmpty()) {
        violations.append(QStringLiteral("%1: %2").arg(name, file.error));
    }
    for (const Translation& message : file.messages) {
        const QString wrong = whatIsWrong(message);
        if (!wrong.isEmpty()) {
            violations.append(name + QLatin1Char(':') + QString::number(message.line) + QStringLiteral(": ") + wrong +
                              QStringLiteral(": ") + message.source + QStringLiteral(" -> ") +
                              message.forms.join(QStringLiteral(" | ")));
        }
    }
    return violations;
}

QStringList missingTranslations(const QString& path, const QString& fresh)
{
    const TranslationFile current = readTranslations(fresh);
    if (!current.error.isEmpty()) {
        return {QStringLiteral("%1: %2").arg(fresh, current.error)};
    }
    QSet<QString> known;
    for (const Translation& message : readTranslations(path).messages) {
        known.insert(keyOf(message));
    }
    QStringList missing;
    for (const Translation& message : current.messages) {
        if (!known.contains(keyOf(message))) {
            missing.append(QFileInfo(path).fileName() + QStringLiteral(": ") + message.context + QStringLiteral(": ") +
                           message.source);
        }
    }
    return missing;
}

QString updateCopies(const QString& root, const QString& folder, const QString& lupdate)
{
    const QDir translations(QDir(root).filePath(QStringLiteral("translations")));
    for (const QString& name : translations.entryList({QStringLiteral("*.ts")}, QDir::Files)) {
        if (!QFile::copy(translations.filePath(name), QDir(folder).filePath(name))) {
            return QStringLiteral("%1 cannot be copied to %2").arg(name, folder);
        }
    }
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LUPDATE"), lupdate);
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral("/bin/sh"),
                  {translations.filePath(QStringLiteral("update")), QDir(folder).absolutePath()});
    const bool ended = process.waitForFinished(-1);
    const QString output = QString::fromUtf8(process.readAll());
    return ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0
               ? QString()
               : QStringLiteral("translations/update failed: %1 %2").arg(process.errorString(), output);
}

QString findLupdate()
{
    const QString name = QStringLiteral("lupdate");
    return QStandardPaths::findExecutable(name, {QLibraryInfo::path(QLibraryInfo::BinariesPath),
                                                 QLibraryInfo::path(QLibraryInfo::LibraryExecutablesPath),
                                                 QStringLiteral("/usr/lib/qt6/bin")});
}

} // namespace firstlight::checks
