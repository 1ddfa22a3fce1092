// Every play of a hand, or those that beat a given one (R5.3 to R5.7), in the order of Python's `Grammar.plays`:
// singles by rank and suit, grids by window (length, low), bombs from low to high.
#pragma once

#include "action.hpp"
#include "tables.hpp"

namespace haggis {

// Room for every list of legal actions. The longest one that search finds (tests/test_native_movegen.py) has 14 442
// plays: a lead from two whole suits of the double deck and three courts. Should there be one that does not fit, the
// generator leaves the rest out and never writes behind the buffer.
constexpr int MAX_LEGAL = 1 << 15;
constexpr int SLACK = 256; // of it, behind the grids: for bombs (at most 129) and bets
// Of one window, at most: the parts of a suit, and the stacks before the last suit. They depend only on how many ranks
// each suit holds once and twice, so that a test can try all hands.
constexpr int MAX_PARTS = 341, MAX_STACKS = 2512;

// Number cards of one suit in a grid, or of several: the lines they need, the cells they leave to courts.
struct Part {
    u64 first, second;
    u8 lines, missing;
};

// What a suit's cards can give to the grid at a window (Python's `_parts`).
template <bool Double>
HAGGIS_FN int parts_of(unsigned first, unsigned second, int shift, int window, int wild, Part* out) {
    const int length = TABLES.length[window];
    const unsigned held = first & ((1u << length) - 1) << TABLES.low[window];
    const int count = bits(held), spare = wild - (length - count);
    const u16* subs = TABLES.most + TABLES.most_at[held];
    const Part* start = out;
    for (int i = 0, end = TABLES.upto[count][spare]; i < end; ++i) {
        const unsigned one = subs[i];
        if (!one) continue;
        const int missing = length - bits(one);
        *out++ = {u64(one) << shift, 0, 1, u8(missing)};
        if constexpr (Double) {
            const unsigned twice = one & second;
            const int again = bits(twice), left = wild - missing - (length - again);
            if (!twice || left < 0) continue;
            const u16* twos = TABLES.most + TABLES.most_at[twice];
            for (int j = 0, last = TABLES.upto[again][left]; j < last; ++j)
                if (twos[j]) {
                    const int more = missing + length - bits(twos[j]);
                    *out++ = {u64(one) << shift, u64(twos[j]) << shift, 2, u8(more)};
                }
        }
    }
    return int(out - start);
}

// Sequences, Stairs and Sets in the given windows of one word, of one width or (0) of any.
template <bool Double, bool High>
HAGGIS_FN Action* grids(const Rules& rules, Hand hand, int width, u64 windows, Action* out, const Action* end) {
    const unsigned courts = unsigned(hand.first >> COURT_SHIFT);
    const int wild = bits(courts), widest = rules.suits * rules.copies;
    const auto& choices = COURT_TABLE.of[courts];
    u64 reach[SUITS], all = 0;
    for (int suit = 0; suit < rules.suits; ++suit) {
        reach[suit] = TABLES.reach[High][wild][line(hand.first, suit)] & windows;
        all |= reach[suit];
    }
    for (; all; all &= all - 1) {
        const int bit = lowest(all), window = High * WINDOWS + bit, length = TABLES.length[window];
        const u64 base = head(length == 1 ? Verb::SET : Verb::STAIR, 0, length, TABLES.low[window] + LOW);
        Part stacks[MAX_STACKS], parts[MAX_PARTS];
        int stored = 1, suits = 0;
        stacks[0] = {0, 0, 0, 0};
        for (int suit = 0; suit < rules.suits; ++suit) suits |= int(reach[suit] >> bit & 1) << suit;
        // Suit by suit, every choice of parts on every stack so far; then more lines, of courts alone, while they last.
        for (; suits; suits &= suits - 1) {
            const int suit = lowest(suits);
            const bool last = !(suits & (suits - 1));
            const int count =
                parts_of<Double>(line(hand.first, suit), line(hand.second, suit), suit * LINE, window, wild, parts);
            const int before = stored;
            for (int i = 0; i < before; ++i) {
                const Part under = stacks[i];
                if (end - out < 8 * count) return out; // a part takes the courts in 8 ways at most
                for (int j = 0; j < count; ++j) {
                    int missing = under.missing + parts[j].missing;
                    if (missing > wild) continue;
                    int lines = under.lines + parts[j].lines;
                    if (width && lines > width) continue;
                    const u64 first = under.first | parts[j].first, second = under.second | parts[j].second;
                    if (!last) stacks[stored++] = {first, second, u8(lines), u8(missing)};
                    for (; missing <= wild; missing += length, ++lines) {
                        if (width ? lines != width : lines == 1 ? length < 3 : lines > widest && length > 1) continue;
                        u64 lo = base | u64(lines) << WIDTH_SHIFT | first;
                        if (lines == 1) lo ^= head(Verb(int(Verb::STAIR) ^ int(Verb::SEQUENCE)), 0, 0, 0);
                        const CourtChoices& wilds = choices[missing];
                        for (int k = 0; k < wilds.count; ++k) *out++ = {lo | wilds.courts[k], second};
                    }
                }
            }
        }
    }
    return out;
}

// Singles above a rank: courts rank 11, 12, 13 (R5.4).
HAGGIS_FN Action* singles(Hand hand, int above, Action* out) {
    for (int rank = above < LOW ? LOW : above + 1; rank <= TOP; ++rank)
        for (u64 column = hand.first >> (rank - LOW) & COLUMN; column; column &= column - 1)
            *out++ = {head(Verb::SINGLE, 1, 1, rank) | (column & -column) << (rank - LOW), 0};
    for (int rank = above <= TOP ? TOP + 1 : above + 1; rank <= TOP + 3; ++rank)
        if (const u64 court = u64(1) << (COURT_SHIFT + rank - TOP - 1); hand.first & court)
            *out++ = {head(Verb::SINGLE, 1, 1, rank) | court, 0};
    return out;
}

// Bombs above a rank, low to high (R5.7).
HAGGIS_FN Action* bombs(Hand hand, int above, Action* out) {
    const u64 threes = hand.first >> 1 & COLUMN, fives = hand.first >> 3 & COLUMN;
    const u64 sevens = hand.first >> 5 & COLUMN, nines = hand.first >> 7 & COLUMN;
    const bool odds = threes && fives && sevens && nines;
    if (odds && above < 1)
        for (u64 a = threes; a; a &= a - 1) {
            const u64 three = a & -a;
            for (u64 b = fives & ~three; b; b &= b - 1) {
                const u64 five = b & -b;
                for (u64 c = sevens & ~(three | five); c; c &= c - 1) {
                    const u64 seven = c & -c;
                    for (u64 d = nines & ~(three | five | seven); d; d &= d - 1)
                        *out++ = {head(Verb::BOMB, 1, 0, 1) | three << 1 | five << 3 | seven << 5 | (d & -d) << 7, 0};
                }
            }
        }
    constexpr u64 court_bombs[4] = {3, 5, 6, 7};
    for (int i = 0; i < 4; ++i)
        if (const u64 courts = court_bombs[i] << COURT_SHIFT; i + 2 > above && !(courts & ~hand.first))
            *out++ = {head(Verb::BOMB, 1, 0, i + 2) | courts, 0};
    if (odds && above < 6)
        for (u64 suit = threes & fives & sevens & nines; suit; suit &= suit - 1) {
            const u64 low = suit & -suit;
            *out++ = {head(Verb::BOMB, 1, 0, 6) | low << 1 | low << 3 | low << 5 | low << 7, 0};
        }
    return out;
}

// Where the grids lie that beat a play (0: any grids): windows up to the ten, and above it.
struct Places {
    int width = 0; // 0 for any
    u64 windows[2] = {};
};

HAGGIS_FN Places places_over(const Rules& rules, u16 over) {
    Places places;
    if (!over) {
        places.windows[0] = ~(rules.sets ? 0 : TABLES.from[false][1][0]);
        places.windows[1] = ~u64(0);
    } else if (kind_of(over) != Verb::SINGLE && !is_bomb(over)) {
        places.width = width_of(over);
        for (int high = 0; high < 2; ++high)
            places.windows[high] = TABLES.from[high][length_of(over)][rank_of(over) - LOW + 1];
    }
    if (rules.top_rank < TOP) places.windows[0] &= TABLES.within[false][rules.top_rank - LOW + 1];
    places.windows[1] &= rules.top_rank > TOP ? TABLES.within[true][rules.top_rank - LOW + 1] : 0;
    return places;
}

HAGGIS_FN Action* list_grids(const Rules& rules, Hand hand, int width, bool high, u64 windows, Action* out,
                             const Action* end) {
    if (!windows) return out;
    if (rules.copies == 2)
        return high ? grids<true, true>(rules, hand, width, windows, out, end)
                    : grids<true, false>(rules, hand, width, windows, out, end);
    return high ? grids<false, true>(rules, hand, width, windows, out, end)
                : grids<false, false>(rules, hand, width, windows, out, end);
}

// Every play of a hand (`over` 0) or those that beat one.
HAGGIS_FN Action* plays(const Rules& rules, Hand hand, u16 over, Action* out, const Action* end) {
    if (!over || kind_of(over) == Verb::SINGLE) out = singles(hand, rank_of(over), out);
    const Places places = places_over(rules, over);
    for (int high = 0; high < 2; ++high)
        out = list_grids(rules, hand, places.width, high, places.windows[high], out, end);
    return bombs(hand, is_bomb(over) ? rank_of(over) : 0, out);
}

} // namespace haggis
