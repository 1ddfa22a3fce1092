// What came of an action in one world: a round that was played to its end, seen from the seat that acted.
//
// The result of a round says whether an action was good; how the trick went, who led next, who was out first and what
// was left in the hand say why.
#pragma once

#include "determinize.hpp"
#include "stakes.hpp"

namespace haggis {

// All numbers, so that outcomes are the rows of an array. Margins are doubled, as in `margin`; -1 stands for nobody.
struct Outcome {
    i32 margin;       // of all points
    i32 cards;        // the part of it that comes from cards,
    i32 bonus;        // from going out,
    i32 bets;         // and from bets and bids
    i32 own_cards;    // what the seat's side scores by cards,
    i32 own_bonus;    // and by going out
    i32 first_out;    // a seat
    i32 place;        // of the seat in the order of going out, from 0 on; the number of players if it was not out
    i32 trick_winner; // of the trick on the table, or of the next one
    i32 trick_side;   // whose pile took it
    i32 trick_points;
    i32 next_lead;          // the seat that leads after it; -1 if the round was over
    i32 held;               // cards in the seat's hand after that trick,
    i32 courts;             // and the courts among them, as bits
    i32 plays;              // that the seat made from this action on
    i32 left;               // cards in its hand at the end of the round
    i32 with_bet[MAX_BETS]; // the margin if the seat had bet now, by place of the bet
};
static_assert(sizeof(Outcome) % sizeof(i32) == 0);
constexpr int OUTCOME_FIELDS = sizeof(Outcome) / sizeof(i32);

// Follows a round from a world to its end, by the actions that were taken.
inline Outcome follow(const Rules& rules, State state, int seat, const Action* log, u64 count) {
    const auto points_of = [&](int side) { return int(state.pile[side]); };
    Outcome outcome = {};
    outcome.trick_winner = outcome.trick_side = outcome.next_lead = -1;
    bool finished = false; // the trick
    for (u64 i = 0; i < count; ++i) {
        const Action action = without_seat(log[i]);
        const int actor = seat_of(log[i]), winner = state.winner == NOBODY ? actor : state.winner;
        const bool had_trick = is_play(action) || state.top;
        int piles[SEATS];
        for (int side = 0; side < rules.side_count(); ++side) piles[side] = points_of(side);
        outcome.plays += actor == seat && is_play(action);
        act(rules, state, actor, action);
        if (!finished && had_trick && state.winner == NOBODY) {
            finished = true;
            outcome.trick_winner = is_play(action) ? actor : winner;
            for (int side = 0; side < rules.side_count(); ++side)
                if (points_of(side) != piles[side]) {
                    outcome.trick_side = side;
                    outcome.trick_points = points_of(side) - piles[side];
                }
            outcome.held = size(state.hands[seat]);
            outcome.courts = i32(state.hands[seat].first >> COURT_SHIFT & 7);
        }
        if (finished && outcome.next_lead < 0 && state.phase == Phase::PLAY) outcome.next_lead = state.turn;
    }
    const Score result = score(rules, state);
    outcome.cards = ahead(rules, result.cards, seat);
    outcome.bonus = ahead(rules, result.bonus, seat);
    outcome.bets = ahead(rules, result.bets, seat);
    outcome.own_cards = result.cards[rules.side(seat)];
    outcome.own_bonus = result.bonus[rules.side(seat)];
    outcome.left = size(state.hands[seat]);
    outcome.margin = margin(rules, state, seat);
    outcome.first_out = state.out[0];
    outcome.place = rules.players;
    for (int place = 0; place < state.out_count; ++place)
        if (state.out[place] == seat) outcome.place = place;
    for (int bet = 0; bet < rules.bet_count && rules.open_bets; ++bet) {
        state.bets[seat] = u8(bet + 1);
        outcome.with_bet[bet] = margin(rules, state, seat);
    }
    return outcome;
}

} // namespace haggis
