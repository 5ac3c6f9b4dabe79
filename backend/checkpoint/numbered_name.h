// Names of files that are parts of one set: "model-00002-of-00004.safetensors".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace firstlight::checkpoint {

struct NumberedName {
    std::string stem;   // "model"
    std::string count;  // "00004", with its zeros
    std::string suffix; // ".safetensors"
    int number = 0;
    int total = 0;
    std::size_t digits = 0; // of the number

    std::string withNumber(int number) const;
    std::string setName() const { return stem + "-of-" + count; } // the same for all of the set
};

// nullopt: not such a name, or one of more than 100,000 parts.
std::optional<NumberedName> numberedName(std::string_view name, std::string_view suffix);

} // namespace firstlight::checkpoint
