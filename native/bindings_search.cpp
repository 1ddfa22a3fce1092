// The search for Python: `haggis_cards.native.Position.search` calls it.
#include "bindings.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "search.hpp"
#include "thread_pool.hpp"

using namespace haggis;

namespace {

// The chosen action by its place in the legal list, and by how many points it puts the seat ahead; how many rounds were
// played out, how many worlds were solved; and of every action that was tried, the best first, its place, points ahead
// and worlds.
using Result = std::tuple<int, double, u64, u64, std::vector<std::tuple<int, double, u64>>>;

Result search(const Position& position, int seat, u64 seed, u64 iterations, double seconds, int threads, bool tree,
              bool belief, bool clairvoyant) {
    const Rules& rules = position.rules;
    require_seat(rules, seat);
    require(position.state.phase != Phase::OVER, "the round is over");
    require(legal(rules, position.state, seat, scratch()) > 0, "the seat has nothing to decide");
    require(iterations || seconds > 0, "a search needs a budget: iterations or seconds");
    require_threads(threads);
    const Position from = position; // which another thread may change
    nb::gil_scoped_release unlocked;
    const Budget budget{iterations, seconds};
    ThreadPool pool(iterations ? std::min(threads, Search::LANES) : threads);
    std::vector<PolicyPlayer> players;
    for (int i = 0; i < pool.size(); ++i) players.emplace_back(from.rules);
    const SearchResult found = Search(players, pool, from, seat, seed, budget, {tree, belief, clairvoyant}).run();
    Result result{found.place, found.value, found.rounds, found.solved, {}};
    auto& options = std::get<4>(result);
    for (const Option& option : found.options) options.emplace_back(option.place, option.mean, option.worlds);
    return result;
}

} // namespace

void bind_search(nb::module_& m) {
    m.def("search", &search, "position"_a, "seat"_a, "seed"_a, "iterations"_a, "seconds"_a, "threads"_a, "tree"_a,
          "belief"_a, "clairvoyant"_a,
          "The best action of a seat: (place in the legal list, points ahead, rounds, solved worlds, options).");
}
