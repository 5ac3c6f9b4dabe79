#include "backend/model/field_reader.h"

#include "backend/model/config_scope.h"

#include <cmath>

namespace firstlight::model {

const Expression* FieldReader::expression(std::string_view field) const
{
    const auto place = m_fields.find(field);
    return place == m_fields.end() || !m_status.ok() ? nullptr : &place->second;
}

void FieldReader::fail(std::string_view field, std::string_view detail)
{
    m_status = configFailure(std::string(field) + ": " + std::string(detail));
}

void FieldReader::read(std::string_view field, std::int64_t& target, std::int64_t lowest, std::int64_t highest)
{
    const Expression* source = expression(field);
    if (source == nullptr) {
        return;
    }
    const auto value = source->evaluateInteger(m_scope);
    if (!value.ok()) {
        fail(field, std::string(value.status().message()));
    } else if (*value < lowest) {
        fail(field, std::to_string(*value) + " is not possible");
    } else if (*value > highest) {
        fail(field, std::to_string(*value) + " is too large");
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

void FieldReader::read(std::string_view field, double& target)
{
    const Expression* source = expression(field);
    if (source == nullptr) {
        return;
    }
    const auto value = source->evaluateReal(m_scope);
    if (!value.ok()) {
        fail(field, std::string(value.status().message()));
    } else if (!std::isfinite(*value) || *value <= 0) {
        fail(field, "it must be a number above zero");
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
        fail(field, std::string(value.status().message()));
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
    const auto* list = value.ok() ? std::get_if<ValueList>(&value->data) : nullptr;
    if (list == nullptr) {
        fail(field, value.ok() ? "it must be a list" : std::string(value.status().message()));
        return;
    }
    for (const Value& item : *list) {
        const auto* number = std::get_if<std::int64_t>(&item.data);
        if (number == nullptr || *number < 0 || *number > highest) {
            fail(field, toText(*value) + " is not a list of numbers from 0 to " + std::to_string(highest));
            return;
        }
        target.push_back(static_cast<std::int32_t>(*number));
    }
}

} // namespace firstlight::model
