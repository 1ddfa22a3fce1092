// Rollouts for Python: `haggis_cards/training/rollout.py` calls them.
#include "bindings.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "rollout.hpp"
#include "thread_pool.hpp"

using namespace haggis;

namespace {

// A view of the rollout's own memory, good until its next step.
template <class T, class... Shape> nb::ndarray<nb::numpy, T> view(nb::handle self, const T* data, Shape... shape) {
    static T nothing = 0;
    return nb::ndarray<nb::numpy, T>(data ? const_cast<T*>(data) : &nothing, {std::size_t(shape)...}, self);
}

Rollout* make_rollout(const Rules& rules, int count, u64 seed, int threads) {
    require_in(count, 1, 1 << 22, "the number of rounds");
    require_threads(threads);
    return new Rollout(rules, std::size_t(count), seed, std::make_unique<ThreadPool>(threads));
}

void deal_rounds(Rollout& rollout, const Given<u8>& rivals, u64 iterations) {
    require(rivals.shape(0) == rollout.size(), "a set of seats for every round");
    nb::gil_scoped_release unlocked;
    rollout.deal(rivals.data(), iterations);
}

using Tries = std::vector<std::tuple<Position, int, std::vector<i64>, u64>>;

void determinize_all(Rollout& rollout, const Tries& tries, int worlds) {
    require_in(worlds, 1, 1 << 20, "the number of worlds");
    std::vector<Situation> situations;
    std::size_t count = 0;
    for (const auto& [position, seat, places, seed] : tries) {
        require(rollout.rules == position.rules, "the position is of another game");
        situations.push_back({position, seat, read_actions(position, seat, places), seed});
        count += places.size();
    }
    require(count && count * std::size_t(worlds) <= rollout.size(), "a round for each action and world");
    nb::gil_scoped_release unlocked;
    rollout.determinize(situations, std::size_t(worlds));
}

void step(Rollout& rollout, const Given<i64>& choices) {
    if (choices.shape(0) != rollout.asked())
        throw std::invalid_argument("step needs " + std::to_string(rollout.asked()) +
                                    " choices, one for each decision, not " + std::to_string(choices.shape(0)));
    nb::gil_scoped_release unlocked;
    if (const i64 bad = rollout.step(choices.data()); bad >= 0)
        throw std::out_of_range("choice " + std::to_string(choices.data()[bad]) + " of decision " +
                                std::to_string(bad) + " is not in its list");
}

std::pair<nb::ndarray<nb::numpy, u64, nb::ndim<2>>, nb::ndarray<nb::numpy, i64, nb::ndim<1>>>
list_events(Rollout& rollout) {
    std::vector<i64> begins;
    std::vector<u64> rows;
    {
        nb::gil_scoped_release unlocked;
        rows = rollout.encode_events(begins);
    }
    const std::size_t count = rows.size() / EVENT_WORDS, decisions = begins.size();
    return {hand_over(std::move(rows), count, EVENT_WORDS), hand_over(std::move(begins), decisions)};
}

// The addresses of the rows from now on, and the bytes of the largest step.
std::vector<std::pair<std::uintptr_t, std::size_t>> reserve_rows(Rollout& rollout) {
    require(!rollout.asked(), "reserve memory before the rounds are dealt");
    rollout.reserve();
    const std::size_t count = rollout.size(), word = sizeof(u64);
    const auto at = [](const void* data) { return reinterpret_cast<std::uintptr_t>(data); };
    return {{at(rollout.states.get()), count * STATE_WORDS * word},
            {at(rollout.hidden.get()), count * HIDDEN_WORDS * word},
            {at(rollout.offsets.get()), (count + 1) * word},
            {at(rollout.actions.get()), count * MAX_CANDIDATES * CHOICE_WORDS * word}};
}

template <auto Member, int Words> nb::ndarray<nb::numpy, u64> rows(nb::handle_t<Rollout> self) {
    const auto& rollout = nb::cast<const Rollout&>(self);
    const std::size_t count =
        Member == &Rollout::actions ? std::size_t(rollout.offsets.get()[rollout.asked()]) : rollout.asked();
    return view(self, (rollout.*Member).get(), count, Words);
}

} // namespace

void bind_rollout(nb::module_& m) {
    nb::class_<Rollout>(m, "Rollout", "Rounds that are dealt together and played to their ends.")
        .def(nb::new_(&make_rollout), "rules"_a, "count"_a, "seed"_a, "threads"_a)
        .def("__len__", [](const Rollout& self) { return self.size(); })
        .def("deal", &deal_rounds, "rivals"_a, "iterations"_a = 0,
             "Deals every round; the core plays a set of seats: its search with that many iterations, or its policy "
             "with 0.")
        .def("determinize", &determinize_all, "tries"_a, "worlds"_a,
             "Puts determinizations in place of the rounds: for each position, seat, places of actions to try and "
             "seed, every action in the same worlds.")
        .def("reserve", &reserve_rows,
             "Fixes where the rows lie, so that a GPU may read them there: addresses and bytes of states, hidden, "
             "offsets, actions.")
        .def("encode_events", &list_events,
             "What was done before each decision, as rows of bits, and where the rows of each begin.")
        .def("step", &step, "choices"_a, "One action for every decision, by its place in its list.")
        .def_prop_ro(
            "rounds",
            [](nb::handle_t<Rollout> self) {
                const auto& rollout = nb::cast<const Rollout&>(self);
                return view(self, rollout.rounds.data(), rollout.asked());
            },
            OWNED, "The rounds whose decisions are asked for.")
        .def_prop_ro(
            "seats",
            [](nb::handle_t<Rollout> self) {
                const auto& rollout = nb::cast<const Rollout&>(self);
                return view(self, rollout.seats.get(), rollout.asked());
            },
            OWNED, "The seats that decide.")
        .def_prop_ro(
            "offsets",
            [](nb::handle_t<Rollout> self) {
                const auto& rollout = nb::cast<const Rollout&>(self);
                return view(self, rollout.offsets.get(), rollout.asked() + 1);
            },
            OWNED, "Where the actions of each decision begin, and the end.")
        .def_prop_ro("states", &rows<&Rollout::states, STATE_WORDS>, OWNED, "What the seats know, as rows of bits.")
        .def_prop_ro("hidden", &rows<&Rollout::hidden, HIDDEN_WORDS>, OWNED, "What the others hold: for critics alone.")
        .def_prop_ro("actions", &rows<&Rollout::actions, CHOICE_WORDS>, OWNED,
                     "What may be chosen from, as rows of bits.")
        .def_prop_ro(
            "points",
            [](nb::handle_t<Rollout> self) {
                const auto& rollout = nb::cast<const Rollout&>(self);
                return view(self, rollout.points.data(), rollout.size(), rollout.rules.side_count());
            },
            OWNED, "The points of rounds that are over, by side.")
        .def_prop_ro(
            "first_out",
            [](nb::handle_t<Rollout> self) {
                const auto& rollout = nb::cast<const Rollout&>(self);
                return view(self, rollout.first_out.data(), rollout.size());
            },
            OWNED, "The seat that was out first in rounds that are over.");
}
