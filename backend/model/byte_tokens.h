// The tokens "<0x00>" to "<0xFF>", with which vocabularies write what they have no other token for. Thread-safe.
#pragma once

#include "backend/model/vocabulary.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

std::string byteToken(unsigned byte); // 0 <= byte < 256

// The byte that a token stands for; -1: it is none of these tokens.
int byteOfToken(std::string_view token);

// Ids by byte; Vocabulary::kNone for those that the vocabulary lacks.
std::array<std::int32_t, 256> byteTokenIds(const Vocabulary& tokens);

// Adds the tokens of all bytes of `text`. False: one is missing, nothing was added.
bool addByteTokens(std::string_view text, const std::array<std::int32_t, 256>& ids, std::vector<std::int32_t>& out);

} // namespace firstlight::model
