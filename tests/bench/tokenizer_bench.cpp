// Speed of encoding and decoding, and the ids themselves; run by hand, see tokenizer_bench.py.
//
// tokenizer_bench FOLDER TEXT: one JSON object on standard output. "text": the whole file as one text; "pieces": the
// file in pieces of about 2 kB; each with bytes per second (the best of several runs) and a hash of the ids.
#include "backend/model/tokenizer.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

using firstlight::model::SpecialTokens;
using firstlight::model::Tokenizer;

namespace {

constexpr std::size_t kPieceBytes = 2048;
constexpr int kRuns = 5;
using Ids = std::vector<std::int32_t>;

// The machine may be busy with other things.
double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double bestSeconds(const std::function<void()>& work)
{
    double best = 1e9;
    for (int run = 0; run < kRuns; ++run) {
        const double start = processorSeconds();
        work();
        best = std::min(best, processorSeconds() - start);
    }
    return best;
}

std::uint64_t hashOf(const Ids& ids)
{
    std::uint64_t state = 0xCBF29CE484222325U;
    for (const std::int32_t id : ids) {
        for (int shift = 0; shift < 32; shift += 8) {
            state = (state ^ static_cast<unsigned char>(id >> shift & 0xFF)) * 0x100000001B3U;
        }
    }
    return state;
}

// Cut behind line ends.
std::vector<std::string_view> piecesOf(std::string_view text)
{
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        const std::size_t end = text.size() > kPieceBytes ? text.find('\n', kPieceBytes) : std::string_view::npos;
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        pieces.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return pieces;
}

void report(const char* name, std::size_t bytes, double seconds, const Ids& ids, const char* end)
{
    std::printf("\"%s\":{\"mb_per_s\":%.2f,\"ids\":%zu,\"hash\":\"%016llx\"}%s", name,
                static_cast<double>(bytes) / seconds / 1e6, ids.size(), static_cast<unsigned long long>(hashOf(ids)),
                end);
}

} // namespace

int main(int argc, char** argv)
{
    const auto tokenizer = argc == 3 ? Tokenizer::load(std::string(argv[1]))
                                     : absl::InvalidArgumentError("usage: tokenizer_bench FOLDER TEXT");
    if (!tokenizer.ok()) {
        std::fprintf(stderr, "%s\n", std::string(tokenizer.status().message()).c_str());
        return 1;
    }
    std::ifstream stream(argv[2], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    Ids whole;
    const double wholeSeconds = bestSeconds([&] { whole = (*tokenizer)->encode(text, SpecialTokens::kParse); });
    Ids all;
    const std::vector<std::string_view> pieces = piecesOf(text);
    const double pieceSeconds = bestSeconds([&] {
        all.clear();
        for (const std::string_view piece : pieces) {
            const Ids ids = (*tokenizer)->encode(piece, SpecialTokens::kParse);
            all.insert(all.end(), ids.begin(), ids.end());
        }
    });
    std::string decoded;
    const double decodeSeconds = bestSeconds([&] { decoded = (*tokenizer)->decode(whole, false); });
    std::printf("{");
    report("text", text.size(), wholeSeconds, whole, ",");
    report("pieces", text.size(), pieceSeconds, all, ",");
    report("decode", decoded.size(), decodeSeconds, {}, "}\n");
    return 0;
}
