// The search's Python face: `haggis/bots/search.py` calls it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "given.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace haggis;

namespace {

// What was found: the chosen action by its place in the legal list, and by how many points it puts the seat ahead; how
// many rounds were played out, how many worlds were solved; and of every action that was tried, the best first, its
// place, points ahead and worlds.
using Told = std::tuple<int, double, u64, u64, std::vector<std::tuple<int, double, u64>>>;

Told search(const Rules& rules, const nb::bytes& raw, const Log& log, int seat, u64 seed, u64 iterations,
            double seconds, int threads, bool tree, bool belief, bool clairvoyant) {
    const Game game = read_game(rules, raw, log);
    if (seat < 0 || seat >= rules.players) throw std::invalid_argument("a seat at the table");
    const auto buffer = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
    if (!legal(rules, game.now, seat, buffer.get())) throw std::invalid_argument("a seat that may do something");
    if (!iterations && !(seconds > 0)) throw std::invalid_argument("a budget: iterations or seconds");
    if (threads < 1 || threads > 1024) throw std::invalid_argument("from 1 to 1024 threads");
    nb::gil_scoped_release unlocked;
    const Budget budget{iterations, seconds};
    std::vector<Player> players;
    for (int i = 0; i < (iterations ? std::min(threads, LANES) : threads); ++i) players.emplace_back(rules);
    Search search(players, game, seat, seed, budget, {tree, belief, clairvoyant});
    const Findings findings = search.run();
    Told told{findings.place, findings.value, findings.rounds, findings.solved, {}};
    auto& options = std::get<4>(told);
    for (const Option& option : findings.options) options.emplace_back(option.place, option.mean, option.worlds);
    return told;
}

} // namespace

void bind_search(nb::module_& m) {
    m.def("search", &search, "rules"_a, "raw"_a, "log"_a, "seat"_a, "seed"_a, "iterations"_a, "seconds"_a, "threads"_a,
          "tree"_a, "belief"_a, "clairvoyant"_a,
          "The best action of a seat: (place in the legal list, points ahead, rounds, solved worlds, options).");
}
