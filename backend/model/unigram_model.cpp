#include "backend/model/unigram_model.h"

#include "backend/model/byte_tokens.h"
#include "backend/model/utf8.h"

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <type_traits>

namespace firstlight::model {

namespace {

// A way that is this long is written out where all ways meet, so that memory does not grow with the piece.
constexpr std::size_t kFlushBytes = 4096;

constexpr double kLowestSum = -100000.0; // of single precision, as in sentencepiece

} // namespace

// One piece on its way through the trellis; `Score` is the type in which sums are kept.
template <typename Score>
class UnigramModel::Search
{
public:
    Search(const UnigramModel& model, std::string_view piece, std::vector<std::int32_t>& out)
        : m_model(model), m_piece(piece), m_out(out), m_nodes(std::min(piece.size(), kFlushBytes) + 1)
    {
    }

    void run()
    {
        for (std::size_t at = 0; at < m_piece.size();) {
            if (m_furthest <= at && at - m_begin >= kFlushBytes && node(at).id != m_model.m_options.unknownId) {
                flush(at);
            }
            if (std::is_same_v<Score, float> && node(at).score < kLowestSum) {
                rebase(at);
            }
            const std::size_t length =
                std::min<std::size_t>(utf8Length(static_cast<unsigned char>(m_piece[at])), m_piece.size() - at);
            if (!offerTokens(at, length)) {
                offer(at, at + length, m_model.m_options.unknownId,
                      static_cast<Score>(m_model.m_options.unknownScore) + node(at).score);
            }
            at += length;
        }
        flush(m_piece.size());
        writeUnknown();
    }

private:
    struct Node {
        Score score = 0;
        std::uint32_t length = 0; // of the last token on the best way here; 0: no way yet
        std::int32_t id = Vocabulary::kNone;
    };

    Node& node(std::size_t at) { return m_nodes[at - m_begin]; }

    // True: one of the tokens is the single character at `at`.
    bool offerTokens(std::size_t at, std::size_t characterLength)
    {
        bool single = false;
        std::int32_t state = PrefixTrie::kRoot;
        for (std::size_t end = at; end < m_piece.size();) {
            state = m_model.m_trie.step(state, m_piece[end++]);
            if (state == PrefixTrie::kNone) {
                break;
            }
            if (const std::int32_t id = m_model.m_trie.valueAt(state); id != PrefixTrie::kNone) {
                offer(at, end, id, static_cast<Score>(m_model.m_scores[static_cast<std::size_t>(id)]) + node(at).score);
                single = single || end - at == characterLength;
            }
        }
        return single;
    }

    void offer(std::size_t begin, std::size_t end, std::int32_t id, Score score)
    {
        if (end - m_begin >= m_nodes.size()) {
            m_nodes.resize(std::max(end - m_begin + 1, m_nodes.size() * 2));
        }
        m_furthest = std::max(m_furthest, end);
        Node& target = node(end);
        if (target.length == 0 || score > target.score) {
            target = {score, static_cast<std::uint32_t>(end - begin), id};
        }
    }

    // Sums of single precision are kept near zero: from here on only differences matter.
    void rebase(std::size_t at)
    {
        const Score base = node(at).score;
        for (std::size_t end = at; end <= std::max(at, m_furthest); ++end) {
            node(end).score -= node(end).length > 0 || end == at ? base : Score{0};
        }
    }

    // Writes the best way up to `end`, from where the search goes on.
    void flush(std::size_t end)
    {
        m_way.clear();
        for (std::size_t at = end; at > m_begin; at -= node(at).length) {
            m_way.push_back(at);
        }
        for (auto at = m_way.rbegin(); at != m_way.rend(); ++at) {
            write(*at - node(*at).length, *at, node(*at).id);
        }
        const Score score = node(end).score;
        std::fill(m_nodes.begin(), m_nodes.begin() + static_cast<std::ptrdiff_t>(end - m_begin + 1), Node{});
        m_begin = end;
        node(end).score = score;
    }

    // Unknown characters side by side count as one.
    void write(std::size_t begin, std::size_t end, std::int32_t id)
    {
        if (id == m_model.m_options.unknownId) {
            m_unknownBegin = m_unknownEnd == begin ? m_unknownBegin : begin;
            m_unknownEnd = end;
            return;
        }
        writeUnknown();
        m_out.push_back(id);
    }

    void writeUnknown()
    {
        if (m_unknownBegin < m_unknownEnd) {
            m_model.addUnknown(m_piece.substr(m_unknownBegin, m_unknownEnd - m_unknownBegin), m_out);
        }
        m_unknownBegin = m_unknownEnd;
    }

    const UnigramModel& m_model;
    std::string_view m_piece;
    std::vector<std::int32_t>& m_out;
    absl::InlinedVector<Node, 96> m_nodes; // from m_begin on
    absl::InlinedVector<std::size_t, 48> m_way;
    std::size_t m_begin = 0;
    std::size_t m_furthest = 0; // where the longest token that was offered ends
    std::size_t m_unknownBegin = 0;
    std::size_t m_unknownEnd = 0;
};

UnigramModel::UnigramModel(Vocabulary tokens, std::vector<double> scores, UnigramOptions options)
    : m_tokens(std::move(tokens))
    , m_scores(std::move(scores))
    , m_options(std::move(options))
    , m_fallbackIds(byteTokenIds(m_tokens))
{
    std::vector<PrefixTrie::Key> keys;
    for (std::int32_t id = 0; id < m_tokens.size(); ++id) {
        if (m_tokens.has(id) && isMatched(id)) {
            keys.push_back({m_tokens.content(id), id});
        }
    }
    m_trie = PrefixTrie(std::move(keys));
}

bool UnigramModel::isMatched(std::int32_t id) const
{
    return m_options.matched.empty() || m_options.matched[static_cast<std::size_t>(id)];
}

void UnigramModel::encode(std::string_view piece, std::vector<std::int32_t>& out) const
{
    if (m_options.singlePrecision) {
        Search<float>(*this, piece, out).run();
    } else {
        Search<double>(*this, piece, out).run();
    }
}

// Unknown characters together may be the text of a token.
void UnigramModel::addUnknown(std::string_view text, std::vector<std::int32_t>& out) const
{
    const std::int32_t whole = m_options.matched.empty() ? m_tokens.find(text) : Vocabulary::kNone;
    if (whole != Vocabulary::kNone) {
        out.push_back(whole);
    } else if ((!m_options.byteFallback || !addByteTokens(text, m_fallbackIds, out)) &&
               m_options.unknownId != Vocabulary::kNone) {
        out.push_back(m_options.unknownId);
    }
}

std::optional<std::string> UnigramModel::tokenOf(std::int32_t id) const
{
    return m_tokens.has(id) ? std::optional(std::string(m_tokens.content(id))) : std::nullopt;
}

} // namespace firstlight::model
