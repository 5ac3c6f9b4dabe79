// What the expressions of a family need of a value of config.json, found from how they use it: nothing has to be
// declared, and a value of another kind is refused where it is read.
#pragma once

#include "backend/model/expression.h"

#include <functional>
#include <string>
#include <string_view>

namespace firstlight::model {

struct ValueUse {
    bool number = false;      // in calculations and comparisons
    bool whole = false;       // where only a whole number will do
    bool flag = false;        // as a condition
    bool flagDefault = false; // what stands for it where it is absent is true or false
    bool text = false;
    bool list = false;
    bool perLayer = false; // a list with one entry for each layer

    void add(const ValueUse& other);
};

// What the place of an expression takes.
enum class Wanted { kAny, kNumber, kWhole, kFlag, kText, kList, kLetters };

ValueUse useOf(Wanted wanted);

using UseVisitor = std::function<void(const std::string& name, const ValueUse& use)>;

// Tells every name of the expression with its use. The answer is empty, or says why the expression can never give what
// is wanted ("hidden" in quotes is a text, not a size).
std::string findUses(const Expression& expression, Wanted wanted, const UseVisitor& visitor);

// Whether the expression gives 0 or 1 only.
bool isCondition(const Expression& expression);

// Empty where a value serves all its uses, else what is expected: "a whole number". `isBoolean`: it was true or false.
std::string_view expectedInstead(const Value& value, bool isBoolean, const ValueUse& use);

// Empty, or the two uses of one value that exclude each other: "a text and as a number".
std::string_view conflictOf(const ValueUse& use);

} // namespace firstlight::model
