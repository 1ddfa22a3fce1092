// Environments for Python: `haggis_cards.envs` holds them.
#include "bindings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "thread_pool.hpp"
#include "vector_env.hpp"

using namespace haggis;

namespace {

template <class T, int Dimensions> using Filled = nb::ndarray<T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

using Settings = std::shared_ptr<const EnvSettings>;

struct SharedSettings {
    Settings of;
};

SharedSettings* make_settings(const Rules& rules, bool by_shape, int max_actions, int past, int goal, bool margins) {
    require_in(max_actions, 1, MAX_LEGAL, "max_actions");
    require_in(past, 0, PAST, "past");
    return new SharedSettings{
        std::make_shared<const EnvSettings>(ActionSpace(rules, by_shape, max_actions), past, goal, margins)};
}

// Bytes that Python may change.
nb::bytearray filled_bytes(int count, const auto& fill) {
    nb::bytearray bytes(nullptr, std::size_t(count));
    fill(reinterpret_cast<i8*>(bytes.data()));
    return bytes;
}

// One round, and the random numbers of its deals and random players.
struct SingleEnv {
    EnvRound round;
    Rng rng{0};

    explicit SingleEnv(const SharedSettings& settings) : round(settings.of) {}

    int deal(u64 seed) {
        rng = Rng(seed);
        round.deal(rng);
        return round.seat();
    }

    int start(const Position& position) {
        require(round.position().rules == position.rules, "the position is of another game");
        round.start(position);
        return round.seat();
    }

    int step(i64 number) {
        if (!round.has(number)) throw std::out_of_range("action " + std::to_string(number) + " is not legal now");
        round.act(round.action(int(number)));
        return round.seat();
    }

    int act(u64 lo, u64 hi) {
        const Position& position = round.position();
        const bool fits =
            !round.is_over() && is_legal(position.rules, position.state, round.seat(), {lo, hi}, scratch());
        if (!fits) throw std::out_of_range("the action is not legal now");
        round.act({lo, hi});
        return round.seat();
    }

    int act_randomly() {
        require(!round.is_over(), "the round is over");
        round.act_randomly(rng);
        return round.seat();
    }

    // The number itself if it is legal, or else the next one that is, after the last one from the first on.
    i64 wrap(i64 number) const {
        require(!round.is_over(), "the round is over");
        const i64 size = round.space().by_shape ? round.space().size() : i64(round.list().size());
        for (number = (number % size + size) % size; !round.has(number);) number = (number + 1) % size;
        return number;
    }

    std::pair<u64, u64> action(i64 number) const {
        if (!round.has(number)) throw std::out_of_range("action " + std::to_string(number) + " is not legal now");
        const Action action = round.action(int(number));
        return {action.lo, action.hi};
    }

    void save(ByteWriter& out) const {
        round.save(out);
        out.write(rng);
    }
    void load(ByteReader& in) {
        round.load(in);
        in.read(rng);
    }

    nb::bytearray observe(int seat) const {
        require_seat(round.position().rules, seat);
        return filled_bytes(round.settings().features(), [&](i8* out) { round.observe(seat, out); });
    }

    nb::bytearray mask() const {
        return filled_bytes(round.space().size(), [&](i8* out) { round.mask(out); });
    }

    // The legal numbers, from low to high.
    nb::typed<nb::list, int> numbers() const {
        Py_ssize_t count = 0;
        for (const u64 word : round.marks()) count += bits(word);
        PyObject* const numbers = PyList_New(count);
        if (!numbers) throw nb::python_error();
        Py_ssize_t place = 0;
        long first = 0;
        for (u64 word : round.marks()) {
            for (; word; word &= word - 1) PyList_SetItem(numbers, place++, PyLong_FromLong(first + lowest(word)));
            first += 64;
        }
        return nb::steal<nb::typed<nb::list, int>>(numbers);
    }

    // The features of the listed actions into the first rows.
    void fill_rows(const Filled<i8, 2>& rows) const {
        require(rows.shape(0) >= round.list().size() && rows.shape(1) == 64 * ACTION_WORDS, "a row for each action");
        const Position& position = round.position();
        for (std::size_t i = 0; i < round.list().size(); ++i) {
            u64 words[ACTION_WORDS];
            encode_choice(position.rules, position.state, round.seat(), round.list()[i], words);
            unpack_bits(words, ACTION_WORDS, rows.data() + i * rows.shape(1));
        }
    }

    std::vector<double> rewards() const {
        require(round.is_over(), "the round is not over");
        const auto rewards = round.rewards();
        return {rewards.begin(), rewards.begin() + round.position().rules.players};
    }
};

VectorEnv* make_vector(const SharedSettings& settings, int count, int threads, int opponents, int seat, int autoreset) {
    require_in(count, 1, 1 << 20, "the number of environments");
    require_threads(threads);
    require_in(opponents, 0, int(Opponents::POLICY), "the opponents");
    require_in(autoreset, 0, int(Autoreset::DISABLED), "the autoreset mode");
    require_seat(settings.of->space.rules, seat);
    return new VectorEnv(settings.of, std::size_t(count), std::make_unique<ThreadPool>(std::min(threads, count)),
                         Opponents(opponents), seat, Autoreset(autoreset));
}

// The arrays that steps fill, in the order of `EnvOutput`.
EnvOutput checked_output(const VectorEnv& self, const Filled<i8, 2>& observations, const Filled<i8, 2>& masks,
                         const Filled<double, 1>& rewards, const Filled<bool, 1>& terminated,
                         const Filled<u8, 1>& seats, const Filled<double, 2>& returns,
                         const Filled<i8, 2>& final_observations) {
    const EnvSettings& settings = self.settings();
    for (const auto rows : {observations.shape(0), masks.shape(0), rewards.shape(0), terminated.shape(0),
                            seats.shape(0), returns.shape(0), final_observations.shape(0)})
        require_rows(rows, self.size(), "environments");
    for (const auto features : {observations.shape(1), final_observations.shape(1)})
        require(int(features) == settings.features(), "a place for each feature");
    require(int(masks.shape(1)) == settings.space.size(), "a place for each action");
    require(int(returns.shape(1)) == settings.space.rules.players, "a place for each seat");
    return {observations.data(), masks.data(),   rewards.data(),           terminated.data(),
            seats.data(),        returns.data(), final_observations.data()};
}

std::size_t checked_index(const VectorEnv& self, i64 index) {
    if (index < 0 || std::size_t(index) >= self.size())
        throw std::out_of_range("there is no environment " + std::to_string(index) + ": there are " +
                                std::to_string(self.size()));
    return std::size_t(index);
}

template <class... Arrays> void reset(VectorEnv& self, const Given<bool>& chosen, const Arrays&... arrays) {
    require_rows(chosen.shape(0), self.size(), "environments");
    const EnvOutput output = checked_output(self, arrays...);
    nb::gil_scoped_release unlocked;
    self.reset(chosen.data(), output);
}

// Acts everywhere, or nowhere if an action is not legal; then it returns the number of the environment, else -1.
template <class... Arrays> i64 step(VectorEnv& self, const Given<i64>& actions, const Arrays&... arrays) {
    require_rows(actions.shape(0), self.size(), "environments");
    const EnvOutput output = checked_output(self, arrays...);
    nb::gil_scoped_release unlocked;
    if (const i64 illegal = self.find_illegal(actions.data()); illegal >= 0) return illegal;
    self.step(actions.data(), output);
    return -1;
}

void sample(VectorEnv& self, const Filled<const i8, 2>& masks, const Filled<i64, 1>& actions) {
    require_rows(masks.shape(0), self.size(), "environments");
    require_rows(actions.shape(0), self.size(), "environments");
    require(int(masks.shape(1)) == self.settings().space.size(), "a place for each action");
    nb::gil_scoped_release unlocked;
    self.sample(masks.data(), actions.data());
}

using Bytes = Filled<i8, 2>;
using Numbers = Filled<double, 1>;

} // namespace

void bind_environment(nb::module_& m) {
    nb::class_<SharedSettings>(m, "EnvSettings", "What all rounds of an environment have in common.")
        .def(nb::new_(&make_settings), "rules"_a, "by_shape"_a, "max_actions"_a, "past"_a, "goal"_a, "margins"_a)
        .def_prop_ro("action_count", [](const SharedSettings& self) { return self.of->space.size(); })
        .def_prop_ro("feature_count", [](const SharedSettings& self) { return self.of->features(); })
        .def_prop_ro(
            "shapes", [](const SharedSettings& self) { return self.of->space.shapes(); },
            "The shapes of actions by number: a verb in the highest four of 16 bits, and what it names.");
    nb::class_<SingleEnv>(m, "SingleEnv", "One round as an environment. Calls that act return the next seat to act.")
        .def(nb::init<const SharedSettings&>(), "settings"_a)
        .def("deal", &SingleEnv::deal, "seed"_a, "Deals a round.")
        .def("start", &SingleEnv::start, "position"_a, "Goes on from a position.")
        .def("step", &SingleEnv::step, "number"_a, "Takes the action with this number.")
        .def("act", &SingleEnv::act, "lo"_a, "hi"_a, "Takes any legal action.")
        .def("act_randomly", &SingleEnv::act_randomly, "Takes a random action.")
        .def("wrap", &SingleEnv::wrap, "number"_a, "The number if it is legal, or else the next one that is.")
        .def("action", &SingleEnv::action, "number"_a, "The action with this number as (lo, hi).")
        .def("observe", &SingleEnv::observe, "seat"_a, "What a seat knows, a byte for each feature.")
        .def("numbers", &SingleEnv::numbers, "The legal numbers of the seat to act, from low to high.")
        .def("mask", &SingleEnv::mask, "Which numbers are legal for the seat to act.")
        .def("fill_rows", &SingleEnv::fill_rows, "rows"_a, "The features of the listed actions into the first rows.")
        .def("rewards", &SingleEnv::rewards, "The rewards of a round that is over, by seat.")
        .def("save", &saved<SingleEnv>, "All that changes, as bytes of this machine.")
        .def("load", &load_saved<SingleEnv>, "bytes"_a, "Goes on from what another one has saved.")
        .def_prop_ro("count", [](const SingleEnv& self) { return self.round.list().size(); })
        .def_prop_ro("seat", [](const SingleEnv& self) { return self.round.seat(); })
        .def_prop_ro("position", [](const SingleEnv& self) { return self.round.position(); });
    nb::class_<VectorEnv>(m, "VectorEnv", "Many rounds as environments.")
        .def(nb::new_(&make_vector), "settings"_a, "count"_a, "threads"_a, "opponents"_a, "seat"_a, "autoreset"_a)
        .def("__len__", [](const VectorEnv& self) { return self.size(); })
        .def(
            "seed", [](VectorEnv& self, i64 index, u64 seed) { self.seed(checked_index(self, index), seed); },
            "index"_a, "seed"_a, "Restarts the random numbers of one environment.")
        .def("reset", &reset<Bytes, Bytes, Numbers, Filled<bool, 1>, Filled<u8, 1>, Filled<double, 2>, Bytes>,
             "chosen"_a, "observations"_a, "masks"_a, "rewards"_a, "terminated"_a, "seats"_a, "returns"_a,
             "final_observations"_a, "Deals again where `chosen` says so, and shows all.")
        .def("step", &step<Bytes, Bytes, Numbers, Filled<bool, 1>, Filled<u8, 1>, Filled<double, 2>, Bytes>,
             "actions"_a, "observations"_a, "masks"_a, "rewards"_a, "terminated"_a, "seats"_a, "returns"_a,
             "final_observations"_a,
             "Acts everywhere, or nowhere if an action is not legal; then it returns the environment, else -1.")
        .def("save", &saved<VectorEnv>, "All that changes, as bytes of this machine.")
        .def("load", &load_saved<VectorEnv>, "bytes"_a, "Goes on from what another one has saved.")
        .def("sample", &sample, "masks"_a, "actions"_a, "Draws a random action of each mask.")
        .def(
            "position", [](const VectorEnv& self, i64 i) { return self.round(checked_index(self, i)).position(); },
            "index"_a, "A copy of one round.");
}
