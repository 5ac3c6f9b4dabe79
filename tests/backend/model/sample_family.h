// The smallest family description that is valid: tests spoil it.
#pragma once

#include <nlohmann/json.hpp>

namespace firstlight::test {

inline nlohmann::json sampleFamily()
{
    return nlohmann::json::parse(R"({
      "schema": 1, "id": "sample", "title": "A sample",
      "recognises": {"model_types": ["sample"], "architectures": ["SampleForCausalLM"]},
      "scopes": {"text": [""]},
      "prefixes": {"text": ["model."]},
      "values": [{"hidden": {"keys": ["hidden_size"]}}, {"layers": {"keys": ["num_hidden_layers"]}},
                 {"vocabulary": {"keys": ["vocab_size"], "default": "hidden * 2"}}],
      "spec": {"hidden": "hidden", "vocabulary": "vocabulary", "layers": "layers"},
      "mixers": [{"name": "gqa", "kind": "gqa", "cache": "paged_kv", "heads": 2, "kv_heads": 2, "head_dim": 4}],
      "ffns": [{"name": "dense", "kind": "dense", "intermediate": "hidden"}],
      "counters": {"layer": "layers"},
      "tensors": [{"name": "{text}layers.{layer}.w", "role": "ffn.up", "shape": ["hidden", 3], "split": "column"}]
    })");
}

} // namespace firstlight::test
