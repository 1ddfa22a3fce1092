// The solver: what a position is worth with all cards in sight and best play, for the side of one seat against all.
//
// It drives one of two searches to the exact value, by windows that close in on it (MTD, Plaat et al. 1996): the one
// for all games (`open_search.hpp`), or for two players the one that builds their hands first (`two_player.hpp`).
#pragma once

#include <optional>

#include "open_search.hpp"
#include "two_player.hpp"

namespace haggis {

class Solver {
  public:
    static constexpr i32 LIMIT = OpenSearch::LIMIT;
    static constexpr std::size_t SMALL_MEMORY = 1 << 17; // bytes that are enough for the last dozen of cards

    // `general` leaves everything to the search for all games.
    explicit Solver(const Rules& rules, std::size_t memory = SMALL_MEMORY, bool general = false)
        : rules_(rules), bytes_(memory), only_general_(general), general_(rules, memory, stop) {}

    // A new question: the cards, the bets and the haggis of this state, what rounds are worth to this seat.
    void ask(const State& state, int seat, const Stakes& stakes) {
        general_.ask(state, seat, stakes);
        root_ = state;
        seat_ = seat;
        stakes_ = &stakes;
        is_built_ = false;
        pair_.reset();
    }

    // How far the value of one state is known, and where to look next.
    struct Window {
        Bounds bounds = {-LIMIT, LIMIT};
        i32 guess = 0, step = 2;
        bool is_first = true, was_high = false;
    };

    // The value of a state of the question, with at most so many nodes more; less than exact only where they are spent
    // or the search was stopped.
    Bounds solve(const State& state, u64 max_nodes, i32 guess = 0) {
        Window window{.guess = guess};
        narrow(state, max_nodes, window);
        return window.bounds;
    }

    // The same from what is known already: tries by tries, in steps that grow as long as they go in one direction.
    void narrow(const State& state, u64 max_nodes, Window& window) {
        auto& [bounds, guess, step, is_first, was_high] = window;
        allow(max_nodes);
        const i32 before = general_.offset(state);
        const Bounds reach = state.phase == Phase::OVER
                                 ? Bounds{stakes_->worth(rules_, state, seat_), stakes_->worth(rules_, state, seat_)}
                                 : Bounds{general_.to_come(state).low + before, general_.to_come(state).high + before};
        bounds = {std::max(bounds.low, reach.low), std::min(bounds.high, reach.high)};
        while (!bounds.is_exact()) {
            const i32 high = is_first   ? std::clamp(guess, bounds.low + 1, bounds.high)
                             : was_high ? std::min(bounds.low + step, bounds.high)
                                        : std::max(bounds.high - step + 1, bounds.low + 1);
            const i32 value = look(state, high);
            if (stopped_) return;
            const bool is_high = value >= high;
            (is_high ? bounds.low : bounds.high) = value;
            if (!is_first) step = is_high == was_high ? step * 2 : std::max(1, step / 4);
            was_high = is_high;
            is_first = false;
        }
    }

    // An action that keeps the exact value of a state, which is not over; nothing if finding it takes too long.
    std::optional<Action> best(const State& state, i32 value, u64 max_nodes) {
        allow(max_nodes);
        const bool own = general_.is_own(state.turn);
        const std::vector<Action> actions = general_.rank_actions(state);
        for (const Action action : actions) {
            State after = state;
            act(rules_, after, state.turn, action);
            const i32 high = value + !own;
            const bool keeps = actions.size() == 1 || own == (look(after, high) >= high);
            if (stopped_) break;
            if (keeps) return action;
        }
        return std::nullopt;
    }

    // The same number for actions that differ in the names of suits alone, and how promising an action looks.
    std::pair<u64, int> describe(const State& state, Action action) const { return general_.describe(state, action); }

    u64 nodes() const { return general_.nodes() + (pair_ ? pair_->nodes() : 0); } // in all, of one question

    // Whether the search is to end at once; another thread may change it.
    std::atomic<bool> stop = false;

  private:
    static constexpr int PAIR_CARDS = 13; // from which on it pays to build the hands of two players first

    const Rules& rules_;
    const std::size_t bytes_;
    const bool only_general_;
    OpenSearch general_;
    std::unique_ptr<TwoPlayerSearch> pair_;
    State root_ = {}; // that was asked
    int seat_ = 0;
    const Stakes* stakes_ = nullptr;
    bool is_built_ = false, stopped_ = false;
    u64 max_nodes_ = 0;

    void allow(u64 max_nodes) {
        max_nodes_ = max_nodes;
        stopped_ = false;
        general_.allow(max_nodes);
        if (pair_) pair_->allow(max_nodes);
    }

    void build() {
        is_built_ = true;
        if (only_general_ || size(root_.hands[0]) + size(root_.hands[1]) < PAIR_CARDS || stakes_->sides() ||
            !TwoPlayerSearch::knows(rules_, root_))
            return;
        pair_ = std::make_unique<TwoPlayerSearch>(rules_, bytes_, stop);
        if (pair_->ask(root_)) pair_->allow(max_nodes_);
        else pair_.reset();
    }

    // The value of a state: if it is `high` or more, at least that; else at most what is returned. One search counts
    // what is still to come for the side of `seat_`, doubled, the other for the seat to act.
    i32 look(const State& state, i32 high) {
        if (state.phase == Phase::OVER) return stakes_->worth(rules_, state, seat_);
        if (!is_built_ && max_nodes_) build();
        const i32 before = general_.offset(state);
        high -= before;
        if (!pair_) {
            const i32 value = general_.search(state, high);
            stopped_ = general_.was_stopped();
            return value + before;
        }
        const bool own = general_.is_own(state.turn);
        const i32 value = pair_->search(state, own ? (high + 1) >> 1 : (-high >> 1) + 1);
        stopped_ = pair_->was_stopped();
        return (own ? 2 * value : -2 * value) + before;
    }
};

} // namespace haggis
