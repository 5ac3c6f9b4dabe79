#include "tests/backend/model/tiny_checkpoint.h"

using namespace firstlight;
using test::argument;
using test::findings;
using test::Tensors;
using test::tensorsOf;
using test::writeCheckpoint;

class TestTensorVerdicts : public QObject, private test::TinyCheckpoint
{
    Q_OBJECT

private slots:
    void init();
    void missingTensors();
    void unknownTensors();
    void layersBeyondTheLast();
    void namesOfATrainingProgram();
    void anotherHead();
    void weightsOfAnotherType();
    void aHeadOfItsOwn();
    void quantisedByTheConfigOnly();
    void rotaryCachesAreIgnored();
    void wrongShape();
    void transposedExperts();
    void ambiguousExperts();
    void quantisedWeights();
};

void TestTensorVerdicts::init()
{
    reset();
}

void TestTensorVerdicts::missingTensors()
{
    m_tensors.erase("model.language_model.layers.1.mlp.gate.weight");
    m_tensors.erase("lm_head.weight");
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_NO);
    QCOMPARE(findings(report.complete()), QStringList{"TENSOR_MISSING"});
    QCOMPARE(argument(report.complete(), 0, "count"), std::string("2"));
    QCOMPARE(report.tensors_missing(), std::int64_t{2});
    QCOMPARE(report.missing_names(0), std::string("lm_head.weight"));
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_YES);
}

void TestTensorVerdicts::unknownTensors()
{
    m_tensors["model.language_model.layers.0.self_attn.sinks"] = {"BF16", {4}};
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_PARTLY);
    QCOMPARE(findings(report.consistent()), QStringList{"TENSOR_UNUSED"});
    QCOMPARE(report.unused_names(0), std::string("model.language_model.layers.0.self_attn.sinks"));
}

void TestTensorVerdicts::layersBeyondTheLast()
{
    m_tensors["model.language_model.layers.61.input_layernorm.weight"] = {"BF16", {16}};
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(findings(report.consistent()), (QStringList{"TENSOR_UNUSED", "TENSOR_MISMATCH"}));
    QCOMPARE(argument(report.consistent(), 1, "found"), std::string("of layer 61"));
}

void TestTensorVerdicts::namesOfATrainingProgram()
{
    Tensors named;
    for (const auto& [name, tensor] : m_tensors) {
        named["module." + name] = tensor;
    }
    writeCheckpoint(folder(), m_config, named);
    const auto report = inspect();
    QCOMPARE(findings(report.consistent()), (QStringList{"TENSOR_LAYOUT", "TENSOR_UNUSED"}));
    QVERIFY(argument(report.consistent(), 0, "detail").find("\"module.\"") != std::string::npos);
}

void TestTensorVerdicts::anotherHead()
{
    m_config["architectures"] = {"LlamaForSequenceClassification"};
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_NO);
    QVERIFY(argument(report.supported(), 0, "detail").find("does not write text") != std::string::npos);
}

void TestTensorVerdicts::weightsOfAnotherType()
{
    m_config["dtype"] = "float16";
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_PARTLY);
    QCOMPARE(findings(report.consistent()), QStringList{"DTYPE_DIFFERS"});
    QCOMPARE(argument(report.consistent(), 0, "found"), std::string("BF16"));
}

// The configuration says tied; what the files hold decides.
void TestTensorVerdicts::aHeadOfItsOwn()
{
    m_config["tie_word_embeddings"] = true;
    writeCheckpoint(folder(), m_config, m_tensors); // the same bytes everywhere
    const auto twice = inspect();
    QCOMPARE(twice.consistent().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(twice.tensors_expected() + 1, twice.tensors_found());

    QFile file(folder().filePath(QStringLiteral("model.safetensors")));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const auto headerBytes = qFromLittleEndian<quint64>(file.read(8).constData());
    QVERIFY(m_tensors.begin()->first == "lm_head.weight"); // the first in the file
    QVERIFY(file.seek(static_cast<qint64>(8 + headerBytes) + bytesOf(m_tensors.at("lm_head.weight")) - 1));
    QVERIFY(file.putChar('\x7F'));
    file.close();
    const auto own = inspect();
    QCOMPARE(findings(own.consistent()), QStringList{"HEAD_NOT_TIED"});
    QCOMPARE(own.tensors_expected(), own.tensors_found());
    QCOMPARE(own.parameters_total() - twice.parameters_total(), std::int64_t{96 * 16});
    const auto tied = std::find_if(own.architecture().begin(), own.architecture().end(),
                                   [](const v1::ArchitectureRow& row) { return row.key() == "Tied head"; });
    QVERIFY(tied != own.architecture().end());
    QCOMPARE(tied->value(), std::string("no"));
    const auto spec = model::readModelSpec(folder().path().toStdString(), test::families());
    QVERIFY(spec.ok() && !spec->tiedHead); // what the workers load
}

void TestTensorVerdicts::quantisedByTheConfigOnly()
{
    m_config["quantization_config"] = {{"quant_method", "fp8"}, {"weight_block_size", {128, 128}}};
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(findings(report.consistent()), QStringList{"DTYPE_DIFFERS"});
    QVERIFY(argument(report.consistent(), 0, "expected").starts_with("fp8"));
}

void TestTensorVerdicts::rotaryCachesAreIgnored()
{
    m_tensors["model.language_model.layers.0.self_attn.rotary_emb.inv_freq"] = {"F32", {4}};
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report.tensors_unused(), std::int64_t{0});
}

void TestTensorVerdicts::wrongShape()
{
    m_tensors["model.language_model.norm.weight"].shape = {17};
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_NO);
    QCOMPARE(findings(report.consistent()), QStringList{"TENSOR_MISMATCH"});
    QCOMPARE(argument(report.consistent(), 0, "found"), std::string("[17]"));
    QCOMPARE(argument(report.consistent(), 0, "expected"), std::string("[16]"));
}

void TestTensorVerdicts::transposedExperts()
{
    for (auto& [name, tensor] : m_tensors) {
        if (name.find("mlp.experts.") != std::string::npos) {
            std::swap(tensor.shape[1], tensor.shape[2]);
        }
    }
    writeCheckpoint(folder(), m_config, m_tensors);
    QCOMPARE(inspect().consistent().state(), v1::VERDICT_STATE_YES);
}

void TestTensorVerdicts::ambiguousExperts()
{
    m_config["text_config"]["moe_intermediate_size"] = 8; // 2 x 8 = hidden size
    m_tensors = tensorsOf(m_config);
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_PARTLY);
    QCOMPARE(findings(report.consistent()), QStringList{"TENSOR_AMBIGUOUS"});
    QCOMPARE(argument(report.consistent(), 0, "count"), std::string("2"));
}

void TestTensorVerdicts::quantisedWeights()
{
    const std::string name = "model.language_model.layers.0.self_attn.q_proj.weight";
    m_tensors[name].dtype = "F8_E4M3";
    m_tensors[name + "_scale_inv"] = {"F32", {1, 1}};
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report.tensors_unused(), std::int64_t{0});
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_NO);
    QVERIFY(argument(report.supported(), 0, "detail").find("weights.F8_E4M3") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestTensorVerdicts)
#include "tst_tensor_verdicts.moc"
