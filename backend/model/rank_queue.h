// Places in a text by the rank of what can be done there: the lowest rank first, of one rank the leftmost place.
#pragma once

#include <absl/container/node_hash_map.h>

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace firstlight::model {

// Places of one rank. They mostly come from left to right: such a place costs no more than its entry.
class RankBucket
{
public:
    void add(std::uint32_t place)
    {
        if (m_taken == m_places.size() || m_places.back() <= place) {
            m_places.push_back(place);
        } else {
            m_late.push(place);
        }
    }

    bool empty() const { return m_taken == m_places.size() && m_late.empty(); }

    std::uint32_t take()
    {
        const bool late = !m_late.empty() && (m_taken == m_places.size() || m_late.top() < m_places[m_taken]);
        if (!late) {
            return m_places[m_taken++];
        }
        const std::uint32_t place = m_late.top();
        m_late.pop();
        return place;
    }

private:
    std::vector<std::uint32_t> m_places; // ascending from m_taken on
    std::size_t m_taken = 0;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> m_late;
};

class RankQueue
{
public:
    void add(std::uint32_t rank, std::uint32_t place)
    {
        RankBucket& bucket = bucketOf(rank);
        if (bucket.empty()) {
            m_ranks.push(rank);
        }
        bucket.add(place);
    }

    bool empty() const { return m_ranks.empty(); }

    std::uint32_t take(std::uint32_t& rank)
    {
        rank = m_ranks.top();
        RankBucket& bucket = bucketOf(rank);
        const std::uint32_t place = bucket.take();
        if (bucket.empty()) {
            m_ranks.pop();
        }
        return place;
    }

private:
    // Neighbours are often alike: the bucket that was asked for last is remembered.
    RankBucket& bucketOf(std::uint32_t rank)
    {
        if (m_last == nullptr || rank != m_lastRank) {
            m_last = &m_buckets[rank];
            m_lastRank = rank;
        }
        return *m_last;
    }

    absl::node_hash_map<std::uint32_t, RankBucket> m_buckets;
    RankBucket* m_last = nullptr;
    std::uint32_t m_lastRank = 0;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> m_ranks; // of buckets not empty
};

} // namespace firstlight::model
