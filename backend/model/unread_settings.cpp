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

// Settings of training, of generation and of libraries: they do not change what the weights mean.
constexpr auto kHarmless = std::to_array<std::string_view>({"_attn_implementation_autoset",
                                                            "_commit_hash",
                                                            "_experts_implementation",
                                                            "_name_or_path",
                                                            "_sliding_window_pattern",
                                                            "add_cross_attention",
                                                            "architectures",
                                                            "attention_dropout",
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
                                                            "cross_attention_hidden_size",
                                                            "decoder_start_token_id",
                                                            "diversity_penalty",
                                                            "do_sample",
                                                            "dtype",
                                                            "early_stopping",
                                                            "embd_pdrop",
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
                                                            "initializer_factor",
                                                            "initializer_range",
                                                            "is_decoder",
                                                            "is_encoder_decoder",
                                                            "keys_to_ignore_at_inference",
                                                            "label2id",
                                                            "language_model_only",
                                                            "length_penalty",
                                                            "max_length",
                                                            "min_length",
                                                            "model_type",
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
                                                            "quantization_config",
                                                            "quantization",
                                                            "remove_invalid_values",
                                                            "repetition_penalty",
                                                            "rescale_prenorm_residual",
                                                            "resid_pdrop",
                                                            "return_dict",
                                                            "return_dict_in_generate",
                                                            "rope_parameters",
                                                            "rope_scaling",
                                                            "rope_theta",
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
                                                            "tie_encoder_decoder",
                                                            "tie_word_embeddings",
                                                            "tokenizer_class",
                                                            "top_k",
                                                            "top_p",
                                                            "torch_dtype",
                                                            "torchscript",
                                                            "transformers_version",
                                                            "typical_p",
                                                            "use_bfloat16",
                                                            "use_cache"});

std::string_view firstStep(std::string_view path)
{
    return path.substr(0, path.find('.'));
}

Names readNames(const FamilyDescriptor& family)
{
    Names names;
    for (const ConfigValue& value : family.values) {
        for (const std::string& key : value.keys) {
            names.emplace(firstStep(key));
        }
    }
    for (const auto& [scope, paths] : family.scopes) {
        for (const std::string& path : paths) {
            names.emplace(firstStep(path));
        }
    }
    return names;
}

// Switched off, empty, a factor of one, or full attention in every layer: as if it were not there.
bool isIdle(const json& value)
{
    const auto isFull = [](const json& item) { return item == "full_attention"; };
    if (value.is_array() && std::all_of(value.begin(), value.end(), isFull)) {
        return true;
    }
    if (value.is_number()) {
        return value == 0 || value == 1 || value == -1;
    }
    return value.is_null() || value == false || ((value.is_structured() || value.is_string()) && value.size() == 0);
}

std::string readerOf(const std::string& name, const FamilyDescriptor& own, const DescriptorSet& descriptors)
{
    const auto families = descriptors.mentioning(name);
    if (!families.ok()) {
        return {}; // a hint less; who needs the broken family hears of it
    }
    for (const FamilyDescriptor* family : *families) {
        if (family->id != own.id && readNames(*family).contains(name)) {
            return family->id;
        }
    }
    return {};
}

} // namespace

std::vector<UnreadSetting> unreadSettings(const json& config, const FamilyDescriptor& family,
                                          const DescriptorSet& descriptors)
{
    Names read = readNames(family);
    read.insert(family.knownSettings.begin(), family.knownSettings.end());
    std::set<std::string, std::less<>> paths;
    for (const auto& [scope, alternatives] : family.scopes) {
        paths.insert(alternatives.begin(), alternatives.end());
    }
    std::vector<UnreadSetting> settings;
    for (const std::string& path : paths) {
        const json* object = findPath(config, path);
        if (object == nullptr || !object->is_object()) {
            continue;
        }
        for (const auto& [name, value] : object->items()) {
            const bool harmless = std::find(kHarmless.begin(), kHarmless.end(), name) != kHarmless.end();
            if (harmless || read.contains(name) || isIdle(value) || name.ends_with("_token_id") ||
                settings.size() >= kMostSettings) {
                continue;
            }
            settings.push_back(
                {path.empty() ? name : path + "." + name, shortValue(value), readerOf(name, family, descriptors)});
        }
    }
    return settings;
}

} // namespace firstlight::model
