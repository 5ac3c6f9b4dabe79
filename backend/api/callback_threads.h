// A guard against a defect of the gRPC version in use.
#pragma once

namespace firstlight::rpc {

// Keeps gRPC's callback threads until the process ends.
//
// gRPC ends and joins them when the last channel or server that uses them is destroyed. When that happens inside a
// callback (its context held the last reference to its channel), the thread would join itself, and the memory it still
// works on is freed. Every channel and server of ours calls this first.
void keepCallbackThreads();

} // namespace firstlight::rpc
