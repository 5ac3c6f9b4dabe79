// Reads the fields of a spec structure from expressions, checks their range and remembers the first failure, so that
// filling a structure is one line per field.
#pragma once

#include "backend/model/config_scope.h"

#include <absl/status/status.h>

#include <limits>
#include <string_view>

namespace firstlight::model {

class FieldReader
{
public:
    FieldReader(const FieldExpressions& fields, const ConfigScope& scope) : m_fields(fields), m_scope(scope) {}

    bool has(std::string_view field) const { return m_fields.contains(field); }
    // Fields that the descriptor does not have leave the target as it is.
    void read(std::string_view field, std::int32_t& target, std::int64_t lowest,
              std::int64_t highest = std::numeric_limits<std::int32_t>::max());
    void read(std::string_view field, std::int64_t& target, std::int64_t lowest,
              std::int64_t highest = std::numeric_limits<std::int64_t>::max());
    void read(std::string_view field, bool& target);
    void read(std::string_view field, double& target, double highest); // above zero
    void read(std::string_view field, std::string& target);
    void read(std::string_view field, std::vector<std::int32_t>& target, std::int64_t highest);

    const absl::Status& status() const { return m_status; }

private:
    const Expression* expression(std::string_view field) const;
    void fail(const Expression& source, const absl::Status& status);
    void refuse(std::string_view field, const Expression& source, const Value& value, const std::string& expected);

    const FieldExpressions& m_fields;
    const ConfigScope& m_scope;
    absl::Status m_status;
};

} // namespace firstlight::model
