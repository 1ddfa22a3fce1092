// What the network thinks of a decision, and whether it bets. `haggis_cards/bet_values.py` and
// `haggis_cards/encoding/targets.py` have the same sums for parts that have no core; tests compare them.
#pragma once

#include <optional>
#include <vector>

#include "network.hpp"
#include "stakes.hpp"

namespace haggis {

constexpr double LEAST_BET_EDGE = 0.05, FULL_BET_EDGE = 0.15; // of `bet_place`

// The points that a network counts as one.
inline double point_scale(const Rules& rules) { return 32.0 * rules.players; }

// What each point of a failed bet takes from the margin.
inline double bet_loss(const Rules& rules) {
    return rules.failed_bet_to == FailedBetTo::WITHOUT_BET ? 1 : 1.0 / (rules.side_count() - 1);
}

// The chance of going out first above which a bet gains more than it costs.
inline double bet_threshold(const Rules& rules) {
    if (rules.bet_rule == BetRule::SCORE) return 1;
    return bet_loss(rules) / (rules.bet_multiplier + bet_loss(rules));
}

// What each point of a bet adds to the margin on average, at this chance of going out first.
inline double bet_edge(const Rules& rules, double chance) {
    if (rules.bet_rule == BetRule::SCORE) return -1;
    return chance * rules.bet_multiplier - (1 - chance) * bet_loss(rules);
}

// How sure one must be of a bet: of the lowest, and of the highest.
struct BetEdges {
    double least = LEAST_BET_EDGE, full = FULL_BET_EDGE;
};

// The bet to make, by its place: the lowest above the least edge, the highest above the full one.
inline std::optional<int> bet_place(const Rules& rules, double edge, BetEdges edges = {}) {
    if (edge <= edges.least) return {};
    const int highest = rules.bet_count - 1;
    return std::min(int((edge - edges.least) / (edges.full - edges.least) * std::max(highest, 1)), highest);
}

// The same in a match: the bet that gains most, of those that gain enough for their value. All others than the seat are
// first out alike often; the bets of the state stand.
inline std::optional<int> bet_place(const Rules& rules, const Stakes& stakes, State state, int seat, double chance,
                                    BetEdges edges = {}) {
    if (rules.bet_rule == BetRule::SCORE) return {};
    const State given = state;
    for (int other = 0; other < rules.players; ++other)
        if (!stands(rules, given, other)) state.bets[other] = 0;
    const double without = stakes.expect(rules, state, seat, chance);
    if (rules.partners) state.bets[rules.partner(seat)] = 0; // it is replaced (R7.3)
    std::optional<int> best;
    double most = 0;
    for (int place = 0; place < rules.bet_count; ++place) {
        state.bets[seat] = u8(place + 1);
        const double gain = (stakes.expect(rules, state, seat, chance) - without) / 2;
        const auto allowed = bet_place(rules, gain / rules.bets[place], edges);
        if (allowed && *allowed >= place && gain > most) {
            best = place;
            most = gain;
        }
    }
    return best;
}

// The candidates of a seat by their places in the legal list, and what the network makes of them.
struct Opinion {
    std::vector<int> places;
    std::vector<float> values;
    float points = 0, first_out = 0; // ahead at the end of the round, in units of `point_scale`; the chance of it
};

inline std::vector<Candidate> network_candidates(const PolicyPlayer& player, const State& state, int seat) {
    const int count = count_without_bets(player.buffer, legal(player.rules, state, seat, player.buffer));
    return select_candidates(player, state, seat, player.buffer, count, MAX_CANDIDATES);
}

inline Opinion ask(const Network& network, const PolicyPlayer& player, const Position& position, int seat) {
    const auto candidates = network_candidates(player, position.state, seat);
    u64 state[STATE_WORDS], rows[MAX_CANDIDATES * CHOICE_WORDS];
    encode_state(position.rules, position.state, position.history, seat, 0, state);
    encode_candidates(player, position.state, SeatView(position.rules, position.state, seat), seat, candidates.data(),
                      candidates.size(), rows);
    const std::int64_t offsets[] = {0, std::int64_t(candidates.size())};
    Workspace workspace;
    network.evaluate(state, rows, offsets, 1, workspace);
    Opinion opinion{{}, std::move(workspace.values), workspace.points[0], workspace.first_out[0]};
    for (const Candidate& candidate : candidates) opinion.places.push_back(candidate.place);
    return opinion;
}

// The place of the bet that a chance to be first out suggests, in a match or in a round by itself.
inline std::optional<int> bet_place(const Position& position, const Stakes& stakes, int seat, double chance,
                                    BetEdges edges = {}) {
    const Rules& rules = position.rules;
    return stakes.sides() ? bet_place(rules, stakes, position.state, seat, chance, edges)
                          : bet_place(rules, bet_edge(rules, chance), edges);
}

// The place in the legal list of the bet that the network makes, if it makes one. Once somebody is out, no bet on being
// first can be made (R7.2).
inline std::optional<int> choose_bet(const Position& position, const Stakes& stakes, int seat, float first_out,
                                     Action* buffer, BetEdges edges = {}) {
    const int count = legal(position.rules, position.state, seat, buffer), bets = count_without_bets(buffer, count);
    if (bets == count || position.state.out_count) return {};
    if (const auto bet = bet_place(position, stakes, seat, first_out, edges))
        for (int place = bets; place < count; ++place)
            if (argument(buffer[place]) == *bet) return place;
    return {};
}

} // namespace haggis
