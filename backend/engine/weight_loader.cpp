#include "backend/engine/weight_loader.h"

#include "backend/base/failure.h"
#include "backend/engine/slice_copy.h"
#include "backend/engine/stored_numbers.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace firstlight::engine {

namespace {

constexpr std::int64_t kBlockBytes = 4 << 20;

class FileHandle
{
public:
    static absl::StatusOr<FileHandle> open(const std::string& path)
    {
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) {
            return base::failure(reasons::kPathMissing, absl::StatusCode::kNotFound,
                                 {{"path", path}, {"detail", std::strerror(errno)}});
        }
        return FileHandle(descriptor);
    }

    FileHandle(FileHandle&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    FileHandle& operator=(FileHandle&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~FileHandle()
    {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }

    int descriptor() const { return m_descriptor; }

private:
    explicit FileHandle(int descriptor) : m_descriptor(descriptor) {}

    int m_descriptor;
};

absl::Status truncated(const checkpoint::ShardFile& file, std::uint64_t foundBytes)
{
    return base::failure(reasons::kShardTruncated, absl::StatusCode::kDataLoss,
                         {{"file", file.name},
                          {"expected_bytes", std::to_string(file.sizeBytes)},
                          {"found_bytes", std::to_string(foundBytes)}});
}

absl::Status readFully(const FileHandle& handle, const checkpoint::ShardFile& file, std::uint64_t offset,
                       std::span<std::byte> target)
{
    while (!target.empty()) {
        const ssize_t count = ::pread(handle.descriptor(), target.data(), target.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return base::failure(reasons::kPathMissing, absl::StatusCode::kUnavailable,
                                 {{"path", file.name}, {"detail", std::strerror(errno)}});
        }
        if (count == 0) {
            return truncated(file, offset);
        }
        offset += static_cast<std::uint64_t>(count);
        target = target.subspan(static_cast<std::size_t>(count));
    }
    return absl::OkStatus();
}

// Bytes of tensors, wherever in the files they lie.
class TensorBytes
{
public:
    TensorBytes(const checkpoint::CheckpointIndex& index, std::function<absl::Status(std::int32_t)> check)
        : m_index(index), m_check(std::move(check))
    {
    }

    absl::Status read(const checkpoint::TensorEntry& entry, std::uint64_t firstByte, std::span<std::byte> target)
    {
        for (const checkpoint::TensorPiece& piece : m_index.piecesOf(entry)) {
            const std::uint64_t begin = std::max(firstByte, piece.firstByte);
            const std::uint64_t end = std::min(firstByte + target.size(), piece.firstByte + piece.sizeBytes);
            if (begin < end) {
                FIRSTLIGHT_ASSIGN_OR_RETURN(const FileHandle* handle, open(piece.file));
                FIRSTLIGHT_RETURN_IF_ERROR(readFully(*handle, fileOf(piece.file),
                                                     piece.offsetBytes + begin - piece.firstByte,
                                                     target.subspan(begin - firstByte, end - begin)));
            }
        }
        return absl::OkStatus();
    }

    // Whatever was read since the last time is what the files held before.
    absl::Status close()
    {
        for (const auto& [file, handle] : m_open) {
            FIRSTLIGHT_RETURN_IF_ERROR(m_check(file));
        }
        m_open.clear();
        return absl::OkStatus();
    }

private:
    const checkpoint::ShardFile& fileOf(std::int32_t file) const
    {
        return m_index.files[static_cast<std::size_t>(file)];
    }

    absl::StatusOr<const FileHandle*> open(std::int32_t file)
    {
        const auto found = m_open.find(file);
        if (found != m_open.end()) {
            return &found->second;
        }
        FIRSTLIGHT_RETURN_IF_ERROR(m_check(file));
        FIRSTLIGHT_ASSIGN_OR_RETURN(FileHandle handle, FileHandle::open(m_index.directory + "/" + fileOf(file).name));
        return &m_open.emplace(file, std::move(handle)).first->second;
    }

    const checkpoint::CheckpointIndex& m_index;
    std::function<absl::Status(std::int32_t)> m_check; // that a file is as it was
    std::map<std::int32_t, FileHandle> m_open;
};

// Counts bytes of slices as their blocks arrive.
class ProgressMeter
{
public:
    ProgressMeter(const LoadProgress& report, std::int64_t total) : m_report(report), m_total(total) {}

    void add(std::int64_t bytes)
    {
        m_done += bytes;
        if (m_report) {
            m_report(m_done, m_total);
        }
    }

private:
    const LoadProgress& m_report;
    std::int64_t m_total;
    std::int64_t m_done = 0;
};

// Reads one slice's rows in blocks and hands them to where they belong.
class SliceReader
{
public:
    SliceReader(TensorBytes& bytes, const LoadItem& item, const Weight& weight, std::vector<std::byte>& buffer,
                ProgressMeter& meter)
        : m_bytes(bytes)
        , m_item(item)
        , m_weight(weight)
        , m_buffer(buffer)
        , m_meter(meter)
        , m_rowBytes(fileBytesOf(item.entry->dtype, item.geometry.fileColumns))
        , m_format(blockFormat(item.entry->dtype))
    {
    }

    absl::Status read()
    {
        for (std::int64_t matrix = 0; matrix < m_item.geometry.matrices; ++matrix) {
            std::int64_t sliceRow = 0;
            for (const auto& [begin, end] : m_item.geometry.rowRanges) {
                FIRSTLIGHT_RETURN_IF_ERROR(readRows(matrix, begin, end, sliceRow));
                sliceRow += end - begin;
            }
        }
        return absl::OkStatus();
    }

private:
    absl::Status readRows(std::int64_t matrix, std::int64_t begin, std::int64_t end, std::int64_t sliceRow)
    {
        const std::int64_t blockRows = std::max<std::int64_t>(1, kBlockBytes / std::max<std::int64_t>(1, m_rowBytes));
        for (std::int64_t row = begin; row < end; row += blockRows) {
            const std::int64_t rows = std::min(blockRows, end - row);
            m_buffer.resize(static_cast<std::size_t>(rows * m_rowBytes));
            const std::int64_t firstByte = (matrix * m_item.geometry.fileRows + row) * m_rowBytes;
            FIRSTLIGHT_RETURN_IF_ERROR(m_bytes.read(*m_item.entry, static_cast<std::uint64_t>(firstByte), m_buffer));
            copyRows(matrix, sliceRow + row - begin, rows);
            m_meter.add(rows * selectedRowBytes());
        }
        return absl::OkStatus();
    }

    // Blocks become plain numbers first, so that a slice may begin within one.
    void copyRows(std::int64_t matrix, std::int64_t sliceRow, std::int64_t rows)
    {
        if (!m_format) {
            copyBlock(m_item, m_weight, matrix, sliceRow, m_buffer, m_item.entry->dtype);
            return;
        }
        m_numbers.resize(static_cast<std::size_t>(rows * m_item.geometry.fileColumns));
        const std::int64_t blocks = static_cast<std::int64_t>(m_numbers.size()) / kernels::blockElements(*m_format);
        kernels::expandBlocks(*m_format, m_buffer.data(), blocks, m_numbers.data());
        copyBlock(m_item, m_weight, matrix, sliceRow, std::as_bytes(std::span(m_numbers)), checkpoint::DType::kF32);
    }

    std::int64_t selectedRowBytes() const
    {
        return fileBytesOf(m_item.entry->dtype, rangeLength(m_item.geometry.columnRanges));
    }

    TensorBytes& m_bytes;
    const LoadItem& m_item;
    const Weight& m_weight;
    std::vector<std::byte>& m_buffer;
    ProgressMeter& m_meter;
    const std::int64_t m_rowBytes;
    const std::optional<kernels::BlockFormat> m_format;
    std::vector<float> m_numbers; // of blocks
};

std::string pathOf(const checkpoint::CheckpointIndex& index, std::int32_t file)
{
    return index.directory + "/" + index.files[static_cast<std::size_t>(file)].name;
}

// Items in the order of their bytes on disk.
std::vector<std::size_t> fileOrder(const Weights& weights)
{
    std::vector<std::size_t> order(weights.items().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        const checkpoint::TensorEntry& a = *weights.items()[left].entry;
        const checkpoint::TensorEntry& b = *weights.items()[right].entry;
        return std::pair(a.file, a.offsetBytes) < std::pair(b.file, b.offsetBytes);
    });
    return order;
}

} // namespace

WeightLoader::WeightLoader(const checkpoint::CheckpointIndex& index) : m_index(index) {}

absl::StatusOr<WeightLoader::FileStamp> WeightLoader::stamp(std::int32_t file) const
{
    struct stat status {
    };
    if (::stat(pathOf(m_index, file).c_str(), &status) != 0) {
        return base::failure(
            reasons::kShardMissing, absl::StatusCode::kNotFound,
            {{"file", m_index.files[static_cast<std::size_t>(file)].name}, {"path", m_index.directory}});
    }
    return FileStamp{static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                     static_cast<std::uint64_t>(status.st_ino)};
}

absl::Status WeightLoader::remember()
{
    m_stamps.clear();
    for (std::size_t file = 0; file < m_index.files.size(); ++file) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(FileStamp found, stamp(static_cast<std::int32_t>(file)));
        if (found.sizeBytes < m_index.files[file].sizeBytes) {
            return truncated(m_index.files[file], found.sizeBytes);
        }
        m_stamps.push_back(found);
    }
    return absl::OkStatus();
}

absl::Status WeightLoader::checkUnchanged(std::int32_t file) const
{
    const checkpoint::ShardFile& shard = m_index.files[static_cast<std::size_t>(file)];
    FIRSTLIGHT_ASSIGN_OR_RETURN(FileStamp found, stamp(file));
    if (found.sizeBytes < shard.sizeBytes) {
        return truncated(shard, found.sizeBytes);
    }
    if (found != m_stamps[static_cast<std::size_t>(file)]) {
        return base::failure(reasons::kShardChanged, {{"file", shard.name}});
    }
    return absl::OkStatus();
}

absl::Status WeightLoader::load(const Weights& weights, const LoadProgress& progress,
                                const std::function<void(std::size_t)>& loaded)
{
    ProgressMeter meter(progress, weights.fileBytes());
    TensorBytes bytes(m_index, [this](std::int32_t file) { return checkUnchanged(file); });
    std::vector<std::byte> buffer;
    std::int32_t lastFile = -1;
    for (const std::size_t at : fileOrder(weights)) {
        const LoadItem& item = weights.items()[at];
        if (item.entry->file != lastFile) {
            FIRSTLIGHT_RETURN_IF_ERROR(bytes.close());
            lastFile = item.entry->file;
        }
        const Weight& weight = weights.weights()[static_cast<std::size_t>(item.weight)];
        FIRSTLIGHT_RETURN_IF_ERROR(SliceReader(bytes, item, weight, buffer, meter).read());
        loaded(at);
    }
    return bytes.close();
}

absl::StatusOr<std::int64_t> WeightLoader::releaseHostCache(const Weights& weights) const
{
    std::set<std::int32_t> files;
    for (const LoadItem& item : weights.items()) {
        for (const checkpoint::TensorPiece& piece : m_index.piecesOf(*item.entry)) {
            files.insert(piece.file);
        }
    }
    std::int64_t bytes = 0;
    for (const std::int32_t file : files) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(FileHandle handle, FileHandle::open(pathOf(m_index, file)));
        ::posix_fadvise(handle.descriptor(), 0, 0, POSIX_FADV_DONTNEED); // advice: nothing depends on it
        bytes += static_cast<std::int64_t>(m_index.files[static_cast<std::size_t>(file)].sizeBytes);
    }
    return bytes;
}

} // namespace firstlight::engine
