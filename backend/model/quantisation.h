// What config.json says about how weights are stored: enough to tell how large a checkpoint will be before it is
// downloaded. Once the weights are there, their own headers count, not this.
#pragma once

#include "backend/model/model_spec.h"
#include "backend/model/module_pattern.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::model {

class Quantisation
{
public:
    // Reads quantization_config, at the top or in text_config, and the declared dtype. Never fails: what is not
    // understood leaves 16 bits per number and says so in method().
    static Quantisation read(const nlohmann::json& config);

    std::int64_t storedBytes(const ExpectedTensor& tensor) const;
    const std::string& method() const { return m_method; } // for people: "fp8, blocks of 128 x 128"; empty: none

private:
    enum class Kind { kNone, kBytes, kBlocks, kGroups };

    void readScheme(const nlohmann::json& settings);
    void readGroups(const nlohmann::json& settings);
    void setGroups(std::string name, int bits, std::int64_t groupSize, int scaleBytes);
    bool applies(const ExpectedTensor& tensor) const;

    Kind m_kind = Kind::kNone;
    int m_bits = 16;
    std::int64_t m_blockRows = 0;
    std::int64_t m_blockColumns = 0;
    std::int64_t m_groupSize = 0;
    int m_scaleBytes = 0; // of a group
    int m_plainBytes = 2; // of a number that is not quantised
    std::string m_method;
    std::vector<ModulePattern> m_ignored;
};

} // namespace firstlight::model
