// Rounds that are played out for everybody in determinized worlds, by the network or by the rollout policy: what an
// action leads to.
#pragma once

#include <cmath>
#include <vector>

#include "network.hpp"
#include "outcome.hpp"
#include "rollout.hpp"

namespace haggis {

// How rounds are played out, where not as usual.
struct Manner {
    bool known = false;   // the given world is the only one
    bool sampled = false; // the network's actions are drawn by its probabilities; else it takes the likeliest
    const CardBelief* belief = nullptr; // that deals the worlds
};

class PlayOut {
  public:
    // A seat that is asked whether it bets does so if its chance to be first out is greater than `bet_threshold`.
    PlayOut(const Network& network, const Position& position, int seat, const std::vector<Action>& actions, u64 seed,
            float bet_threshold, Manner manner = {})
        : network_(network), rules_(position.rules), position_(position), seat_(seat), actions_(actions), seed_(seed),
          bet_threshold_(bet_threshold), manner_(manner) {}

    // The points by action, world and side. The number of a world decides what it is, whichever thread plays in it.
    void run(u64 first, int worlds, Executor& executor, i32* points) const {
        const int sides = rules_.side_count();
        run(first, worlds, executor, [&](const Rollout& rollout, int from, int count) {
            for (std::size_t tried = 0; tried < actions_.size(); ++tried)
                std::copy_n(rollout.points.begin() + std::ptrdiff_t(tried) * count * sides, count * sides,
                            points + (i64(tried) * worlds + from) * sides);
        });
    }

    // All that came of each action in each world.
    void run(u64 first, int worlds, Executor& executor, Outcome* outcomes) const {
        run(first, worlds, executor, [&](const Rollout& rollout, int from, int count) {
            const u64 begin = position_.history.count;
            for (int world = 0; world < count; ++world) {
                Rng rng(seed_, first + u64(from + world));
                const State state = manner_.known ? position_.state : determinize(rules_, position_.state, seat_, rng);
                for (std::size_t tried = 0; tried < actions_.size(); ++tried) {
                    const History& history = rollout.position(tried * std::size_t(count) + std::size_t(world)).history;
                    outcomes[i64(tried) * worlds + from + world] =
                        follow(rules_, state, seat_, history.log + begin, history.count - begin);
                }
            }
        });
    }

  private:
    using i64 = std::int64_t;
    static constexpr int ROUNDS_AT_ONCE = 256;             // of a thread: enough for large products
    static constexpr u64 LUCK_STREAM = 0x8f14e45fceea167a; // of random numbers, for actions that are drawn

    const Network& network_;
    const Rules& rules_;
    const Position& position_;
    int seat_;
    const std::vector<Action>& actions_;
    u64 seed_;
    float bet_threshold_;
    Manner manner_;

    // Hands rounds that are over to `done`, with the number of their first world and how many worlds there are.
    template <class Done> void run(u64 first, int worlds, Executor& executor, Done done) const {
        executor.run([&](int thread) {
            Workspace workspace;
            const int end = int(i64(worlds) * (thread + 1) / executor.size());
            for (int from = int(i64(worlds) * thread / executor.size()); from < end;) {
                const int count = std::min(end - from, std::max(1, ROUNDS_AT_ONCE / int(actions_.size())));
                Rollout rollout(rules_, actions_.size() * std::size_t(count), 0, std::make_unique<SerialExecutor>());
                play(rollout, workspace, first + u64(from), count);
                done(rollout, from, count);
                from += count;
            }
        });
    }

    void play(Rollout& rollout, Workspace& workspace, u64 first, int count) const {
        rollout.determinize({{position_, seat_, actions_, seed_, first, manner_.known, manner_.belief}},
                            std::size_t(count));
        std::vector<Rng> luck;
        if (manner_.sampled) // the same for all actions in a world
            for (std::size_t i = 0; i < rollout.size(); ++i)
                luck.emplace_back(seed_ ^ LUCK_STREAM, first + i % std::size_t(count));
        std::vector<i64> choices;
        while (rollout.asked()) {
            answer(rollout, workspace, choices, luck);
            rollout.step(choices.data());
        }
    }

    // What the network does in all rounds. Of the answers to "Do you bet?" the first is no, the last the highest bet.
    void answer(const Rollout& rollout, Workspace& workspace, std::vector<i64>& choices, std::vector<Rng>& luck) const {
        const i64* const at = rollout.offsets.get();
        network_.evaluate(rollout.states.get(), rollout.actions.get(), at, rollout.asked(), workspace);
        choices.resize(rollout.asked());
        for (std::size_t n = 0; n < rollout.asked(); ++n) {
            const auto begin = workspace.values.begin();
            if (rollout.asks_for_bet(n))
                choices[n] = workspace.first_out[n] > bet_threshold_ ? at[n + 1] - at[n] - 1 : 0;
            else if (manner_.sampled) choices[n] = draw(begin + at[n], begin + at[n + 1], luck[rollout.rounds[n]]);
            else choices[n] = std::max_element(begin + at[n], begin + at[n + 1]) - (begin + at[n]);
        }
    }

    // One of some actions by the logarithms of their probabilities, up to a constant.
    template <class Values> static i64 draw(Values begin, Values end, Rng& rng) {
        const float most = *std::max_element(begin, end);
        double sum = 0;
        for (auto value = begin; value != end; ++value) sum += std::exp(double(*value - most));
        double left = double(rng.next() >> 11) * 0x1p-53 * sum;
        for (auto value = begin; value + 1 != end; ++value)
            if ((left -= std::exp(double(*value - most))) < 0) return value - begin;
        return end - begin - 1;
    }
};

// The same by the rollout policy, for play without a network. The policy never bets.
class PolicyPlayOut {
  public:
    PolicyPlayOut(const Position& position, int seat, const std::vector<Action>& actions, u64 seed, bool known)
        : position_(position), seat_(seat), actions_(actions), seed_(seed), known_(known) {}

    void run(u64 first, int worlds, Executor& executor, Outcome* outcomes) const {
        executor.run([&](int thread) {
            const PolicyPlayer player(position_.rules);
            const int end = int(std::int64_t(worlds) * (thread + 1) / executor.size());
            for (int world = int(std::int64_t(worlds) * thread / executor.size()); world < end; ++world)
                for (std::size_t tried = 0; tried < actions_.size(); ++tried)
                    outcomes[std::int64_t(tried) * worlds + world] = play(player, first + u64(world), actions_[tried]);
        });
    }

  private:
    static constexpr float NOISE = 1; // of its choices, in its own units of value

    const Position& position_;
    int seat_;
    const std::vector<Action>& actions_;
    u64 seed_;
    bool known_;

    Outcome play(const PolicyPlayer& player, u64 world, Action action) const {
        Rng rng(seed_, world);
        Position position = position_;
        if (!known_) determinize(position, seat_, rng);
        const State start = position.state;
        const u64 begin = position.history.count;
        if (action != NO_BET) act(position, seat_, action);
        while (position.state.phase != Phase::OVER)
            act(position, position.state.turn, player.choose(position.state, position.state.turn, rng, NOISE));
        return follow(position.rules, start, seat_, position.history.log + begin, position.history.count - begin);
    }
};

} // namespace haggis
