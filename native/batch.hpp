// Many rounds at once: lists of legal actions out, choices in, finished rounds scored and dealt again. Host only.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "encode.hpp"
#include "executor.hpp"
#include "random_play.hpp"
#include "saved.hpp"

namespace haggis {

// Each round has its own stream of random numbers, so that results do not depend on the number of threads.
class Batch {
  public:
    const Rules rules;
    const int dealer;              // of fresh rounds, NOBODY for a random one
    std::array<i32, SEATS> totals; // of fresh rounds
    std::vector<State> states;
    // What a step leaves behind, by round:
    std::vector<u64> offsets; // where its legal actions start, and at the end their number
    std::shared_ptr<Action[]> actions;
    std::vector<u8> seats;   // to act
    std::vector<u8> done;    // whether the last action ended a round
    std::vector<i32> scores; // of the last round that ended: cards, bonus, bets by side, [3][sides]

    Batch(const Rules& rules, std::size_t count, u64 seed, std::unique_ptr<Executor> executor, int dealer,
          std::array<i32, SEATS> totals)
        : rules(rules), dealer(dealer), totals(totals), states(count), offsets(count + 1), seats(count), done(count),
          scores(count * 3 * rules.side_count()), histories_(count), executor_(std::move(executor)),
          arenas_(std::size_t(executor_->size())) {
        for (std::size_t i = 0; i < count; ++i) rngs_.emplace_back(seed, i);
        run([&](int, std::size_t i) { begin(i); });
    }

    std::size_t size() const { return states.size(); }
    Position position(std::size_t i) const { return {rules, states[i], histories_[i]}; }

    // Puts a position in the place of a round.
    void put(std::size_t i, const Position& position) {
        const std::lock_guard one_at_a_time(busy_);
        states[i] = position.state;
        histories_[i] = position.history;
        run([](int, std::size_t) {});
    }

    // One action in every round, chosen by its place in the round's list. If a place is not in it, nothing is done and
    // the round's number returned, else -1.
    std::int64_t step(const std::int64_t* choices) {
        const std::lock_guard one_at_a_time(busy_);
        for (std::size_t i = 0; i < size(); ++i)
            if (u64(choices[i]) >= offsets[i + 1] - offsets[i]) return std::int64_t(i);
        run([&](int, std::size_t i) {
            const Action chosen = actions[offsets[i] + u64(choices[i])];
            histories_[i].add(seats[i], chosen);
            act(rules, states[i], seats[i], chosen);
            finish(i);
        });
        return -1;
    }

    // What the seats to act know, and all lists, as rows of bits (`encode.hpp`).
    void encode(int goal, u64* state_rows, u64* action_rows) {
        const std::lock_guard one_at_a_time(busy_);
        in_shares([&](int, std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                encode_state(rules, states[i], histories_[i], seats[i], goal, state_rows + i * STATE_WORDS);
                for (u64 at = offsets[i]; at < offsets[i + 1]; ++at)
                    encode_choice(rules, states[i], seats[i], actions[at], action_rows + at * ACTION_WORDS);
            }
        });
    }

    // That many uniformly random decisions in every round.
    RandomPlayStats play_random(u64 decisions) {
        const std::lock_guard one_at_a_time(busy_);
        std::vector<RandomPlayStats> by_round(size());
        run([&](int thread, std::size_t i) {
            Action* const buffer = arenas_[thread].room();
            for (u64 n = 0; n < decisions; ++n) {
                Action chosen;
                const int seat = states[i].turn, count = act_randomly(rules, states[i], rngs_[i], buffer, chosen);
                histories_[i].add(seat, chosen);
                by_round[i].count(count, chosen);
                finish(i, &by_round[i]);
            }
        });
        RandomPlayStats all;
        for (const RandomPlayStats& stats : by_round) all.add(stats);
        return all;
    }

    void save(ByteWriter& out) {
        const std::lock_guard one_at_a_time(busy_);
        out.write(std::span<const State>(states));
        out.write(std::span<const History>(histories_));
        out.write(std::span<const Rng>(rngs_));
        out.write(std::span<const u8>(done));
        out.write(std::span<const i32>(scores));
    }

    // What a batch of the same game and size has saved.
    void load(ByteReader& in) {
        const std::lock_guard one_at_a_time(busy_);
        in.read(std::span(states));
        in.read(std::span(histories_));
        in.read(std::span(rngs_));
        in.read(std::span(done));
        in.read(std::span(scores));
        run([](int, std::size_t) {});
    }

  private:
    // Lists one behind the other, in memory that a list never outgrows.
    struct Arena {
        std::shared_ptr<Action[]> at;
        u64 capacity = 0, used = 0;

        Action* room() {
            if (capacity < used + MAX_LEGAL) {
                capacity = 2 * (used + MAX_LEGAL);
                auto grown = std::make_shared<Action[]>(capacity);
                std::copy_n(at.get(), used, grown.get());
                at = std::move(grown);
            }
            return at.get() + used;
        }
    };

    std::mutex busy_;
    std::vector<History> histories_;
    std::vector<Rng> rngs_;
    std::unique_ptr<Executor> executor_;
    std::vector<Arena> arenas_; // by thread
    u64 capacity_ = 0;          // of the lists of several threads together

    // Does something to every round and lists what is legal then; when all threads have done so, the lists become one.
    template <class Work> void run(Work work) {
        in_shares([&](int thread, std::size_t from, std::size_t to) {
            arenas_[thread].used = 0;
            for (std::size_t i = from; i < to; ++i) work(thread, i);
            for (std::size_t i = from; i < to; ++i) list(arenas_[thread], i);
        });
        std::vector<u64> starts(arenas_.size() + 1);
        make_room(starts);
        if (arenas_.size() == 1) return;
        in_shares([&](int thread, std::size_t from, std::size_t to) {
            std::copy_n(arenas_[thread].at.get(), arenas_[thread].used, actions.get() + starts[thread]);
            for (std::size_t i = from; i < to; ++i) offsets[i] += starts[thread];
        });
    }

    // Every thread does its share of the rounds.
    template <class Work> void in_shares(Work work) {
        const std::size_t threads = arenas_.size();
        executor_->run([&](int thread) {
            work(thread, size() * std::size_t(thread) / threads, size() * (std::size_t(thread) + 1) / threads);
        });
    }

    void list(Arena& arena, std::size_t i) {
        seats[i] = states[i].turn;
        offsets[i] = arena.used;
        arena.used += u64(legal(rules, states[i], seats[i], arena.room()));
    }

    void make_room(std::vector<u64>& starts) {
        for (std::size_t i = 0; i < arenas_.size(); ++i) starts[i + 1] = starts[i] + arenas_[i].used;
        offsets.back() = starts.back();
        if (arenas_.size() == 1) {
            actions = arenas_[0].at;
        } else if (capacity_ < starts.back()) {
            capacity_ = 2 * starts.back();
            actions = std::make_shared<Action[]>(capacity_);
        }
    }

    void begin(std::size_t i) {
        states[i] = fresh(rules, rngs_[i], dealer, totals.data());
        histories_[i].count = 0;
    }

    // A round that is over is scored and followed by a fresh one.
    void finish(std::size_t i, RandomPlayStats* stats = nullptr) {
        done[i] = states[i].phase == Phase::OVER;
        if (!done[i]) return;
        const Score result = score(rules, states[i]);
        const int sides = rules.side_count();
        i32* out = &scores[i * 3 * sides];
        for (const i32* part : {result.cards, result.bonus, result.bets}) out = std::copy_n(part, sides, out);
        if (stats) stats->count(result);
        begin(i);
    }
};

} // namespace haggis
