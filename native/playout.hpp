// Rounds that the network plays out for everybody in determinized worlds: what an action leads to.
#pragma once

#include <vector>

#include "network.hpp"
#include "rollout.hpp"

namespace haggis {

class PlayOut {
  public:
    // A seat that is asked whether it bets does so if its chance to be first out is greater than `bet_threshold`.
    PlayOut(const Network& network, const Position& position, int seat, const std::vector<Action>& actions, u64 seed,
            float bet_threshold)
        : network_(network), rules_(position.rules), position_(position), seat_(seat), actions_(actions), seed_(seed),
          bet_threshold_(bet_threshold) {}

    // The points by action, world and side. The number of a world decides what it is, whichever thread plays in it.
    void run(u64 first, int worlds, Executor& executor, i32* points) const {
        executor.run([&](int thread) {
            Workspace workspace;
            const int end = int(i64(worlds) * (thread + 1) / executor.size());
            for (int from = int(i64(worlds) * thread / executor.size()); from < end;) {
                const int count = std::min(end - from, std::max(1, ROUNDS_AT_ONCE / int(actions_.size())));
                play(workspace, first, from, count, worlds, points);
                from += count;
            }
        });
    }

  private:
    using i64 = std::int64_t;
    static constexpr int ROUNDS_AT_ONCE = 256; // of a thread: enough for large products

    const Network& network_;
    const Rules& rules_;
    const Position& position_;
    int seat_;
    const std::vector<Action>& actions_;
    u64 seed_;
    float bet_threshold_;

    void play(Workspace& workspace, u64 first, int from, int count, int worlds, i32* points) const {
        Rollout rollout(rules_, actions_.size() * std::size_t(count), 0, std::make_unique<SerialExecutor>());
        rollout.determinize(position_, seat_, actions_, seed_, first + u64(from));
        std::vector<i64> choices;
        while (rollout.asked()) {
            answer(rollout, workspace, choices);
            rollout.step(choices.data());
        }
        const int sides = rules_.side_count();
        for (std::size_t tried = 0; tried < actions_.size(); ++tried)
            std::copy_n(rollout.points.begin() + std::ptrdiff_t(tried) * count * sides, count * sides,
                        points + (i64(tried) * worlds + from) * sides);
    }

    // What the network does in all rounds. Of the answers to "Do you bet?" the first is no, the last the highest bet.
    void answer(const Rollout& rollout, Workspace& workspace, std::vector<i64>& choices) const {
        const i64* const at = rollout.offsets.get();
        network_.evaluate(rollout.states.get(), rollout.actions.get(), at, rollout.asked(), workspace);
        choices.resize(rollout.asked());
        for (std::size_t n = 0; n < rollout.asked(); ++n) {
            const auto begin = workspace.values.begin();
            if (rollout.asks_for_bet(n))
                choices[n] = workspace.first_out[n] > bet_threshold_ ? at[n + 1] - at[n] - 1 : 0;
            else choices[n] = std::max_element(begin + at[n], begin + at[n + 1]) - (begin + at[n]);
        }
    }
};

} // namespace haggis
