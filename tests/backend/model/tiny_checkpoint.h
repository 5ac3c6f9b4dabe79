// A tiny model whose every part has a place in a family, written as a checkpoint that a test then spoils.
#pragma once

#include "backend/model/inspection.h"
#include "backend/model/model_reading.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/backend/model/shipped_families.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <memory>

namespace firstlight::test {

using nlohmann::json;

inline constexpr const char* kTokenizer =
    R"({"model":{"type":"WordLevel","vocab":{"[UNK]":0,"a":1,"<|im_end|>":90},"unk_token":"[UNK]"}})";
inline constexpr const char* kProcessor =
    R"({"image_processor_type":"Qwen2VLImageProcessorFast","patch_size":4,"temporal_patch_size":2,
    "merge_size":2,"size":{"shortest_edge":64,"longest_edge":65536},"image_mean":[0.5,0.5,0.5],"image_std":[0.5,0.5,0.5]})";

// A tiny model of the family with stacked experts, so that everything has a place.
inline json tinyConfig()
{
    return json::parse(R"({
      "architectures": ["Qwen3VLMoeForConditionalGeneration"], "model_type": "qwen3_vl_moe", "dtype": "bfloat16",
      "image_token_id": 90, "vision_start_token_id": 91, "tie_word_embeddings": false,
      "text_config": {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
        "head_dim": 8, "intermediate_size": 24, "moe_intermediate_size": 12, "num_experts": 4, "num_experts_per_tok": 2,
        "vocab_size": 96, "max_position_embeddings": 512, "hidden_act": "silu", "rms_norm_eps": 1e-6,
        "rope_parameters": {"rope_theta": 10000, "rope_type": "default", "mrope_section": [2, 1, 1]}},
      "vision_config": {"depth": 2, "hidden_size": 8, "num_heads": 2, "intermediate_size": 16, "patch_size": 4,
        "out_hidden_size": 16, "num_position_embeddings": 16, "deepstack_visual_indexes": [0]}
    })");
}

struct Tensor {
    std::string dtype = "BF16";
    std::vector<std::int64_t> shape;
};
using Tensors = std::map<std::string, Tensor>;

inline qsizetype bytesOf(const Tensor& tensor)
{
    qsizetype count = tensor.dtype == "F32" ? 4 : tensor.dtype == "F8_E4M3" ? 1 : 2;
    for (const std::int64_t size : tensor.shape) {
        count *= size;
    }
    return count;
}

inline Tensors tensorsOf(const json& config)
{
    model::ConfigFile file;
    file.content = config;
    file.modelType = config.at("model_type");
    const auto reading = model::readModel(file, families(), {}, "tiny");
    Tensors tensors;
    for (const model::ExpectedTensor& tensor : reading->spec.tensors) {
        tensors[tensor.name] = {"BF16", tensor.shape};
    }
    return tensors;
}

inline void writeCheckpoint(const QDir& folder, const json& config, const Tensors& tensors)
{
    json header = json::object();
    qsizetype end = 0;
    for (const auto& [name, tensor] : tensors) {
        header[name] = {
            {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {end, end + bytesOf(tensor)}}};
        end += bytesOf(tensor);
    }
    QVERIFY(writeFile(folder, "model.safetensors", shardBytes(QByteArray::fromStdString(header.dump()), end)));
    QVERIFY(writeFile(folder, "config.json", QByteArray::fromStdString(config.dump())));
    QVERIFY(writeFile(folder, "tokenizer.json", kTokenizer));
    QVERIFY(writeFile(folder, "chat_template.jinja", "{{ messages }}"));
    QVERIFY(writeFile(folder, "preprocessor_config.json", kProcessor));
}

inline QStringList findings(const v1::Verdict& verdict)
{
    QStringList ids;
    for (const v1::FailureDetail& finding : verdict.findings()) {
        ids.append(QString::fromStdString(finding.reason()));
    }
    return ids;
}

inline std::string argument(const v1::Verdict& verdict, int finding, const char* name)
{
    return verdict.findings(finding).arguments().at(name);
}

// The checkpoint of one test; reset() makes a new one.
class TinyCheckpoint
{
protected:
    void reset()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_config = tinyConfig();
        m_tensors = tensorsOf(m_config);
    }

    v1::CheckpointReport inspect() const
    {
        const auto report = model::inspectCheckpoint(m_dir->path().toStdString(), families());
        return report.ok() ? *report : v1::CheckpointReport();
    }

    QDir folder() const { return QDir(m_dir->path()); }

    std::unique_ptr<QTemporaryDir> m_dir;
    json m_config;
    Tensors m_tensors;
};

} // namespace firstlight::test
