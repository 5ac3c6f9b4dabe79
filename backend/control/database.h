// A thin layer over SQLite: statements with bound values, failures as Status.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace firstlight::control {

// One connection, used by one thread at a time. Failures: kStoreInvalid when the file is not a database or damaged,
// kStoreFull when it cannot be written (no space, read-only, ...).
class Database
{
public:
    using Value = std::variant<std::int64_t, std::string>; // text or blob
    using Row = std::vector<Value>;

    static absl::StatusOr<std::unique_ptr<Database>> open(const std::string& path);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // One or more statements without values.
    absl::Status run(const std::string& sql);
    // One statement; "?" are the values in order. `onRow` may be empty.
    absl::Status run(const std::string& sql, const Row& values, const std::function<void(const Row&)>& onRow = {});

private:
    explicit Database(std::string path) : m_path(std::move(path)) {}
    absl::Status check(int code) const;

    std::string m_path;
    sqlite3* m_handle = nullptr;
};

} // namespace firstlight::control
