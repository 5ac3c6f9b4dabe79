#include "backend/model/config_scope.h"
#include "backend/model/family_trial.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace firstlight::model {
namespace {

using nlohmann::json;
using Names = std::set<std::string, std::less<>>;

constexpr std::size_t kMostSettings = 40;

// What readRope() understands of rope_parameters or rope_scaling, or names as an operator that the engine lacks.
constexpr auto kScalingSettings = std::to_array<std::string_view>(
    {"attention_factor", "beta_fast", "beta_slow", "extrapolation_factor", "factor", "high_freq_factor", "long_factor",
     "long_mscale", "low_freq_factor", "max_position_embeddings", "mscale", "mscale_all_dim",
     "original_max_position_embeddings", "rope_type", "short_factor", "short_mscale", "truncate", "type"});

// Settings of training, of generation and of libraries: they do not change what the weights mean.
constexpr auto kHarmless = std::to_array<std::string_view>({"architectures",
                                                            "attention_dropout",
                                                            "attn_impl",
                                                            "attn_implementation",
                                                            "attn_pdrop",
                                                            "audio_token_id",
                                                            "auto_map",
                                                            "aux_loss_alpha",
                                                            "begin_suppress_tokens",
                                                            "boa_token_id",
                                                            "boi_token_id",
                                                            "boi_token_index",
                                                            "bos_token_id",
                                                            "cache_implementation",
                                                            "chunk_size_feed_forward",
                                                            "classifier_dropout",
                                                            "compression_config",
                                                            "decoder_start_token_id",
                                                            "diversity_penalty",
                                                            "do_sample",
                                                            "dropout",
                                                            "dtype",
                                                            "early_stopping",
                                                            "embd_pdrop",
                                                            "embedding_initializer_range",
                                                            "encoder_no_repeat_ngram_size",
                                                            "eoa_token_id",
                                                            "eoa_token_index",
                                                            "eoi_token_id",
                                                            "eoi_token_index",
                                                            "eos_token_id",
                                                            "ep_size",
                                                            "expert_dtype",
                                                            "exponential_decay_length_penalty",
                                                            "finetuning_task",
                                                            "force_image_size",
                                                            "forced_bos_token_id",
                                                            "forced_eos_token_id",
                                                            "hidden_dropout",
                                                            "hidden_dropout_prob",
                                                            "id2label",
                                                            "ignore_index",
                                                            "image_end_token_id",
                                                            "image_start_token_id",
                                                            "init_std",
                                                            "initializer_factor",
                                                            "initializer_range",
                                                            "is_decoder",
                                                            "keys_to_ignore_at_inference",
                                                            "label2id",
                                                            "language_model_only",
                                                            "layer_scale_init_value",
                                                            "length_penalty",
                                                            "max_length",
                                                            "min_length",
                                                            "model_type",
                                                            "moe_loss_weight",
                                                            "mtp_use_dedicated_embeddings",
                                                            "no_repeat_ngram_size",
                                                            "num_beam_groups",
                                                            "num_beams",
                                                            "num_return_sequences",
                                                            "output_attentions",
                                                            "output_hidden_states",
                                                            "output_router_logits",
                                                            "output_scores",
                                                            "pad_token_id",
                                                            "prefix",
                                                            "pretraining_tp",
                                                            "problem_type",
                                                            "pruned_heads",
                                                            "quantization",
                                                            "quantization_config",
                                                            "remove_invalid_values",
                                                            "repetition_penalty",
                                                            "rescale_prenorm_residual",
                                                            "resid_pdrop",
                                                            "residual_dropout",
                                                            "return_dict",
                                                            "return_dict_in_generate",
                                                            "router_aux_loss_coef",
                                                            "router_jitter_noise",
                                                            "router_z_loss_coef",
                                                            "sep_token_id",
                                                            "seq_aux",
                                                            "suppress_tokens",
                                                            "task_specific_params",
                                                            "temperature",
                                                            "template",
                                                            "tf_legacy_loss",
                                                            "tokenizer_class",
                                                            "top_k",
                                                            "top_p",
                                                            "torch_dtype",
                                                            "torchscript",
                                                            "transformers.js_config",
                                                            "transformers_version",
                                                            "typical_p",
                                                            "use_associative_scan",
                                                            "use_bfloat16",
                                                            "use_cache"});

template <typename List>
bool isOneOf(const List& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Paths of what the family looks at, inside the objects of its scopes.
Names readPaths(const FamilyDescriptor& family)
{
    Names paths(family.knownSettings.begin(), family.knownSettings.end());
    for (const ConfigValue& value : family.values) {
        paths.insert(value.keys.begin(), value.keys.end());
    }
    for (const auto& [scope, objects] : family.scopes) {
        paths.insert(objects.begin(), objects.end());
    }
    return paths;
}

bool readsInside(const Names& paths, const std::string& object)
{
    const auto next = paths.lower_bound(object + ".");
    return next != paths.end() && next->starts_with(object + ".");
}

// Switched off, empty, a factor of one, or full attention in every layer: as if it were not there.
bool isIdle(const std::string& name, const json& value)
{
    if (name == "is_causal") { // the reference switches every family to looking ahead
        return value != false;
    }
    const auto isFull = [](const json& item) { return item == "full_attention"; };
    if (value.is_array() && std::all_of(value.begin(), value.end(), isFull)) {
        return true;
    }
    if (value.is_number()) {
        return value == 0 || value == 1 || value == -1;
    }
    return value.is_null() || value == false || ((value.is_structured() || value.is_string()) && value.size() == 0);
}

bool readsName(const FamilyDescriptor& family, const std::string& name)
{
    const auto isNamed = [&](const std::string& key) {
        return key == name || key.ends_with("." + name) || key.starts_with(name + ".");
    };
    return std::any_of(family.values.begin(), family.values.end(), [&](const ConfigValue& value) {
        return std::any_of(value.keys.begin(), value.keys.end(), isNamed);
    });
}

std::string readerOf(const std::string& name, const FamilyDescriptor& own, const DescriptorSet& descriptors)
{
    const auto families = descriptors.mentioning(name);
    if (!families.ok()) {
        return {}; // a hint less; who needs the broken family hears of it
    }
    std::string first;
    int count = 0;
    for (const FamilyDescriptor* family : *families) {
        if (family->id != own.id && readsName(*family, name)) {
            first = count++ == 0 ? family->id : first;
        }
    }
    return count > 1 ? std::to_string(count) + " families" : first;
}

// Goes through the objects of a config that its family reads.
class SettingSearch
{
public:
    SettingSearch(const FamilyDescriptor& family, const DescriptorSet& descriptors)
        : m_family(family), m_descriptors(descriptors), m_read(readPaths(family))
    {
    }

    // `start`: path of the scope's object in the config, with a dot, or empty; `inner`: of `object` in that.
    void search(const json& object, const std::string& start, const std::string& inner = {})
    {
        for (const auto& [name, value] : object.items()) {
            const std::string path = inner + name;
            if (isOverruled(object, name)) {
                if (value != object.at("rope_scaling")) {
                    add(start + path, name, value);
                }
                continue;
            }
            if (isKnown(name, path, inner) || isIdle(name, value)) {
                continue;
            }
            if (path == kLayerSettings && value.is_structured()) {
                searchLayers(value, start);
            } else if (value.is_object() && (isScaling(name) || readsInside(m_read, path))) {
                search(value, start, path + ".");
            } else {
                add(start + path, name, value);
            }
        }
    }

    std::vector<UnreadSetting> take() { return std::move(m_settings); }

private:
    void add(const std::string& path, const std::string& name, const json& value)
    {
        const auto isSame = [&](const UnreadSetting& setting) { return setting.path == path; };
        if (m_settings.size() < kMostSettings && std::none_of(m_settings.begin(), m_settings.end(), isSame)) {
            m_settings.push_back({path, shortValue(value), readerOf(name, m_family, m_descriptors)});
        }
    }

    // What is said of single layers, once for all of them.
    void searchLayers(const json& layers, const std::string& start)
    {
        for (const json& settings : layers) {
            if (settings.is_object()) {
                search(settings, start + kLayerSettings + ".*.");
            }
        }
    }

    bool isScaling(std::string_view name) const
    {
        return !m_family.rope.empty() && (name == "rope_parameters" || name == "rope_scaling");
    }

    bool isKnown(const std::string& name, const std::string& path, const std::string& inner) const
    {
        const bool isOfScaling = !inner.empty() && isScaling(inner.substr(0, inner.find('.')));
        return isOneOf(kHarmless, name) || name.starts_with('_') || name.ends_with("_token_id") ||
               name.ends_with("_token_index") || m_read.contains(path) || isOneOf(m_family.knownSettings, name) ||
               (isOfScaling && (isOneOf(kScalingSettings, name) || m_family.rope.contains(name)));
    }

    const FamilyDescriptor& m_family;
    const DescriptorSet& m_descriptors;
    Names m_read;
    std::vector<UnreadSetting> m_settings;
};

} // namespace

std::vector<UnreadSetting> unreadSettings(const json& config, const FamilyDescriptor& family,
                                          const DescriptorSet& descriptors)
{
    Names paths;
    for (const auto& [scope, alternatives] : family.scopes) {
        paths.insert(alternatives.begin(), alternatives.end());
    }
    SettingSearch search(family, descriptors);
    for (const std::string& path : paths) {
        const json* object = findPath(config, path);
        if (object != nullptr && object->is_object()) {
            search.search(*object, path.empty() ? path : path + ".");
        }
    }
    return search.take();
}

} // namespace firstlight::model
