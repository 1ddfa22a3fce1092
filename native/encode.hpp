// What a seat knows, and what it may do, as bits for learning machines: rows of words whose bits are features.
//
// Nothing here reads what the seat may not know; `haggis_cards/encoding` says the same in Python, from a view.
// Seats are numbered by their distance to the left of the seat that is to act. A number is one bit of many (`one_of`),
// or a bar that grows with it (`bar`). Beside the plain facts an action's row says how the cards that it leaves could
// be split into plays: networks take long to learn that.
#pragma once

#include <algorithm>

#include "determinize.hpp"
#include "policy_plan.hpp"
#include "position.hpp"

namespace haggis {

constexpr int LOGGED_WORDS = 3, ACTION_WORDS = LOGGED_WORDS + 1; // of an action of the past; of one to choose
constexpr int PAST = 12, PAST_AT = 23;                           // actions of the past, and where they begin
constexpr int STATE_WORDS = PAST_AT + PAST * LOGGED_WORDS;
constexpr int HIDDEN_WORDS = 2 * (SEATS - 1); // for critics in training, never for players: the other hands

constexpr Action NO_BET = plain(Verb::BET, 15); // the answer no to "Do you bet?"

// Puts features into a word, from the lowest bit on.
struct Bits {
    u64 word = 0;
    int used = 0;

    HAGGIS_FN void put(u64 value, int room) {
        word |= value << used;
        used += room;
    }
    HAGGIS_FN void one_of(int value, int room) { put(value >= 0 ? u64(1) << std::min(value, room - 1) : 0, room); }
    HAGGIS_FN void bar(int value, int room) { put((u64(1) << std::clamp(value, 0, room)) - 1, room); }
};

// The seats of a table as one of them sees it: 0 is itself, 1 its left neighbour.
struct Around {
    const Rules& rules;
    int seat;

    HAGGIS_FN int from(int step) const { return rules.left(seat, step); }
    HAGGIS_FN int to(int other) const { return other == NOBODY ? -1 : rules.distance(seat, other); }
    HAGGIS_FN u64 set(int seats) const {
        u64 turned = 0;
        for (int step = 0; step < rules.players; ++step) turned |= u64(seats >> from(step) & 1) << step;
        return turned;
    }
};

// Three words: cards and verb; second copies, the seat that did it, the seat or value it names; shape, cards left,
// points.
HAGGIS_FN void encode_action(const Around& around, Action action, int by, int left, u64* out) {
    const Verb what = verb(action);
    const bool has_cards = is_play(action) || what == Verb::GIVE || what == Verb::BURY;
    const Hand put = has_cards ? cards(action) : Hand{};
    Bits second{put.second, PLANE}, shape;
    second.one_of(by, SEATS);
    second.one_of(what == Verb::AWARD || what == Verb::LEAD ? around.to(argument(action)) : -1, SEATS);
    second.one_of((what == Verb::BET || what == Verb::BID) && action != NO_BET ? argument(action) : -1, MAX_BETS);
    const u16 as = is_play(action) ? reading(action) : 0;
    shape.one_of(is_play(action) ? rank_of(as) : -1, 14);
    shape.one_of(is_play(action) ? length_of(as) : -1, 10);
    shape.one_of(is_play(action) ? width_of(as) - 1 : -1, 8);
    shape.one_of(left, 22);
    shape.bar(card_points(around.rules.points == Points::FLAT, put), 10);
    out[0] = put.first | u64(1) << (COURT_SHIFT + 3 + int(what));
    out[1] = second.word;
    out[2] = shape.word;
}

// An action as all see it: without the cards that were given or buried.
HAGGIS_FN Action shown(Action action) {
    return verb(action) == Verb::GIVE || verb(action) == Verb::BURY ? plain(verb(action)) : action;
}

HAGGIS_FN u64 encode_trick(const Around& around, const State& state) {
    Bits bits;
    bits.one_of(state.top ? int(kind_of(state.top)) : -1, 5);
    bits.one_of(state.top ? width_of(state.top) - 1 : -1, 8);
    bits.one_of(state.top ? length_of(state.top) : -1, 10);
    bits.one_of(state.top ? rank_of(state.top) : -1, 14);
    bits.one_of(around.to(state.winner), SEATS);
    bits.put(around.set(state.passed), SEATS);
    bits.one_of(int(state.phase), 6);
    bits.bar(state.trick_points / 3, 13);
    return bits.word;
}

// Four words: hand sizes; bets, seats that are out, bids; dealer and leader, points so far, and the match's if it has a
// goal.
HAGGIS_FN void encode_seats(const Around& around, const State& state, int goal, u64* out) {
    const Rules& rules = around.rules;
    Bits sizes, last;
    for (int step = 0; step < SEATS; ++step)
        (step < 3 ? sizes : last).one_of(step < rules.players ? size(state.hands[around.from(step)]) - 1 : -1, 21);
    for (int step = 0; step < SEATS; ++step) last.bar(step < rules.players ? state.bets[around.from(step)] : 0, 4);
    for (int place = 0; place < SEATS - 1; ++place)
        last.one_of(place < state.out_count ? around.to(state.out[place]) : -1, SEATS);
    last.one_of(around.to(state.bidder), SEATS);
    last.one_of(state.bid - 1, 3);
    last.one_of(around.to(state.lead), SEATS);
    out[0] = sizes.word;
    out[1] = last.word;
    Bits piles, bonuses;
    piles.one_of(around.to(state.dealer), SEATS);
    piles.bar(state.swaps, SWAPS);
    for (int step = 0; step < SEATS; ++step) {
        const bool is_there = step < rules.side_count();
        const int side = is_there ? rules.side(around.from(step)) : 0;
        piles.bar(is_there ? state.pile[side] / 6 : 0, 14);
        bonuses.bar(is_there ? state.bonus[side] / 10 : 0, 8);
        bonuses.bar(is_there && goal ? int(std::int64_t(state.totals[side]) * 8 / goal) : 0, 8);
    }
    out[2] = piles.word;
    out[3] = bonuses.word;
}

HAGGIS_FN u64 encode_rules(const Rules& rules) {
    Bits bits;
    bits.one_of(rules.players - 2, 3);
    bits.one_of(int(rules.opening), 3);
    bits.one_of(int(rules.bomb_to), 3);
    for (const bool flag : {rules.suits == 5, rules.copies == 2, rules.partners, rules.open_bets, rules.name_lead,
                            rules.reenter, rules.out_bonus == OutBonus::TRICK, rules.last_hand == LastHand::LAST_OUT,
                            rules.slam, rules.points == Points::FLAT, rules.bet_multiplier == 2,
                            rules.bet_rule == BetRule::SCORE, rules.haggis_to == HaggisTo::LAST_TO_PLAY, rules.sets})
        bits.put(u64(flag), 1);
    for (int bet = 0; bet < MAX_DRAW; ++bet) bits.bar(bet < rules.bet_count ? rules.bets[bet] / 10 : 0, 10);
    return bits.word;
}

// A row of STATE_WORDS for the seat that is to act. With a goal of 0 the match's points are left out.
HAGGIS_FN void encode_state(const Rules& rules, const State& state, const History& past, int seat, int goal, u64* out) {
    const Around around{rules, seat};
    const auto put = [&out](Hand hand) {
        *out++ = hand.first;
        *out++ = hand.second;
    };
    Hand unseen = remove(rules.deck(), numbers(state.hands[seat])), received, buried;
    for (int other = 0; other < rules.players; ++other) unseen = remove(unseen, numbers(state.played[other]));
    if (state.bidder == seat)
        for (const u8 kept : state.buried)
            if (kept) buried = add(buried, card(kept - 1));
    if (rules.partners)
        for (int swap = 0; swap < state.swaps; ++swap)
            received = add(received, card(state.given[rules.partner(seat)][swap] - 1));
    put(state.hands[seat]);
    put(remove(unseen, buried));
    for (int step = 0; step < SEATS; ++step) {
        const int other = around.from(step);
        const bool is_there = step < rules.players;
        const u64 courts = is_there ? (state.hands[other].first & COURTS) << 3 : 0; // that are still in the hand
        put(is_there ? Hand{state.played[other].first | courts, state.played[other].second} : Hand{});
    }
    put(rules.partners ? known_gifts(rules, state, seat) : Hand{});
    put(received);
    *out++ = buried.first;
    *out++ = encode_trick(around, state);
    encode_seats(around, state, goal, out);
    out += 4;
    *out++ = encode_rules(rules);
    for (u64 back = 1; back <= PAST; ++back, out += LOGGED_WORDS) {
        if (back > past.count) {
            std::fill_n(out, LOGGED_WORDS, u64(0));
            continue;
        }
        const Action logged = past.log[past.count - back];
        encode_action(around, shown(without_seat(logged)), around.to(seat_of(logged)), -1, out);
    }
}

// A hand split into plays by a quick look: the fewest plays, and the least cost of low cards in quarters, where a
// Sequence or single of the lowest rank costs one, of the highest nothing, and a court alone nothing either.
struct HandSplit {
    int plays, low_card_cost;
};
HAGGIS_FN HandSplit split_hand(const Rules& rules, Hand hand) {
    using enum Weight;
    static const PlanTable one_each([] {
        Weights w = {};
        for (const Weight price : {SINGLE_LOW, SINGLE_TOP, RUN, STAIRS, JACK, QUEEN, KING, COURT_BOMB, ODD_BOMB})
            w.of[int(price)] = 1;
        return w;
    }());
    static const PlanTable by_rank([] {
        Weights w = {};
        w.of[int(SINGLE_LOW)] = w.of[int(RUN)] = 1;
        w.of[int(RUN_RANK)] = -1;
        return w;
    }());
    // Readings of the same cards leave the same hand, one after the other.
    struct Known {
        Hand hand;
        HandSplit found;
        u8 suits;
    };
    thread_local Known known[1 << 9]; // few, so that they stay in the cache
    const u64 hash = (hand.first * 0x9e3779b97f4a7c15 ^ hand.second * 0xc2b2ae3d27d4eb4f) >> 55;
    Known& last = known[hash];
    if (last.suits != rules.suits * rules.copies || last.hand != hand) {
        const Plan plan = split_lines(rules, by_rank, hand);
        last = {hand,
                {int(make_plan(rules, one_each, hand).cost + 0.5f), int(4 * plan.cost + 0.5f)},
                u8(rules.suits * rules.copies)};
    }
    return last.found;
}

// The row of an action that the seat may take, with the number of cards that it leaves and how they split into plays.
HAGGIS_FN void encode_choice(const Rules& rules, const State& state, int seat, Action action, u64* out) {
    const bool puts = is_play(action) || verb(action) == Verb::GIVE || verb(action) == Verb::BURY;
    const Hand rest = puts ? remove(state.hands[seat], cards(action)) : state.hands[seat];
    encode_action({rules, seat}, action, -1, size(rest), out);
    const auto [plays, low_card_cost] = split_hand(rules, rest);
    Bits left;
    left.bar(plays, 16);
    left.one_of(plays, 16);
    left.bar(low_card_cost, 32);
    out[LOGGED_WORDS] = left.word;
}

// What the others hold, from the left on.
HAGGIS_FN void encode_hidden(const Rules& rules, const State& state, int seat, u64* out) {
    for (int step = 1; step < SEATS; ++step) {
        const Hand hand = step < rules.players ? state.hands[rules.left(seat, step)] : Hand{};
        *out++ = hand.first;
        *out++ = hand.second;
    }
}

} // namespace haggis
