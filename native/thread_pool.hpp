// Threads that stay and wait for work: to start new ones for every step would take longer than many a step.
#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace haggis {

class ThreadPool {
  public:
    explicit ThreadPool(int count) : gate_(count) {
        for (int i = 1; i < count; ++i) helpers_.emplace_back([this, i] { wait_for_work(i); });
    }
    ThreadPool(const ThreadPool&) = delete;
    ~ThreadPool() {
        work_ = nullptr;
        gate_.arrive_and_wait();
        for (std::thread& helper : helpers_) helper.join();
    }

    // The caller is number 0 of the crew, and comes back when all are done.
    void run(const std::function<void(int)>& work) {
        work_ = &work;
        gate_.arrive_and_wait();
        work(0);
        gate_.arrive_and_wait();
    }

  private:
    std::barrier<> gate_; // at the beginning of a work, and at its end
    const std::function<void(int)>* work_ = nullptr;
    std::vector<std::thread> helpers_;

    void wait_for_work(int number) {
        for (;;) {
            gate_.arrive_and_wait();
            if (!work_) return;
            (*work_)(number);
            gate_.arrive_and_wait();
        }
    }
};

} // namespace haggis
