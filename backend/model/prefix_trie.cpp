#include "backend/model/prefix_trie.h"

#include <algorithm>

namespace firstlight::model {

namespace {

constexpr std::size_t kBytes = 256;
constexpr std::size_t kMaxLook = 1024; // places looked at before the array is made longer

} // namespace

PrefixTrie::PrefixTrie(std::vector<Key> keys)
{
    std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.text < b.text; });
    grow(2 * kBytes);
    m_nodes[kRoot].parent = kRoot - 2; // neither free nor anybody's child
    std::vector<Range> open = {{kRoot, 0, keys.size(), 0}};
    while (!open.empty()) {
        const Range range = open.back();
        open.pop_back();
        expand(keys, range, open);
    }
}

// Every step may look 255 places behind a base.
void PrefixTrie::grow(std::size_t size)
{
    if (size > m_nodes.size()) {
        m_nodes.resize(std::max(size, m_nodes.size() + m_nodes.size() / 2));
    }
}

void PrefixTrie::expand(const std::vector<Key>& keys, const Range& range, std::vector<Range>& next)
{
    std::size_t begin = range.begin;
    while (begin < range.end && keys[begin].text.size() == range.depth) {
        if (range.node != kRoot) {
            m_nodes[static_cast<std::size_t>(range.node)].value = keys[begin].value;
        }
        ++begin;
    }
    std::vector<unsigned char> labels;
    const std::size_t firstRange = next.size();
    for (std::size_t at = begin; at < range.end; ++at) {
        const auto label = static_cast<unsigned char>(keys[at].text[range.depth]);
        if (labels.empty() || labels.back() != label) {
            labels.push_back(label);
            next.push_back({kRoot, at, at, range.depth + 1});
        }
        next.back().end = at + 1;
    }
    if (labels.empty()) {
        return;
    }
    const std::int32_t base = placeFor(labels);
    m_nodes[static_cast<std::size_t>(range.node)].base = base;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::int32_t child = base + labels[i];
        m_nodes[static_cast<std::size_t>(child)].parent = range.node;
        next[firstRange + i].node = child;
        m_end = std::max(m_end, static_cast<std::size_t>(child) + 1);
    }
}

// A base whose places for all labels are free.
std::int32_t PrefixTrie::placeFor(const std::vector<unsigned char>& labels)
{
    while (m_nodes[m_firstFree].parent != kNone) {
        ++m_firstFree;
    }
    const std::size_t start = std::max<std::size_t>(m_firstFree, std::size_t{labels[0]} + 1);
    for (std::size_t place = start; place < start + kMaxLook; ++place) {
        grow(place + 2 * kBytes);
        const std::size_t base = place - labels[0];
        const bool free = std::all_of(labels.begin(), labels.end(),
                                      [&](unsigned char label) { return m_nodes[base + label].parent == kNone; });
        if (free) {
            return static_cast<std::int32_t>(base);
        }
    }
    // What was looked at is nearly full: leave it, and go behind all that is taken.
    m_firstFree = std::max(m_firstFree, std::min(start + kMaxLook, m_end));
    const std::size_t place = std::max(m_end, kBytes + 1);
    grow(place + 2 * kBytes);
    return static_cast<std::int32_t>(place - labels[0]);
}

std::int32_t PrefixTrie::walk(std::int32_t node, std::string_view bytes) const
{
    for (const char byte : bytes) {
        node = step(node, byte);
        if (node == kNone) {
            return kNone;
        }
    }
    return node;
}

std::size_t PrefixTrie::longestPrefix(std::string_view text, std::int32_t& value) const
{
    std::size_t longest = 0;
    std::int32_t node = kRoot;
    for (std::size_t at = 0; at < text.size(); ++at) {
        node = step(node, text[at]);
        if (node == kNone) {
            break;
        }
        if (valueAt(node) != kNone) {
            value = valueAt(node);
            longest = at + 1;
        }
    }
    return longest;
}

} // namespace firstlight::model
