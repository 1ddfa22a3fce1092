// The end of a round, solved: with all cards in sight and few of them left, every line of play is looked at.
#pragma once

#include "policy.hpp"
#include "stakes.hpp"

namespace haggis {

// Alpha-beta for the side of one seat against all others: exact between two sides, careful among three.
class Endgame {
  public:
    static constexpr int MAX_CARDS = 9;      // cards of all hands together, where many endings are to be solved
    static constexpr int MAX_NODES = 10'000; // of one search, likewise

    Endgame(const PolicyPlayer& player, int seat, const Stakes& stakes, int max_nodes = MAX_NODES)
        : player_(player), rules_(player.rules), seat_(seat), max_nodes_(max_nodes), stakes_(stakes) {}

    static bool is_small(const Rules& rules, const State& state) {
        int count = 0;
        for (int seat = 0; seat < rules.players; ++seat) count += size(state.hands[seat]);
        return state.phase == Phase::PLAY && count <= MAX_CARDS;
    }

    // The worth of best play, or nothing if that takes too long.
    bool solve(const State& state, i32& value) {
        if (!lists_) lists_.reset(new Action[DEPTH][WIDTH]);
        nodes_ = 0;
        value = best(state, -LIMIT, LIMIT, 0);
        return nodes_ <= max_nodes_;
    }

  private:
    static constexpr i32 LIMIT = 1 << 30;
    static constexpr int DEPTH = 64, WIDTH = 96;

    const PolicyPlayer& player_;
    const Rules& rules_;
    const int seat_, max_nodes_;
    const Stakes& stakes_;
    int nodes_ = 0;
    std::unique_ptr<Action[][WIDTH]> lists_; // by depth; most searches never come to the end

    i32 best(const State& state, i32 low, i32 high, int depth) {
        if (state.phase == Phase::OVER) return stakes_.worth(rules_, state, seat_);
        if (++nodes_ > max_nodes_ || depth == DEPTH) return nodes_ = max_nodes_ + 1, 0;
        const int count = player_.legal_without_bets(rules_, state, state.turn, player_.buffer);
        if (count > WIDTH) return nodes_ = max_nodes_ + 1, 0;
        Action* const list = lists_[depth];
        std::reverse_copy(player_.buffer, player_.buffer + count, list); // big plays first
        const bool own = rules_.side(state.turn) == rules_.side(seat_);
        i32 value = own ? -LIMIT : LIMIT;
        for (int i = 0; i < count && low < high && nodes_ <= max_nodes_; ++i) {
            State after = state;
            act(rules_, after, state.turn, list[i]);
            const i32 next = best(after, low, high, depth + 1);
            if (own) low = std::max(low, value = std::max(value, next));
            else high = std::min(high, value = std::min(value, next));
        }
        return value;
    }
};

} // namespace haggis
