// A model family as one JSON file describes it (schema: resources/families/README.md), parsed and checked.
//
// Values only, safe to share between threads. Nothing in a descriptor is code: expressions compute numbers and
// conditions from config values, patterns become tensor names.
#pragma once

#include "backend/model/expression.h"
#include "backend/model/model_spec.h"
#include "backend/model/value_use.h"

#include <absl/status/statusor.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firstlight::model {

// A value read from config.json: the first of `keys` that is set in the first of the scope's objects that has it.
struct ConfigValue {
    std::string name;
    std::vector<std::string> keys;
    std::string scope = "text";
    std::optional<Expression> fallback; // where no key is set
    std::vector<std::string> oneOf;     // texts that it (or each of its elements) may be; empty: any
    std::string section;                // of the architecture table; empty: not shown
    std::string title;
    std::string place; // JSON pointer in the descriptor
    ValueUse use;      // found from the family's expressions
};

// Fields of a spec structure by name, each an expression.
using FieldExpressions = std::map<std::string, Expression, std::less<>>;

// One of several kinds of mixer or FFN; a layer takes the first whose condition holds.
struct LayerPart {
    std::string name; // what "mixer" or "ffn" is in conditions
    std::optional<Expression> when;
    FieldExpressions fields;
    std::vector<std::pair<std::string, std::optional<Expression>>> operators; // name, condition
};

struct TensorPattern {
    std::string name;      // with {prefix} and {counter} placeholders
    std::string otherName; // where the checkpoint has this one and not `name`; the same counters; empty: none
    std::string role;
    bool bias = false;
    std::vector<Expression> shape;
    std::vector<Expression> alternateShape;
    SplitRule split = SplitRule::kReplicate;
    std::optional<Expression> when;
    bool optional = false;
};

struct IgnoredPattern {
    std::string pattern;
    std::optional<Expression> when;
};

struct FamilyDescriptor {
    std::string id;
    std::string title;
    std::string file; // where it was read from
    bool own = false; // written by the user, not installed: mistakes may be there as well as in config.json
    std::shared_ptr<const std::string> source; // the text of the file, for the lines of messages
    std::vector<std::string> modelTypes;
    std::vector<std::string> architectures;
    std::map<std::string, std::vector<std::string>, std::less<>> scopes;   // name -> paths of config objects
    std::map<std::string, std::vector<std::string>, std::less<>> prefixes; // placeholder -> alternatives
    std::map<std::string, std::string, std::less<>> probes; // name -> beginning of a tensor's name; 1 if there is one
    std::vector<ConfigValue> values;                        // in order: a default may use the values before it
    FieldExpressions spec;
    FieldExpressions rope;
    FieldExpressions vision; // empty: the family has none
    std::optional<Expression> visionWhen;
    std::vector<LayerPart> mixers;
    std::vector<LayerPart> ffns;
    std::vector<std::pair<std::string, std::optional<Expression>>> operators;
    FieldExpressions counters; // placeholder -> how many
    std::vector<TensorPattern> tensors;
    std::vector<IgnoredPattern> ignored;
    std::vector<std::string> knownSettings; // of config.json, whose meaning is part of the family
};

// kDescriptorInvalid names the file, the place and the fix.
absl::StatusOr<FamilyDescriptor> parseDescriptor(std::string_view text, const std::string& file);

// kDescriptorInvalid for a place (a JSON pointer) of a family that has been read.
absl::Status descriptorFailure(const FamilyDescriptor& family, const std::string& place, const std::string& detail,
                               const std::string& fix);

} // namespace firstlight::model
