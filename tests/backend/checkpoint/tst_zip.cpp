#include "backend/checkpoint/zip_directory.h"
#include "tests/backend/checkpoint/zip_bytes.h"

#include <QtTest>

using namespace firstlight;
using checkpoint::MemorySource;
using checkpoint::ZipDirectory;
using test::zipBytes;
using test::ZipMemberBytes;

namespace {

MemorySource sourceOf(const QByteArray& bytes)
{
    return MemorySource({bytes.data(), static_cast<std::size_t>(bytes.size())});
}

} // namespace

class TestZip : public QObject
{
    Q_OBJECT

private slots:
    void findsMembers_data();
    void findsMembers();
    void refuses_data();
    void refuses();
    void membersThatAreNotWhereTheyShouldBe();
    void checksums();
    void everyCutIsRefused();
    void aCommentBehindTheDirectory();
};

void TestZip::findsMembers_data()
{
    QTest::addColumn<bool>("wide");
    QTest::addColumn<bool>("wideEnd");
    QTest::newRow("32 bits") << false << false;
    QTest::newRow("64 bits") << true << true;
    QTest::newRow("64-bit members") << true << false;
    QTest::newRow("64-bit directory") << false << true;
}

void TestZip::findsMembers()
{
    QFETCH(bool, wide);
    QFETCH(bool, wideEnd);
    ZipMemberBytes second{"a/two", "2222"};
    second.wide = wide;
    const QByteArray bytes = zipBytes({{"b/one", "1"}, second}, wideEnd);
    const MemorySource source = sourceOf(bytes);
    const auto directory = ZipDirectory::read(source, "x.zip");
    QVERIFY2(directory.ok(), std::string(directory.status().message()).c_str());
    QCOMPARE(directory->members().size(), std::size_t{2});
    QCOMPARE(directory->members().front().name, std::string("a/two"));
    QVERIFY(directory->find("a") == nullptr);
    const auto* found = directory->find("a/two");
    QVERIFY(found != nullptr);
    const auto content = directory->content(*found, 4);
    QVERIFY2(content.ok(), std::string(content.status().message()).c_str());
    QCOMPARE(*content, std::string("2222"));
    QVERIFY(!directory->content(*found, 3).ok());
}

void TestZip::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("why");
    QTest::newRow("empty") << QByteArray() << "no zip directory";
    QTest::newRow("no directory") << QByteArray("PK\x03\x04 and so on") << "no zip directory";
    QTest::newRow("twice") << zipBytes({{"m", "1"}, {"m", "2"}}) << "\"m\" appears twice";
    QTest::newRow("name") << zipBytes({{"\xff", "1"}}) << "a name that is no text";
    QByteArray outside = zipBytes({{"m", "1"}});
    outside[outside.size() - 6] = '\x7f'; // where the directory begins
    QTest::newRow("directory outside") << outside << "lies outside the file";
    QByteArray more = zipBytes({{"m", "1"}});
    more[more.size() - 12] = 2; // members
    QTest::newRow("more members than there are") << more << "cut off";
    QByteArray broken = zipBytes({{"m", "1"}});
    broken[broken.indexOf("PK\x01\x02") + 2] = 9;
    QTest::newRow("broken entry") << broken << "directory is broken";
    QByteArray noWide = zipBytes({{"m", "1"}});
    noWide.replace(noWide.size() - 6, 4, "\xff\xff\xff\xff");
    QTest::newRow("64-bit end missing") << noWide << "64-bit zip directory is missing";
    QByteArray wide = zipBytes({{"m", "1"}}, true);
    wide[wide.indexOf("PK\x06\x06") + 3] = 9;
    QTest::newRow("64-bit end broken") << wide << "64-bit zip directory is broken";
}

void TestZip::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, why);
    const MemorySource source = sourceOf(bytes);
    const auto directory = ZipDirectory::read(source, "x.zip");
    QVERIFY(!directory.ok());
    const std::string detail = test::detailOf(directory.status());
    QVERIFY2(detail.find(why.toStdString()) != std::string::npos, detail.c_str());
}

void TestZip::membersThatAreNotWhereTheyShouldBe()
{
    const auto problem = [](ZipMemberBytes member) {
        const QByteArray bytes = zipBytes({{"first", "1"}, std::move(member)});
        const MemorySource source = sourceOf(bytes);
        const auto directory = ZipDirectory::read(source, "x.zip");
        const auto offset = directory.ok() ? directory->contentOffset(*directory->find("m")) : directory.status();
        return offset.ok() ? std::string() : test::detailOf(offset.status());
    };
    ZipMemberBytes member{"m", "content"};
    QCOMPARE(problem(member), std::string());
    member.claimedOffset = 1 << 20;
    QCOMPARE(problem(member), std::string("member \"m\" lies outside the file"));
    member.claimedOffset = 0; // where the other one is
    QCOMPARE(problem(member), std::string("member \"m\" is not where the zip directory says"));
    member.claimedOffset = -1;
    member.claimedSize = 8; // into the directory
    QCOMPARE(problem(member), std::string("member \"m\" lies outside the file"));
    const std::string notPlain = "member \"m\" is compressed or encrypted, as torch never stores it";
    ZipMemberBytes deflated{"m", "content"};
    deflated.method = 8;
    QCOMPARE(problem(deflated), notPlain);
    ZipMemberBytes encrypted{"m", "content"};
    encrypted.flags = 1;
    QCOMPARE(problem(encrypted), notPlain);
    member.wide = true;
    member.claimedSize = std::numeric_limits<qint64>::max();
    QCOMPARE(problem(member), std::string("member \"m\" lies outside the file"));
}

void TestZip::checksums()
{
    const auto read = [](quint32 checksum) {
        ZipMemberBytes member{"m", "123456789"};
        member.checksum = checksum;
        const QByteArray bytes = zipBytes({member});
        const MemorySource source = sourceOf(bytes);
        const auto directory = ZipDirectory::read(source, "x.zip");
        return directory->content(*directory->find("m"), 100).status();
    };
    QVERIFY(read(0xcbf43926).ok()); // the check value of CRC-32
    QVERIFY(read(0).ok());
    QCOMPARE(test::detailOf(read(1)), std::string("the checksum of member \"m\" does not match"));
}

void TestZip::everyCutIsRefused()
{
    const QByteArray bytes = zipBytes({{"a", "1"}, {"b", "2"}}, true);
    for (qsizetype size = 0; size < bytes.size(); ++size) {
        const QByteArray cut = bytes.left(size);
        const MemorySource source = sourceOf(cut);
        QVERIFY(!ZipDirectory::read(source, "x.zip").ok());
    }
}

void TestZip::aCommentBehindTheDirectory()
{
    QByteArray bytes = zipBytes({{"a", "1"}});
    bytes.replace(bytes.size() - 2, 2, test::littleEndian<quint16>(7));
    bytes += "comment";
    const MemorySource source = sourceOf(bytes);
    QVERIFY(ZipDirectory::read(source, "x.zip").ok());
}

QTEST_GUILESS_MAIN(TestZip)
#include "tst_zip.moc"
