// One round (R3 to R7): how it is dealt and what an action does. The same steps as in Python's `round.py`.
#pragma once

#include "legal.hpp"

namespace haggis {

// The number cards of each seat, and the haggis as bits of its cards, top card first.
struct Deal {
    Hand hands[SEATS];
    u8 haggis[MAX_HAGGIS];
};

HAGGIS_FN State start(const Rules& rules, const Deal& deal, int dealer, int lead, const i32* totals) {
    State state = {};
    for (int seat = 0; seat < rules.players; ++seat) {
        state.hands[seat] = {deal.hands[seat].first | COURTS, deal.hands[seat].second};
        state.holders |= u8(1 << seat);
    }
    for (int i = 0; i < rules.haggis_size; ++i) {
        state.haggis = add(state.haggis, card(deal.haggis[i]));
        state.deck[i] = u8(deal.haggis[i] + 1);
    }
    for (int side = 0; side < rules.side_count(); ++side) state.totals[side] = totals[side];
    state.dealer = u8(dealer);
    state.lead = rules.opening == Opening::AUCTION ? NOBODY : u8(lead);
    state.winner = state.bidder = state.haggis_to = NOBODY;
    switch (rules.opening) {
        case Opening::NONE:
            state.phase = Phase::PLAY;
            state.turn = u8(lead);
            break;
        case Opening::AUCTION:
            state.phase = Phase::AUCTION;
            state.turn = u8(dealer);
            break;
        case Opening::EXCHANGE:
            state.phase = Phase::EXCHANGE;
            state.turn = 0;
            break;
    }
    return state;
}

// The first seat of a set, from the left of a seat on; NOBODY in an empty set or if it is the seat itself.
HAGGIS_FN u8 next_of(const Rules& rules, int seats, int seat) {
    for (int step = 1; step < rules.players; ++step)
        if (const int other = rules.left(seat, step); seats >> other & 1) return u8(other);
    return NOBODY;
}

// A new trick, led by the given seat or the next to the left that has cards (R5.10).
HAGGIS_FN void start_trick(const Rules& rules, State& state, int leader) {
    state.phase = Phase::PLAY;
    state.turn = state.holders >> leader & 1 ? u8(leader) : next_of(rules, state.holders, leader);
}

// Five points for each card in the largest of these hands (R6.2).
HAGGIS_FN void give_bonus(const Rules& rules, State& state, int seat, int opponents) {
    int largest = 0;
    for (int other = 0; other < rules.players; ++other)
        if (const int cards = size(state.hands[other]); opponents >> other & 1 && cards > largest) largest = cards;
    state.bonus[rules.side(seat)] += i16(5 * largest);
}

HAGGIS_FN void end_round(State& state, int haggis_to) {
    state.phase = Phase::OVER;
    state.turn = NOBODY;
    state.haggis_to = u8(haggis_to);
}

// The haggis goes to the first out, or as the house rule `haggis_to` says (R6.6, R10).
HAGGIS_FN void award_haggis(const Rules& rules, State& state, int last, bool bombed) {
    switch (rules.haggis_to) {
        case HaggisTo::FIRST_OUT: return end_round(state, rules.side(state.out[0]));
        case HaggisTo::LAST_TO_PLAY:
            if (!bombed) return end_round(state, rules.side(last));
            if (rules.players == 2) return end_round(state, rules.side(rules.left(last)));
            state.phase = Phase::AWARD;
            state.turn = u8(last);
    }
}

// The trick goes onto a side's pile; then the end of the round, the choice of the lead, or the next trick.
HAGGIS_FN void collect(const Rules& rules, State& state, int side) {
    const int winner = state.winner;
    const bool bombed = is_bomb(state.top);
    state.pile[side] += state.trick_points;
    state.trick_points = 0;
    state.top = 0;
    state.winner = NOBODY;
    state.below = 0;
    state.passed = 0;
    if (is_decided(rules, state)) return award_haggis(rules, state, winner, bombed);
    if (bombed && rules.name_lead && state.holders >> rules.partner(winner) & 1) {
        state.phase = Phase::LEAD;
        state.turn = u8(winner);
    } else {
        start_trick(rules, state, winner);
    }
}

// The trick is over: bonus, then award (R6.2, R5.9).
HAGGIS_FN void end_trick(const Rules& rules, State& state) {
    const int winner = state.winner;
    if (rules.out_bonus == OutBonus::TRICK && !(state.holders >> winner & 1) && bits(state.holders) == 2)
        give_bonus(rules, state, winner, state.holders);
    if (!is_bomb(state.top)) return collect(rules, state, rules.side(winner));
    switch (rules.bomb_to) {
        case BombTo::WINNER: return collect(rules, state, rules.side(winner));
        case BombTo::OPPONENTS: return collect(rules, state, rules.side(rules.left(winner)));
        case BombTo::CHOSEN:
            if (rules.players == 2) return collect(rules, state, rules.side(rules.left(winner)));
            state.phase = Phase::AWARD;
            state.turn = u8(winner);
            return;
        case BombTo::PREVIOUS:
            return collect(rules, state,
                           rules.side(state.below ? state.below - 1 : rules.left(winner, rules.players - 1)));
    }
}

// The turn goes to the next seat that may still beat the trick; if there is none, the trick is over (R5.8).
HAGGIS_FN void next_turn(const Rules& rules, State& state, int seat) {
    const u8 next = next_of(rules, state.holders & ~state.passed & ~(1 << state.winner), seat);
    if (next == NOBODY) return end_trick(rules, state);
    state.turn = next;
}

HAGGIS_FN void play(const Rules& rules, State& state, int seat, Action action) {
    const Hand played = cards(action);
    state.hands[seat] = remove(state.hands[seat], played);
    state.played[seat] = add(state.played[seat], played);
    state.trick_points += i16(card_points(rules.points == Points::FLAT, played));
    state.below = state.top ? u8(state.winner + 1) : 0;
    state.winner = u8(seat);
    state.top = reading(action);
    if (rules.reenter) state.passed = 0;
    if (empty(state.hands[seat])) {
        state.holders &= u8(~(1 << seat));
        state.out[state.out_count++] = u8(seat);
        if (rules.out_bonus == OutBonus::IMMEDIATE || state.out_count == 2)
            give_bonus(rules, state, seat, rules.partners ? 10 >> (seat & 1) : ~(1 << seat));
        if (is_decided(rules, state)) return end_trick(rules, state);
    }
    next_turn(rules, state, seat);
}

// Once all have picked, the cards change hands (R3.1).
HAGGIS_FN void give(const Rules& rules, State& state, int seat, Action action) {
    state.picks[seat] = u8(lowest(action.lo) + 1);
    for (int other = 0; other < rules.players; ++other)
        if (!state.picks[other]) {
            state.turn = u8(other);
            return;
        }
    for (int other = 0; other < rules.players; ++other) {
        state.hands[other] = remove(state.hands[other], card(state.picks[other] - 1));
        state.given[other][state.swaps] = state.picks[other];
    }
    for (int other = 0; other < rules.players; ++other) {
        state.hands[other] = add(state.hands[other], card(state.picks[rules.partner(other)] - 1));
        state.turn = 0;
    }
    for (int other = 0; other < rules.players; ++other) state.picks[other] = 0;
    if (++state.swaps == SWAPS) start_trick(rules, state, state.lead);
}

// The turn goes to the next seat that has not passed, or the auction ends (R4.2).
HAGGIS_FN void next_bidder(const Rules& rules, State& state, int seat) {
    const int standing = state.bid ? 1 << state.bidder : 0;
    state.turn = next_of(rules, ~(standing | state.passed), seat);
    if (state.turn != NOBODY) return;
    state.passed = 0;
    if (!state.bid) {
        state.lead = state.dealer; // the lowest total; a tie: the first from the dealer's left (R5.1)
        for (int step = rules.players - 1; step; --step)
            if (const int other = rules.left(state.dealer, step); state.totals[other] <= state.totals[state.lead])
                state.lead = u8(other);
        return start_trick(rules, state, state.lead);
    }
    state.phase = Phase::BURY;
    state.turn = state.bidder;
    state.haggis = remove(state.haggis, drawn(state));
    state.hands[state.bidder] = add(state.hands[state.bidder], drawn(state));
}

HAGGIS_FN void bury(const Rules& rules, State& state, int seat, Action action) {
    u8 put[MAX_DRAW];
    const int count = each_number(cards(action), put);
    for (int i = 0; i < count; ++i) state.buried[i] = u8(put[i] + 1);
    state.hands[seat] = remove(state.hands[seat], cards(action));
    state.haggis = add(state.haggis, cards(action));
    state.lead = u8(seat);
    start_trick(rules, state, seat);
}

// What a legal action does.
HAGGIS_FN void act(const Rules& rules, State& state, int seat, Action action) {
    switch (verb(action)) {
        case Verb::PASS:
            state.passed |= u8(1 << seat);
            return state.phase == Phase::PLAY ? next_turn(rules, state, seat) : next_bidder(rules, state, seat);
        case Verb::BET: state.bets[seat] = u8(argument(action) + 1); return;
        case Verb::BID:
            state.bid = u8(argument(action) + 1);
            state.bidder = u8(seat);
            return next_bidder(rules, state, seat);
        case Verb::GIVE: return give(rules, state, seat, action);
        case Verb::BURY: return bury(rules, state, seat, action);
        case Verb::AWARD:
            if (state.top) return collect(rules, state, rules.side(argument(action)));
            return end_round(state, rules.side(argument(action)));
        case Verb::LEAD: return start_trick(rules, state, argument(action));
        case Verb::SINGLE:
        case Verb::SEQUENCE:
        case Verb::STAIR:
        case Verb::SET:
        case Verb::BOMB: return play(rules, state, seat, action);
    }
}

} // namespace haggis
