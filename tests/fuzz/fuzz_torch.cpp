// Feeds any bytes to the readers of PyTorch files: as a file of torch.save(), as a pickle in an archive, as the
// metadata of a distributed checkpoint. What they accept must lie in the file.
#include "backend/checkpoint/distributed_metadata.h"
#include "backend/checkpoint/pickle.h"
#include "backend/checkpoint/quoted_text.h"
#include "backend/checkpoint/torch_file.h"
#include "backend/checkpoint/torch_tensors.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

using namespace firstlight::checkpoint;

namespace {

void require(bool condition)
{
    if (!condition) {
        std::abort();
    }
}

void readFile(std::string_view bytes)
{
    const MemorySource source(bytes);
    const auto file = readTorchFile(source, "fuzz");
    if (!file.ok()) {
        return;
    }
    for (const TensorEntry& tensor : file->tensors) {
        const bool isStrided =
            std::find(file->strided.begin(), file->strided.end(), tensor.name) != file->strided.end();
        require(tensor.offsetBytes <= bytes.size());
        require(isStrided || tensor.sizeBytes <= bytes.size() - tensor.offsetBytes);
        require(tensor.elementCount() >= 0 && isUtf8(tensor.name));
    }
}

void readTensors(std::string_view bytes)
{
    const auto document = readPickle("fuzz", bytes, PickleAllowance::kTensors);
    const auto list = document.ok() ? readTorchTensors("fuzz", *document) : document.status();
    for (const TorchTensor& tensor : list.ok() ? list->tensors : std::vector<TorchTensor>()) {
        require(!tensor.contiguous || tensor.offsetBytes + tensor.sizeBytes <= tensor.storageBytes);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    readFile(bytes);
    readTensors(bytes);
    const auto tensors = readDistributedMetadata("fuzz", bytes);
    for (const DistributedTensor& tensor : tensors.ok() ? *tensors : std::vector<DistributedTensor>()) {
        require(isUtf8(tensor.name));
    }
    return 0;
}
