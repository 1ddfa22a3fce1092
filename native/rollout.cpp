// The wave's Python face: `haggis_cards/training/rollout.py` calls it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "given.hpp"
#include "rollout.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace haggis;

namespace {

template <class T> using Given = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A view of the wave's own memory, good until its next step.
template <class T, class... Shape> nb::ndarray<nb::numpy, T> view(nb::handle self, const T* data, Shape... shape) {
    static T nothing = 0;
    return nb::ndarray<nb::numpy, T>(data ? const_cast<T*>(data) : &nothing, {std::size_t(shape)...}, self);
}

Rollout* make_wave(const Rules& rules, int count, u64 seed, int threads) {
    if (count < 1 || count > 1 << 22 || threads < 1 || threads > 1024)
        throw std::invalid_argument("a wave has from 1 to 4194304 rounds and from 1 to 1024 threads");
    return new Rollout(rules, std::size_t(count), seed, threads);
}

void deal_wave(Rollout& wave, const Given<u8>& rivals, u64 iterations) {
    if (rivals.shape(0) != wave.size()) throw std::invalid_argument("a set of seats for every round");
    nb::gil_scoped_release unlocked;
    wave.deal(rivals.data(), iterations);
}

void imagine_wave(Rollout& wave, const nb::bytes& raw, const Log& log, int seat, const Given<std::int64_t>& places,
                  u64 seed) {
    const Game game = read_game(wave.rules, raw, log);
    const std::vector<Action> tries = read_actions(wave.rules, game.now, seat, places.data(), places.shape(0));
    if (tries.empty() || wave.size() % tries.size())
        throw std::invalid_argument("as many rounds for each action to try");
    nb::gil_scoped_release unlocked;
    wave.imagine(game, seat, tries, seed);
}

void step_wave(Rollout& wave, const Given<std::int64_t>& choices) {
    if (choices.shape(0) != wave.asked())
        throw std::invalid_argument("step needs " + std::to_string(wave.asked()) +
                                    " choices, one for each decision, not " + std::to_string(choices.shape(0)));
    nb::gil_scoped_release unlocked;
    if (const std::int64_t bad = wave.step(choices.data()); bad >= 0)
        throw std::out_of_range("choice " + std::to_string(choices.data()[bad]) + " of decision " +
                                std::to_string(bad) + " is not in its list");
}

template <auto Member, int Words> nb::ndarray<nb::numpy, u64> rows(nb::handle_t<Rollout> self) {
    const auto& wave = nb::cast<const Rollout&>(self);
    const std::size_t count = Member == &Rollout::actions ? std::size_t(wave.offsets.get()[wave.asked()]) : wave.asked();
    return view(self, (wave.*Member).get(), count, Words);
}

} // namespace

void bind_rollout(nb::module_& m) {
    constexpr auto OWNED = nb::rv_policy::automatic;
    nb::class_<Rollout>(m, "Rollout", "Rounds that are dealt together and played to their ends.")
        .def(nb::new_(&make_wave), "rules"_a, "count"_a, "seed"_a, "threads"_a)
        .def("__len__", [](const Rollout& self) { return self.size(); })
        .def("deal", &deal_wave, "rivals"_a, "iterations"_a = 0,
             "Deals every round; the seats of a set are the search's with so many iterations, or the rollout policy's.")
        .def("imagine", &imagine_wave, "raw"_a, "log"_a, "seat"_a, "places"_a, "seed"_a,
             "Puts worlds that a seat cannot rule out in place of all rounds, the same for each of its actions to try.")
        .def("step", &step_wave, "choices"_a, "One action for every decision, by its place in its list.")
        .def_prop_ro(
            "rounds",
            [](nb::handle_t<Rollout> self) {
                const auto& wave = nb::cast<const Rollout&>(self);
                return view(self, wave.rounds.data(), wave.asked());
            },
            OWNED, "The rounds whose decisions are asked for.")
        .def_prop_ro(
            "seats",
            [](nb::handle_t<Rollout> self) {
                const auto& wave = nb::cast<const Rollout&>(self);
                return view(self, wave.seats.get(), wave.asked());
            },
            OWNED, "Who is to decide.")
        .def_prop_ro(
            "offsets",
            [](nb::handle_t<Rollout> self) {
                const auto& wave = nb::cast<const Rollout&>(self);
                return view(self, wave.offsets.get(), wave.asked() + 1);
            },
            OWNED, "Where the actions of each decision begin, and the end.")
        .def_prop_ro("states", &rows<&Rollout::states, STATE_WORDS>, OWNED, "What the seats know, as rows of bits.")
        .def_prop_ro("hidden", &rows<&Rollout::hidden, HIDDEN_WORDS>, OWNED, "What the others hold: for critics alone.")
        .def_prop_ro("actions", &rows<&Rollout::actions, CHOICE_WORDS>, OWNED, "What may be chosen from, as rows of bits.")
        .def_prop_ro(
            "points",
            [](nb::handle_t<Rollout> self) {
                const auto& wave = nb::cast<const Rollout&>(self);
                return view(self, wave.points.data(), wave.size(), wave.rules.side_count());
            },
            OWNED, "The points of rounds that are over, by side.")
        .def_prop_ro(
            "first_out",
            [](nb::handle_t<Rollout> self) {
                const auto& wave = nb::cast<const Rollout&>(self);
                return view(self, wave.first_out.data(), wave.size());
            },
            OWNED, "Who was out first in rounds that are over.");
}
