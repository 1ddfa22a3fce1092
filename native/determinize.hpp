// Determinization: worlds that a seat cannot rule out, with the unseen cards dealt again.
//
// A seat knows its own hand, everything that was played, how many cards each place holds, what it gave to its partner
// (with the partner until played or given back) and, as the Shepherd, what it drew and buried. All other number cards
// are unseen. Determinization deals them again among the other hands and the haggis; every deal of physical cards (two
// copies of a card are two cards) that fits is equally likely. Of two copies, one of which this seat gave away, the
// given one stays with the partner and the other may be anywhere; once the partner has played or given back one such
// card, it may have been either, and nothing more is known.
//
// What the others did in secret is chosen to fit, with every way to do it equally likely: cards waiting for a swap, the
// opponents' gifts, what a Shepherd drew and buried. So the world has a history that this seat could have seen.
// The result depends on the state only through what the seat knows.
#pragma once

#include "position.hpp"
#include "random.hpp"

namespace haggis {

// Takes `count` random cards out of a hand.
HAGGIS_FN Hand draw(Hand& hand, int count, Rng& rng) {
    u8 held[2 * PLANE];
    Hand taken;
    shuffle(held, each_number(hand, held), rng);
    for (int i = 0; i < count; ++i) taken = add(taken, card(held[i]));
    hand = remove(hand, taken);
    return taken;
}

// Lists the cards of a hand as a state keeps them.
template <int Room> HAGGIS_FN void list(Hand hand, u8 (&out)[Room]) {
    u8 held[2 * PLANE];
    for (int i = 0, count = each_number(hand, held); i < count && i < Room; ++i) out[i] = u8(held[i] + 1);
}

HAGGIS_FN u8 kept(Hand card) { return u8(lowest(card.first) + 1); }

// The seat's gifts that must still be with the partner.
HAGGIS_FN Hand known_gifts(const Rules& rules, const State& state, int seat) {
    const int partner = rules.partner(seat);
    Hand known, gone = numbers(state.played[partner]);
    if (state.swaps == SWAPS && state.given[partner][1] == state.given[seat][0])
        gone = add(gone, card(state.given[seat][0] - 1)); // perhaps the first gift itself came back in the second swap
    for (int swap = 0; swap < state.swaps; ++swap) {
        const Hand gift = card(state.given[seat][swap] - 1);
        if (contains(gone, gift)) gone = remove(gone, gift);
        else known = add(known, gift);
    }
    return known;
}

// The opponents' gifts, from the last swap back.
HAGGIS_FN void redo_gifts(const Rules& rules, State& state, int a, Rng& rng) {
    const int b = rules.partner(a);
    Hand hand_a = add(numbers(state.hands[a]), numbers(state.played[a]));
    Hand hand_b = add(numbers(state.hands[b]), numbers(state.played[b]));
    for (int swap = state.swaps - 1; swap >= 0; --swap) {
        const Hand from_a = draw(hand_b, 1, rng), from_b = draw(hand_a, 1, rng);
        state.given[a][swap] = kept(from_a);
        state.given[b][swap] = kept(from_b);
        hand_a = add(hand_a, from_a);
        hand_b = add(hand_b, from_b);
    }
}

// What another seat, the Shepherd, drew and buried.
HAGGIS_FN void redo_burial(State& state, u8* haggis, Rng& rng) {
    const u8 draws = u8(draw_count(state)), shepherd = state.bidder;
    Hand had = add(numbers(state.hands[shepherd]), numbers(state.played[shepherd])), buried;
    if (state.phase != Phase::BURY) {
        for (int i = 0; i < draws; ++i) buried = add(buried, card(*haggis++));
        list(buried, state.buried);
    }
    had = add(had, buried);
    list(draw(had, draws, rng), state.deck);
    for (int i = draws; i < MAX_DRAW; ++i) state.deck[i] = u8(*haggis++ + 1);
}

constexpr int PLACES = SEATS; // of an unseen card: the other seats from the left on, and last the haggis

// Which deals are drawn is up to `order`: it puts the pack in order, given how many cards go to each place. The cards
// of the other seats, the lowest seat first, come before those of the haggis.
template <class Order>
HAGGIS_FN State determinize(const Rules& rules, State state, int seat, Rng& rng, const Order& order) {
    if (state.phase == Phase::OVER) return state; // then all is shown
    const bool drew = state.bid && state.phase != Phase::AUCTION, shepherd = drew && state.bidder == seat;
    Hand unseen = remove(rules.deck(), numbers(state.hands[seat])), known, buried;
    for (int other = 0; other < rules.players; ++other) unseen = remove(unseen, numbers(state.played[other]));
    if (shepherd)
        for (int i = 0; i < MAX_DRAW; ++i)
            if (state.buried[i]) buried = add(buried, card(state.buried[i] - 1));
    if (rules.partners) known = known_gifts(rules, state, seat);
    unseen = remove(remove(unseen, buried), known);

    int room[PLACES] = {};
    for (int other = 0; other < rules.players; ++other)
        if (other != seat) room[rules.distance(seat, other) - 1] = size(numbers(state.hands[other]));
    if (rules.partners) room[rules.distance(seat, rules.partner(seat)) - 1] -= size(known);
    room[PLACES - 1] = size(state.haggis) - size(buried);
    u8 pack[2 * PLANE], *next = pack;
    order(pack, each_number(unseen, pack), room, rng);
    for (int other = 0; other < rules.players; ++other) {
        if (other == seat) continue;
        Hand hand = {state.hands[other].first & COURTS, 0};
        if (rules.partners && other == rules.partner(seat)) hand = add(hand, known);
        for (int i = room[rules.distance(seat, other) - 1]; i > 0; --i) hand = add(hand, card(*next++));
        state.hands[other] = hand;
    }
    u8* const haggis = next;
    const int left = room[PLACES - 1];
    state.haggis = buried;
    for (int i = 0; i < left; ++i) state.haggis = add(state.haggis, card(haggis[i]));

    if (shepherd) list(drawn(state), state.deck); // known, but not their order
    if (drew && !shepherd) redo_burial(state, haggis, rng);
    else
        for (int i = 0; i < left; ++i) state.deck[rules.haggis_size - left + i] = u8(haggis[i] + 1);
    if (rules.partners) redo_gifts(rules, state, rules.left(seat), rng);
    for (int other = 0; other < rules.players; ++other)
        if (other != seat && state.picks[other]) {
            Hand hand = numbers(state.hands[other]);
            state.picks[other] = kept(draw(hand, 1, rng));
        }
    return state;
}

// Every deal equally likely.
struct EvenDeal {
    HAGGIS_FN void operator()(u8* pack, int count, const int*, Rng& rng) const { shuffle(pack, count, rng); }
};
HAGGIS_FN State determinize(const Rules& rules, const State& state, int seat, Rng& rng) {
    return determinize(rules, state, seat, rng, EvenDeal());
}

// The same with a history to match: others' gifts and burial in the log are those of the new world.
template <class Order = EvenDeal>
HAGGIS_FN void determinize(Position& position, int seat, Rng& rng, const Order& order = {}) {
    position.state = determinize(position.rules, position.state, seat, rng, order);
    int gifts[SEATS] = {};
    for (u64 i = 0; i < position.history.count; ++i) {
        Action& action = position.history.log[i];
        const int actor = seat_of(action);
        if (verb(action) == Verb::GIVE) {
            const int swap = gifts[actor]++;
            const u8 gift =
                swap < position.state.swaps ? position.state.given[actor][swap] : position.state.picks[actor];
            action = by(with_cards(Verb::GIVE, card(gift - 1)), actor);
        } else if (verb(action) == Verb::BURY) {
            Hand buried;
            for (int j = 0; j < draw_count(position.state); ++j)
                buried = add(buried, card(position.state.buried[j] - 1));
            action = by(with_cards(Verb::BURY, buried), actor);
        }
    }
}

} // namespace haggis
