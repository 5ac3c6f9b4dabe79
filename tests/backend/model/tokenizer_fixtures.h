// The corpus and the expected ids of tests/golden/tokens, for the tests of tokenizers.
#pragma once

#include "backend/model/tokenizer.h"
#include "backend/model/utf8.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace token_fixtures {

inline const std::string kFolder = FIRSTLIGHT_SOURCE_DIR "/tests/golden/tokens/";
using Ids = std::vector<std::int32_t>;

inline nlohmann::json readJson(const std::string& file)
{
    std::ifstream stream(file);
    return nlohmann::json::parse(stream);
}

inline std::string readFile(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// An entry of corpus.json: a string, {"hex"} or {"name", "parts": [[text, count], ...]}.
inline std::string textOf(const nlohmann::json& entry)
{
    if (entry.is_string()) {
        return entry;
    }
    if (entry.contains("hex")) {
        return QByteArray::fromHex(QByteArray::fromStdString(entry["hex"])).toStdString();
    }
    std::string text;
    for (const nlohmann::json& part : entry["parts"]) {
        for (int i = 0; i < part[1].get<int>(); ++i) {
            text += part[0].get<std::string>();
        }
    }
    return text;
}

inline std::string hex(std::uint64_t value)
{
    return QByteArray::number(static_cast<qulonglong>(value), 16).rightJustified(16, '0').toStdString();
}

class Fnv
{
public:
    void add(unsigned char byte) { m_state = (m_state ^ byte) * 0x100000001B3U; }
    void add(std::string_view bytes)
    {
        for (const char byte : bytes) {
            add(static_cast<unsigned char>(byte));
        }
    }
    std::string text() const { return hex(m_state); }

private:
    std::uint64_t m_state = 0xCBF29CE484222325U;
};

// corpus.fnv(): each number as four bytes.
inline std::string hashOf(const Ids& ids)
{
    Fnv hash;
    for (const std::int32_t id : ids) {
        for (int shift = 0; shift < 32; shift += 8) {
            hash.add(static_cast<unsigned char>(id >> shift & 0xFF));
        }
    }
    return hash.text();
}

inline std::string hashOfBytes(std::string_view bytes)
{
    Fnv hash;
    for (const char byte : bytes) {
        hash.add(static_cast<unsigned char>(byte));
        hash.add(0);
        hash.add(0);
        hash.add(0);
    }
    return hash.text();
}

inline const firstlight::model::Tokenizer& tokenizer(const std::string& name)
{
    static std::map<std::string, std::unique_ptr<firstlight::model::Tokenizer>> loaded;
    std::unique_ptr<firstlight::model::Tokenizer>& entry = loaded[name];
    if (!entry) {
        auto made = firstlight::model::Tokenizer::load(kFolder + name);
        if (!made.ok()) {
            qFatal("%s: %s", name.c_str(), std::string(made.status().message()).c_str());
        }
        entry = *std::move(made);
    }
    return *entry;
}

inline std::string show(const Ids& ids)
{
    return nlohmann::json(ids).dump();
}

// What differs between a tokenizer and one row of expected.json; "" when nothing does.
inline std::string difference(const firstlight::model::Tokenizer& subject, const nlohmann::json& entry,
                              const nlohmann::json& row, firstlight::model::SpecialTokens mode, bool skipSpecial)
{
    const std::string text = textOf(entry);
    const Ids ids = subject.encode(text, mode);
    if (row.contains("hash")) {
        const std::string name = entry["name"];
        if (ids.size() != row["count"].get<std::size_t>() || hashOf(ids) != row["hash"]) {
            return name + ": other ids, " + std::to_string(ids.size()) + " of them, not " + row["count"].dump();
        }
        return hashOfBytes(subject.decode(ids, skipSpecial)) == row["decoded"] ? "" : name + ": other text";
    }
    const Ids expected = row["ids"];
    if (ids != expected) {
        return entry.dump() + " -> " + show(ids) + " not " + show(expected);
    }
    const std::string decoded = subject.decode(ids, skipSpecial);
    return decoded == row["decoded"] ? "" : entry.dump() + " -> \"" + decoded + "\" not " + row["decoded"].dump();
}

// The text of `ids` as a stream gives it out; "" when a part of it was no whole character.
inline std::string streamed(const firstlight::model::Tokenizer& subject, const Ids& ids)
{
    firstlight::model::StreamDecoder decoder(subject, false);
    std::string text;
    for (const std::int32_t id : ids) {
        const std::string part = decoder.push(id);
        if (!firstlight::model::isValidUtf8(part)) {
            return "";
        }
        text += part;
    }
    return text + decoder.finish();
}

} // namespace token_fixtures
