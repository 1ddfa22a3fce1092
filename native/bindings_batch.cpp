// Random play and batches for Python: `haggis_cards.native.Batch` holds one.
#include "bindings.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "batch.hpp"
#include "thread_pool.hpp"

using namespace haggis;

namespace {

std::tuple<u64, u64, u64, u64> as_tuple(const RandomPlayStats& stats) {
    return {stats.decisions, stats.moves, stats.rounds, stats.checksum};
}

Batch* make_batch(const Rules& rules, int count, u64 seed, int threads, int dealer, const std::vector<i32>& totals) {
    require_in(count, 1, 1 << 24, "the number of rounds");
    require_threads(threads);
    require(dealer == NOBODY || dealer < rules.players, "the dealer must be a seat");
    require(int(totals.size()) == rules.side_count(), "a total for each side");
    std::array<i32, SEATS> by_side = {};
    std::copy_n(totals.data(), totals.size(), by_side.data());
    auto pool = std::make_unique<ThreadPool>(std::min(threads, count));
    return new Batch(rules, std::size_t(count), seed, std::move(pool), dealer, by_side);
}

void step(Batch& batch, const Given<i64>& choices) {
    const std::size_t count = batch.size();
    require(choices.shape(0) == count, "step needs " + std::to_string(count) + " choices, one for each round, not " +
                                           std::to_string(choices.shape(0)));
    nb::gil_scoped_release unlocked;
    const i64 bad = batch.step(choices.data());
    if (bad < 0) return;
    const std::size_t i = std::size_t(bad);
    throw std::out_of_range("choice " + std::to_string(choices.data()[i]) + " for round " + std::to_string(i) +
                            ": it has " + std::to_string(batch.offsets[i + 1] - batch.offsets[i]) +
                            " legal actions, counted from 0");
}

void encode(Batch& self, int goal, const FilledRows<STATE_WORDS>& states, const FilledRows<ACTION_WORDS>& actions) {
    require_rows(states.shape(0), self.size(), "states");
    require_rows(actions.shape(0), self.offsets.back(), "legal actions");
    nb::gil_scoped_release unlocked;
    self.encode(goal, states.data(), actions.data());
}

std::size_t checked(const Batch& batch, i64 index) {
    if (index < 0 || std::size_t(index) >= batch.size())
        throw std::out_of_range("there is no round " + std::to_string(index) + ": the batch has " +
                                std::to_string(batch.size()));
    return std::size_t(index);
}

void put(Batch& self, i64 index, const Position& position) {
    require(self.rules == position.rules, "the position is of another game");
    require(position.state.phase != Phase::OVER, "the round is over");
    self.put(checked(self, index), position);
}

// The view keeps this memory alive, also when the batch has moved on to more of it.
nb::ndarray<nb::numpy, const u64, nb::shape<-1, 2>> view_actions(const Batch& self) {
    auto* kept = new std::shared_ptr<Action[]>(self.actions);
    nb::capsule owner(kept, [](void* memory) noexcept { delete static_cast<std::shared_ptr<Action[]>*>(memory); });
    return {self.actions.get(), {std::size_t(self.offsets.back()), 2}, owner};
}

// A property that shows the batch's own memory, which lives as long as the view: values of type T in rows of a shape.
template <class T, class Of, class... Shape> auto view(Of of, Shape... shape) {
    return [=](nb::handle_t<Batch> self) {
        const auto& batch = nb::cast<const Batch&>(self);
        const auto& values = of(batch);
        std::size_t row = 1;
        for (const std::size_t length : {std::size_t(1), std::size_t(shape(batch))...}) row *= length;
        const std::size_t count = values.size() * sizeof(values[0]) / sizeof(T) / row;
        return nb::ndarray<nb::numpy, const T>(reinterpret_cast<const T*>(values.data()),
                                               {count, std::size_t(shape(batch))...}, self);
    };
}

} // namespace

void bind_batch(nb::module_& m) {
    m.def(
        "play_random",
        [](const Rules& rules, u64 decisions, u64 seed) { return as_tuple(play_random(rules, decisions, seed)); },
        "rules"_a, "decisions"_a, "seed"_a, Unlocked(),
        "Rounds of uniformly random play until that many decisions are made: (decisions, moves, rounds, checksum).");
    const auto sides = [](const Batch& batch) { return batch.rules.side_count(); };
    nb::class_<Batch>(m, "Batch", "Many rounds at once.")
        .def(nb::new_(&make_batch), "rules"_a, "count"_a, "seed"_a, "threads"_a, "dealer"_a, "totals"_a, Unlocked())
        .def("__len__", [](const Batch& self) { return self.size(); })
        .def("save", &saved<Batch>, "All that changes, as bytes of this machine.")
        .def("load", &load_saved<Batch>, "bytes"_a, "Goes on from what another one has saved.")
        .def("step", &step, "choices"_a, "One action in every round, by its place in the round's list.")
        .def("encode", &encode, "goal"_a, "states"_a, "actions"_a,
             "Fills rows of features: what the seats to act know, and all lists of legal actions.")
        .def(
            "play_random", [](Batch& self, u64 decisions) { return as_tuple(self.play_random(decisions)); },
            "decisions"_a, Unlocked(),
            "That many random decisions in every round: (decisions, moves, rounds, checksum).")
        .def(
            "position", [](const Batch& self, i64 index) { return self.position(checked(self, index)); }, "index"_a,
            "A copy of one round.")
        .def("put", &put, "index"_a, "position"_a, "Puts a position in the place of a round.")
        .def_prop_ro("actions", &view_actions, OWNED, "All lists of legal actions as rows (lo, hi).")
        .def_prop_ro("offsets", view<i64>([](const Batch& batch) -> const auto& { return batch.offsets; }), OWNED,
                     "Where each round's list starts, and the end.")
        .def_prop_ro("seats", view<u8>([](const Batch& batch) -> const auto& { return batch.seats; }), OWNED,
                     "The seat to act.")
        .def_prop_ro("done", view<bool>([](const Batch& batch) -> const auto& { return batch.done; }), OWNED,
                     "Whether the last action ended a round.")
        .def_prop_ro("scores",
                     view<i32>([](const Batch& batch) -> const auto& { return batch.scores; },
                               [](const Batch&) { return 3; }, sides),
                     OWNED, "The points of the last round that ended.")
        .def_prop_ro("states",
                     view<u8>([](const Batch& batch) -> const auto& { return batch.states; },
                              [](const Batch&) { return sizeof(State); }),
                     OWNED, "The bytes of the states.");
}
