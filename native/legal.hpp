// What a seat may do now, in the order of Python's `Round.legal`: open bets last.
#pragma once

#include "movegen.hpp"
#include "state.hpp"

namespace haggis {

// Whether nobody may bet any more: somebody is out (R7.1), or by the house rule the round has ended (R6.3, R10).
HAGGIS_FN bool are_bets_closed(const Rules& rules, const State& state) {
    switch (rules.bets_until) {
        case BetsUntil::FIRST_OUT: return state.out_count;
        case BetsUntil::FIRST_CARD: return is_decided(rules, state);
    }
    return true;
}

// Whether an open bet could still be made: one on being the first out fails once somebody is (R7.2).
HAGGIS_FN bool can_bets_be_made(const Rules& rules, const State& state) {
    return !state.out_count || rules.bet_rule == BetRule::SCORE;
}

// The bets that the seat may make now (R7.1, R7.3).
HAGGIS_FN Action* open_bets(const Rules& rules, const State& state, int seat, Action* out) {
    if (!rules.open_bets || state.bets[seat] || !empty(state.played[seat]) || are_bets_closed(rules, state)) return out;
    for (int bet = rules.partners ? state.bets[rules.partner(seat)] : 0; bet < rules.bet_count; ++bet)
        *out++ = plain(Verb::BET, bet);
    return out;
}

// A bid exceeds the standing one, or equals it from a lower total (R4.1).
HAGGIS_FN Action* bids(const Rules& rules, const State& state, int seat, Action* out) {
    *out++ = plain(Verb::PASS);
    const bool lower = state.bid && state.totals[seat] < state.totals[state.bidder];
    for (int bid = state.bid - lower; bid < rules.bet_count; ++bid) *out++ = plain(Verb::BID, bid);
    return out;
}

// Every choice of number cards to put back onto the haggis (R4.4).
HAGGIS_FN Action* burials(const State& state, int seat, Action* out) {
    u8 held[MAX_DEALT + MAX_DRAW];
    const int count = each_number(state.hands[seat], held), draws = draw_count(state);
    for (int a = 0; a < count; ++a) {
        const Hand one = card(held[a]);
        if (draws == 1) *out++ = with_cards(Verb::BURY, one);
        for (int b = a + 1; b < count && draws > 1; ++b) {
            const Hand two = add(one, card(held[b]));
            if (draws == 2) *out++ = with_cards(Verb::BURY, two);
            for (int c = b + 1; c < count && draws > 2; ++c) *out++ = with_cards(Verb::BURY, add(two, card(held[c])));
        }
    }
    return out;
}

HAGGIS_FN Action* gifts(const State& state, int seat, Action* out) {
    for (int rank = 0; rank < LINE; ++rank)
        for (u64 column = state.hands[seat].first >> rank & COLUMN; column; column &= column - 1)
            *out++ = with_cards(Verb::GIVE, {(column & -column) << rank, 0});
    return out;
}

// The seats that may be given a bombed trick: all others, out or not (R5.9); the haggis: the opponents (R10).
HAGGIS_FN Action* awards(const Rules& rules, const State& state, int seat, Action* out) {
    for (int step = 1; step < rules.players; ++step)
        if (const int other = rules.left(seat, step); state.top || rules.side(other) != rules.side(seat))
            *out++ = plain(Verb::AWARD, other);
    return out;
}

// All legal actions of a seat into a buffer of MAX_LEGAL; returns their number.
HAGGIS_FN int legal(const Rules& rules, const State& state, int seat, Action* const buffer) {
    Action* out = buffer;
    if (is_to_act(state, seat)) switch (state.phase) {
            case Phase::EXCHANGE: out = gifts(state, seat, out); break;
            case Phase::AUCTION: out = bids(rules, state, seat, out); break;
            case Phase::BURY: out = burials(state, seat, out); break;
            case Phase::PLAY:
                if (state.top) *out++ = plain(Verb::PASS);
                out = plays(rules, state.hands[seat], state.top, out, buffer + MAX_LEGAL - SLACK);
                break;
            case Phase::AWARD: out = awards(rules, state, seat, out); break;
            case Phase::LEAD:
                *out++ = plain(Verb::LEAD, seat);
                *out++ = plain(Verb::LEAD, rules.partner(seat));
                break;
            case Phase::OVER: break;
        }
    return int(open_bets(rules, state, seat, out) - buffer);
}

// The number of actions in a list before its bets, which come last.
HAGGIS_FN int count_without_bets(const Action* list, int count) {
    while (count && verb(list[count - 1]) == Verb::BET) --count;
    return count;
}

} // namespace haggis
