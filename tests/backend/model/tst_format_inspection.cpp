#include "backend/api/failure_reasons.h"
#include "backend/model/inspection.h"
#include "backend/model/tensor_search.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/backend/model/shipped_families.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <memory>

using namespace firstlight;
using test::families;
using test::writeFile;

namespace {

const QString kFormats = QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/formats/");

v1::CheckpointReport inspect(const QString& path)
{
    const auto report = model::inspectCheckpoint(path.toStdString(), families());
    if (!report.ok()) {
        qWarning("%s", std::string(report.status().message()).c_str());
    }
    return report.ok() ? *report : v1::CheckpointReport();
}

QStringList findings(const v1::Verdict& verdict)
{
    QStringList ids;
    for (const v1::FailureDetail& finding : verdict.findings()) {
        ids.append(QString::fromStdString(finding.reason()));
    }
    return ids;
}

QString rowOf(const v1::CheckpointReport& report, const char* key)
{
    for (const v1::ArchitectureRow& row : report.architecture()) {
        if (row.key() == key) {
            return QString::fromStdString(row.value() + " <- " + row.origin());
        }
    }
    return {};
}

std::int64_t bytesOf(const google::protobuf::RepeatedPtrField<v1::NamedBytes>& rows, const char* name)
{
    for (const v1::NamedBytes& row : rows) {
        if (row.name() == name) {
            return row.memory_bytes();
        }
    }
    return -1;
}

} // namespace

class TestFormatInspection : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void ggufModel();
    void ggufSizes();
    void ggufTensorsAreListed();
    void ggufOfAnUnknownArchitecture();
    void ggufSplit();
    void ggufWithMissingTensors();
    void severalGgufFiles();
    void torchCheckpoint();
    void refusedPickle();
    void stridedTensors();
    void vendorLayout();
    void distributedCheckpoint();

private:
    void copy(const QString& from, const QString& to) const
    {
        QVERIFY(QFile::copy(kFormats + from, folder().filePath(to)));
    }
    QDir folder() const { return QDir(m_dir->path()); }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestFormatInspection::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void TestFormatInspection::ggufModel()
{
    const v1::CheckpointReport report = inspect(kFormats + "gguf/tiny.gguf");
    QCOMPARE(report.name(), std::string("tiny"));
    QCOMPARE(report.model_type(), std::string("gguf:qwen2"));
    QCOMPARE(report.family(), std::string("gguf_qwen2"));
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_YES);
    QVERIFY(std::any_of(report.operators().begin(), report.operators().end(), [](const v1::OperatorCoverage& row) {
        return row.operator_name() == "weights.Q4_K" && row.support() == v1::OPERATOR_SUPPORT_FALLBACK;
    }));
    QVERIFY(report.has_tokenizer());
    QVERIFY(report.has_chat_template());
    QCOMPARE(report.tensors_found(), 14);
    QCOMPARE(report.tensors_expected(), 14);
    QCOMPARE(report.tensors_missing(), 0);
    QCOMPARE(report.tensors_unused(), 0);
    QCOMPARE(rowOf(report, "Format"), QString("GGUF, version 3 <- GGUF metadata: version"));
    QCOMPARE(rowOf(report, "Layers"), QString("1 <- GGUF metadata: block_count"));
    QCOMPARE(rowOf(report, "Vocabulary"), QString("8 <- GGUF metadata: tokenizer.ggml.tokens"));
    QCOMPARE(rowOf(report, "Name"), QString("Tiny <- GGUF metadata: general.name"));
}

void TestFormatInspection::ggufSizes()
{
    const v1::CheckpointReport report = inspect(kFormats + "gguf/tiny.gguf");
    const std::int64_t attention = 2 * 64 * 64 + 2 * 32 * 64 + 64 + 2 * 32;
    QCOMPARE(report.parameters_total(), 8 * 64 + 3 * 64 + attention + 3 * 64 * 256);
    QCOMPARE(report.parameters_active(), report.parameters_total());
    QCOMPARE(report.kv_bytes_per_token(), 1 * 2 * 2 * 16 * 2);
    QCOMPARE(report.max_context_tokens(), 512);
    QCOMPARE(bytesOf(report.by_dtype(), "Q4_K"), 64 * 144);
    QCOMPARE(bytesOf(report.by_dtype(), "Q8_0"), 8 * 2 * 34);
    QCOMPARE(bytesOf(report.by_role(), "ffn.down"), 64 * 144);
    QCOMPARE(bytesOf(report.by_role(), "unknown"), -1);
}

void TestFormatInspection::ggufTensorsAreListed()
{
    auto inspection = model::Inspection::read((kFormats + "gguf/tiny.gguf").toStdString(), families());
    QVERIFY(inspection.ok());
    model::TensorSearch search(std::make_shared<const model::Inspection>(std::move(*inspection)));
    const auto rows = search.list("ffn_down", 0, 10);
    QCOMPARE(rows.tensors_size(), 1);
    QCOMPARE(rows.tensors(0).dtype(), std::string("Q4_K"));
    QCOMPARE(rows.tensors(0).role(), std::string("ffn.down"));
    QCOMPARE(rows.tensors(0).shape(0), 64);
    QCOMPARE(rows.tensors(0).shape(1), 256);
}

void TestFormatInspection::ggufOfAnUnknownArchitecture()
{
    const v1::CheckpointReport report = inspect(kFormats + "gguf/types.gguf");
    QCOMPARE(report.model_type(), std::string("gguf:test"));
    QCOMPARE(report.family(), std::string());
    QCOMPARE(findings(report.supported()), QStringList{"MODEL_UNSUPPORTED"});
    QVERIFY(report.parameters_total() > 0);
    QCOMPARE(report.parameters_active(), report.parameters_total());
    QCOMPARE(rowOf(report, "Architecture"), QString("test <- GGUF metadata: general.architecture"));
}

void TestFormatInspection::ggufSplit()
{
    for (int part = 1; part <= 3; ++part) {
        const QString name = QString("split-0000%1-of-00003.gguf").arg(part);
        copy("gguf/" + name, name);
    }
    const v1::CheckpointReport report = inspect(m_dir->path());
    QCOMPARE(report.shard_count(), 3);
    QCOMPARE(report.family(), std::string("gguf_qwen2"));
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_YES);
    QVERIFY(QFile::remove(folder().filePath("split-00002-of-00003.gguf")));
    QCOMPARE(inspect(m_dir->path()).complete().state(), v1::VERDICT_STATE_NO);
}

void TestFormatInspection::ggufWithMissingTensors()
{
    copy("gguf/tiny.gguf", "tiny.gguf");
    QFile file(folder().filePath("tiny.gguf"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray bytes = file.readAll();
    bytes.replace("blk.0.attn_q.weight", "blk.0.attn_x.weight");
    QVERIFY(file.seek(0) && file.write(bytes) == bytes.size());
    file.close();
    const v1::CheckpointReport report = inspect(m_dir->path());
    QCOMPARE(findings(report.complete()), QStringList{"TENSOR_MISSING"});
    QCOMPARE(report.missing_names(0), std::string("blk.0.attn_q.weight"));
    QCOMPARE(report.unused_names(0), std::string("blk.0.attn_x.weight"));
}

void TestFormatInspection::severalGgufFiles()
{
    copy("gguf/tiny.gguf", "a-Q4.gguf");
    copy("gguf/tiny.gguf", "a-Q8.gguf");
    const auto report = model::inspectCheckpoint(m_dir->path().toStdString(), families());
    QVERIFY(!report.ok());
    QVERIFY(std::string(report.status().message()).find("a-Q4.gguf, a-Q8.gguf") != std::string::npos);
    QCOMPARE(inspect(folder().filePath("a-Q8.gguf")).tensors_found(), 14);
}

void TestFormatInspection::torchCheckpoint()
{
    copy("torch/module.pt", "pytorch_model.bin");
    QVERIFY(writeFile(folder(), "config.json", R"({"model_type":"never_seen"})"));
    const v1::CheckpointReport report = inspect(m_dir->path());
    QCOMPARE(report.tensors_found(), 4);
    QCOMPARE(report.parameters_total(), 3 * 2 + 2 + 2 + 2);
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(findings(report.supported()), QStringList{"MODEL_UNSUPPORTED"});
}

void TestFormatInspection::refusedPickle()
{
    copy("torch/trap.bin", "pytorch_model.bin");
    QVERIFY(writeFile(folder(), "config.json", R"({"model_type":"never_seen"})"));
    const v1::CheckpointReport report = inspect(m_dir->path());
    QCOMPARE(findings(report.supported()).value(0), QString("FILE_REFUSED"));
    QVERIFY(report.supported().findings(0).what().find("posix.system") != std::string::npos);
}

void TestFormatInspection::stridedTensors()
{
    copy("torch/strided.pt", "pytorch_model.bin");
    QVERIFY(writeFile(folder(), "config.json", R"({"model_type":"never_seen"})"));
    const v1::CheckpointReport report = inspect(m_dir->path());
    QCOMPARE(findings(report.supported()).value(0), QString("TENSOR_LAYOUT"));
    QCOMPARE(report.tensors_found(), 2);
}

void TestFormatInspection::vendorLayout()
{
    copy("torch/module.pt", "consolidated.00.pth");
    QVERIFY(writeFile(folder(), "params.json", R"({"dim":4096,"n_layers":32})"));
    const v1::CheckpointReport report = inspect(m_dir->path());
    QCOMPARE(report.tensors_found(), 4);
    QCOMPARE(findings(report.complete()).value(0), QString("FILE_ABSENT"));
    QVERIFY(report.complete().findings(0).what().find("params.json") != std::string::npos);
}

void TestFormatInspection::distributedCheckpoint()
{
    const v1::CheckpointReport report = inspect(kFormats + "dcp/whole");
    QCOMPARE(report.tensors_found(), 3);
    QCOMPARE(report.parameters_total(), 6 + 4 + 1);
    QCOMPARE(bytesOf(report.by_dtype(), "BF16"), 12);
    QCOMPARE(findings(inspect(kFormats + "dcp/pieces").supported()).value(0), QString("TENSOR_LAYOUT"));
}

QTEST_GUILESS_MAIN(TestFormatInspection)
#include "tst_format_inspection.moc"
