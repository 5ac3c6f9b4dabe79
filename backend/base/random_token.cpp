#include "backend/base/random_token.h"

#include <cassert>
#include <cerrno>
#include <cstdlib>

#include <sys/random.h>

namespace firstlight::base {

std::string makeToken()
{
    return randomHex(32);
}

std::string randomHex(std::size_t byteCount)
{
    assert(byteCount <= 256); // getrandom(2) answers up to this size whole
    unsigned char bytes[256];
    ssize_t count = -1;
    do {
        count = ::getrandom(bytes, byteCount, 0);
    } while (count < 0 && errno == EINTR);
    if (count != static_cast<ssize_t>(byteCount)) {
        std::abort(); // a kernel without random numbers; going on would hand out guessable secrets
    }
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (std::size_t index = 0; index < byteCount; ++index) {
        text += kDigits[bytes[index] >> 4];
        text += kDigits[bytes[index] & 15];
    }
    return text;
}

bool constantTimeEqual(std::string_view a, std::string_view b)
{
    if (a.size() != b.size()) {
        return false;
    }
    unsigned difference = 0;
    for (std::size_t index = 0; index < a.size(); ++index) {
        difference |= static_cast<unsigned char>(a[index]) ^ static_cast<unsigned char>(b[index]);
    }
    return difference == 0;
}

} // namespace firstlight::base
