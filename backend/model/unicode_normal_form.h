// Unicode normal forms with a quick way through text that is normal already. Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace firstlight::model {

enum class NormalForm { kNfc, kNfd, kNfkc, kNfkd };

// As Normalizer::apply.
bool toNormalForm(NormalForm form, std::string_view text, std::string& out);

} // namespace firstlight::model
