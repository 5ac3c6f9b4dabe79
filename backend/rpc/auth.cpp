#include "backend/rpc/auth.h"

#include "backend/base/failure.h"
#include "backend/base/random_token.h"

#include <string_view>

namespace firstlight::rpc {
namespace {

constexpr char kMetadataKey[] = "authorization";
constexpr std::string_view kScheme = "Bearer ";

} // namespace

void attachToken(grpc::ClientContext& context, const std::string& token)
{
    context.AddMetadata(kMetadataKey, std::string(kScheme) + token);
}

void prepareCall(grpc::ClientContext& context, const std::string& token, std::chrono::milliseconds timeout)
{
    attachToken(context, token);
    context.set_deadline(std::chrono::system_clock::now() + timeout);
}

absl::Status TokenGuard::check(const grpc::ServerContextBase& context) const
{
    const auto& metadata = context.client_metadata();
    const auto entry = metadata.find(kMetadataKey);
    if (entry != metadata.end() && metadata.count(kMetadataKey) == 1 && !m_token.empty()) {
        const std::string_view value(entry->second.data(), entry->second.size());
        if (value.substr(0, kScheme.size()) == kScheme &&
            base::constantTimeEqual(value.substr(kScheme.size()), m_token)) {
            return absl::OkStatus();
        }
    }
    return base::failure(reasons::kUnauthorized, absl::StatusCode::kUnauthenticated);
}

} // namespace firstlight::rpc
