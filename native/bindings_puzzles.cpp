// Proofs for puzzles: `haggis_cards.puzzles` calls them.
#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "analysis.hpp"
#include "search_sure.hpp"

using namespace haggis;

namespace {

constexpr std::size_t MEMORY = 1 << 23; // bytes of the solver

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

std::vector<std::optional<double>> open_values(const Position& position, int seat, int max_nodes) {
    const Position from = position;
    const std::vector<Action> actions = list_actions(from, seat, max_nodes);
    nb::gil_scoped_release unlocked;
    Analysis analysis(from.rules, from.state, seat, Stakes(), MEMORY, actions);
    analysis.advance(u64(max_nodes) * actions.size());
    std::vector<std::optional<double>> values;
    for (const Bounds one : analysis.bounds())
        values.push_back(one.is_exact() ? std::optional(one.low / 2.0) : std::nullopt);
    return values;
}

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
    m.def(
        "open_values", &open_values, "position"_a, "seat"_a, "max_nodes"_a,
        "For every action of the seat to act, bets aside: how far `seat` is ahead at the end, all cards in sight, with "
        "best play for its side and against it; None where that takes too long.");
    m.def("sure_outs", &sure_outs, "position"_a, "seat"_a, "max_nodes"_a,
          "For every action of the seat, bets aside: whether it then goes out first whatever the others hold and do; "
          "None where that takes too long.");
}
