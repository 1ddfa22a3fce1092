// A rollout: rounds that are dealt together and played to their ends, for learning.
//
// It asks only where there is something to decide, and offers only the candidates (`candidates.hpp`); forced actions
// are played at once, and so are the decisions of seats that the core takes itself, by the rollout policy or the
// search. A seat that may bet, and could still make the bet, is asked about that first and about the rest afterwards:
// among hundreds of plays a bet would never be tried. Questions come as rows of bits.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "belief.hpp"
#include "executor.hpp"
#include "search.hpp"

namespace haggis {

// Memory that only grows, and is not cleared. Its pages hold nothing else, so that a GPU may be allowed to read them.
template <class T> class Room {
  public:
    T* of(std::size_t count) {
        if (count > capacity_) {
            capacity_ = count + count / 2;
            const std::size_t pages = (capacity_ * sizeof(T) + PAGE - 1) / PAGE;
            at_.reset(static_cast<T*>(::operator new(pages * PAGE, std::align_val_t(PAGE))));
        }
        return at_.get();
    }
    T* get() const { return at_.get(); }

  private:
    static constexpr std::size_t PAGE = 4096;
    struct Free {
        void operator()(T* memory) const { ::operator delete(memory, std::align_val_t(PAGE)); }
    };

    std::unique_ptr<T, Free> at_;
    std::size_t capacity_ = 0;
};

// Actions that a seat may try in a position. Its worlds are numbered from `first` on: the number decides what a world
// is; with `known` the given one is the only one.
struct Situation {
    Position position;
    int seat;
    std::vector<Action> actions;
    u64 seed;
    u64 first = 0;
    bool known = false;
    const CardBelief* belief = nullptr; // that deals the worlds; without it every deal is equally likely
};

class Rollout {
  public:
    const Rules rules;
    // Of the decisions that it asks about, in the order of their rounds:
    std::vector<u32> rounds;
    Room<u8> seats;
    Room<u64> states, hidden;   // rows of STATE_WORDS and HIDDEN_WORDS
    Room<std::int64_t> offsets; // where the actions of each begin, and their number
    Room<u64> actions;          // rows of CHOICE_WORDS
    // Of rounds that are over, by round:
    std::vector<i32> points; // by side
    std::vector<u8> first_out;

    Rollout(const Rules& rules, std::size_t count, u64 seed, std::unique_ptr<Executor> executor)
        : rules(rules), points(count * rules.side_count()), first_out(count),
          positions_(count, Position{rules, {}, {}}), rivals_(count), no_bet_(count), executor_(std::move(executor)) {
        offsets.of(1)[0] = 0;
        for (std::size_t i = 0; i < count; ++i) rngs_.emplace_back(seed, i);
        for (int i = 0; i < executor_->size(); ++i) workers_.push_back(std::make_unique<Worker>(this->rules));
    }

    std::size_t size() const { return positions_.size(); }
    std::size_t asked() const { return rounds.size(); }

    // Deals every round anew. Round by round the core plays a set of seats (`rivals`): by its search with that many
    // iterations a decision, or by its policy with none.
    void deal(const u8* rivals, u64 iterations) {
        const std::lock_guard one_at_a_time(busy_);
        std::copy_n(rivals, size(), rivals_.begin());
        iterations_ = iterations;
        rounds.resize(size());
        for (std::size_t i = 0; i < size(); ++i) rounds[i] = u32(i);
        run([this](std::size_t, u32 i) {
            const i32 totals[SEATS] = {};
            positions_[i].state = fresh(rules, rngs_[i], NOBODY, totals);
            positions_[i].history.count = 0;
            no_bet_[i] = false;
        });
    }

    // Puts determinizations in place of the rounds: for each situation, and each of its actions to try, the same
    // `worlds`. Rounds that are left over are not played. To try NO_BET is to wait: the seat makes no bet now.
    void determinize(const std::vector<Situation>& situations, std::size_t worlds) {
        const std::lock_guard one_at_a_time(busy_);
        std::vector<std::pair<const Situation*, Action>> tries;
        for (const Situation& situation : situations)
            for (const Action action : situation.actions) tries.emplace_back(&situation, action);
        std::fill(rivals_.begin(), rivals_.end(), u8(0));
        rounds.resize(tries.size() * worlds);
        for (std::size_t i = 0; i < rounds.size(); ++i) rounds[i] = u32(i);
        run([&](std::size_t, u32 i) {
            const auto& [situation, action] = tries[i / worlds];
            Rng rng(situation->seed, situation->first + i % worlds);
            positions_[i] = situation->position;
            if (situation->belief) haggis::determinize(positions_[i], situation->seat, rng, *situation->belief);
            else if (!situation->known) haggis::determinize(positions_[i], situation->seat, rng);
            if (action != NO_BET) act(positions_[i], situation->seat, action);
            no_bet_[i] = action == NO_BET && situation->position.state.turn == situation->seat;
        });
    }

    // One action for every decision, by its place. If a place is not in the list, nothing is done and the
    // decision's number returned, else -1.
    std::int64_t step(const std::int64_t* choices) {
        const std::lock_guard one_at_a_time(busy_);
        const std::int64_t* const at = offsets.get();
        for (std::size_t n = 0; n < asked(); ++n)
            if (u64(choices[n]) >= u64(at[n + 1] - at[n])) return std::int64_t(n);
        run([&](std::size_t n, u32 i) {
            const Action chosen = listed_[std::size_t(at[n] + choices[n])].action;
            no_bet_[i] = chosen == NO_BET;
            if (chosen != NO_BET) act(positions_[i], seats.get()[n], chosen);
        });
        return -1;
    }

    // Makes room for the largest step that is possible, so that the rows never move.
    void reserve() {
        const std::lock_guard one_at_a_time(busy_);
        states.of(size() * STATE_WORDS);
        hidden.of(size() * HIDDEN_WORDS);
        offsets.of(size() + 1);
        actions.of(size() * MAX_CANDIDATES * CHOICE_WORDS);
        if (!asked()) offsets.get()[0] = 0;
    }

    const Position& position(std::size_t i) const { return positions_[i]; }

    // What was done before each decision: rows of EVENT_WORDS one behind the other, and where those of each begin.
    std::vector<u64> encode_events(std::vector<std::int64_t>& begins) {
        const std::lock_guard one_at_a_time(busy_);
        begins.assign(1, 0);
        for (const u32 i : rounds) begins.push_back(begins.back() + std::int64_t(positions_[i].history.count));
        std::vector<u64> rows(std::size_t(begins.back()) * EVENT_WORDS);
        executor_->run([&](int thread) {
            const std::size_t threads = workers_.size(), count = asked();
            for (std::size_t n = count * thread / threads; n < count * (thread + 1) / threads; ++n)
                haggis::encode_events(positions_[rounds[n]], seats.get()[n],
                                      rows.data() + std::size_t(begins[n]) * EVENT_WORDS);
        });
        return rows;
    }

    // Whether a decision is about a bet alone.
    bool asks_for_bet(std::size_t n) const { return listed_[std::size_t(offsets.get()[n])].action == NO_BET; }

  private:
    struct Worker {
        PolicyPlayer player;
        std::vector<Candidate> candidates; // of the decision that it looks at
        // Of all its decisions, one behind the other:
        std::vector<Candidate> list;
        std::vector<u32> rounds, counts;
        std::vector<u8> seats;
        std::vector<u64> states, hidden, actions; // encoded at once, while the round is in the cache

        explicit Worker(const Rules& rules) : player(rules, 10) {}

        void clear() {
            list.clear();
            rounds.clear();
            counts.clear();
            seats.clear();
            states.clear();
            hidden.clear();
            actions.clear();
        }
    };

    std::mutex busy_;
    std::vector<Position> positions_;
    std::vector<Rng> rngs_;
    std::vector<u8> rivals_;
    u64 iterations_ = 0;     // of the rivals' searches
    std::vector<u8> no_bet_; // whether the seat to act was asked about a bet and made none
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<Candidate> listed_; // what the rows of actions stand for
    std::unique_ptr<Executor> executor_;

    // Does something to every round that was asked about, goes on to the next decisions, and puts them in order.
    void run(const std::function<void(std::size_t, u32)>& work) {
        const std::size_t count = rounds.size(), threads = workers_.size();
        executor_->run([&](int thread) {
            Worker& worker = *workers_[thread];
            worker.clear();
            for (std::size_t n = count * thread / threads; n < count * (thread + 1) / threads; ++n) {
                work(n, rounds[n]);
                advance(worker, rounds[n]);
            }
        });
        std::vector<u32> next;
        make_room(next);
        executor_->run([&](int thread) { collect(thread, next); });
        rounds = std::move(next);
    }

    // Plays on until there is something to ask, or the round is over.
    void advance(Worker& worker, u32 i) {
        Position& position = positions_[i];
        while (position.state.phase != Phase::OVER) {
            const int seat = position.state.turn;
            if (rivals_[i] >> seat & 1) {
                act(position, seat, choose(worker.player, position, seat, rngs_[i]));
                continue;
            }
            const Action* const list = worker.player.buffer;
            const int count = legal(rules, position.state, seat, worker.player.buffer);
            const int others = count_without_bets(list, count);
            std::vector<Candidate>& candidates = worker.candidates;
            const SeatView view(rules, position.state, seat);
            if (others < count && !no_bet_[i] && can_bets_be_made(rules, position.state)) {
                candidates.clear();
                candidates.push_back({NO_BET}); // the seat can always do something else
                for (int place = others; place < count; ++place) candidates.push_back({list[place], place});
            } else {
                select_candidates(worker.player, position.state, view, seat, list, others, MAX_CANDIDATES, candidates);
            }
            if (candidates.size() > 1) {
                worker.list.insert(worker.list.end(), candidates.begin(), candidates.end());
                worker.rounds.push_back(i);
                worker.counts.push_back(u32(candidates.size()));
                worker.seats.push_back(u8(seat));
                encode(worker, position, view, seat);
                return;
            }
            act(position, seat, candidates[0].action);
            no_bet_[i] = false;
        }
        const Score result = score(rules, position.state);
        for (int side = 0; side < rules.side_count(); ++side)
            points[i * rules.side_count() + side] = result.cards[side] + result.bonus[side] + result.bets[side];
        first_out[i] = position.state.out[0];
    }

    // What the core does for a seat that it takes.
    Action choose(const PolicyPlayer& player, const Position& position, int seat, Rng& rng) const {
        if (!iterations_) return player.choose(position.state, seat, rng, 0);
        SerialExecutor alone;
        return Search({&player, 1}, alone, position, seat, rng.next(), {iterations_, 0}, {}).run().action;
    }

    void make_room(std::vector<u32>& next) {
        std::size_t decisions = 0, listed = 0;
        for (const auto& worker : workers_) {
            decisions += worker->rounds.size();
            listed += worker->list.size();
        }
        next.resize(decisions);
        seats.of(decisions);
        states.of(decisions * STATE_WORDS);
        hidden.of(decisions * HIDDEN_WORDS);
        offsets.of(decisions + 1)[decisions] = std::int64_t(listed);
        actions.of(listed * CHOICE_WORDS);
        listed_.resize(listed);
    }

    // The decision among the worker's candidates, behind its earlier ones.
    void encode(Worker& worker, const Position& position, const SeatView& view, int seat) const {
        const auto more = [](std::vector<u64>& rows, std::size_t words) {
            rows.resize(rows.size() + words);
            return rows.data() + rows.size() - words;
        };
        const std::vector<Candidate>& candidates = worker.candidates;
        encode_state(rules, position.state, position.history, seat, 0, more(worker.states, STATE_WORDS));
        encode_hidden(rules, position.state, seat, more(worker.hidden, HIDDEN_WORDS));
        encode_candidates(worker.player, position.state, view, seat, candidates.data(), candidates.size(),
                          more(worker.actions, candidates.size() * CHOICE_WORDS));
    }

    // Puts a worker's decisions behind those of the workers before it.
    void collect(int thread, std::vector<u32>& next) {
        const Worker& worker = *workers_[thread];
        std::size_t n = 0, at = 0;
        for (int before = 0; before < thread; ++before) {
            n += workers_[before]->rounds.size();
            at += workers_[before]->list.size();
        }
        std::copy(worker.list.begin(), worker.list.end(), listed_.begin() + std::ptrdiff_t(at));
        std::copy(worker.states.begin(), worker.states.end(), states.get() + n * STATE_WORDS);
        std::copy(worker.hidden.begin(), worker.hidden.end(), hidden.get() + n * HIDDEN_WORDS);
        std::copy(worker.actions.begin(), worker.actions.end(), actions.get() + at * CHOICE_WORDS);
        std::copy(worker.rounds.begin(), worker.rounds.end(), next.begin() + std::ptrdiff_t(n));
        std::copy(worker.seats.begin(), worker.seats.end(), seats.get() + n);
        for (const u32 count : worker.counts) {
            offsets.get()[n++] = std::int64_t(at);
            at += count;
        }
    }
};

} // namespace haggis
