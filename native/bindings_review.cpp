// What a review asks of the core: `haggis_cards.review` calls it.
#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "judging.hpp"
#include "thread_pool.hpp"

using namespace haggis;

namespace {

using Outcomes = nb::ndarray<nb::numpy, i32, nb::ndim<3>>;

std::vector<std::string> outcome_names() {
    std::vector<std::string> names = {"margin",    "cards",  "bonus",        "bets",       "own_cards",    "own_bonus",
                                      "first_out", "place",  "trick_winner", "trick_side", "trick_points", "next_lead",
                                      "held",      "courts", "plays",        "left"};
    for (int bet = 0; bet < MAX_BETS; ++bet) names.push_back("with_bet_" + std::to_string(bet));
    require(names.size() == OUTCOME_FIELDS, "a name for every field of an outcome");
    return names;
}

Outcomes list_outcomes(const Network* network, const Position& position, int seat, const Given<i64>& places, u64 first,
                       int worlds, u64 seed, float bet_threshold, int threads, bool known, bool sampled) {
    const Position from = position; // which another thread may change
    const std::vector<Action> actions = read_tries(from, seat, {places.data(), places.shape(0)});
    require_in(worlds, 1, 1 << 20, "the number of worlds");
    require_threads(threads);
    std::vector<i32> rows(actions.size() * std::size_t(worlds) * OUTCOME_FIELDS);
    {
        nb::gil_scoped_release unlocked;
        ThreadPool pool(std::min(threads, worlds));
        const std::vector<Outcome> found =
            outcomes(network, from, seat, actions, first, worlds, seed, bet_threshold, {known, sampled}, pool);
        std::memcpy(rows.data(), found.data(), rows.size() * sizeof(i32));
    }
    return hand_over(std::move(rows), actions.size(), worlds, OUTCOME_FIELDS);
}

// Of every action that was tried: its place, points ahead, worlds, how far it is behind the best in the same worlds,
// and the standard error of that.
using Weighed = std::vector<std::tuple<int, double, u64, double, double>>;

Weighed list_weighed(const Position& position, int seat, u64 seed, u64 iterations, int threads,
                     const Given<i64>& required, bool clairvoyant) {
    require_in(i64(iterations), 1, i64(1) << 40, "the number of iterations");
    require_threads(threads);
    const Position from = position; // which another thread may change
    const std::vector<int> places = read_required(from, seat, {required.data(), required.shape(0)});
    nb::gil_scoped_release unlocked;
    ThreadPool pool(std::min(threads, Search::LANES));
    Weighed options;
    for (const Option& one : weigh(from, seat, seed, iterations, places, clairvoyant, pool))
        options.emplace_back(one.place, one.mean, one.worlds, one.behind, one.error);
    return options;
}

std::vector<std::optional<double>> list_solved(const Position& position, int seat, const Given<i64>& places) {
    const Position from = position;
    const std::vector<Action> actions = read_actions(from, seat, {places.data(), places.shape(0)});
    nb::gil_scoped_release unlocked;
    return solve(from, seat, actions);
}

} // namespace

void bind_review(nb::module_& m) {
    m.def("outcome_names", &outcome_names, "The fields of an outcome; margins are doubled.");
    m.def("outcomes", &list_outcomes, "network"_a.none(), "position"_a, "seat"_a, "places"_a, "first"_a, "worlds"_a,
          "seed"_a, "bet_threshold"_a, "threads"_a, "known"_a, "sampled"_a,
          "What comes of each action in the same worlds, played out by a network or, with None, by the core's policy: "
          "[actions, worlds, fields].");
    m.def("weigh", &list_weighed, "position"_a, "seat"_a, "seed"_a, "iterations"_a, "threads"_a, "required"_a,
          "clairvoyant"_a,
          "A search that tries the required actions too: (place, points ahead, worlds, behind the best, its error).");
    m.def("solve", &list_solved, "position"_a, "seat"_a, "places"_a,
          "How far the seat is ahead after each action with best play, all cards in sight, or None.");
}
