// The solver for Python: `haggis_cards.solving` calls it.
#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "alphabeta.hpp"
#include "analysis.hpp"

using namespace haggis;

namespace {

void require_solvable(const Position& position, int seat) {
    require_seat(position.rules, seat);
    require(can_be_solved(position.state), "tricks must be under way");
}

void make_analysis(Analysis* self, const Position& position, int seat, u64 memory, const Stakes* stakes, bool general) {
    require_solvable(position, seat);
    require(!stakes || stakes->sides() == position.rules.side_count(), "the stakes of another game");
    require_in(i64(memory), 1, i64(1) << 40, "the bytes of memory");
    const Position from = position; // which another thread may change
    nb::gil_scoped_release unlocked;
    new (self) Analysis(from.rules, from.state, seat, stakes ? *stakes : Stakes(), memory, {}, general);
}

std::vector<std::pair<double, double>> list_bounds(const Analysis& self) {
    std::vector<std::pair<double, double>> bounds;
    for (const auto& [low, high] : self.bounds()) bounds.emplace_back(low / 2.0, high / 2.0);
    return bounds;
}

Actions list_line(Analysis& self, u64 max_nodes) {
    std::vector<Action> line;
    {
        nb::gil_scoped_release unlocked;
        line = self.line(max_nodes);
    }
    return copied(line.data(), line.size());
}

std::optional<double> plain_value(const Position& position, int seat, u64 max_nodes, bool prunes,
                                  const Stakes* stakes) {
    require_seat(position.rules, seat);
    const Position from = position;
    nb::gil_scoped_release unlocked;
    const Stakes counted = stakes ? *stakes : Stakes();
    AlphaBeta search(from.rules, seat, counted, max_nodes, prunes);
    const i32 value = search.solve(from.state);
    return search.took_too_long() ? std::nullopt : std::optional(value / 2.0);
}

} // namespace

void bind_solver(nb::module_& m) {
    nb::class_<Analysis>(m, "Analysis", "A position with all cards in sight, solved for one seat.")
        .def("__init__", &make_analysis, "position"_a, "seat"_a, "memory"_a, "stakes"_a = nb::none(), nb::kw_only(),
             "general"_a = false,
             "With at most about so many bytes of memory. With `stakes` values are what the points are worth. "
             "`general` leaves everything to the search for all games.")
        .def("advance", &Analysis::advance, "nodes"_a, Unlocked(), "So many nodes more; whether all is known then.")
        .def("cancel", &Analysis::cancel, "Ends what is under way in another thread, and all that comes.")
        .def_prop_ro("bounds", &list_bounds,
                     "For every legal action of the seat to act, bets aside: between what and what its value lies.")
        .def_prop_ro(
            "value", [](const Analysis& self) { return std::pair(self.value().low / 2.0, self.value().high / 2.0); },
            "Between what and what the value of the position lies.")
        .def_prop_ro("nodes", &Analysis::nodes, "How many have been looked at.")
        .def("line", &list_line, "max_nodes"_a,
             "Best play from here on, with the seats; as far as so many nodes take.");
    m.def(
        "plain_value", &plain_value, "position"_a, "seat"_a, "max_nodes"_a, "prunes"_a, "stakes"_a = nb::none(),
        "The same value by alpha-beta without memory or, if it does not prune, by minimax: for tests. None where that "
        "takes too long.");
}
