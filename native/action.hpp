// Actions: a play is its own bits (cards, shape, low rank), and so is everything else a seat can do.
#pragma once

#include "rules.hpp"

namespace haggis {

// What an action is. The first five are the kinds of combination (R5.3, R5.7), as in Python's `Kind`.
enum class Verb : u8 { SINGLE, SEQUENCE, STAIR, SET, BOMB, PASS, BET, BID, GIVE, BURY, AWARD, LEAD };

// An action needs 112 bits.
//     lo   bit  0..44  number cards, first copy      played, given or buried
//          bit 45..47  courts J, Q, K                played
//          bit 48..51  rank: the lowest of the grid; 11 12 13 for single courts; 1 to 6 for bombs
//          bit 52..55  length                        0 for bombs
//          bit 56..59  width                         1 for bombs
//          bit 60..63  verb
//     hi   bit  0..44  number cards, second copy
//          bit 56..59  the seat that acted           in a log; 0 in lists of legal actions
// BET and BID have the place of the value in `Rules::bets`, AWARD and LEAD a seat, in the lowest bits of `lo`.
// `lo >> 48` of a play is Python's `code >> 94`: `reading(a) >> 4` is the shape that a following play must share, and
// the whole compares plays of one shape.
struct Action {
    u64 lo = 0;
    u64 hi = 0;

    friend bool operator==(const Action&, const Action&) = default;
};

constexpr int RANK_SHIFT = 48, LENGTH_SHIFT = 52, WIDTH_SHIFT = 56, VERB_SHIFT = 60, SEAT_SHIFT = 56;

HAGGIS_FN constexpr Verb verb(Action action) { return Verb(action.lo >> VERB_SHIFT); }
HAGGIS_FN constexpr bool is_play(Action action) { return verb(action) <= Verb::BOMB; }
HAGGIS_FN constexpr Hand cards(Action action) { return {action.lo & CARDS, action.hi & NUMBERS}; }
HAGGIS_FN constexpr int argument(Action action) { return int(action.lo & 15); }
HAGGIS_FN constexpr u16 reading(Action action) { return u16(action.lo >> RANK_SHIFT); }
HAGGIS_FN constexpr int seat_of(Action logged) { return int(logged.hi >> SEAT_SHIFT & 15); }
HAGGIS_FN constexpr Action by(Action action, int seat) { return {action.lo, action.hi | u64(seat) << SEAT_SHIFT}; }
HAGGIS_FN constexpr Action without_seat(Action logged) { return {logged.lo, logged.hi & NUMBERS}; }

HAGGIS_FN constexpr u64 head(Verb verb, int width, int length, int rank) {
    return u64(verb) << VERB_SHIFT | u64(width) << WIDTH_SHIFT | u64(length) << LENGTH_SHIFT | u64(rank) << RANK_SHIFT;
}
HAGGIS_FN constexpr Action plain(Verb verb, int argument = 0) { return {head(verb, 0, 0, 0) | u64(argument), 0}; }
HAGGIS_FN constexpr Action with_cards(Verb verb, Hand cards) {
    return {head(verb, 0, 0, 0) | cards.first, cards.second};
}

// Of a reading: the top play of a trick is kept as these 16 bits, 0 for none.
HAGGIS_FN constexpr Verb kind_of(u16 reading) { return Verb(reading >> 12); }
HAGGIS_FN constexpr int width_of(u16 reading) { return reading >> 8 & 15; }
HAGGIS_FN constexpr int length_of(u16 reading) { return reading >> 4 & 15; }
HAGGIS_FN constexpr int rank_of(u16 reading) { return reading & 15; }
HAGGIS_FN constexpr bool is_bomb(u16 reading) { return kind_of(reading) == Verb::BOMB; }

} // namespace haggis
