// Threads that stay and wait for work: to start new ones for every step would take longer than many a step. Host only.
#pragma once

#include <atomic>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "executor.hpp"

namespace haggis {

// A barrier that looks for the others for a while before it sleeps: to wake a thread takes longer than many a step.
class Gate {
  public:
    explicit Gate(int count) : count_(count) {}

    void arrive_and_wait() {
        const int phase = phase_.load(std::memory_order_acquire);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == count_) {
            arrived_.store(0, std::memory_order_relaxed);
            phase_.store(phase + 1);
            std::atomic_thread_fence(std::memory_order_seq_cst); // notify_all looks for sleepers after the store
            phase_.notify_all();
            return;
        }
        for (int look = 0; look < LOOKS; ++look) {
            if (phase_.load(std::memory_order_acquire) != phase) return;
            std::this_thread::yield(); // others may need the processor more
        }
        phase_.wait(phase); // not a condition variable: that of GCC 12 needs a newer system library
    }

  private:
    static constexpr int LOOKS = 200;
    const int count_;
    std::atomic<int> arrived_ = 0;
    alignas(64) std::atomic<int> phase_ = 0; // changes when all have arrived
};

class ThreadPool final : public Executor {
  public:
    explicit ThreadPool(int count) : gate_(count), failures_(std::size_t(count)) {
        for (int i = 1; i < count; ++i) helpers_.emplace_back([this, i] { wait_for_work(i); });
    }
    ThreadPool(const ThreadPool&) = delete;
    ~ThreadPool() override {
        work_ = nullptr;
        gate_.arrive_and_wait();
        for (std::thread& helper : helpers_) helper.join();
    }

    int size() const override { return int(failures_.size()); }

    // The caller is thread 0.
    void run(const std::function<void(int)>& work) override {
        if (helpers_.empty()) return work(0);
        work_ = &work;
        gate_.arrive_and_wait();
        take_part(0);
        gate_.arrive_and_wait();
        std::exception_ptr first;
        for (std::exception_ptr& failure : failures_)
            if (const std::exception_ptr thrown = std::exchange(failure, nullptr); thrown && !first) first = thrown;
        if (first) std::rethrow_exception(first);
    }

  private:
    Gate gate_; // at the beginning of a work, and at its end
    const std::function<void(int)>* work_ = nullptr;
    std::vector<std::exception_ptr> failures_; // by thread
    std::vector<std::thread> helpers_;

    void wait_for_work(int number) {
        for (;;) {
            gate_.arrive_and_wait();
            if (!work_) return;
            take_part(number);
            gate_.arrive_and_wait();
        }
    }

    void take_part(int number) {
        try {
            (*work_)(number);
        } catch (...) {
            failures_[std::size_t(number)] = std::current_exception();
        }
    }
};

} // namespace haggis
