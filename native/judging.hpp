// What a review asks: what comes of actions, how a search weighs them, and endings worked out.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "playout.hpp"
#include "reading.hpp"

namespace haggis {

// What comes of each action in the same worlds, by action and world. Without a network the rollout policy plays.
inline std::vector<Outcome> outcomes(const Network* network, const Position& position, int seat,
                                     const std::vector<Action>& actions, u64 first, int worlds, u64 seed,
                                     float bet_threshold, Manner manner, Executor& executor) {
    std::vector<Outcome> found(actions.size() * std::size_t(worlds));
    if (network)
        PlayOut(*network, position, seat, actions, seed, bet_threshold, manner)
            .run(first, worlds, executor, found.data());
    else PolicyPlayOut(position, seat, actions, seed, manner.known).run(first, worlds, executor, found.data());
    return found;
}

// The places that a search must try, if they are those of actions and not of bets.
inline std::vector<int> read_required(const Position& position, int seat, std::span<const i64> places) {
    require_seat(position.rules, seat);
    require(position.state.phase != Phase::OVER, "the round is over");
    const int count = count_without_bets(scratch(), legal(position.rules, position.state, seat, scratch()));
    require(count > 0, "the seat has nothing to decide but bets");
    require_in(i64(places.size()), 0, 16, "the number of required actions");
    for (const i64 place : places) require_in(place, 0, count - 1, "the place of an action that is not a bet");
    return {places.begin(), places.end()};
}

// A search that tries the required actions too: the options, the best first.
inline std::vector<Option> weigh(const Position& position, int seat, u64 seed, u64 iterations,
                                 std::span<const int> required, bool clairvoyant, Executor& executor) {
    std::vector<PolicyPlayer> players;
    for (int i = 0; i < executor.size(); ++i) players.emplace_back(position.rules);
    const Budget budget{iterations, 0};
    return Search(players, executor, position, seat, seed, budget, {true, true, clairvoyant}, required).run().options;
}

// How far a review sees to the end: with so many cards in all hands, and so many nodes for all actions of a decision.
inline int solved_cards(const Rules& rules) { return rules.players == 2 ? 22 : 18; }
constexpr u64 SOLVED_NODES = 400'000;
constexpr std::size_t SOLVER_MEMORY = 1 << 25;

// How far the seat is ahead after each action with best play of all, all cards in sight; nothing where that takes too
// long.
inline std::vector<std::optional<double>> solve(const Position& position, int seat,
                                                const std::vector<Action>& actions) {
    std::vector<std::optional<double>> values(actions.size());
    const auto& [rules, state, history] = position;
    if (actions.empty() || !can_be_solved(state) || count_cards(rules, state) > solved_cards(rules)) return values;
    Analysis analysis(rules, state, seat, Stakes(), SOLVER_MEMORY, actions);
    analysis.advance(SOLVED_NODES);
    const auto bounds = analysis.bounds();
    for (std::size_t i = 0; i < bounds.size(); ++i)
        if (bounds[i].is_exact()) values[i] = bounds[i].low / 2.0;
    return values;
}

} // namespace haggis
