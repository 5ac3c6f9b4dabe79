// A JSON value of a family descriptor and its place in the file. Internal to parseDescriptor().
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firstlight::model {

// What is wrong with a descriptor, thrown while it is read and turned into a Status by parseDescriptor().
struct Defect {
    std::string where;
    std::string detail;
    std::string fix;
};

// A JSON value and its place in the file.
class Cursor
{
public:
    Cursor(const nlohmann::json& value, std::string where) : m_value(value), m_where(std::move(where)) {}

    const nlohmann::json& value() const { return m_value; }
    const std::string& where() const { return m_where; }
    [[noreturn]] void fail(std::string detail, std::string fix) const
    {
        throw Defect{m_where.empty() ? "/" : m_where, std::move(detail), std::move(fix)};
    }

    bool has(const std::string& key) const { return m_value.contains(key); }
    Cursor at(const std::string& key) const
    {
        if (!has(key)) {
            fail("\"" + key + "\" is missing", "Add \"" + key + "\" there");
        }
        return {m_value.at(key), m_where + "/" + key};
    }
    Cursor at(std::size_t position) const { return {m_value.at(position), m_where + "/" + std::to_string(position)}; }

    // An object with no other keys than these, so that a misspelt key is found.
    void allowKeys(std::initializer_list<std::string_view> allowed) const
    {
        needObject();
        for (const auto& [key, value] : m_value.items()) {
            if (std::find(allowed.begin(), allowed.end(), key) == allowed.end()) {
                std::string known;
                for (const std::string_view name : allowed) {
                    known += (known.empty() ? "" : ", ") + std::string(name);
                }
                throw Defect{m_where + "/" + key, "the key \"" + key + "\" is not known", "Use one of: " + known};
            }
        }
    }

    void needObject() const
    {
        if (!m_value.is_object()) {
            fail("an object is expected", "Write { ... } there");
        }
    }

    std::string text() const
    {
        if (!m_value.is_string()) {
            fail("a text is expected", "Write a text in double quotes there");
        }
        return m_value.get<std::string>();
    }

    bool flag() const
    {
        if (!m_value.is_boolean()) {
            fail("true or false is expected", "Write true or false there");
        }
        return m_value.get<bool>();
    }

    std::size_t size() const
    {
        if (!m_value.is_array()) {
            fail("a list is expected", "Write [ ... ] there");
        }
        return m_value.size();
    }

    template <typename Function>
    auto map(Function function) const
    {
        std::vector<decltype(function(*this))> results;
        for (std::size_t i = 0; i < size(); ++i) {
            results.push_back(function(at(i)));
        }
        return results;
    }

    std::vector<std::string> texts() const
    {
        return map([](const Cursor& item) { return item.text(); });
    }

private:
    const nlohmann::json& m_value;
    std::string m_where;
};

} // namespace firstlight::model
