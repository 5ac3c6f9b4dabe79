// What a translation file (*.ts) must hold to be complete: every string translated, with the placeholders of its
// source.
//
// Functions of files: the test runs them on the repository and on small broken files of its own.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace firstlight::checks {

struct Translation {
    QString context;
    QString source;
    QString comment;
    QString type;      // "unfinished", "vanished", ...; empty: finished
    QStringList forms; // one, or the plural forms of the language
    qint64 line = 0;

    friend bool operator==(const Translation&, const Translation&) = default;
};

struct TranslationFile {
    QList<Translation> messages;
    QString error; // empty: read completely
};

TranslationFile readTranslations(const QString& path);

// Every string of the file that is unfinished or empty, or whose translation has other placeholders (%1, %n, {name})
// or lost its mnemonic, as "file:line: what is wrong"; a file that cannot be read is one line too.
QStringList checkTranslations(const QString& path);

// Every string of `fresh` that `path` does not have, as "file: the string".
QStringList missingTranslations(const QString& path, const QString& fresh);

// Copies root/translations/*.ts into `folder` and brings the copies up to date with the sources below `root` by
// root/translations/update. Empty: done; otherwise why not.
QString updateCopies(const QString& root, const QString& folder, const QString& lupdate);

// The program lupdate of Qt; empty: not installed.
QString findLupdate();

} // namespace firstlight::checks
