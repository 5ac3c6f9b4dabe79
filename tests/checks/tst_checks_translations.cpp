// The translations are complete and keep the placeholders, and the checker finds each kind of defect in files made
// for it.
#include "tests/checks/translation_rules.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace firstlight;

namespace {

const char* const kNoLupdate = "lupdate is not installed; new strings of the sources are not looked for.";

QString repositoryFolder()
{
    return QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/translations");
}

QStringList repositoryFiles()
{
    return QDir(repositoryFolder()).entryList({QStringLiteral("*.ts")}, QDir::Files);
}

void write(const QString& path, const QByteArray& text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray tsFile(const QByteArray& messages)
{
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE TS>\n<TS version=\"2.1\" language=\"zh_CN\">\n"
           "<context>\n<name>Greeter</name>\n" +
           messages + "\n</context>\n</TS>\n";
}

QByteArray message(const QByteArray& source, const QByteArray& translation)
{
    return "<message>\n<source>" + source + "</source>\n" + translation + "\n</message>";
}

QByteArray listed(const QStringList& violations)
{
    return violations.join(QLatin1Char('\n')).toUtf8();
}

} // namespace

class TestChecksTranslations : public QObject
{
    Q_OBJECT

private slots:
    void repositoryIsTranslated_data();
    void repositoryIsTranslated();
    void repositoryHasEveryString();
    void defectIsFound_data();
    void defectIsFound();
    void brokenFileIsFound();
    void newStringIsFound();
};

void TestChecksTranslations::repositoryIsTranslated_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("atLeast");
    const QStringList names = repositoryFiles();
    QVERIFY(names.contains(QStringLiteral("firstlight_en.ts")));
    QVERIFY(names.contains(QStringLiteral("firstlight_zh_CN.ts")));
    for (const QString& name : names) {
        // English has plurals alone.
        QTest::newRow(qPrintable(name)) << name << (name == QStringLiteral("firstlight_en.ts") ? 5 : 500);
    }
}

void TestChecksTranslations::repositoryIsTranslated()
{
    QFETCH(QString, name);
    QFETCH(int, atLeast);
    const QString path = QDir(repositoryFolder()).filePath(name);
    QVERIFY(checks::readTranslations(path).messages.size() >= atLeast);
    const QStringList violations = checks::checkTranslations(path);
    QVERIFY2(violations.isEmpty(), listed(violations));
}

void TestChecksTranslations::repositoryHasEveryString()
{
    const QString lupdate = checks::findLupdate();
    if (lupdate.isEmpty()) {
        QSKIP(kNoLupdate);
    }
    QTemporaryDir copies;
    const QString failure = checks::updateCopies(QStringLiteral(FIRSTLIGHT_SOURCE_DIR), copies.path(), lupdate);
    QVERIFY2(failure.isEmpty(), failure.toUtf8());
    QStringList missing;
    for (const QString& name : repositoryFiles()) {
        missing += checks::missingTranslations(QDir(repositoryFolder()).filePath(name), copies.filePath(name));
    }
    QVERIFY2(missing.isEmpty(), "Run translations/update and translate:\n" + listed(missing));
}

void TestChecksTranslations::defectIsFound_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("translation");
    QTest::addColumn<QString>("wrong"); // empty: nothing
    const auto row = [](const char* name, const QByteArray& source, const QByteArray& translation, const char* wrong) {
        QTest::newRow(name) << source << translation << QString::fromLatin1(wrong);
    };
    row("good", "%1 of {path}", "<translation>{path} 的 %1</translation>", "");
    row("good plural", "%n nodes", "<translation><numerusform>%n 个节点</numerusform></translation>", "");
    row("good mnemonic", "&amp;File", "<translation>文件(&amp;F)</translation>", "");
    row("no element", "Start", "", "no translation");
    row("unfinished", "Start", "<translation type=\"unfinished\">启动</translation>", "unfinished");
    row("vanished", "Start", "<translation type=\"vanished\">启动</translation>", "vanished");
    row("empty", "Start", "<translation></translation>", "empty");
    row("empty plural", "%n nodes", "<translation><numerusform>%n</numerusform><numerusform/></translation>", "empty");
    row("lost number", "%1 of %2", "<translation>%1</translation>", "other placeholders");
    row("other number", "%1 of %2", "<translation>%1 / %3</translation>", "other placeholders");
    row("added number", "Start", "<translation>启动 %1</translation>", "other placeholders");
    row("lost name", "{file} is not valid.", "<translation>无效。</translation>", "other placeholders");
    row("translated name", "{file} is not valid.", "<translation>{文件} 无效。</translation>", "other placeholders");
    row("lost count", "%n nodes", "<translation><numerusform>节点</numerusform></translation>", "other placeholders");
    row("second form", "%n nodes",
        "<translation><numerusform>%n a</numerusform><numerusform>b</numerusform></translation>", "other placeholders");
    row("lost mnemonic", "&amp;File", "<translation>文件</translation>", "other mnemonics");
}

void TestChecksTranslations::defectIsFound()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, translation);
    QFETCH(QString, wrong);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("small_zh_CN.ts"));
    write(path, tsFile(message("OK", "<translation>好</translation>") + message(source, translation)));
    QCOMPARE(checks::readTranslations(path).messages.size(), 2);
    const QStringList violations = checks::checkTranslations(path);
    QCOMPARE(violations.size(), wrong.isEmpty() ? 0 : 1);
    if (!wrong.isEmpty()) {
        QVERIFY2(violations.first().contains(QStringLiteral(": %1: ").arg(wrong)), listed(violations));
    }
}

void TestChecksTranslations::brokenFileIsFound()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("small_zh_CN.ts"));
    QCOMPARE(checks::checkTranslations(path).size(), 1);
    write(path, tsFile("<message><source>Start</source>"));
    QVERIFY(!checks::checkTranslations(path).isEmpty());
}

// A tree of its own, with the repository's way of collecting strings.
void TestChecksTranslations::newStringIsFound()
{
    const QString lupdate = checks::findLupdate();
    if (lupdate.isEmpty()) {
        QSKIP(kNoLupdate);
    }
    QTemporaryDir tree;
    const QString chinese = tree.filePath(QStringLiteral("translations/firstlight_zh_CN.ts"));
    const QString english = tree.filePath(QStringLiteral("translations/firstlight_en.ts"));
    write(chinese, tsFile(message("Start", "<translation>启动</translation>")));
    write(english, tsFile({}));
    write(tree.filePath(QStringLiteral("ui/greeter.cpp")),
          "void f() { Greeter::tr(\"Start\"); Greeter::tr(\"Stop\"); Greeter::tr(\"%n nodes\", nullptr, 2); }\n");
    write(tree.filePath(QStringLiteral("app/console/main.cpp")), "int main() {}\n");
    write(tree.filePath(QStringLiteral("backend/api/failure_reasons.h")),
          "inline const char* kText = QT_TRANSLATE_NOOP(\"Failure\", \"Try again.\");\n");
    QVERIFY(QFile::copy(QDir(repositoryFolder()).filePath(QStringLiteral("update")),
                        tree.filePath(QStringLiteral("translations/update"))));
    QVERIFY(QDir(tree.path()).mkpath(QStringLiteral("copies")));
    const QString failure = checks::updateCopies(tree.path(), tree.filePath(QStringLiteral("copies")), lupdate);
    QVERIFY2(failure.isEmpty(), failure.toUtf8());
    const auto missing = [&tree](const QString& path) {
        QStringList found =
            checks::missingTranslations(path, tree.filePath(QStringLiteral("copies/") + QFileInfo(path).fileName()));
        found.sort();
        return found;
    };
    QCOMPARE(missing(chinese), (QStringList{QStringLiteral("firstlight_zh_CN.ts: Failure: Try again."),
                                            QStringLiteral("firstlight_zh_CN.ts: Greeter: %n nodes"),
                                            QStringLiteral("firstlight_zh_CN.ts: Greeter: Stop")}));
    QCOMPARE(missing(english), QStringList{QStringLiteral("firstlight_en.ts: Greeter: %n nodes")});
}

QTEST_GUILESS_MAIN(TestChecksTranslations)
#include "tst_checks_translations.moc"
