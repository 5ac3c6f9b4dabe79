// What config.json says about how weights are stored: enough to tell how large a checkpoint will be before it is
// downloaded. Once the weights are there, their own headers count, not this.
#pragma once

#include "backend/model/model_spec.h"
#include "backend/model/module_set.h"

#include <absl/container/inlined_vector.h>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firstlight::model {

// How a tensor is stored. The names live as long as the program.
struct StoredSize {
    std::string_view dtype; // as safetensors writes it, or "4-bit" for packed numbers
    std::int64_t valueBytes = 0;
    std::string_view scaleDType;
    std::int64_t scaleBytes = 0; // 0: none

    std::int64_t bytes() const { return valueBytes + scaleBytes; }
};

// What a quantised tensor and its scales must be.
struct QuantisedForm {
    int bits = 8;                                     // of one number
    absl::InlinedVector<std::int64_t, 4> scaleCounts; // as many scales are right
    bool hasSecondScale = false;                      // of the whole tensor
    bool hasZeroPoints = false;                       // one for each scale, as many bits as a number
};

class Quantisation
{
public:
    // Reads quantization_config, at the top or in text_config, what hf_quant_config.json adds to it (see
    // readConfigFile), and the declared dtype. Never fails: what is not understood leaves 16 bits per number and says
    // so in method().
    static Quantisation read(const nlohmann::json& config);

    StoredSize stored(const ExpectedTensor& tensor) const;
    std::int64_t storedBytes(const ExpectedTensor& tensor) const { return stored(tensor).bytes(); }
    std::optional<QuantisedForm> form(const ExpectedTensor& tensor) const; // nullopt: it stays as it is
    bool treatsExpertsAlike() const;                                       // those of one layer
    bool isUnderstood() const { return m_isUnderstood; }
    bool isOfAllLinear() const { return m_isOfAllLinear; } // what form() leaves as it is may be packed, too
    const std::string& method() const { return m_method; } // for people: "fp8, blocks of 128 x 128"; empty: none

private:
    enum class Kind { kNone, kWhole, kBlocks, kGroups };

    struct Scheme {
        Kind kind = Kind::kNone;
        int bits = 16;
        std::int64_t blockRows = 1;
        std::int64_t blockColumns = 1;
        std::int64_t groupSize = 1;
        std::string_view dtype;
        std::string_view scaleDType;
        int scaleBytes = 0; // of one scale
        bool hasSecondScale = false;
        bool hasZeroPoints = false;
        std::string name; // for people
    };

    static Scheme whole(std::string name, int bits);
    static Scheme blocks(const nlohmann::json& sides, std::string_view scaleDType, int scaleBytes);
    static Scheme groups(std::string name, int bits, std::int64_t size, std::string_view scaleDType, int scaleBytes);
    static Scheme ofAlgorithm(const std::string& algorithm, const nlohmann::json& settings);
    static Scheme ofGroup(const nlohmann::json& group, const std::string& format);

    void readScheme(const nlohmann::json& settings, bool smallExperts);
    void readGroups(const nlohmann::json& settings);
    void readLayers(const nlohmann::json& layers);
    void readBitsAndBytes(const nlohmann::json& settings);
    void readMlx(const nlohmann::json& settings);
    bool staysPlain(const ExpectedTensor& tensor) const;
    void setDefault(Scheme scheme);
    const Scheme& schemeOf(const ExpectedTensor& tensor) const;

    Scheme m_plain;
    Scheme m_default;
    Scheme m_experts;                                 // where experts have their own; else of kind kNone
    Scheme m_tables;                                  // of rows that n-grams choose, likewise
    std::vector<std::pair<ModuleSet, Scheme>> m_some; // of the modules that a list names
    bool m_onlySome = false;                          // what no list names is plain
    ModuleSet m_ignored;
    std::string m_method;
    bool m_isUnderstood = true;
    bool m_isOfAllLinear = false;
    bool m_isOfTables = false; // embedding, head and router are packed, too
};

} // namespace firstlight::model
