// Feeds any bytes to the readers of config.json and of family descriptions. What they accept must be consistent: a
// description builds the sample model or says why not; a config builds a model of its family or says why not.
#include "backend/base/json.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/model_sizes.h"
#include "backend/model/operator_table.h"
#include "backend/model/quantisation.h"
#include "backend/model/spec_builder.h"
#include "tests/backend/model/shipped_families.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>

using namespace firstlight;
using nlohmann::json;
using test::families;

namespace {

void use(const json& config, const model::FamilyDescriptor& family)
{
    const auto built = model::buildSpec(config, family);
    if (!built.ok()) {
        return;
    }
    const model::ParameterCounts counts = model::parameterCounts(built->spec);
    const model::Quantisation quantisation = model::Quantisation::read(config);
    std::int64_t bytes = 0;
    for (const model::ExpectedTensor& tensor : built->spec.tensors) {
        bytes += quantisation.storedBytes(tensor);
    }
    const bool consistent = counts.total >= 0 && counts.active >= 0 && counts.active <= counts.total && bytes >= 0 &&
                            !built->spec.layers.empty() && model::cacheElementsPerToken(built->spec) >= 0 &&
                            model::stateBytesPerSequence(built->spec) >= 0 &&
                            model::boundedCacheBytes(built->spec) >= 0;
    if (!consistent) {
        std::abort();
    }
    (void)model::checkRunnable(built->spec);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto document = base::parseJson(text, "fuzz");
    if (!document.ok() || !document->is_object()) {
        return 0;
    }
    if (document->contains("recognises")) {
        const auto family = model::parseDescriptor(text, "fuzz");
        if (family.ok()) {
            use(json{{"hidden_size", 8}, {"num_hidden_layers", 2}, {"vocab_size", 16}}, *family);
        }
        return 0;
    }
    const auto type = document->find("model_type");
    const bool named = type != document->end() && type->is_string();
    const model::FamilyDescriptor* family = named ? *families().find(type->get<std::string>(), {}) : nullptr;
    static const model::DescriptorSet::Families all = *families().families();
    use(*document, family == nullptr ? *all[size % all.size()] : *family);
    return 0;
}
