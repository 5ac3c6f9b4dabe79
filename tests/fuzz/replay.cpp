// Runs a fuzz target over the files of its corpus, and over cut and bent copies of each, with any compiler.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes readAll(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// The input lies in memory of exactly its size, so that a sanitizer sees each read outside.
void run(const Bytes& bytes)
{
    const Bytes exact(bytes);
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

void runVariants(const Bytes& bytes)
{
    run(bytes);
    const std::size_t step = bytes.size() / 64 + 1;
    for (std::size_t place = 0; place < bytes.size(); place += step) {
        run(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(place)));
        Bytes bent = bytes;
        for (const std::uint8_t value : {0x00, 0x22, 0x39, 0x5b, 0x7f, 0xff}) {
            bent[place] = value;
            run(bent);
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    int count = 0;
    for (int i = 1; i < argc; ++i) {
        for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
            runVariants(readAll(entry.path()));
            ++count;
        }
    }
    std::printf("%d corpus files\n", count);
    return count > 0 ? 0 : 1; // an empty corpus proves nothing
}
