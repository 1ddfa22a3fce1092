// Rounds played out in imagined worlds with the network for everybody: what an action leads to. Host only.
#pragma once

#include <exception>
#include <thread>
#include <vector>

#include "network.hpp"
#include "rollout.hpp"

namespace haggis {

class PlayOut {
  public:
    // Where there is a question for a bet, it is made by one who is first out with more than the least chance.
    PlayOut(const Network& mind, const Position& position, int seat, const std::vector<Action>& tries,
            u64 seed, float least_chance)
        : mind_(mind), rules_(position.rules), position_(position), seat_(seat), tries_(tries), seed_(seed),
          least_chance_(least_chance) {}

    // The points by action, world and side. The number of a world decides what it is, whoever plays in it.
    void run(u64 first, int worlds, int threads, i32* points) const {
        threads = std::min(threads, worlds);
        std::vector<std::exception_ptr> failed(static_cast<std::size_t>(threads));
        const auto share = [&](int thread) {
            try {
                Workspace thought;
                const int end = int(i64(worlds) * (thread + 1) / threads);
                for (int from = int(i64(worlds) * thread / threads); from < end;) {
                    const int count = std::min(end - from, std::max(1, AT_ONCE / int(tries_.size())));
                    play(thought, first, from, count, worlds, points);
                    from += count;
                }
            } catch (...) {
                failed[std::size_t(thread)] = std::current_exception();
            }
        };
        std::vector<std::thread> helpers;
        for (int thread = 1; thread < threads; ++thread) helpers.emplace_back(share, thread);
        share(0);
        for (std::thread& helper : helpers) helper.join();
        for (const std::exception_ptr& failure : failed)
            if (failure) std::rethrow_exception(failure);
    }

  private:
    using i64 = std::int64_t;
    static constexpr int AT_ONCE = 256; // rounds of a thread: enough for large products

    const Network& mind_;
    const Rules& rules_;
    const Position& position_;
    int seat_;
    const std::vector<Action>& tries_;
    u64 seed_;
    float least_chance_;

    void play(Workspace& thought, u64 first, int from, int count, int worlds, i32* points) const {
        Rollout wave(rules_, tries_.size() * std::size_t(count), 0, 1);
        wave.determinize(position_, seat_, tries_, seed_, first + u64(from));
        std::vector<i64> choices;
        while (wave.asked()) {
            answer(wave, thought, choices);
            wave.step(choices.data());
        }
        const int sides = rules_.side_count();
        for (std::size_t tried = 0; tried < tries_.size(); ++tried)
            std::copy_n(wave.points.begin() + std::ptrdiff_t(tried) * count * sides, count * sides,
                        points + (i64(tried) * worlds + from) * sides);
    }

    // What the network does in all rounds. To a question for a bet the first answer is none, the last the highest.
    void answer(const Rollout& wave, Workspace& thought, std::vector<i64>& choices) const {
        const i64* const at = wave.offsets.get();
        mind_.evaluate(wave.states.get(), wave.actions.get(), at, wave.asked(), thought);
        choices.resize(wave.asked());
        for (std::size_t n = 0; n < wave.asked(); ++n) {
            const auto begin = thought.values.begin();
            if (wave.asks_for_bet(n)) choices[n] = thought.first_out[n] > least_chance_ ? at[n + 1] - at[n] - 1 : 0;
            else choices[n] = std::max_element(begin + at[n], begin + at[n + 1]) - (begin + at[n]);
        }
    }
};

} // namespace haggis
