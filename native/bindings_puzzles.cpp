// Proofs for puzzles: `haggis_cards.puzzles` calls them.
#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "analysis.hpp"
#include "search_sure.hpp"

using namespace haggis;

namespace {

constexpr std::size_t MEMORY = 1 << 23; // bytes of the solver for 14 cards; twice that for each two cards more

// What the seat to act may do, bets aside.
std::vector<Action> list_actions(const Position& position, int seat, int max_nodes) {
    require_seat(position.rules, seat);
    require_in(max_nodes, 1, 1 << 30, "the number of nodes");
    require(position.state.phase == Phase::PLAY || position.state.phase == Phase::AWARD ||
                position.state.phase == Phase::LEAD,
            "tricks must be under way");
    const int count = legal(position.rules, position.state, position.state.turn, scratch());
    return {scratch(), scratch() + count_without_bets(scratch(), count)};
}

// The positions of a round from one on, with all cards in sight: what is found out of one helps with the others.
class OpenRound {
  public:
    OpenRound(const Position& start, int seat)
        : rules_(start.rules), seat_(seat),
          memory_(MEMORY << std::clamp((count_cards(rules_, start.state) - 14) / 2, 0, 5)), solver_(rules_, memory_) {
        require_seat(rules_, seat);
        solver_.ask(start.state, seat, stakes_);
    }
    OpenRound(const OpenRound&) = delete; // the solver refers to the rules and the stakes

    // Of every action, bets aside; nothing where it takes more nodes.
    std::vector<std::optional<double>> values(const Position& position, int max_nodes) {
        const std::vector<Action> actions = list_actions(position, seat_, max_nodes);
        const u64 last = solver_.nodes() + u64(max_nodes);
        State before = position.state;
        nb::gil_scoped_release unlocked;
        std::vector<std::optional<double>> values;
        i32 guess = 0;
        for (const Action action : actions) {
            State after = before;
            act(rules_, after, before.turn, action);
            const Bounds found = solver_.solve(after, last - std::min(last, solver_.nodes()), guess);
            values.push_back(found.is_exact() ? std::optional(found.low / 2.0) : std::nullopt);
            guess = found.low;
        }
        return values;
    }

    u64 nodes() const { return solver_.nodes(); }

  private:
    const Rules rules_;
    const int seat_;
    const Stakes stakes_;
    const std::size_t memory_;
    Solver solver_;
};

std::vector<std::optional<bool>> sure_outs(const Position& position, int seat, int max_nodes) {
    const Position from = position;
    const std::vector<Action> actions = list_actions(from, seat, max_nodes);
    require(from.state.turn == seat, "the seat must be to act");
    require(!from.state.out_count, "nobody may be out");
    nb::gil_scoped_release unlocked;
    SureOut search(from.rules, seat, max_nodes);
    std::vector<std::optional<bool>> answers(actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i)
        if (const auto answer = search.after(from.state, actions[i]); answer != SureOut::Answer::UNKNOWN)
            answers[i] = answer == SureOut::Answer::YES;
    return answers;
}

} // namespace

void bind_puzzles(nb::module_& m) {
    nb::class_<OpenRound>(m, "OpenRound", "A round from a position on, with all cards in sight, for one seat.")
        .def(nb::init<const Position&, int>(), "start"_a, "seat"_a)
        .def("values", &OpenRound::values, "position"_a, "max_nodes"_a,
             "Of the start or a position that follows: for every action of the seat to act, bets aside, how far `seat` "
             "is ahead at the end with best play for its side and against it; None where that takes too long.")
        .def_prop_ro("nodes", &OpenRound::nodes, "How many have been looked at.");
    m.def("sure_outs", &sure_outs, "position"_a, "seat"_a, "max_nodes"_a,
          "For every action of the seat, bets aside: whether it then goes out first whatever the others hold and do; "
          "None where that takes too long.");
}
