// A position analysed with all cards in sight: the value of every action to a
// seat, and a line of best play.
#pragma once

#include <numeric>
#include <span>
#include <unordered_map>

#include "solver.hpp"

namespace haggis {

// Whether tricks are under way: only then can a position be solved.
inline bool can_be_solved(const State& state) {
    return state.phase == Phase::PLAY || state.phase == Phase::AWARD || state.phase == Phase::LEAD;
}

inline int count_cards(const Rules& rules, const State& state) {
    int count = 0;
    for (int seat = 0; seat < rules.players; ++seat) count += size(state.hands[seat]);
    return count;
}

// It goes in parts of so many nodes, so that others can watch and end it, and
// so that its answers do not depend on time.
class Analysis {
  public:
    // Of some actions of the seat to act, or of all but bets.
    Analysis(const Rules& rules, const State& state, int seat, const Stakes& stakes, std::size_t memory,
             std::span<const Action> actions = {}, bool general = false)
        : rules_(rules), state_(state), stakes_(stakes), seat_(seat), solver_(rules_, memory, general),
          actions_(actions.begin(), actions.end()) {
        if (actions.empty()) {
            const auto room = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
            const int count = count_without_bets(room.get(), legal(rules_, state_, state_.turn, room.get()));
            actions_.assign(room.get(), room.get() + count);
        }
        solver_.ask(state_, seat_, stakes_);
        for (const Action action : actions_) {
            windows_.emplace_back();
            solver_.narrow(after(action), 0, windows_.back());
        }
        solver_.narrow(state_, 0, root_);
        arrange();
    }
    Analysis(const Analysis&) = delete; // the solver refers to the rules and the stakes

    // So many nodes more; whether all is known then. The value of the position
    // comes first, and bounds all others.
    bool advance(u64 max_nodes) {
        const u64 last = solver_.nodes() + max_nodes;
        const auto left = [&] { return last - std::min(last, solver_.nodes()); };
        solver_.narrow(state_, left(), root_);
        const auto [low, high] = root_.bounds;
        for (; root_.bounds.is_exact() && next_ < order_.size(); ++next_) {
            const std::size_t at = order_[next_], same = first_alike_[at];
            Solver::Window& window = windows_[at];
            if (window.is_first) window.guess = low;
            (is_own() ? window.bounds.high : window.bounds.low) =
                is_own() ? std::min(window.bounds.high, high) : std::max(window.bounds.low, low);
            if (same == at) solver_.narrow(after(actions_[at]), left(), window);
            else window = windows_[same];
            if (!window.bounds.is_exact()) return false;
        }
        return root_.bounds.is_exact();
    }

    // Ends the part that is under way in another thread, and all later ones, at
    // once.
    void cancel() { solver_.stop = true; }

    Bounds value() const { return root_.bounds; } // of the best action

    // What all do from here on with best play, each with its seat: to the end of
    // the round, if the value is exact and so many nodes are enough.
    std::vector<Action> line(u64 max_nodes) {
        std::vector<Action> line;
        const Bounds exact = value();
        const u64 last = solver_.nodes() + max_nodes;
        State state = state_;
        while (exact.is_exact() && state.phase != Phase::OVER) {
            const auto action = solver_.best(state, exact.low, last - std::min(last, solver_.nodes()));
            if (!action) break;
            line.push_back(by(*action, state.turn));
            act(rules_, state, state.turn, *action);
        }
        return line;
    }

    const std::vector<Action>& actions() const { return actions_; }
    std::vector<Bounds> bounds() const { // by action
        std::vector<Bounds> bounds;
        for (const Solver::Window& one : windows_) bounds.push_back(one.bounds);
        return bounds;
    }
    u64 nodes() const { return solver_.nodes(); }

  private:
    const Rules rules_;
    const State state_;
    const Stakes stakes_;
    const int seat_;
    Solver solver_;
    std::vector<Action> actions_;
    std::vector<Solver::Window> windows_; // of the actions
    std::vector<std::size_t> order_,
        first_alike_; // what looks best first; by action
    std::size_t next_ = 0;
    Solver::Window root_;

    bool is_own() const { return rules_.side(state_.turn) == rules_.side(seat_); }

    State after(Action action) const {
        State next = state_;
        act(rules_, next, state_.turn, action);
        return next;
    }

    void arrange() {
        std::vector<std::pair<u64, int>> described;
        for (const Action action : actions_) described.push_back(solver_.describe(state_, action));
        order_.resize(actions_.size());
        std::iota(order_.begin(), order_.end(), std::size_t(0));
        std::stable_sort(order_.begin(), order_.end(),
                         [&](auto a, auto b) { return described[a].second > described[b].second; });
        std::unordered_map<u64, std::size_t> first;
        for (std::size_t at = 0; at < actions_.size(); ++at)
            first_alike_.push_back(first.try_emplace(described[at].first, at).first->second);
    }
};

} // namespace haggis
