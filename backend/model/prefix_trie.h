// Byte strings by their prefixes, as a double array: one step per byte. Immutable after construction, thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace firstlight::model {

class PrefixTrie
{
public:
    static constexpr std::int32_t kNone = -1;
    static constexpr std::int32_t kRoot = 0;

    struct Key {
        std::string_view text;
        std::int32_t value = 0; // not negative
    };

    PrefixTrie() : PrefixTrie(std::vector<Key>()) {}
    // Keys in any order; empty ones are left out, of equal ones the last counts.
    explicit PrefixTrie(std::vector<Key> keys);

    // The node behind `byte`, or kNone.
    std::int32_t step(std::int32_t node, char byte) const
    {
        const std::size_t next =
            static_cast<std::size_t>(m_nodes[static_cast<std::size_t>(node)].base) + static_cast<unsigned char>(byte);
        return m_nodes[next].parent == node ? static_cast<std::int32_t>(next) : kNone;
    }
    std::int32_t walk(std::int32_t node, std::string_view bytes) const;

    // Of the key that ends at this node, or kNone.
    std::int32_t valueAt(std::int32_t node) const { return m_nodes[static_cast<std::size_t>(node)].value; }

    // Length of the longest key that `text` begins with, 0 when there is none; `value` becomes its value.
    std::size_t longestPrefix(std::string_view text, std::int32_t& value) const;

private:
    struct Node {
        std::int32_t base = 0;
        std::int32_t parent = kNone; // kNone: free
        std::int32_t value = kNone;
    };
    struct Range { // of the sorted keys, those that share the bytes up to a node
        std::int32_t node = kRoot;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t depth = 0;
    };

    void expand(const std::vector<Key>& keys, const Range& range, std::vector<Range>& next);
    std::int32_t placeFor(const std::vector<unsigned char>& labels);
    void grow(std::size_t size);

    std::vector<Node> m_nodes;
    std::size_t m_firstFree = 1; // free places before it are left free
    std::size_t m_end = 1;       // behind the last place taken
};

} // namespace firstlight::model
