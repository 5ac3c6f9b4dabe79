#include "backend/model/field_reader.h"

namespace firstlight::model {

const Expression* FieldReader::expression(std::string_view field) const
{
    const auto place = m_fields.find(field);
    return place == m_fields.end() || !m_status.ok() ? nullptr : &place->second;
}

void FieldReader::fail(const Expression& source, const absl::Status& status)
{
    m_status = m_scope.failureOf(source, std::string(status.message()));
}

void FieldReader::refuse(std::string_view field, const Expression& source, const Value& value,
                         const std::string& expected)
{
    m_status =
        m_scope.failureOf(source, m_scope.subject(source, field, toText(value)) + "; " + expected + " is expected");
}

void FieldReader::read(std::string_view field, std::int64_t& target, std::int64_t lowest, std::int64_t highest)
{
    const Expression* source = expression(field);
    if (source == nullptr) {
        return;
    }
    const auto value = source->evaluateInteger(m_scope);
    if (!value.ok()) {
        fail(*source, value.status());
    } else if (*value < lowest || *value > highest) {
        refuse(field, *source, {*value},
               "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
    } else {
        target = *value;
    }
}

void FieldReader::read(std::string_view field, std::int32_t& target, std::int64_t lowest, std::int64_t highest)
{
    std::int64_t value = target;
    read(field, value, lowest, highest);
    target = static_cast<std::int32_t>(value);
}

void FieldReader::read(std::string_view field, bool& target)
{
    std::int64_t value = target ? 1 : 0;
    read(field, value, 0);
    target = value != 0;
}

void FieldReader::read(std::string_view field, double& target, double highest)
{
    const Expression* source = expression(field);
    if (source == nullptr) {
        return;
    }
    const auto value = source->evaluateReal(m_scope);
    if (!value.ok()) {
        fail(*source, value.status());
    } else if (!(*value > 0 && *value <= highest)) { // what is no number is refused, too
        refuse(field, *source, {*value}, "a number above 0, at most " + toText({highest}));
    } else {
        target = *value;
    }
}

void FieldReader::read(std::string_view field, std::string& target)
{
    const Expression* source = expression(field);
    if (source == nullptr) {
        return;
    }
    auto value = source->evaluateText(m_scope);
    if (!value.ok()) {
        fail(*source, value.status());
    } else {
        target = *std::move(value);
    }
}

void FieldReader::read(std::string_view field, std::vector<std::int32_t>& target, std::int64_t highest)
{
    const Expression* source = expression(field);
    if (source == nullptr) {
        return;
    }
    const auto value = source->evaluate(m_scope);
    if (!value.ok()) {
        fail(*source, value.status());
        return;
    }
    const std::string expected = "a list of whole numbers from 0 to " + std::to_string(highest);
    const auto* list = std::get_if<ValueList>(&value->data);
    if (list == nullptr) {
        refuse(field, *source, *value, expected);
        return;
    }
    for (const Value& item : *list) {
        const auto* number = std::get_if<std::int64_t>(&item.data);
        if (number == nullptr || *number < 0 || *number > highest) {
            refuse(field, *source, *value, expected);
            return;
        }
        target.push_back(static_cast<std::int32_t>(*number));
    }
}

} // namespace firstlight::model
