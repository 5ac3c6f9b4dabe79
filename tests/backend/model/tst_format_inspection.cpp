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
    void vendorConfigAlone();
    void vendorConfigOfAnotherKind_data();
    void vendorConfigOfAnotherKind();
    void vendorVocabularyOfTheWeights();
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
    QCOMPARE(findings(report.supported()), QStringList{"FAMILY_UNKNOWN"});
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
    QCOMPARE(findings(report.supported()), QStringList{"FAMILY_UNKNOWN"});
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
    const v1::CheckpointReport report = inspect(kFormats + "engine/params");
    QCOMPARE(report.family(), std::string("params_mistral"));
    QCOMPARE(report.tensors_missing(), 0);
    QCOMPARE(report.tensors_unused(), 0);
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_YES);
    QVERIFY(std::ranges::any_of(report.architecture(),
                                [](const v1::ArchitectureRow& row) { return row.origin() == "params.json: dim"; }));
}

// Mistral-Large-3, as it was published: 673.4 thousand million, and 2.5 of the tower.
void TestFormatInspection::vendorConfigAlone()
{
    const QByteArray params = R"({"dim": 7168, "head_dim": 192, "hidden_dim": 16384, "kv_lora_rank": 512,
        "max_position_embeddings": 294912, "moe": {"expert_hidden_dim": 4096, "first_k_dense_replace": 3,
        "num_experts": 128, "num_experts_per_tok": 4, "num_shared_experts": 1, "route_every_n": 1}, "n_heads": 128,
        "n_kv_heads": 128, "n_layers": 61, "norm_eps": 1e-06, "q_lora_rank": 1536, "qk_nope_head_dim": 128,
        "qk_rope_head_dim": 64, "rope_theta": 10000.0, "v_head_dim": 128, "vocab_size": 131072,
        "vision_encoder": {"adapter_bias": false, "add_pre_mm_projector_layer_norm": true, "hidden_size": 1664,
        "intermediate_size": 8192, "mm_projector_id": "patch_merge", "num_attention_heads": 16,
        "num_hidden_layers": 48, "patch_size": 14, "spatial_merge_size": 2},
        "yarn": {"alpha": 1, "beta": 32, "factor": 36, "original_max_position_embeddings": 8192}})";
    QVERIFY(writeFile(folder(), "params.json", params));
    const v1::CheckpointReport report = inspect(m_dir->path() + "/params.json");
    QCOMPARE(report.parameters_total() / 100'000'000, std::int64_t{6759});
    QVERIFY(report.has_vision());
}

void TestFormatInspection::vendorConfigOfAnotherKind_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QString>("family"); // empty: none
    QTest::newRow("type by default") << QByteArray(R"("model_type":"transformer")") << "params_mistral";
    QTest::newRow("a type that config.json knows, too") << QByteArray(R"("model_type":"mamba","n_groups":8)") << "";
    QTest::newRow("sound") << QByteArray(R"("multimodal":{"whisper_model_args":{}})") << "";
    QTest::newRow("no sound") << QByteArray(R"("multimodal":null)") << "params_mistral";
    QTest::newRow("experts of Meta") << QByteArray(R"("moe_args":{"num_experts":16})") << "";
    QTest::newRow("pictures of Meta") << QByteArray(R"("vision_chunk_size":560)") << "";
}

void TestFormatInspection::vendorConfigOfAnotherKind()
{
    QFETCH(QByteArray, more);
    QFETCH(QString, family);
    const QByteArray params = R"({"dim":64,"n_layers":2,"n_heads":4,"hidden_dim":128,"vocab_size":99,)" + more + "}";
    QVERIFY(writeFile(folder(), "params.json", params));
    const v1::CheckpointReport report = inspect(m_dir->path() + "/params.json");
    QCOMPARE(QString::fromStdString(report.family()), family);
    QCOMPARE(report.supported().state() == v1::VERDICT_STATE_YES, !family.isEmpty());
}

void TestFormatInspection::vendorVocabularyOfTheWeights()
{
    QFile params(kFormats + "engine/params/params.json");
    QVERIFY(params.open(QIODevice::ReadOnly));
    QVERIFY(writeFile(folder(), "params.json", params.readAll().replace("\"vocab_size\": 128", "\"vocab_size\": -1")));
    QVERIFY(QFile::copy(kFormats + "engine/params/consolidated.safetensors",
                        folder().filePath("consolidated.safetensors")));
    const v1::CheckpointReport report = inspect(m_dir->path());
    QCOMPARE(report.family(), std::string("params_mistral"));
    QCOMPARE(report.tensors_missing(), 0);
    QVERIFY(report.consistent().findings().empty());
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
