#include "backend/checkpoint/pickle.h"
#include "tests/backend/checkpoint/format_files.h"

#include <QtTest>

using namespace firstlight;
using checkpoint::PickleAllowance;
using checkpoint::PickleDocument;
using checkpoint::PickleKind;
using checkpoint::PickleValue;

namespace {

absl::StatusOr<PickleDocument> read(const QByteArray& bytes, PickleAllowance allowance = PickleAllowance::kTensors)
{
    return checkpoint::readPickle("x.pkl", {bytes.data(), static_cast<std::size_t>(bytes.size())}, allowance);
}

QByteArray raw(const char* bytes, qsizetype size)
{
    return QByteArray(bytes, size);
}

template <std::size_t size>
QByteArray bytes(const char (&text)[size])
{
    return raw(text, static_cast<qsizetype>(size) - 1);
}

// The value as Python would show it, nearly.
QByteArray shown(const PickleDocument& document, const PickleValue& value)
{
    const auto list = [&](const char* open, const char* close) {
        QByteArray text = open;
        for (const PickleValue& item : document.items(value)) {
            text += (text.size() > 1 ? "," : "") + shown(document, item);
        }
        return text + close;
    };
    switch (value.kind) {
    case PickleKind::kNone:
        return "None";
    case PickleKind::kBool:
        return value.bits != 0 ? "True" : "False";
    case PickleKind::kInteger:
        return QByteArray::number(static_cast<qint64>(value.integer()));
    case PickleKind::kReal:
        return QByteArray::number(value.real());
    case PickleKind::kText:
        return "'" + QByteArray::fromStdString(std::string(document.text(value))) + "'";
    case PickleKind::kBytes:
        return "b" + QByteArray::fromStdString(std::string(document.text(value))).toHex();
    case PickleKind::kTuple:
        return list("(", ")");
    case PickleKind::kList:
        return list("[", "]");
    case PickleKind::kDict:
    case PickleKind::kSet:
        return list("{", "}");
    case PickleKind::kClass:
        return "<" + QByteArray::fromStdString(std::string(document.classOf(value).name)) + ">";
    case PickleKind::kRecord:
        return QByteArray::fromStdString(std::string(document.classOf(value).name)) + list("(", ")");
    case PickleKind::kPersistent:
        return list("@", "");
    }
    return {};
}

} // namespace

class TestPickle : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void classesOfDistributedCheckpoints();
    void recordsKeepTheirState();
    void aContainerMayHoldItself();
    void everyCutIsNoticed();
    void limits();
    void readsSeveralInARow();
};

void TestPickle::reads_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* name, const QByteArray& pickle, const char* value) {
        QTest::newRow(name) << pickle << QByteArray(value);
    };
    row("None", "N.", "None");
    row("truths", bytes("\x88\x89\x86."), "(True,False)");
    row("whole numbers", bytes("(K\xffM\xff\xffJ\xfe\xff\xff\xff\x8a\x00\x8a\x01\xff\x8a\x02\x00\x80t."),
        "(255,65535,-2,0,-1,-32768)");
    row("64 bits", bytes("\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f."), "9223372036854775807");
    row("longer", bytes("\x8a\x09\x01\x00\x00\x00\x00\x00\x00\x00\x01."), "b010000000000000001");
    row("long with four bytes of length", bytes("\x8b\x01\x00\x00\x00\x07."), "7");
    row("real", bytes("G\x3f\xe0\x00\x00\x00\x00\x00\x00."), "0.5");
    row("texts",
        bytes("(U\x01"
              "aX\x01\x00\x00\x00"
              "b\x8c\x01"
              "c\x8d\x01\x00\x00\x00\x00\x00\x00\x00"
              "dt."),
        "('a','b','c','d')");
    row("bytes",
        bytes("(C\x01"
              "aB\x01\x00\x00\x00"
              "bt."),
        "(b61,b62)");
    row("containers", bytes("(]})\x8ft."), "([],{},(),{})");
    row("filled",
        bytes("](K\x01K\x02"
              "eK\x03"
              "a."),
        "[1,2,3]");
    row("dictionary", bytes("}(K\x01K\x02uK\x03K\x04s."), "{1,2,3,4}");
    row("old dictionary",
        bytes("(K\x01K\x02"
              "d."),
        "{1,2}");
    row("old list", bytes("(K\x01l."), "[1]");
    row("set", bytes("\x8f(K\x01\x90."), "{1}");
    row("tuples", bytes("K\x01\x85K\x02K\x03\x86K\x04K\x05K\x06\x87\x87."), "((1),(2,3),(4,5,6))");
    row("memo",
        bytes("\x80\x02]q\x00K\x07q\x01"
              "ah\x01\x86."),
        "([7],7)");
    row("memo from 1, as old Pythons count", bytes("]q\x01h\x01\x86."), "([],[])");
    row("memoize", bytes("\x80\x04\x95\x07\x00\x00\x00\x00\x00\x00\x00]\x94h\x00\x86."), "([],[])");
    row("stack",
        bytes("K\x01K\x02"
              "0K\x03"
              "2\x87."),
        "(1,3,3)");
    row("marks",
        bytes("K\x01(K\x02K\x03"
              "1(0."),
        "1");
    row("ordered dictionary", bytes("ccollections\nOrderedDict\n)R(K\x01K\x02u."), "{1,2}");
    row("ordered dictionary of pairs",
        bytes("ccollections\nOrderedDict\n]]K\x01"
              "aK\x02"
              "aa\x85R."),
        "{1,2}");
    row("attributes of a dictionary", bytes("ccollections\nOrderedDict\n)R}b."), "{}");
    row("size", bytes("ctorch\nSize\nK\x01K\x02\x86\x85R."), "(1,2)");
    row("dtype",
        bytes("\x8c\x05torch\x8c\x07"
              "float16\x93."),
        "<float16>");
    row("storage", bytes("U\x07storagectorch\nFloatStorage\n\x86Q."), "@'storage',<FloatStorage>");
    row("tensor", bytes("ctorch._utils\n_rebuild_tensor_v2\nK\x01\x85R."), "_rebuild_tensor_v2(1)");
    row("parameter", bytes("ctorch._utils\n_rebuild_parameter\nctorch._utils\n_rebuild_tensor_v2\nK\x01\x85R\x85R."),
        "_rebuild_tensor_v2(1)");
}

void TestPickle::reads()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QByteArray, value);
    const auto document = read(pickle);
    QVERIFY2(document.ok(), std::string(document.status().message()).c_str());
    QCOMPARE(shown(*document, document->root()), value);
    QCOMPARE(document->readBytes(), static_cast<std::size_t>(pickle.size()));
}

void TestPickle::refuses_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<bool>("isRefusal"); // well-formed, but not allowed
    QTest::addColumn<QString>("why");
    const auto refused = [](const QByteArray& pickle, const char* why) {
        QTest::newRow(why) << pickle << true << QString(why);
    };
    refused("cos\nsystem\n(U\x02lstR.", "\"os.system\"");
    refused("cposix\nsystem\n.", "\"posix.system\"");
    refused("c__builtin__\neval\n.", "\"__builtin__.eval\"");
    refused(bytes("\x8c\x08"
                  "builtins\x8c\x04"
                  "exec\x93."),
            "\"builtins.exec\"");
    refused("cbuiltins\ngetattr\n.", "\"builtins.getattr\"");
    refused("ctorch\nload\n.", "\"torch.load\"");
    refused("ctorch.storage\n_load_from_bytes\n.", "\"torch.storage._load_from_bytes\"");
    refused("ctorch._utils\n_rebuild_tensor_v2.__globals__\n.", "\"torch._utils._rebuild_tensor_v2.__globals__\"");
    refused("ccollections\n\nOrderedDict\n.", "\"collections.\"");
    refused("c" + QByteArray(1000, 'm') + "\nx\n.", "\"mmmm");
    refused("ctorch\nFloatStorage\n)R.", "calls \"torch.FloatStorage\"");
    refused("ctorch\nfloat32\n)\x81.", "calls \"torch.float32\"");
    refused(bytes("ctorch._utils\n_rebuild_tensor_v2\n)R}b."), "sets attributes of something");
    refused("(K\x01ios\nsystem\n.", "uses INST");
    refused("(o.", "uses OBJ");
    refused(bytes("\x82\x01."), "uses EXT1");
    refused(bytes("\x92."), "uses NEWOBJ_EX");
    refused(bytes("\x97."), "uses NEXT_BUFFER");
    refused("I1\n.", "uses INT");
    refused("Pid\n.", "uses PERSID");
    refused(bytes("\xff."), "uses opcode 0xff");
    refused(bytes("\x80\x06N."), "protocol 6");
    const auto broken = [](const QByteArray& pickle, const char* why) {
        QTest::newRow((QByteArray(why) + pickle.toHex()).constData()) << pickle << false << QString(why);
    };
    broken("", "cut off");
    broken("N", "cut off");
    broken(".", "takes a value that is not there");
    broken("0.", "takes a value that is not there");
    broken("q", "cut off");
    broken(bytes("q\x00."), "takes a value that is not there");
    broken("N(\x85.", "takes a value that is not there"); // below the mark
    broken("t.", "a mark that is not there");
    broken("NN.", "leaves values behind");
    broken("N(.", "takes a value that is not there");
    broken(bytes("h\x00."), "recalls what it never remembered");
    broken(bytes("Nq\x05"
                 "0h\x01."),
           "recalls what it never remembered");
    broken(bytes("Nr\xff\xff\xff\xff."), "with a leap");
    broken("NNa.", "takes no items");
    broken("]NNs.", "takes no items");
    broken("}(Nu.", "a key without a value");
    broken("NNR.", "something that is no class");
    broken("ccollections\nOrderedDict\nNR.", "something that is no class");
    broken("ccollections\nOrderedDict\n]Na\x85R.", "no pair");
    broken("NQ.", "a storage that is not described");
    broken("N)\x93.", "name is no text");
    broken("ctorch._utils\n_rebuild_parameter\nN\x85R.", "a parameter that is no tensor");
    broken("ctorch", "cut off");
    broken(bytes("X\xff\xff\xff\xff"
                 "abc"),
           "cut off");
    broken(bytes("\x8d\xff\xff\xff\xff\xff\xff\xff\xff"
                 "abc"),
           "cut off");
}

void TestPickle::refuses()
{
    QFETCH(QByteArray, pickle);
    QFETCH(bool, isRefusal);
    QFETCH(QString, why);
    const auto document = read(pickle);
    QVERIFY(!document.ok());
    const auto& reason = isRefusal ? reasons::kFileRefused : reasons::kFileInvalid;
    const std::string detail = test::detailOf(document.status());
    QVERIFY2(detail.find(why.toStdString()) != std::string::npos, detail.c_str());
    QCOMPARE(test::reasonOf(document.status()), std::string(reason.id));
}

void TestPickle::classesOfDistributedCheckpoints()
{
    const QByteArray pickle = "ctorch.distributed.checkpoint.metadata\nMetadata\n)\x81.";
    QVERIFY(read(pickle, PickleAllowance::kDistributedMetadata).ok());
    QCOMPARE(test::reasonOf(read(pickle).status()), std::string(reasons::kFileRefused.id));
}

void TestPickle::recordsKeepTheirState()
{
    const QByteArray pickle = bytes("ctorch.distributed.checkpoint.metadata\nMetadata\n)\x81}U\x01"
                                    "aK\x05sb.");
    const auto document = read(pickle, PickleAllowance::kDistributedMetadata);
    QVERIFY2(document.ok(), std::string(document.status().message()).c_str());
    QCOMPARE(document->field(document->root(), "a").integer(), std::int64_t{5});
    QCOMPARE(document->field(document->root(), "b").kind, PickleKind::kNone);
    QCOMPARE(document->state(document->root()).kind, PickleKind::kDict);
}

void TestPickle::aContainerMayHoldItself()
{
    const auto document = read(bytes("]q\x00h\x00"
                                     "a."));
    QVERIFY(document.ok());
    const PickleValue& root = document->root();
    QCOMPARE(document->items(root).size(), std::size_t{1});
    QCOMPARE(document->items(root)[0].bits, root.bits);
}

void TestPickle::everyCutIsNoticed()
{
    const QByteArray pickle = bytes("\x80\x02}q\x00(X\x01\x00\x00\x00"
                                    "aK\x01U\x02zz]q\x01(K\x01K\x02"
                                    "eu.");
    QVERIFY(read(pickle).ok());
    for (qsizetype size = 0; size < pickle.size(); ++size) {
        const auto cut = read(pickle.left(size));
        QVERIFY(!cut.ok());
        QCOMPARE(test::detailOf(cut.status()), std::string("its pickle is cut off"));
    }
}

void TestPickle::limits()
{
    QCOMPARE(test::detailOf(read(QByteArray(5 << 20, ']')).status()),
             std::string("its pickle has more than 4194304 containers"));
    QCOMPARE(test::detailOf(read(QByteArray(17 << 20, '(')).status()),
             std::string("its pickle has more than 16777216 values"));
    const auto large = read(QByteArray((64 << 20) + 1, 'N'));
    QVERIFY(test::detailOf(large.status()).find("at most 67108864 are read") != std::string::npos);
    const auto sizes = read(QByteArray("(") + QByteArray("K\x01").repeated(33) + "t.");
    QVERIFY(!sizes->sizes(sizes->root()).has_value());
    const auto few = read(bytes("K\x01K\x02\x86."));
    QCOMPARE(*few->sizes(few->root()), (std::vector<std::int64_t>{1, 2}));
    const auto negative = read(bytes("J\xff\xff\xff\xff\x85."));
    QVERIFY(!negative->sizes(negative->root()).has_value());
}

void TestPickle::readsSeveralInARow()
{
    const auto document = read(bytes("K\x01.K\x02."));
    QVERIFY(document.ok());
    QCOMPARE(document->readBytes(), std::size_t{3});
    QCOMPARE(document->root().integer(), std::int64_t{1});
}

QTEST_GUILESS_MAIN(TestPickle)
#include "tst_pickle.moc"
