// The search for Python: `haggis_cards.native.Position.search` calls it.
#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "foresight.hpp"
#include "thread_pool.hpp"

using namespace haggis;

namespace {

using Grid = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;
using Rounds = nb::ndarray<const i32, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Usual = nb::ndarray<const i32, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

// The chosen action by its place in the legal list, and by how many points it puts the seat ahead; how many rounds were
// played out, how many worlds were solved; and of every action that was tried, the best first, its place, points ahead
// and worlds.
using Options = std::vector<std::tuple<int, double, u64>>;
using Result = std::tuple<int, double, u64, u64, Options>;

constexpr int FEW_BITS = 10; // of what a player for one decision remembers

Options listed(const std::vector<Option>& options) {
    Options found;
    for (const Option& option : options) found.emplace_back(option.place, option.mean, option.worlds);
    return found;
}

// A round of a match; the axes of the grid are those of the array, which is empty in the last round.
Stakes* make_stakes(const Rules& rules, const Grid& after, int low, int step, i32 goal, std::vector<i32> totals,
                    const Usual& usual) {
    const std::size_t sides = totals.size(), axes = goal ? sides : sides - 1;
    require(int(sides) == rules.side_count(), "a total for each side");
    require(usual.shape(0) > 0 && usual.shape(1) == 2 && usual.shape(2) == sides, "points by side, in two parts");
    require(step > 0 && goal >= 0, "steps and goals are positive");
    require(goal || after.size() ? after.ndim() == axes && after.size() > 0 : true,
            "a grid has " + std::to_string(axes) + " axes here");
    EquityGrid grid{{after.data(), after.data() + after.size()}, {}, low, step};
    for (std::size_t axis = 0; axis < after.ndim() && after.size(); ++axis)
        grid.sizes.push_back(int(after.shape(axis)));
    return new Stakes(rules, std::move(grid), goal, std::move(totals), {usual.data(), usual.data() + usual.size()});
}

// For every round, the number that `tell` finds in its points.
template <class Tell> Numbers each_round(const Stakes& stakes, const Rounds& points, Tell tell) {
    require(int(points.shape(1)) == stakes.sides(), "points by side");
    std::vector<double> found(points.shape(0));
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = tell(points.data() + i * points.shape(1));
    const std::size_t count = found.size();
    return hand_over(std::move(found), count);
}

Numbers chances(const Stakes& stakes, const Rounds& points, int side) {
    require_in(side, 0, stakes.sides() - 1, "a side");
    return each_round(stakes, points, [&](const i32* round) { return stakes.chance(round, side); });
}

Numbers worth(const Stakes& stakes, const Rules& rules, const Rounds& points, int seat) {
    require_seat(rules, seat);
    require(rules.side_count() == stakes.sides(), "the stakes of another game");
    return each_round(stakes, points, [&](const i32* round) { return stakes.worth(rules, round, seat) / 2; });
}

// The bet to make at this chance to be first out; `bets` are those that stand, by seat, as places from 1 on.
std::optional<int> suggest_bet(const Stakes& stakes, const Rules& rules, int seat, double chance,
                               const std::vector<int>& bets, double least, double full) {
    require_seat(rules, seat);
    require(rules.side_count() == stakes.sides(), "the stakes of another game");
    require(int(bets.size()) == rules.players, "a bet for each seat");
    State state{};
    for (std::size_t one = 0; one < bets.size(); ++one) {
        require_in(bets[one], 0, rules.bet_count, "the place of a bet");
        state.bets[one] = u8(bets[one]);
    }
    return bet_place(rules, stakes, state, seat, chance, {least, full});
}

// A seat that has something to decide, on threads and for stakes that fit.
void require_decision(const Position& position, int seat, int threads, const Stakes* stakes) {
    const Rules& rules = position.rules;
    require_seat(rules, seat);
    require(position.state.phase != Phase::OVER, "the round is over");
    require(legal(rules, position.state, seat, scratch()) > 0, "the seat has nothing to decide");
    require_threads(threads);
    require(!stakes || stakes->sides() == rules.side_count(), "the stakes of another game");
}

Result search(const Position& position, int seat, u64 seed, u64 iterations, double seconds, int threads, bool tree,
              bool belief, bool clairvoyant, const Stakes* stakes, const Network* network) {
    require_decision(position, seat, threads, stakes);
    require(iterations || seconds > 0, "a search needs a budget: iterations or seconds");
    const Stakes counted = stakes ? *stakes : Stakes();
    const Position from = position; // which another thread may change
    nb::gil_scoped_release unlocked;
    const Budget budget{iterations, seconds};
    ThreadPool pool(iterations ? std::min(threads, Search::LANES) : threads);
    std::vector<PolicyPlayer> players;
    for (int i = 0; i < pool.size(); ++i) players.emplace_back(from.rules);
    const Design design{tree, belief, clairvoyant};
    std::optional<CardBelief> known;
    if (network && network->belief) known.emplace(*network->belief, from, seat);
    const SearchResult found =
        Search(players, pool, from, seat, seed, budget, design, {}, {}, counted, known ? &*known : nullptr).run();
    return {found.place, found.value, found.rounds, found.solved, listed(found.options)};
}

std::tuple<std::vector<int>, std::vector<float>, double, double> opinion_of(const Network& network,
                                                                            const Position& position, int seat) {
    require_seat(position.rules, seat);
    const Position from = position; // which another thread may change
    nb::gil_scoped_release unlocked;
    Opinion found = ask(network, PolicyPlayer(from.rules, FEW_BITS), from, seat);
    return {std::move(found.places), std::move(found.values), found.points * point_scale(from.rules), found.first_out};
}

std::optional<int> bet_at(const Position& position, int seat, double chance, const Stakes* stakes) {
    require_seat(position.rules, seat);
    require(!stakes || stakes->sides() == position.rules.side_count(), "the stakes of another game");
    return bet_place(position, stakes ? *stakes : Stakes(), seat, chance);
}

// What came of a thought, and the pace that foresight has measured: place (-1 for no bet out of turn), points ahead,
// rounds, solved worlds, worlds played in, points and the chance to be first out by the network, options, pace.
using Thoughts = std::tuple<int, double, u64, u64, u64, double, double, Options, double>;

// A decision of `search`, or with networks that of `neural`, or with a budget too that of `foresight`.
Thoughts think(const Position& position, int seat, std::pair<u64, u64> seeds, u64 iterations, double seconds,
               int threads, bool tree, bool belief, bool clairvoyant, const Stakes* stakes, const Network* network,
               const Network* quick, std::pair<double, double> edges, double pace) {
    require_decision(position, seat, threads, stakes);
    const bool searches = iterations || seconds > 0;
    require(network || searches, "a search needs a budget: iterations or seconds");
    require(!network || !searches || quick, "foresight needs a quick network, too");
    const Stakes counted = stakes ? *stakes : Stakes();
    const Position from = position; // which another thread may change
    nb::gil_scoped_release unlocked;
    const Budget budget{iterations, seconds};
    std::vector<PolicyPlayer> players;
    std::optional<ThreadPool> pool;
    std::unique_ptr<Thought> thought;
    if (!searches) {
        players.emplace_back(from.rules, FEW_BITS);
        thought = std::make_unique<NeuralThought>(*network, quick, players[0], from, counted, seat,
                                                  BetEdges{edges.first, edges.second});
    } else {
        pool.emplace(iterations && !network ? std::min(threads, Search::LANES) : threads);
        for (int i = 0; i < pool->size(); ++i) players.emplace_back(from.rules);
        const Workers workers{players, *pool};
        if (network)
            thought = std::make_unique<ForesightThought>(network, *quick, workers, from, counted, seat, seeds.first,
                                                         seeds.second, budget, pace);
        else
            thought = std::make_unique<SearchThought>(workers, from, counted, seat, seeds.first, budget,
                                                      Design{tree, belief, clairvoyant});
    }
    for (bool more = thought->begin(); more; more = thought->advance()) thought->work();
    const Choice choice = thought->conclude();
    return {choice.place,  choice.value,     choice.rounds,          choice.solved, choice.worlds,
            choice.points, choice.first_out, listed(choice.options), pace};
}

} // namespace

void bind_search(nb::module_& m) {
    nb::class_<Stakes>(m, "Stakes", "What the points of a round are worth in its match.")
        .def(nb::new_(&make_stakes), "rules"_a, "after"_a, "low"_a, "step"_a, "goal"_a, "totals"_a, "usual"_a,
             "The chances of a side after the round as a grid, its own axis first; an empty one for the last round. "
             "`usual` are the points of usual rounds.")
        .def_prop_ro("before", &Stakes::before, "The chances of the sides before the round.")
        .def_prop_ro("unit", &Stakes::unit, "The points that a whole match is worth.")
        .def("chances", &chances, "points"_a, "side"_a, "The chances of a side after rounds with these points by side.")
        .def("worth", &worth, "rules"_a, "points"_a, "seat"_a, "What the points of rounds are worth to a seat.")
        .def("bet_place", &suggest_bet, "rules"_a, "seat"_a, "chance"_a, "bets"_a, "least"_a, "full"_a,
             "The place of the bet that gains most at this chance to be first out; None for no bet.");
    m.def("search", &search, "position"_a, "seat"_a, "seed"_a, "iterations"_a, "seconds"_a, "threads"_a, "tree"_a,
          "belief"_a, "clairvoyant"_a, "stakes"_a = nb::none(), "network"_a = nb::none(),
          "The best action of a seat: (place in the legal list, points ahead, rounds, solved worlds, options). If the "
          "network has a belief, that deals the worlds.");
    m.def("think", &think, "position"_a, "seat"_a, "seeds"_a, "iterations"_a, "seconds"_a, "threads"_a, "tree"_a = true,
          "belief"_a = true, "clairvoyant"_a = false, "stakes"_a = nb::none(), "network"_a = nb::none(),
          "quick"_a = nb::none(), "edges"_a = std::pair{LEAST_BET_EDGE, FULL_BET_EDGE}, "pace"_a = 0.001,
          "A decision of `search`, or with networks of `neural`, or with both of `foresight`: (place, points ahead, "
          "rounds, solved worlds, worlds, the network's points and chance to be first out, options, pace).");
    m.def("ask", &opinion_of, "network"_a, "position"_a, "seat"_a,
          "What a network thinks of a decision: (places, values, points ahead, the chance to be first out).");
    m.def("suggest_bet", &bet_at, "position"_a, "seat"_a, "chance"_a, "stakes"_a = nb::none(),
          "The place among the rules' bets of the one that this chance to be first out suggests; None for none.");
}
