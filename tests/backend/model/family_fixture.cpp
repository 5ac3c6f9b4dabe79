#include "tests/backend/model/family_fixture.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace firstlight::test {
namespace {

namespace fs = std::filesystem;

// Another folder: of cases that make_family_fixtures.py has varied.
std::string folder()
{
    const char* other = std::getenv("FIRSTLIGHT_FAMILY_FIXTURES");
    return other == nullptr ? FIRSTLIGHT_SOURCE_DIR "/tests/golden/families/" : std::string(other) + "/";
}

std::vector<int> numbersOf(std::string_view set) // "0-3,7"
{
    std::vector<int> numbers;
    while (!set.empty()) {
        const std::string_view part = set.substr(0, set.find(','));
        set.remove_prefix(std::min(set.size(), part.size() + 1));
        int first = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), first);
        int last = first;
        if (end != part.data() + part.size()) {
            std::from_chars(end + 1, part.data() + part.size(), last);
        }
        for (int number = first; number <= last; ++number) {
            numbers.push_back(number);
        }
    }
    return numbers;
}

void expand(const std::string& pattern, std::vector<std::string>& names)
{
    const auto open = pattern.find('{');
    if (open == std::string::npos) {
        names.push_back(pattern);
        return;
    }
    const auto close = pattern.find('}', open);
    for (const int number : numbersOf(std::string_view(pattern).substr(open + 1, close - open - 1))) {
        expand(pattern.substr(0, open) + std::to_string(number) + pattern.substr(close + 1), names);
    }
}

} // namespace

std::vector<std::string> expandNames(const std::string& pattern)
{
    std::vector<std::string> names;
    expand(pattern, names);
    return names;
}

std::vector<std::string> familyFixtureNames()
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder())) {
        names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

FamilyFixture readFamilyFixture(const std::string& name)
{
    std::ifstream stream(folder() + name + ".json");
    const nlohmann::json document = nlohmann::json::parse(stream);
    FamilyFixture fixture;
    fixture.name = name;
    fixture.config = document.at("config");
    for (const auto& [pattern, shape] : document.at("tensors").items()) {
        for (std::string& tensor : expandNames(pattern)) {
            checkpoint::TensorEntry entry;
            entry.name = std::move(tensor);
            entry.dtype = checkpoint::DType::kBF16;
            entry.shape = shape.get<std::vector<std::int64_t>>();
            fixture.index.tensors.push_back(std::move(entry));
        }
    }
    std::sort(fixture.index.tensors.begin(), fixture.index.tensors.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return fixture;
}

} // namespace firstlight::test
