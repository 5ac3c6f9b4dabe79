#include "app/worker/watch_hub.h"

namespace firstlight::worker {
namespace {

// Keys of the stream: each is a state of which the latest counts.
enum Key { kSample, kProgress, kFailure };

} // namespace

std::shared_ptr<WatchHub::Writer> WatchHub::watch(std::chrono::milliseconds interval, Sampler sampler)
{
    const auto identity = std::make_shared<const Writer*>(nullptr);
    rpc::StreamWriterOptions options;
    options.onClosed = [this, identity] { m_cleaner.post([this, writer = *identity] { remove(writer); }); };
    auto writer = Writer::create(std::move(options));
    *identity = writer.get();
    const auto sendSample = [writer, sampler = std::move(sampler)] {
        v1::WorkerUpdate update;
        *update.mutable_sample() = sampler();
        writer->writeLatest(kSample, std::move(update));
    };
    sendSample();
    const std::lock_guard lock(m_mutex);
    for (const auto& [key, update] : m_latest) {
        writer->writeLatest(key, update);
    }
    if (m_closed) {
        writer->finish(grpc::Status::OK);
    }
    m_watchers[writer.get()] = {writer, std::make_unique<base::Ticker>(interval, sendSample)};
    if (writer->closed()) { // perhaps before it was in the list
        m_cleaner.post([this, closed = writer.get()] { remove(closed); });
    }
    return writer;
}

void WatchHub::publish(const v1::RankProgress& progress)
{
    v1::WorkerUpdate update;
    *update.mutable_progress() = progress;
    broadcast(kProgress, update);
}

void WatchHub::publish(const v1::FailureDetail& failure)
{
    v1::WorkerUpdate update;
    *update.mutable_failure() = failure;
    broadcast(kFailure, update);
}

void WatchHub::broadcast(int key, const v1::WorkerUpdate& update)
{
    const std::lock_guard lock(m_mutex);
    m_latest[key] = update;
    for (const auto& [identity, watcher] : m_watchers) {
        watcher.writer->writeLatest(key, update);
    }
}

void WatchHub::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    for (const auto& [identity, watcher] : m_watchers) {
        watcher.writer->finish(grpc::Status::OK);
    }
}

void WatchHub::remove(const Writer* writer)
{
    Watcher watcher; // ends after the lock
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_watchers.find(writer); found != m_watchers.end()) {
        watcher = std::move(found->second);
        m_watchers.erase(found);
    }
}

} // namespace firstlight::worker
