// Cards and hands (R1): multisets of cards as two bit planes, and what cards count.
//
// Everything in these headers is plain data of fixed size and functions without allocation, exceptions or virtual
// calls, so that a copy of a state is a memcpy and the code can be compiled for a GPU too (HAGGIS_FN).
#pragma once

#include <bit>
#include <cstdint>

#if defined(__CUDACC__)
#define HAGGIS_FN __host__ __device__ inline
#else
#define HAGGIS_FN inline
#endif

namespace haggis {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;
using i32 = std::int32_t;

constexpr int SEATS = 4; // at most
constexpr int LINE = 9;  // ranks 2 to 10 of a suit: bits of one line
constexpr int SUITS = 5; // at most
constexpr int PLANE = LINE * SUITS;
constexpr int LOW = 2, TOP = 10; // ranks of number cards
constexpr int CELLS = LINE + 3;  // ranks of a grid: above the ten only courts fill it (R5.4)
constexpr int COURT_SHIFT = PLANE;
constexpr u64 LINE_MASK = (1u << LINE) - 1;
constexpr u64 NUMBERS = (u64(1) << PLANE) - 1;
constexpr u64 COURTS = u64(7) << COURT_SHIFT;
constexpr u64 CARDS = NUMBERS | COURTS;
constexpr u64 COLUMN = 0x1008040201; // the 2s of all suits; shifted by rank - 2, the cards of a rank
constexpr u64 ODDS = COLUMN << 1 | COLUMN << 3 | COLUMN << 5 | COLUMN << 7; // 3, 5, 7, 9

// Any multiset of cards.
//     first    bit  0..44  number cards, first copy: bit = suit * 9 + (rank - 2)
//              bit 45..47  the courts J, Q, K
//     second   bit  0..44  number cards, second copy: set only where the first copy is set
// As in Python's `cards.py`, with the courts moved down so that the single deck lives in one word.
struct Hand {
    u64 first = 0;
    u64 second = 0;

    friend bool operator==(const Hand&, const Hand&) = default;
};

HAGGIS_FN constexpr int bits(u64 word) {
#if defined(__CUDA_ARCH__)
    return __popcll(word);
#else
    return std::popcount(word);
#endif
}

HAGGIS_FN constexpr int lowest(u64 word) {
#if defined(__CUDA_ARCH__)
    return __ffsll(word) - 1;
#else
    return std::countr_zero(word);
#endif
}

HAGGIS_FN constexpr int size(Hand hand) { return bits(hand.first) + bits(hand.second); }
HAGGIS_FN constexpr bool empty(Hand hand) { return !hand.first; }
HAGGIS_FN constexpr bool contains(Hand whole, Hand part) {
    return !(part.first & ~whole.first) && !(part.second & ~whole.second);
}
HAGGIS_FN constexpr Hand numbers(Hand hand) { return {hand.first & NUMBERS, hand.second}; }
HAGGIS_FN constexpr unsigned line(u64 plane, int suit) { return plane >> suit * LINE & LINE_MASK; }

// The cards of both; no card may then be there more than twice.
HAGGIS_FN constexpr Hand add(Hand a, Hand b) {
    return {a.first | b.first, a.second | b.second | (a.first & b.first & NUMBERS)};
}

// `whole` without `part`, which it must contain.
HAGGIS_FN constexpr Hand remove(Hand whole, Hand part) {
    const u64 first = whole.first ^ part.first, second = whole.second ^ part.second;
    const u64 lone = second & ~first; // second copies whose first has gone
    return {first | lone, second ^ lone};
}

// One card by the place of its bit; in states a card is kept as this number plus one, so that zero is none.
HAGGIS_FN constexpr Hand card(int bit) { return {u64(1) << bit, 0}; }

// The cards one by one in the order of the text (by rank, then by suit; a card held twice two times): their bits.
HAGGIS_FN int each_number(Hand hand, u8* out) {
    u8* start = out;
    for (int rank = 0; rank < LINE; ++rank)
        for (u64 column = hand.first >> rank & COLUMN; column; column &= column - 1) {
            const int bit = lowest(column) + rank;
            *out++ = u8(bit);
            if (hand.second >> bit & 1) *out++ = u8(bit);
        }
    return int(out - start);
}

// What cards on a score pile count (R8.1).
HAGGIS_FN int card_points(bool flat, Hand cards) {
    if (flat) return size(cards);
    constexpr u8 court_points[8] = {0, 2, 3, 5, 5, 7, 8, 10};
    return bits(cards.first & ODDS) + bits(cards.second & ODDS) + court_points[cards.first >> COURT_SHIFT & 7];
}

} // namespace haggis
