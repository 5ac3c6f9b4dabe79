// Carries this rank's progress, failure and samples to those who watch. Thread-safe.
#pragma once

#include "backend/api/worker.pb.h"
#include "backend/base/executor.h"
#include "backend/base/ticker.h"
#include "backend/rpc/stream_writer.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace firstlight::worker {

class WatchHub
{
public:
    using Writer = rpc::StreamWriter<v1::WorkerUpdate>;
    // Makes samples for one watcher; called on that watcher's thread.
    using Sampler = std::function<v1::RankSample()>;

    // A stream that begins with the present state and then gets a sample each `interval`.
    std::shared_ptr<Writer> watch(std::chrono::milliseconds interval, Sampler sampler);

    void publish(const v1::RankProgress& progress); // the latest replaces what was not sent yet
    void publish(const v1::FailureDetail& failure);

    // Ends all streams.
    void close();

private:
    struct Watcher {
        std::shared_ptr<Writer> writer;
        std::unique_ptr<base::Ticker> ticker;
    };

    void broadcast(int key, const v1::WorkerUpdate& update);
    void remove(const Writer* writer);

    std::mutex m_mutex;
    std::map<const Writer*, Watcher> m_watchers;
    std::map<int, v1::WorkerUpdate> m_latest; // by key
    bool m_closed = false;
    base::ThreadExecutor m_cleaner{1}; // ends tickers, which cannot end on their own thread
};

} // namespace firstlight::worker
