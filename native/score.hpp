// The points of a round that is over, by parts and sides (R6.4 to R8.1). The same as Python's `scoring.py`.
#pragma once

#include "state.hpp"

namespace haggis {

struct Score {
    i32 cards[SEATS] = {};
    i32 bonus[SEATS] = {};
    i32 bets[SEATS] = {};
};

// The side that takes the cards left in hand; NOBODY for nobody (R6.4, R6.5, R10).
HAGGIS_FN int last_hand_side(const Rules& rules, const State& state) {
    const int first = rules.side(state.out[0]);
    if (rules.partners && first == rules.side(state.out[1])) return rules.slam ? first : NOBODY;
    switch (rules.last_hand) {
        case LastHand::FIRST_OUT: return first;
        case LastHand::LAST_OUT: return rules.side(state.out[state.out_count - 1]);
        case LastHand::NOBODY: return NOBODY;
    }
    return NOBODY;
}

// Open bets (R7.4), and the house rule `bet_rule` (R10).
HAGGIS_FN void score_bets(const Rules& rules, const State& state, Score& score) {
    const int first = state.out[0];
    for (int seat = 0; seat < rules.players; ++seat) {
        if (!stands(rules, state, seat)) continue;
        const int side = rules.side(seat);
        const i32 value = rules.bets[state.bets[seat] - 1];
        if (rules.bet_rule == BetRule::OUT ? seat == first : score.cards[side] + score.bonus[side] >= value) {
            score.bets[side] += rules.bet_multiplier * value;
        } else if (rules.partners) {
            score.bets[1 - side] += value;
        } else {
            for (int other = 0; other < rules.players; ++other) {
                const bool shared = rules.bet_rule == BetRule::SCORE || rules.failed_bet_to == FailedBetTo::WITHOUT_BET;
                const bool scores = other == first || (shared && !state.bets[other]);
                if (other != seat && scores) score.bets[other] += value;
            }
        }
    }
}

// The Shepherd's bid, or two thirds and one third of it for the Sheep (R7.5).
HAGGIS_FN void score_auction(const Rules& rules, const State& state, Score& score) {
    if (!state.bid) return;
    const i32 bid = rules.bets[state.bid - 1];
    for (int seat = 0; seat < rules.players; ++seat) {
        if (state.out[0] == state.bidder) score.bets[seat] = seat == state.bidder ? bid : 0;
        else if (seat != state.bidder) score.bets[seat] = seat == state.out[0] ? bid * 2 / 3 : bid / 3;
    }
}

HAGGIS_FN Score score(const Rules& rules, const State& state) {
    Score score;
    const bool flat = rules.points == Points::FLAT;
    for (int side = 0; side < rules.side_count(); ++side) {
        score.cards[side] = state.pile[side];
        score.bonus[side] = state.bonus[side];
    }
    score.cards[state.haggis_to] += card_points(flat, state.haggis);
    if (const int taker = last_hand_side(rules, state); taker != NOBODY)
        for (int seat = 0; seat < rules.players; ++seat) score.cards[taker] += card_points(flat, state.hands[seat]);
    if (rules.opening == Opening::AUCTION) score_auction(rules, state, score);
    else score_bets(rules, state, score);
    return score;
}

} // namespace haggis
