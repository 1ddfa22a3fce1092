// The state of one round: all cards and all that matters for play, scoring and what each seat may know.
#pragma once

#include "action.hpp"

namespace haggis {

// What the round waits for, as in Python's `Phase`. In AWARD a trick on the table (`top`) is awarded, else the haggis.
enum class Phase : u8 { EXCHANGE, AUCTION, BURY, PLAY, AWARD, LEAD, OVER };

constexpr u8 NOBODY = 255;

// 224 bytes: the cards that seats hold and have played, then the counters, then how the cards came about.
// Seats are numbers, sets of seats are bits; a card is its bit plus one, 0 for none; a bet its place in
// `Rules::bets` plus one, 0 for none. What is kept by side uses the places of `Rules::side`.
struct State {
    Hand hands[SEATS];  // with courts
    Hand played[SEATS]; // what each seat has played this round
    Hand haggis;
    i32 totals[SEATS]; // by side, before this round
    i16 pile[SEATS];   // by side: points of the tricks on the pile
    i16 bonus[SEATS];  // by side (R6.2)
    i16 trick_points;  // of the trick on the table
    u16 top;           // the reading of its highest combination, 0 for none
    Phase phase;
    u8 turn; // the seat that the round waits for (in the exchange the first of them); NOBODY when it is over
    u8 dealer;
    u8 lead;    // the seat that leads the first trick; NOBODY before it is known
    u8 winner;  // the seat that played the highest combination; NOBODY between tricks
    u8 passed;  // the seats that passed on it, or, without `reenter`, in this trick; in the auction, for good
    u8 holders; // the seats that have cards
    u8 out_count;
    u8 out[SEATS]; // in the order of going out
    u8 bets[SEATS];
    u8 bidder; // the last one, NOBODY for none; after the auction the Shepherd
    u8 bid;
    u8 haggis_to;    // the side whose pile the haggis went onto, NOBODY before
    u8 swaps;        // that are done
    u8 picks[SEATS]; // cards that wait for the swap
    u8 given[SEATS][SWAPS];
    u8 deck[MAX_HAGGIS]; // the haggis as it was dealt, top card first; the Shepherd draws from its front
    u8 buried[MAX_DRAW];
    u8 below; // the seat that played the combination below the highest one, plus one; 0 for none

    friend bool operator==(const State&, const State&) = default;
};
static_assert(sizeof(State) == 224);

// How many cards the Shepherd draws: 3 on the lowest bet value, 2 on the middle one, 1 on the highest (R4.4).
HAGGIS_FN int draw_count(const State& state) { return state.bid ? MAX_DRAW + 1 - state.bid : 0; }

HAGGIS_FN Hand drawn(const State& state) {
    Hand cards;
    if (state.phase != Phase::AUCTION)
        for (int i = 0; i < draw_count(state); ++i) cards = add(cards, card(state.deck[i] - 1));
    return cards;
}

// Whether the seat waits to act.
HAGGIS_FN bool is_to_act(const State& state, int seat) {
    return state.phase == Phase::EXCHANGE ? !state.picks[seat] : state.turn == seat;
}

// Whether all but one, or both players of a side, are out (R6.3).
HAGGIS_FN bool is_decided(const Rules& rules, const State& state) {
    return state.out_count == rules.players - 1 || (rules.partners && (!(state.holders & 5) || !(state.holders & 10)));
}

// Whether the seat has an open bet that the partner has not superseded (R7.3).
HAGGIS_FN bool stands(const Rules& rules, const State& state, int seat) {
    return state.bets[seat] && (!rules.partners || state.bets[seat] > state.bets[rules.partner(seat)]);
}

} // namespace haggis
