#include "tests/backend/engine/golden_model.h"

#include "backend/base/failure.h"
#include "backend/model/model_reading.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace firstlight::engine {

namespace {

std::vector<char> readBytes(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

GoldenTensor readTensor(const nlohmann::json& parent, const char* key, const std::vector<char>& data)
{
    GoldenTensor tensor;
    if (!parent.contains(key)) {
        return tensor;
    }
    tensor.shape = parent.at(key).at("shape").get<std::vector<std::int64_t>>();
    std::int64_t count = 1;
    for (const std::int64_t size : tensor.shape) {
        count *= size;
    }
    const auto* begin = reinterpret_cast<const float*>(data.data()) + parent.at(key).at("offset").get<std::int64_t>();
    tensor.values.assign(begin, begin + count);
    return tensor;
}

ImageInput readImage(const nlohmann::json& parent, const std::string& directory)
{
    ImageInput image;
    image.width = parent.at("width").get<std::int32_t>();
    image.height = parent.at("height").get<std::int32_t>();
    const std::vector<char> bytes = readBytes(directory + "/" + parent.at("file").get<std::string>());
    image.rgb.assign(bytes.begin(), bytes.end());
    return image;
}

GoldenCase readCase(const nlohmann::json& parent, const std::string& directory, const std::vector<char>& data)
{
    GoldenCase golden;
    golden.name = parent.at("name").get<std::string>();
    golden.tokens = parent.at("tokens").get<std::vector<std::int32_t>>();
    golden.greedy = parent.at("greedy").get<std::vector<std::int32_t>>();
    for (const nlohmann::json& image : parent.at("images")) {
        golden.images.push_back(readImage(image, directory));
    }
    golden.logits = readTensor(parent, "fp32", data);
    golden.nativeLogits = readTensor(parent, "native", data);
    golden.features = readTensor(parent, "features", data);
    golden.positions = readTensor(parent, "positions", data);
    return golden;
}

} // namespace

std::string goldenDirectory(const std::string& name)
{
    return std::string(FIRSTLIGHT_SOURCE_DIR) + "/tests/golden/fixtures/" + name;
}

absl::StatusOr<model::ModelSpec> specOf(const std::string& directory)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        model::DescriptorSet descriptors,
        model::DescriptorSet::load({std::string(FIRSTLIGHT_SOURCE_DIR) + "/resources/families"}));
    return model::readModelSpec(directory, descriptors);
}

absl::StatusOr<GoldenModel> loadGolden(const std::string& name)
{
    GoldenModel golden;
    golden.directory = goldenDirectory(name);
    FIRSTLIGHT_ASSIGN_OR_RETURN(golden.spec, specOf(golden.directory));
    const std::vector<char> data = readBytes(golden.directory + "/reference.f32");
    const nlohmann::json reference = nlohmann::json::parse(readBytes(golden.directory + "/reference.json"));
    for (const nlohmann::json& entry : reference.at("cases")) {
        golden.cases.push_back(readCase(entry, golden.directory, data));
    }
    return golden;
}

GenerationRequest greedyRequest(const GoldenCase& golden, const std::string& id)
{
    GenerationRequest request;
    request.id = id;
    request.tokens = golden.tokens;
    request.images = golden.images;
    request.sampling.maxTokens = static_cast<std::int32_t>(golden.greedy.size());
    return request;
}

} // namespace firstlight::engine
