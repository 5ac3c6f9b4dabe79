// Where ctl's words go: the answer to standard output (as text, or as one JSON document), all else to standard error.
#pragma once

#include "backend/base/exit_codes.h"

#include <absl/status/status.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace firstlight::ctl {

class Output
{
public:
    explicit Output(bool json) : m_json(json) {}

    bool json() const { return m_json; }
    void answer(std::string_view text) const;                // nothing with --json
    void document(const nlohmann::ordered_json& json) const; // nothing without
    // The document {..., "name": [...]}: the members of `others`, then `count` elements that are made one by one, for
    // there may be millions; nothing without --json.
    void listDocument(std::string_view name, std::size_t count,
                      const std::function<nlohmann::ordered_json(std::size_t)>& element,
                      const nlohmann::ordered_json& others = nlohmann::ordered_json::object()) const;
    void note(std::string_view line) const;
    void progress(std::string_view text) const; // without a line end of its own

    // Says the failure in one line and gives the exit code that fits it.
    base::ExitCode fail(const absl::Status& status) const;

private:
    bool m_json;
};

// As much of a sentence as a person reads, in one line.
std::string inOneLine(std::string text);

} // namespace firstlight::ctl
