// What a review asks of the core: `haggis_cards.review` calls it.
#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <optional>

#include "playout.hpp"
#include "thread_pool.hpp"

using namespace haggis;

namespace {

using Outcomes = nb::ndarray<nb::numpy, i32, nb::ndim<3>>;

std::vector<std::string> outcome_names() {
    std::vector<std::string> names = {"margin", "cards",        "bonus",      "bets",         "first_out",
                                      "place",  "trick_winner", "trick_side", "trick_points", "next_lead",
                                      "held",   "courts",       "plays"};
    for (int bet = 0; bet < MAX_BETS; ++bet) names.push_back("with_bet_" + std::to_string(bet));
    require(names.size() == OUTCOME_FIELDS, "a name for every field of an outcome");
    return names;
}

// The actions at some places of the seat's list; -1 is to wait, which makes no bet.
std::vector<Action> read_tries(const Position& position, int seat, const Given<i64>& places) {
    std::vector<i64> real;
    for (std::size_t i = 0; i < places.shape(0); ++i)
        if (places.data()[i] != -1) real.push_back(places.data()[i]);
    const std::vector<Action> listed = read_actions(position, seat, real);
    std::vector<Action> actions;
    for (std::size_t i = 0, next = 0; i < places.shape(0); ++i)
        actions.push_back(places.data()[i] == -1 ? NO_BET : listed[next++]);
    require_in(i64(actions.size()), 1, 1024, "the number of actions to try");
    return actions;
}

// Without a network the rollout policy plays.
Outcomes outcomes(const Network* network, const Position& position, int seat, const Given<i64>& places, u64 first,
                  int worlds, u64 seed, float bet_threshold, int threads, bool known, bool sampled) {
    const Position from = position; // which another thread may change
    const std::vector<Action> actions = read_tries(from, seat, places);
    require_in(worlds, 1, 1 << 20, "the number of worlds");
    require_threads(threads);
    std::vector<i32> rows(actions.size() * std::size_t(worlds) * OUTCOME_FIELDS);
    {
        nb::gil_scoped_release unlocked;
        ThreadPool pool(std::min(threads, worlds));
        std::vector<Outcome> found(actions.size() * std::size_t(worlds));
        if (network)
            PlayOut(*network, from, seat, actions, seed, bet_threshold, {known, sampled})
                .run(first, worlds, pool, found.data());
        else PolicyPlayOut(from, seat, actions, seed, known).run(first, worlds, pool, found.data());
        std::memcpy(rows.data(), found.data(), rows.size() * sizeof(i32));
    }
    return hand_over(std::move(rows), actions.size(), worlds, OUTCOME_FIELDS);
}

// Of every action that was tried: its place, points ahead, worlds, how far it is behind the best in the same worlds,
// and the standard error of that.
using Weighed = std::vector<std::tuple<int, double, u64, double, double>>;

Weighed weigh(const Position& position, int seat, u64 seed, u64 iterations, int threads, const Given<i64>& required,
              bool clairvoyant) {
    require_seat(position.rules, seat);
    require(position.state.phase != Phase::OVER, "the round is over");
    require_in(i64(iterations), 1, i64(1) << 40, "the number of iterations");
    require_threads(threads);
    const Position from = position; // which another thread may change
    const int count = count_without_bets(scratch(), legal(from.rules, from.state, seat, scratch()));
    require(count > 0, "the seat has nothing to decide but bets");
    require_in(i64(required.shape(0)), 0, 16, "the number of required actions");
    std::vector<int> places;
    for (std::size_t i = 0; i < required.shape(0); ++i) {
        require_in(required.data()[i], 0, count - 1, "the place of an action that is not a bet");
        places.push_back(int(required.data()[i]));
    }
    nb::gil_scoped_release unlocked;
    ThreadPool pool(std::min(threads, Search::LANES));
    std::vector<PolicyPlayer> players;
    for (int i = 0; i < pool.size(); ++i) players.emplace_back(from.rules);
    const Budget budget{iterations, 0};
    const SearchResult found = Search(players, pool, from, seat, seed, budget, {true, true, clairvoyant}, places).run();
    Weighed options;
    for (const Option& one : found.options)
        options.emplace_back(one.place, one.mean, one.worlds, one.behind, one.error);
    return options;
}

// How far the seat is ahead after each action with best play of all, all cards in sight; None where that takes too
// long. With few cards left only.
std::vector<std::optional<double>> solve(const Position& position, int seat, const Given<i64>& places) {
    const Position from = position;
    const std::vector<Action> actions = read_actions(from, seat, {places.data(), places.data() + places.shape(0)});
    nb::gil_scoped_release unlocked;
    std::vector<std::optional<double>> values(actions.size());
    if (!Endgame::is_small(from.rules, from.state)) return values;
    const PolicyPlayer player(from.rules);
    Endgame endgame(player, seat);
    for (std::size_t i = 0; i < actions.size(); ++i) {
        State state = from.state;
        act(from.rules, state, seat, actions[i]);
        if (i32 value; endgame.solve(state, value)) values[i] = value / 2.0;
    }
    return values;
}

} // namespace

void bind_review(nb::module_& m) {
    m.def("outcome_names", &outcome_names, "The fields of an outcome; margins are doubled.");
    m.def("outcomes", &outcomes, "network"_a.none(), "position"_a, "seat"_a, "places"_a, "first"_a, "worlds"_a,
          "seed"_a, "bet_threshold"_a, "threads"_a, "known"_a, "sampled"_a,
          "What comes of each action in the same worlds, played out by a network or, with None, by the core's policy: "
          "[actions, worlds, fields].");
    m.def("weigh", &weigh, "position"_a, "seat"_a, "seed"_a, "iterations"_a, "threads"_a, "required"_a, "clairvoyant"_a,
          "A search that tries the required actions too: (place, points ahead, worlds, behind the best, its error).");
    m.def("solve", &solve, "position"_a, "seat"_a, "places"_a,
          "How far the seat is ahead after each action with best play, all cards in sight, or None.");
}
