#include "backend/checkpoint/pickle_classes.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace firstlight::checkpoint {
namespace {

constexpr std::string_view kUtils = "torch._utils";
constexpr std::string_view kTorch = "torch";
constexpr std::string_view kMetadata = "torch.distributed.checkpoint.metadata";
constexpr std::string_view kFilesystem = "torch.distributed.checkpoint.filesystem";

constexpr std::array<PickleClass, 54> kClasses{{
    {"collections", "OrderedDict", PickleRole::kDict},
    {kUtils, "_rebuild_tensor", PickleRole::kTensor},
    {kUtils, "_rebuild_tensor_v2", PickleRole::kTensor},
    {kUtils, "_rebuild_tensor_v3", PickleRole::kTensor},
    {kUtils, "_rebuild_parameter", PickleRole::kParameter},
    {kTorch, "Size", PickleRole::kSize},
    {"torch.serialization", "_get_layout", PickleRole::kLayout},
    {"torch.storage", "UntypedStorage", PickleRole::kUntypedStorage, DType::kU8},
    {kTorch, "UntypedStorage", PickleRole::kUntypedStorage, DType::kU8},
    {kTorch, "FloatStorage", PickleRole::kStorage, DType::kF32},
    {kTorch, "DoubleStorage", PickleRole::kStorage, DType::kF64},
    {kTorch, "HalfStorage", PickleRole::kStorage, DType::kF16},
    {kTorch, "BFloat16Storage", PickleRole::kStorage, DType::kBF16},
    {kTorch, "LongStorage", PickleRole::kStorage, DType::kI64},
    {kTorch, "IntStorage", PickleRole::kStorage, DType::kI32},
    {kTorch, "ShortStorage", PickleRole::kStorage, DType::kI16},
    {kTorch, "CharStorage", PickleRole::kStorage, DType::kI8},
    {kTorch, "ByteStorage", PickleRole::kStorage, DType::kU8},
    {kTorch, "BoolStorage", PickleRole::kStorage, DType::kBool},
    {kTorch, "ComplexFloatStorage", PickleRole::kStorage, DType::kC64},
    {kTorch, "float32", PickleRole::kDType, DType::kF32},
    {kTorch, "float64", PickleRole::kDType, DType::kF64},
    {kTorch, "float16", PickleRole::kDType, DType::kF16},
    {kTorch, "bfloat16", PickleRole::kDType, DType::kBF16},
    {kTorch, "float8_e4m3fn", PickleRole::kDType, DType::kF8E4M3},
    {kTorch, "float8_e5m2", PickleRole::kDType, DType::kF8E5M2},
    {kTorch, "float8_e8m0fnu", PickleRole::kDType, DType::kF8E8M0},
    {kTorch, "float8_e4m3fnuz", PickleRole::kDType, DType::kF8E4M3Fnuz},
    {kTorch, "float8_e5m2fnuz", PickleRole::kDType, DType::kF8E5M2Fnuz},
    {kTorch, "int64", PickleRole::kDType, DType::kI64},
    {kTorch, "int32", PickleRole::kDType, DType::kI32},
    {kTorch, "int16", PickleRole::kDType, DType::kI16},
    {kTorch, "int8", PickleRole::kDType, DType::kI8},
    {kTorch, "uint64", PickleRole::kDType, DType::kU64},
    {kTorch, "uint32", PickleRole::kDType, DType::kU32},
    {kTorch, "uint16", PickleRole::kDType, DType::kU16},
    {kTorch, "uint8", PickleRole::kDType, DType::kU8},
    {kTorch, "bool", PickleRole::kDType, DType::kBool},
    {kTorch, "complex64", PickleRole::kDType, DType::kC64},
    {kMetadata, "Metadata"},
    {kMetadata, "TensorStorageMetadata"},
    {kMetadata, "BytesStorageMetadata"},
    {kMetadata, "ChunkStorageMetadata"},
    {kMetadata, "TensorProperties"},
    {kMetadata, "MetadataIndex"},
    {kMetadata, "StorageMeta"},
    {kMetadata, "_MEM_FORMAT_ENCODING"},
    {kFilesystem, "_StorageInfo"},
    {"pathlib", "PosixPath"},
    {"pathlib", "WindowsPath"},
    {"pathlib._local", "PosixPath"},
    {"pathlib._local", "WindowsPath"},
    {"torch.distributed._shard.sharded_tensor.metadata", "TensorProperties"},
    {"torch.distributed._shard.sharded_tensor.metadata", "MEM_FORMAT_ENCODING"},
}};

struct Opcode {
    std::uint8_t byte;
    const char* name;
};

// Those that exist and are not read.
constexpr std::array<Opcode, 18> kRefusedOpcodes{{
    {'F', "FLOAT"},
    {'I', "INT"},
    {'L', "LONG"},
    {'P', "PERSID"},
    {'S', "STRING"},
    {'V', "UNICODE"},
    {'g', "GET"},
    {'i', "INST"},
    {'o', "OBJ"},
    {'p', "PUT"},
    {0x82, "EXT1"},
    {0x83, "EXT2"},
    {0x84, "EXT4"},
    {0x91, "FROZENSET"},
    {0x92, "NEWOBJ_EX"},
    {0x96, "BYTEARRAY8"},
    {0x97, "NEXT_BUFFER"},
    {0x98, "READONLY_BUFFER"},
}};

} // namespace

std::int32_t findPickleClass(std::string_view module, std::string_view name, PickleAllowance allowance)
{
    const auto* place = std::find_if(kClasses.begin(), kClasses.end(), [&](const PickleClass& entry) {
        return entry.module == module && entry.name == name;
    });
    const bool isAllowed = place != kClasses.end() &&
                           (place->role != PickleRole::kRecord || allowance == PickleAllowance::kDistributedMetadata);
    return isAllowed ? static_cast<std::int32_t>(place - kClasses.begin()) : -1;
}

const PickleClass& pickleClass(std::int32_t number)
{
    return kClasses[static_cast<std::size_t>(number)];
}

std::string pickleOpcodeName(std::uint8_t opcode)
{
    const auto* place = std::find_if(kRefusedOpcodes.begin(), kRefusedOpcodes.end(),
                                     [opcode](const Opcode& entry) { return entry.byte == opcode; });
    if (place != kRefusedOpcodes.end()) {
        return place->name;
    }
    char hex[16];
    std::snprintf(hex, sizeof hex, "opcode 0x%02x", opcode);
    return hex;
}

} // namespace firstlight::checkpoint
