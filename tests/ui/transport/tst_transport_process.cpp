// The private controller as a child process, played by small shell programs.
#include "ui/transport/controller_files.h"
#include "ui/transport/controller_process.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace firstlight::ui;

namespace {

constexpr char kServing[] = R"(#!/bin/sh
read secrets
echo "$secrets" > "$2/secrets"
echo "$*" > "$2/arguments"
echo "starting"
echo 'READY {"address":"unix:/somewhere"}'
cat > /dev/null
)";

} // namespace

class TestTransportProcess : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void becomesReady();
    void endsWithItsOwner();
    void tellsThatTheProgramIsMissing();
    void tellsWhyItCouldNotStart();
    void tellsThatItWasKilledAndStartsAgain();
    void givesUpOnOneThatNeverServes();
    void findsARunningController();
    void findsNone_data();
    void findsNone();

private:
    [[nodiscard]] ControllerProgram program(const char* script);
    [[nodiscard]] QByteArray content(const QString& name) const;

    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestTransportProcess::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

ControllerProgram TestTransportProcess::program(const char* script)
{
    QFile file(m_directory->filePath(QStringLiteral("controller")));
    if (!file.open(QIODevice::WriteOnly)) {
        return {};
    }
    file.write(script);
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    return {file.fileName(),
            m_directory->filePath(QStringLiteral("run")),
            {QStringLiteral("--nodes"), QStringLiteral("2")}};
}

QByteArray TestTransportProcess::content(const QString& name) const
{
    QFile file(m_directory->filePath(QStringLiteral("run/") + name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestTransportProcess::becomesReady()
{
    ControllerProcess process(program(kServing));
    QSignalSpy ready(&process, &ControllerProcess::ready);
    QSignalSpy lines(&process, &ControllerProcess::logLine);
    process.start();
    QTRY_COMPARE(ready.size(), 1);
    const auto endpoint = ready.first().first().value<Endpoint>();
    QCOMPARE(endpoint.address, QStringLiteral("unix:/somewhere"));
    QCOMPARE(endpoint.token.size(), 64);
    QCOMPARE(lines.first().first().toString(), QStringLiteral("starting"));
    const auto secrets = QJsonDocument::fromJson(content(QStringLiteral("secrets"))).object();
    QCOMPARE(secrets.value(QStringLiteral("token")).toString(), endpoint.token);
    QVERIFY(content(QStringLiteral("arguments")).contains("--die-with-stdin --nodes 2"));
    QVERIFY2(!content(QStringLiteral("arguments")).contains(endpoint.token.toLatin1()),
             "the token is not for ps to see");
    const auto permissions = QFileInfo(m_directory->filePath(QStringLiteral("run"))).permissions();
    QVERIFY(!(permissions & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeGroup | QFile::ExeOther)));
}

void TestTransportProcess::endsWithItsOwner()
{
    auto process = std::make_unique<ControllerProcess>(program(kServing));
    QSignalSpy ready(process.get(), &ControllerProcess::ready);
    QSignalSpy failed(process.get(), &ControllerProcess::failed);
    process->start();
    QTRY_COMPARE(ready.size(), 1);
    const auto pid = static_cast<pid_t>(process->processId());
    process.reset();
    QCOMPARE(::kill(pid, 0), -1);
    QCOMPARE(failed.size(), 0);
    QVERIFY(!QFileInfo::exists(m_directory->filePath(QStringLiteral("run"))));
}

void TestTransportProcess::tellsThatTheProgramIsMissing()
{
    ControllerProgram missing = program(kServing);
    missing.program = m_directory->filePath(QStringLiteral("nothing-here"));
    ControllerProcess process(missing);
    QSignalSpy failed(&process, &ControllerProcess::failed);
    process.start();
    QTRY_COMPARE(failed.size(), 1);
    const auto failure = failed.first().first().value<Failure>();
    QCOMPARE(failure.reason, QStringLiteral("PROGRAM_MISSING"));
    QCOMPARE(failure.arguments.value(QStringLiteral("program")), QStringLiteral("nothing-here"));
}

void TestTransportProcess::tellsWhyItCouldNotStart()
{
    ControllerProcess process(program("#!/bin/sh\necho 'the port is in use'\nexit 3\n"));
    QSignalSpy failed(&process, &ControllerProcess::failed);
    process.start();
    QTRY_COMPARE(failed.size(), 1);
    const auto failure = failed.first().first().value<Failure>();
    QCOMPARE(failure.reason, QStringLiteral("CONTROLLER_LOST"));
    QVERIFY(failure.what.contains(QStringLiteral("exit code 3")));
    QVERIFY(failure.what.contains(QStringLiteral("the port is in use")));
}

void TestTransportProcess::tellsThatItWasKilledAndStartsAgain()
{
    ControllerProcess process(program(kServing));
    QSignalSpy ready(&process, &ControllerProcess::ready);
    QSignalSpy failed(&process, &ControllerProcess::failed);
    process.start();
    QTRY_COMPARE(ready.size(), 1);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(failed.first().first().value<Failure>().reason, QStringLiteral("CONTROLLER_LOST"));
    process.start();
    QTRY_COMPARE(ready.size(), 2);
    QVERIFY(ready.at(0).first().value<Endpoint>().token != ready.at(1).first().value<Endpoint>().token);
}

void TestTransportProcess::givesUpOnOneThatNeverServes()
{
    ControllerProgram silent = program("#!/bin/sh\nexec cat\n");
    silent.startLimit = Milliseconds(100);
    ControllerProcess process(silent);
    QSignalSpy failed(&process, &ControllerProcess::failed);
    process.start();
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!process.isRunning());
}

void TestTransportProcess::findsARunningController()
{
    QFile file(m_directory->filePath(QStringLiteral("controller.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral(R"({"address":"unix:/a","token":"t","pid":%1})")
                   .arg(QCoreApplication::applicationPid())
                   .toUtf8());
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.close();
    const auto endpoint = findRunningController(m_directory->path());
    QVERIFY(endpoint.has_value());
    QCOMPARE(*endpoint, (Endpoint{QStringLiteral("unix:/a"), QStringLiteral("t")}));
}

void TestTransportProcess::findsNone_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<bool>("readableByOthers");
    const QByteArray own = QByteArray::number(QCoreApplication::applicationPid());
    QTest::newRow("no file") << QByteArray() << false;
    QTest::newRow("not JSON") << QByteArray("{") << false;
    QTest::newRow("no address") << QByteArray(R"({"token":"t","pid":)") + own + "}" << false;
    QTest::newRow("a process that is gone")
        << QByteArray(R"({"address":"unix:/a","token":"t","pid":2147483000})") << false;
    QTest::newRow("open to others") << QByteArray(R"({"address":"unix:/a","token":"t","pid":)") + own + "}" << true;
}

void TestTransportProcess::findsNone()
{
    QFETCH(QByteArray, json);
    QFETCH(bool, readableByOthers);
    QFile file(m_directory->filePath(QStringLiteral("controller.json")));
    if (!json.isEmpty()) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(json);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner |
                            (readableByOthers ? QFile::ReadOther : QFile::Permissions()));
        file.close();
    }
    QVERIFY(!findRunningController(m_directory->path()).has_value());
}

QTEST_GUILESS_MAIN(TestTransportProcess)
#include "tst_transport_process.moc"
