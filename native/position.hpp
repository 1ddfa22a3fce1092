// A position: the rules, the state of the round, and every action that led to it. Searches copy only the state.
#pragma once

#include "round.hpp"

namespace haggis {

// The longest round: in Neeps 8 gifts, 4 bets, and 84 cards played one by one, each followed by 3 passes at most, make
// 348. (A bomb's award and lead cost less than the plays it saves; games of two and three have fewer cards.)
constexpr int MAX_ACTIONS = 352;

struct History {
    u64 count = 0;
    Action log[MAX_ACTIONS]; // with seats

    HAGGIS_FN void add(int seat, Action action) { log[count++] = by(action, seat); }
};

struct Position {
    Rules rules;
    State state;
    History history;
};

HAGGIS_FN void act(Position& position, int seat, Action action) {
    position.history.add(seat, action);
    act(position.rules, position.state, seat, action);
}

HAGGIS_FN bool is_legal(const Rules& rules, const State& state, int seat, Action action, Action* buffer) {
    for (int i = 0, count = legal(rules, state, seat, buffer); i < count; ++i)
        if (buffer[i] == action) return true;
    return false;
}

// The deal that a state came from: everything that has changed hands goes back.
HAGGIS_FN Deal original_deal(const Rules& rules, const State& state) {
    Deal deal = {};
    for (int seat = 0; seat < rules.players; ++seat)
        deal.hands[seat] = add(numbers(state.hands[seat]), numbers(state.played[seat]));
    for (int swap = state.swaps - 1; swap >= 0; --swap)
        for (int seat = 0; seat < rules.players; ++seat) {
            Hand& hand = deal.hands[seat];
            hand = remove(hand, card(state.given[rules.partner(seat)][swap] - 1));
            hand = add(hand, card(state.given[seat][swap] - 1));
        }
    if (state.bid && state.phase != Phase::AUCTION) {
        Hand& hand = deal.hands[state.bidder];
        for (int i = 0; i < MAX_DRAW; ++i)
            if (state.buried[i]) hand = add(hand, card(state.buried[i] - 1));
        hand = remove(hand, drawn(state));
    }
    for (int i = 0; i < rules.haggis_size; ++i) deal.haggis[i] = u8(state.deck[i] - 1);
    return deal;
}

// How the round began.
HAGGIS_FN State first_state(const Position& position) {
    const Rules& rules = position.rules;
    const State& state = position.state;
    const int lead = rules.opening == Opening::AUCTION ? 0 : state.lead;
    return start(rules, original_deal(rules, state), state.dealer, lead, state.totals);
}

} // namespace haggis
