// Plain alpha-beta without memory: what the solver must agree with, for tests and measurements. Without pruning it is
// minimax.
#pragma once

#include <memory>
#include <vector>

#include "stakes.hpp"

namespace haggis {

class AlphaBeta {
  public:
    AlphaBeta(const Rules& rules, int seat, const Stakes& stakes, u64 max_nodes, bool prunes)
        : rules_(rules), seat_(seat), stakes_(stakes), max_nodes_(max_nodes), prunes_(prunes),
          room_(new Action[MAX_LEGAL]) {}

    // The value of a state to the seat, doubled; nothing useful if it took too long.
    i32 solve(const State& state, i32 low = -LIMIT, i32 high = LIMIT) {
        if (state.phase == Phase::OVER) return stakes_.worth(rules_, state, seat_);
        if (++nodes_ > max_nodes_) return 0;
        const int count = count_without_bets(room_.get(), legal(rules_, state, state.turn, room_.get()));
        const std::vector<Action> actions(room_.get(), room_.get() + count);
        const bool own = rules_.side(state.turn) == rules_.side(seat_);
        i32 best = own ? -LIMIT : LIMIT;
        for (auto action = actions.rbegin(); action != actions.rend() && !took_too_long();
             ++action) { // big plays first
            State after = state;
            act(rules_, after, state.turn, *action);
            const i32 value = solve(after, low, high);
            best = own ? std::max(best, value) : std::min(best, value);
            if (!prunes_) continue;
            (own ? low : high) = own ? std::max(low, best) : std::min(high, best);
            if (low >= high) break;
        }
        return best;
    }

    bool took_too_long() const { return nodes_ > max_nodes_; }
    u64 nodes() const { return nodes_; }

  private:
    static constexpr i32 LIMIT = 1 << 30;

    const Rules& rules_;
    const int seat_;
    const Stakes& stakes_;
    const u64 max_nodes_;
    const bool prunes_;
    std::unique_ptr<Action[]> room_;
    u64 nodes_ = 0;
};

} // namespace haggis
