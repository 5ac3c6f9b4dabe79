#include "backend/base/file.h"
#include "backend/base/json.h"
#include "tests/support/status_check.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace firstlight;
using namespace firstlight::test;

namespace {

unsigned modeOf(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 0777 : 0;
}

} // namespace

class TestFile : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsRead()
    {
        QTemporaryDir directory;
        const std::string path = directory.filePath("state").toStdString();
        for (const std::string& contents : {std::string("one"), std::string(), std::string(300'000, '\0')}) {
            FIRSTLIGHT_VERIFY_OK(base::writeFileAtomically(path, contents));
            const auto read = base::readFile(path, 1 << 20);
            FIRSTLIGHT_VERIFY_OK(read.status());
            QVERIFY(*read == contents);
        }
        QCOMPARE(modeOf(path), 0600U);
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"state"});
    }

    void onlyPlainFilesAreReplaced()
    {
        QTemporaryDir directory;
        const std::string plain = directory.filePath("report.html").toStdString();
        FIRSTLIGHT_VERIFY_OK(base::writeUserFile(plain, "one"));
        QCOMPARE(::chmod(plain.c_str(), 0600), 0);
        FIRSTLIGHT_VERIFY_OK(base::writeUserFile(plain, "two"));
        QCOMPARE(text(*base::readFile(plain, 10)), QString("two"));
        QCOMPARE(modeOf(plain), 0600U); // as its owner had made it
        const std::string link = directory.filePath("link").toStdString();
        QCOMPARE(::symlink(plain.c_str(), link.c_str()), 0);
        const std::string pipe = directory.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        for (const std::string& other : {link, pipe, std::string("/dev/full")}) {
            FIRSTLIGHT_COMPARE_REASON(base::writeUserFile(other, "three"), reasons::kOutputNotWritten);
        }
        QCOMPARE(text(*base::readFile(plain, 10)), QString("two"));
    }

    void pipesAreNotRead()
    {
        QTemporaryDir directory;
        const std::string pipe = directory.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        FIRSTLIGHT_COMPARE_REASON(base::readFile(pipe, 10).status(), reasons::kFileInvalid);
    }

    void aLockHasOneHolder()
    {
        QTemporaryDir directory;
        const std::string path = directory.filePath("lock").toStdString();
        base::FileDescriptor first = base::lockFile(path);
        QVERIFY(bool(first));
        QVERIFY(!base::lockFile(path));
        first.reset();
        QVERIFY(bool(base::lockFile(path)));
    }

    void aFailedWriteKeepsTheOldContents()
    {
        QTemporaryDir directory;
        const std::string mount = directory.filePath("full").toStdString();
        QVERIFY(QDir().mkdir(text(mount)));
        if (::mount("none", mount.c_str(), "tmpfs", 0, "size=64k") != 0) {
            QSKIP("mounting a small file system needs root");
        }
        const std::string path = mount + "/state";
        FIRSTLIGHT_VERIFY_OK(base::writeFileAtomically(path, "the good copy"));
        const absl::Status status = base::writeFileAtomically(path, std::string(200'000, 'x'));
        const auto read = base::readFile(path, 1 << 20);
        const auto files = QDir(text(mount)).entryList(QDir::Files | QDir::Hidden);
        ::umount2(mount.c_str(), MNT_DETACH);
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kStoreFull);
        QVERIFY(text(argumentOf(status, "detail")).contains("No space left"));
        FIRSTLIGHT_VERIFY_OK(read.status());
        QCOMPARE(text(*read), QString("the good copy"));
        QCOMPARE(files, QStringList{"state"});
    }

    void aMissingFileIsNamed()
    {
        const absl::Status status = base::readFile("/nowhere/file", 10).status();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kPathMissing);
        QCOMPARE(text(argumentOf(status, "path")), QString("/nowhere/file"));
        FIRSTLIGHT_COMPARE_REASON(base::writeFileAtomically("/nowhere/file", ""), reasons::kStoreFull);
    }

    void aLargeFileIsRefused()
    {
        QTemporaryDir directory;
        const std::string path = directory.filePath("large").toStdString();
        FIRSTLIGHT_VERIFY_OK(base::writeFileAtomically(path, "12345"));
        FIRSTLIGHT_VERIFY_OK(base::readFile(path, 5).status());
        FIRSTLIGHT_COMPARE_REASON(base::readFile(path, 4).status(), reasons::kFileInvalid);
        // A file of the kernel has no size that could be known before.
        FIRSTLIGHT_COMPARE_REASON(base::readFile("/proc/self/maps", 100).status(), reasons::kFileInvalid);
    }

    void privateFoldersArePrivate()
    {
        QTemporaryDir directory;
        const std::string path = directory.filePath("a/b/run").toStdString();
        FIRSTLIGHT_VERIFY_OK(base::makePrivateDirectory(path));
        QCOMPARE(modeOf(path), 0700U);
        ::chmod(path.c_str(), 0777);
        FIRSTLIGHT_VERIFY_OK(base::makePrivateDirectory(path));
        QCOMPARE(modeOf(path), 0700U);
    }

    void aFolderThatIsALinkOrAFileIsRefused()
    {
        QTemporaryDir directory;
        const std::string link = directory.filePath("link").toStdString();
        QCOMPARE(::symlink("/tmp", link.c_str()), 0);
        QVERIFY(!base::makePrivateDirectory(link).ok());
        const std::string file = directory.filePath("file").toStdString();
        FIRSTLIGHT_VERIFY_OK(base::writeFileAtomically(file, ""));
        QVERIFY(!base::makePrivateDirectory(file).ok());
    }

    void jsonOfPython()
    {
        const std::string text = "{\"a\": [Infinity, -Infinity, NaN], \"b\": \"NaN\\\"Infinity\"}";
        const auto parsed = base::parseJson(text, "config.json");
        FIRSTLIGHT_VERIFY_OK(parsed.status());
        QVERIFY(parsed->at("a") == nlohmann::json({"Infinity", "-Infinity", "NaN"}));
        QVERIFY(parsed->at("b") == "NaN\"Infinity");
    }
    void jsonHasLimits_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("problem");
        QTest::addRow("fine") << QByteArray("{'a': [1, {'b': '}{]['}], 'c': '\\'{'}").replace('\'', '"') << "";
        QTest::addRow("empty") << QByteArray() << "not JSON at byte 1";
        QTest::addRow("cut off") << QByteArray("{\"a\": ") << "not JSON at byte 7";
        QTest::addRow("trailing") << QByteArray("{} {}") << "not JSON at byte 4";
        QTest::addRow("twice") << QByteArray("{'x': {'a': 1, 'b': 2, 'a': 3}}").replace('\'', '"')
                               << "the key \"a\" twice (line 1)";
        QTest::addRow("no comma") << QByteArray("{'a': 1\n\"b\": 2}").replace('\'', '"')
                                  << ", a comma is missing before it, or a bracket that closes (line 2)";
        QTest::addRow("twice, lower") << QByteArray("{\n\"a\": {\"b\": 1},\n\"c\": [2],\n\"a\": 3}")
                                      << "the key \"a\" twice (line 4)";
        QTest::addRow("same key in other objects")
            << QByteArray("[{'a': 1}, {'a': {'a': 2}}]").replace('\'', '"') << "";
        QTest::addRow("deep") << QByteArray(100'000, '[') << "deeper than 32";
        QTest::addRow("as deep as allowed") << QByteArray(32, '[') + QByteArray(32, ']') << "";
        QTest::addRow("one too deep") << QByteArray(33, '[') + QByteArray(33, ']') << "deeper than 32";
        QTest::addRow("not UTF-8") << QByteArray("\"\xff\"") << "not JSON";
        QTest::addRow("beyond any number") << QByteArray("[1e999]") << "too large";
        QTest::addRow("nearly NaN") << QByteArray("[NaNa]") << "not JSON";
        QTest::addRow("large") << QByteArray(1001, ' ') << "larger than 1000 bytes";
    }
    void jsonHasLimits()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, problem);
        base::JsonLimits limits;
        limits.maxBytes = json.size() == 1001 ? 1000 : limits.maxBytes;
        const auto parsed = base::parseJson(json.toStdString(), "config.json", limits);
        if (problem.isEmpty()) {
            FIRSTLIGHT_VERIFY_OK(parsed.status());
            return;
        }
        FIRSTLIGHT_COMPARE_REASON(parsed.status(), reasons::kFileInvalid);
        QCOMPARE(text(argumentOf(parsed.status(), "file")), QString("config.json"));
        QVERIFY2(text(argumentOf(parsed.status(), "detail")).contains(problem), parsed.status().ToString().c_str());
    }
};

QTEST_GUILESS_MAIN(TestFile)
#include "tst_file.moc"
