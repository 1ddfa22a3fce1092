// How work is shared out: a Batch, a Rollout or a Search asks an executor and need not know about threads.
#pragma once

#include <functional>

namespace haggis {

class Executor {
  public:
    virtual ~Executor() = default;

    virtual int size() const = 0;

    // Calls work(0), work(1), ... work(size() - 1), perhaps at the same time, and returns when all are done. If one
    // of them throws, so does this.
    virtual void run(const std::function<void(int)>& work) = 0;
};

class SerialExecutor final : public Executor {
  public:
    int size() const override { return 1; }
    void run(const std::function<void(int)>& work) override { work(0); }
};

} // namespace haggis
