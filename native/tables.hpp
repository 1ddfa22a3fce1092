// Tables that the move generator looks up, made by the compiler: what one line of nine cards can give to a grid.
#pragma once

#include "cards.hpp"

namespace haggis {

// A window is the ranks that a grid covers: (length, low), numbered by length, then by low (from 0 for rank 2). Those
// up to the ten come first; those that reach above it, where only courts are, have a word of their own, so that games
// whose grids end at the ten need only one.
constexpr int WINDOWS = LINE * (LINE + 1) / 2;
constexpr int HIGH_WINDOWS = 27; // that hold a number card
constexpr int window_of(int length, int low) { return (length - 1) * (2 * LINE + 2 - length) / 2 + low; }

struct Tables {
    u8 length[WINDOWS + HIGH_WINDOWS] = {};
    u8 low[WINDOWS + HIGH_WINDOWS] = {};
    u64 reach[2][4][1 << LINE] = {};        // by word, courts and line: the windows where the line, not empty, can add
    u64 within[2][CELLS + 1] = {};          // by word: the windows that end below a rank
    u64 from[2][CELLS + 1][CELLS + 1] = {}; // by word and length: the windows of this length from a low rank on
    u16 most_at[1 << LINE] = {};            // by line: where its submasks start in `most`
    u16 most[12800] = {};                   // submasks with 0, then 1, 2, 3 bits less, the lowest bits gone first
    u8 upto[LINE + 1][4] = {};              // by number of bits and bits gone: how many submasks that is
};

constexpr Tables make_tables() {
    Tables t;
    int windows[2] = {};
    for (int length = 1; length <= CELLS; ++length)
        for (int low = 0; low < LINE && low + length <= CELLS; ++low) {
            const bool high = low + length > LINE;
            const u64 bit = u64(1) << windows[high];
            const int window = high * WINDOWS + windows[high]++;
            t.length[window] = u8(length);
            t.low[window] = u8(low);
            for (int end = low + length; end <= CELLS; ++end) t.within[high][end] |= bit;
            for (int from = 0; from <= low; ++from) t.from[high][length][from] |= bit;
            for (int line = 0; line < 1 << LINE; ++line) {
                const int held = bits(line & ((1 << length) - 1) << low);
                for (int wild = 0; wild < 4; ++wild)
                    if (held && length - held <= wild) t.reach[high][wild][line] |= bit;
            }
        }
    int count = 0;
    for (int line = 0; line < 1 << LINE; ++line) {
        t.most_at[line] = u16(count);
        int single[LINE] = {}, held = 0;
        for (int bit = 0; bit < LINE; ++bit)
            if (line >> bit & 1) single[held++] = 1 << bit;
        const int start = count;
        t.most[count++] = u16(line);
        t.upto[held][0] = 1;
        for (int a = 0; a < held; ++a) t.most[count++] = u16(line ^ single[a]);
        t.upto[held][1] = u8(count - start);
        for (int a = 0; a < held; ++a)
            for (int b = a + 1; b < held; ++b) t.most[count++] = u16(line ^ single[a] ^ single[b]);
        t.upto[held][2] = u8(count - start);
        for (int a = 0; a < held; ++a)
            for (int b = a + 1; b < held; ++b)
                for (int c = b + 1; c < held; ++c) t.most[count++] = u16(line ^ single[a] ^ single[b] ^ single[c]);
        t.upto[held][3] = u8(count - start);
    }
    return t;
}

inline constexpr Tables TABLES = make_tables();

// The courts to choose, by mask of those held and number wanted.
struct CourtChoices {
    u8 count = 0;
    u64 courts[3] = {};
};
struct CourtTable {
    CourtChoices of[8][4] = {};
};

constexpr CourtTable make_court_table() {
    CourtTable table;
    constexpr int in_order[8] = {0, 1, 2, 4, 3, 5, 6, 7}; // by number, then J before Q before K
    for (int held = 0; held < 8; ++held)
        for (int courts : in_order)
            if (!(courts & ~held)) {
                CourtChoices& choices = table.of[held][bits(courts)];
                choices.courts[choices.count++] = u64(courts) << COURT_SHIFT;
            }
    return table;
}

inline constexpr CourtTable COURT_TABLE = make_court_table();

} // namespace haggis
