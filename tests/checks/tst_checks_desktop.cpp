// What the desktop is told: valid files, one id everywhere.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTest>

namespace {

const QString kId = QStringLiteral("io.github.firstlight.Firstlight");
const QString kFolder = QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/packaging/linux/");

QString content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The output of a checking tool; empty when it is content.
QString complaints(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished()) {
        return QStringLiteral("%1: %2").arg(program, process.errorString());
    }
    const QString output = QString::fromUtf8(process.readAll()).trimmed();
    return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0
               ? QString()
               : QStringLiteral("%1 says: %2").arg(program, output);
}

} // namespace

class TestChecksDesktop : public QObject
{
    Q_OBJECT

private slots:
    void theEntryIsValid();
    void theMetainfoIsValid();
    void oneIdEverywhere();
    void everyIconIsAWellFormedPicture();
};

void TestChecksDesktop::theEntryIsValid()
{
    const QString said =
        complaints(QStringLiteral("desktop-file-validate"), {kFolder + kId + QStringLiteral(".desktop")});
    QVERIFY2(said.isEmpty(), qPrintable(said));
}

void TestChecksDesktop::theMetainfoIsValid()
{
    const QString said =
        complaints(QStringLiteral("appstreamcli"), {QStringLiteral("validate"), QStringLiteral("--no-net"),
                                                    kFolder + kId + QStringLiteral(".metainfo.xml")});
    QVERIFY2(said.isEmpty(), qPrintable(said));
}

void TestChecksDesktop::oneIdEverywhere()
{
    const QString entry = content(kFolder + kId + QStringLiteral(".desktop"));
    QVERIFY(entry.contains(QStringLiteral("\nIcon=%1\n").arg(kId)));
    const QString metainfo = content(kFolder + kId + QStringLiteral(".metainfo.xml"));
    QVERIFY(metainfo.contains(QStringLiteral("<id>%1</id>").arg(kId)));
    QVERIFY(metainfo.contains(QStringLiteral("%1.desktop</launchable>").arg(kId)));
    QVERIFY(QFile::exists(kFolder + kId + QStringLiteral(".svg")));
    const QString main = content(QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/app/console/main.cpp"));
    QVERIFY(main.contains(QStringLiteral("setDesktopFileName(QStringLiteral(\"%1\"))").arg(kId)));
}

void TestChecksDesktop::everyIconIsAWellFormedPicture()
{
    QDirIterator icons(QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/icons"), {QStringLiteral("*.svg")});
    int count = 0;
    while (icons.hasNext()) {
        const QString text = content(icons.next());
        QVERIFY2(text.contains(QStringLiteral("viewBox=\"0 0 24 24\"")), qPrintable(icons.fileName()));
        QVERIFY2(text.contains(QStringLiteral("stroke=\"currentColor\"")), qPrintable(icons.fileName()));
        QVERIFY2(text.contains(QStringLiteral("stroke-width=\"1.75\"")), qPrintable(icons.fileName()));
        ++count;
    }
    QVERIFY(count > 30);
}

QTEST_GUILESS_MAIN(TestChecksDesktop)
#include "tst_checks_desktop.moc"
