// The network for Python: `haggis_cards/bots/network.py` calls it.
#include "bindings.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <map>
#include <optional>

#include "look_ahead.hpp"
#include "playout.hpp"
#include "thread_pool.hpp"
#include "weights.hpp"

using namespace haggis;

namespace {

using Array = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;
using Arrays = std::map<std::string, Array>;
using Floats1D = nb::ndarray<nb::numpy, float, nb::ndim<1>>;

Network* read_network(const Arrays& arrays, int widest) {
    WeightArrays weights;
    for (const auto& [name, array] : arrays) {
        Weighted& one = weights[name];
        for (std::size_t i = 0; i < array.ndim(); ++i) one.shape.push_back(array.shape(i));
        one.data = [&array] { return array.data(); };
    }
    return make_network(weights, widest).release();
}

std::tuple<Floats1D, Floats1D, Floats1D> evaluate(const Network& network, const ReadRows<STATE_WORDS>& states,
                                                  const ReadRows<CHOICE_WORDS>& actions, const Given<i64>& offsets) {
    const std::size_t count = states.shape(0);
    const i64* const at = offsets.data();
    require(offsets.shape(0) == count + 1 && at[0] == 0 && at[count] == i64(actions.shape(0)) &&
                std::is_sorted(at, at + count + 1),
            "offsets say where the actions of each state begin, and their number");
    Workspace workspace;
    {
        nb::gil_scoped_release unlocked;
        network.evaluate(states.data(), actions.data(), at, count, workspace);
    }
    const std::size_t values = workspace.values.size();
    return {hand_over(std::move(workspace.values), values), hand_over(std::move(workspace.points), count),
            hand_over(std::move(workspace.first_out), count)};
}

nb::ndarray<nb::numpy, i32, nb::ndim<3>> play_out(const Network& network, const Position& position, int seat,
                                                  const Given<i64>& places, u64 first, int worlds, u64 seed,
                                                  float bet_threshold, int threads) {
    const Position from = position; // which another thread may change
    const std::vector<Action> actions = read_actions(from, seat, {places.data(), places.shape(0)});
    require_in(i64(actions.size()), 1, 1024, "the number of actions to try");
    require_in(worlds, 1, 1 << 20, "the number of worlds");
    require_threads(threads);
    const std::size_t sides = std::size_t(from.rules.side_count());
    std::vector<i32> points(actions.size() * std::size_t(worlds) * sides);
    {
        nb::gil_scoped_release unlocked;
        ThreadPool pool(std::min(threads, worlds));
        std::optional<CardBelief> belief;
        if (network.belief) belief.emplace(*network.belief, from, seat);
        PlayOut(network, from, seat, actions, seed, bet_threshold, {.belief = belief ? &*belief : nullptr})
            .run(first, worlds, pool, points.data());
    }
    return hand_over(std::move(points), actions.size(), worlds, sides);
}

std::size_t choose(const Network& network, const Network& quick, const Position& position, int seat,
                   const Given<i64>& places, const Given<float>& values) {
    const Position from = position;                             // which another thread may change
    read_actions(from, seat, {places.data(), places.shape(0)}); // are they legal?
    require(places.shape(0) && places.shape(0) == values.shape(0), "a value for each candidate, and at least one");
    std::vector<int> listed;
    for (std::size_t i = 0; i < places.shape(0); ++i) listed.push_back(int(places.data()[i]));
    const std::vector<float> valued(values.data(), values.data() + values.shape(0));
    nb::gil_scoped_release unlocked;
    return choose_candidate(network, quick, PolicyPlayer(from.rules, 10), from, seat, listed, valued);
}

CardBelief read_belief(const Network& network, const Position& position, int seat) {
    require_seat(position.rules, seat);
    require(network.belief != nullptr, "the network has no belief");
    return {*network.belief, position, seat};
}

Position believe(const Network& network, const Position& position, int seat, u64 seed) {
    Position world = position;
    Rng rng(seed);
    determinize(world, seat, rng, read_belief(network, position, seat));
    return world;
}

double log_probability(const Network& network, const Position& position, int seat) {
    return read_belief(network, position, seat).log_probability(position);
}

} // namespace

void bind_network(nb::module_& m) {
    nb::class_<Network>(m, "Network", "A trained network.")
        .def(nb::new_(&read_network), "weights"_a, "widest"_a = 512,
             "Made of the arrays of a file; it computes with registers of at most that many bits.")
        .def("evaluate", &evaluate, "states"_a, "actions"_a, "offsets"_a,
             "Values of all actions; for each state the expected points ahead and the chance to be first out.")
        .def("determinize", &believe, "position"_a, "seat"_a, "seed"_a,
             "A position that the seat cannot tell from this one, with the unseen cards dealt by the belief.")
        .def("log_probability", &log_probability, "position"_a, "seat"_a,
             "The logarithm of how likely the belief deals what the others hold, where it does not deal evenly.")
        .def("choose", &choose, "quick"_a, "position"_a, "seat"_a, "places"_a, "values"_a,
             "Which of the candidates it takes: the one of the highest value, or, where some are close, the best by a "
             "short look ahead, in which the small network plays on.")
        .def("play_out", &play_out, "position"_a, "seat"_a, "places"_a, "first"_a, "worlds"_a, "seed"_a,
             "bet_threshold"_a, "threads"_a,
             "The points of rounds that begin with each action in the same worlds, which its belief deals if it has "
             "one: [actions, worlds, sides].");
}
