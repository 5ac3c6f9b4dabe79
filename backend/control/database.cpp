#include "backend/control/database.h"

#include "backend/base/failure.h"

#include <sqlite3.h>

namespace firstlight::control {
namespace {

constexpr int kBusyTimeoutMs = 2000;

using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

void bind(sqlite3_stmt* statement, const Database::Row& values)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int position = static_cast<int>(i) + 1;
        if (const auto* number = std::get_if<std::int64_t>(&values[i])) {
            sqlite3_bind_int64(statement, position, *number);
        } else {
            const auto& text = std::get<std::string>(values[i]);
            sqlite3_bind_blob64(statement, position, text.data(), text.size(), SQLITE_TRANSIENT);
        }
    }
}

Database::Row rowOf(sqlite3_stmt* statement)
{
    Database::Row row;
    for (int column = 0; column < sqlite3_column_count(statement); ++column) {
        if (sqlite3_column_type(statement, column) == SQLITE_INTEGER) {
            row.emplace_back(static_cast<std::int64_t>(sqlite3_column_int64(statement, column)));
        } else {
            const auto* data = static_cast<const char*>(sqlite3_column_blob(statement, column));
            const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
            row.emplace_back(data == nullptr ? std::string() : std::string(data, size));
        }
    }
    return row;
}

bool isDamage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

} // namespace

absl::StatusOr<std::unique_ptr<Database>> Database::open(const std::string& path)
{
    std::unique_ptr<Database> database(new Database(path));
    FIRSTLIGHT_RETURN_IF_ERROR(database->check(sqlite3_open_v2(
        path.c_str(), &database->m_handle,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr)));
    sqlite3_extended_result_codes(database->m_handle, 1);
    sqlite3_busy_timeout(database->m_handle, kBusyTimeoutMs);
    return database;
}

Database::~Database()
{
    sqlite3_close_v2(m_handle);
}

absl::Status Database::check(int code) const
{
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) {
        return absl::OkStatus();
    }
    const std::string detail = m_handle == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(m_handle);
    return base::failure(isDamage(code) ? reasons::kStoreInvalid : reasons::kStoreFull,
                         isDamage(code) ? absl::StatusCode::kDataLoss : absl::StatusCode::kResourceExhausted,
                         {{"path", m_path}, {"detail", detail}});
}

absl::Status Database::run(const std::string& sql)
{
    return check(sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr));
}

absl::Status Database::run(const std::string& sql, const Row& values, const std::function<void(const Row&)>& onRow)
{
    sqlite3_stmt* prepared = nullptr;
    FIRSTLIGHT_RETURN_IF_ERROR(
        check(sqlite3_prepare_v2(m_handle, sql.data(), static_cast<int>(sql.size()), &prepared, nullptr)));
    const Statement statement(prepared, &sqlite3_finalize);
    bind(prepared, values);
    int code = sqlite3_step(prepared);
    while (code == SQLITE_ROW) {
        if (onRow) {
            onRow(rowOf(prepared));
        }
        code = sqlite3_step(prepared);
    }
    return check(code);
}

} // namespace firstlight::control
