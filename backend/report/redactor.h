// Takes out of a text what must not leave the machine: access tokens, home folders and user names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace firstlight::report {

class Redactor
{
public:
    // `home`: replaced by "~"; `user`: replaced by "user" where it stands as a whole word; `secrets`: replaced by
    // "[redacted]". Empty ones are ignored.
    Redactor(std::string home, std::string user, std::vector<std::string> secrets);

    // For the user who runs this process.
    static Redactor ofThisProcess(std::vector<std::string> secrets);

    // Also hides what only looks like a secret: "Bearer ...", "token=...", runs of 32 or more hex digits that are not
    // part of a longer word.
    std::string redact(std::string_view text) const;

private:
    std::string m_home;
    std::string m_user;
    std::vector<std::string> m_secrets;
};

} // namespace firstlight::report
