// How many legal actions there are, and the one at a place of the list, without the list: the grids of a window are
// counted as a product over the suits, and only the window that a place falls into is listed.
#pragma once

#include "legal.hpp"

namespace haggis {

// Counts by the number of cells that are left to courts (0 to 3), 16 bits for each: the product of two such words has
// the counts of all pairs. No count that matters overflows, because each grid is in a list, which MAX_LEGAL bounds.
using ByMissing = u64;

// Pairs of grids and courts that fill them.
HAGGIS_FN constexpr int matched(ByMissing grids, ByMissing courts) {
    u64 sum = 0;
    for (int shift = 0; shift < 64; shift += 16) sum += (grids >> shift & 0xffff) * (courts >> shift & 0xffff);
    return int(sum);
}

struct CountTables {
    ByMissing one[CELLS + 1][LINE + 1] = {};           // by length and ranks held: one line of a suit
    ByMissing two[CELLS + 1][LINE + 1][LINE + 1] = {}; // by length, ranks held and ranks held twice: two lines
    ByMissing courts[4] = {};                          // by courts held: the choices of so many
    ByMissing lines[4][CELLS + 1] = {};                // by courts held and length: also with whole lines of courts
};

constexpr CountTables make_count_tables() {
    CountTables t;
    constexpr int CHOOSE[LINE + 1][4] = {{1},
                                         {1, 1},
                                         {1, 2, 1},
                                         {1, 3, 3, 1},
                                         {1, 4, 6, 4},
                                         {1, 5, 10, 10},
                                         {1, 6, 15, 20},
                                         {1, 7, 21, 35},
                                         {1, 8, 28, 56},
                                         {1, 9, 36, 84}};
    const auto add = [](ByMissing& counts, int missing, int ways) {
        if (missing < 4) counts += ByMissing(ways) << 16 * missing;
    };
    for (int length = 1; length <= CELLS; ++length)
        for (int held = 1; held <= LINE && held <= length; ++held)
            for (int gone = 0; gone < 4 && gone < held; ++gone) {
                add(t.one[length][held], length - held + gone, CHOOSE[held][gone]);
                for (int twice = 1; twice <= held;
                     ++twice) // of those that are gone from the first line, some are twice
                    for (int both = 0; both <= gone && both < twice; ++both)
                        for (int more = 0; more < 4 && gone - both <= held - twice && more < twice - both; ++more)
                            add(t.two[length][held][twice], 2 * length - held + gone - twice + both + more,
                                CHOOSE[held - twice][gone - both] * CHOOSE[twice][both] * CHOOSE[twice - both][more]);
            }
    for (int wild = 0; wild < 4; ++wild) {
        for (int number = 0; number <= wild; ++number) add(t.courts[wild], number, CHOOSE[wild][number]);
        for (int length = 1; length <= CELLS; ++length)
            for (int more = 0; more <= wild; more += length) t.lines[wild][length] += t.courts[wild] >> 16 * more;
    }
    return t;
}

inline constexpr CountTables COUNTS = make_count_tables();

// The number of grids of any width at a window.
template <bool Double> HAGGIS_FN int count_window(const Rules& rules, Hand hand, int wild, int window) {
    const int length = TABLES.length[window];
    const u64 cells = u64((1u << length) - 1) << TABLES.low[window];
    ByMissing all = 1, single = 0, widest = 1; // of all widths, of one line, and of all lines that the suits have
    for (int suit = 0; suit < rules.suits; ++suit) {
        const u64 held = line(hand.first, suit) & cells;
        const ByMissing one = COUNTS.one[length][bits(held)];
        const ByMissing two = Double ? COUNTS.two[length][bits(held)][bits(line(hand.second, suit) & cells)] : 0;
        all *= 1 + one + two;
        single += one;
        widest *= Double ? two : one;
    }
    int count = matched(all - 1, COUNTS.lines[wild][length]);
    if (length < 3) count -= matched(single, COUNTS.courts[wild]); // too few cards for a Sequence or a Set
    else if (length > wild) return count;
    if (length > 1)
        count -= matched(widest, COUNTS.lines[wild][length] - COUNTS.courts[wild]); // R5.5: one line too many
    return count;
}

// The number of grids of a width at a window.
template <bool Double> HAGGIS_FN int count_window(const Rules& rules, Hand hand, int wild, int window, int width) {
    constexpr int MOST = 2 * SUITS; // lines of number cards
    const int length = TABLES.length[window], most = width < MOST ? width : MOST;
    const u64 cells = u64((1u << length) - 1) << TABLES.low[window];
    ByMissing by_lines[MOST + 1] = {1};
    for (int suit = 0; suit < rules.suits; ++suit) {
        const u64 held = line(hand.first, suit) & cells;
        const ByMissing one = COUNTS.one[length][bits(held)];
        const ByMissing two = Double ? COUNTS.two[length][bits(held)][bits(line(hand.second, suit) & cells)] : 0;
        for (int lines = most; one && lines; --lines) {
            by_lines[lines] += by_lines[lines - 1] * one;
            if (Double && lines > 1) by_lines[lines] += by_lines[lines - 2] * two;
        }
    }
    int count = 0;
    for (int lines = width, courts = 0; lines && courts <= wild; --lines, courts += length)
        if (lines <= MOST) count += matched(by_lines[lines], COUNTS.courts[wild] >> 16 * courts);
    return count;
}

HAGGIS_FN int count_singles(Hand hand, int above) {
    const int from = above < LOW ? 0 : above + 1 - LOW, courts = above > TOP ? above - TOP : 0;
    return bits(hand.first & (COLUMN * (LINE_MASK << from & LINE_MASK) | (COURTS << courts & COURTS)));
}

HAGGIS_FN int count_bombs(Hand hand, int above) {
    const u64 threes = hand.first >> 1 & COLUMN, fives = hand.first >> 3 & COLUMN;
    const u64 sevens = hand.first >> 5 & COLUMN, nines = hand.first >> 7 & COLUMN;
    int count = above < 6 ? bits(threes & fives & sevens & nines) : 0;
    if (above < 1 && sevens && nines)
        for (u64 a = threes; a; a &= a - 1)
            for (u64 b = fives & ~(a & -a); b; b &= b - 1) {
                const u64 free = ~((a & -a) | (b & -b)), c = sevens & free, d = nines & free;
                count += bits(c) * bits(d) - bits(c & d);
            }
    constexpr u64 court_bombs[4] = {3, 5, 6, 7};
    for (int i = 0; i < 4; ++i) count += i + 2 > above && !(court_bombs[i] & ~(hand.first >> COURT_SHIFT));
    return count;
}

// What a seat may do now. `buffer` has room for MAX_LEGAL actions and is in use as long as the menu.
class Menu {
  public:
    HAGGIS_FN Menu(const Rules& rules, const State& state, int seat, Action* buffer)
        : rules_(rules), state_(state), hand_(state.hands[seat]), seat_(seat), buffer_(buffer),
          plays_(state.phase == Phase::PLAY && state.turn == seat) {
        if (!plays_) {
            size_ = legal(rules, state, seat, buffer);
            return;
        }
        above_ = !state.top || kind_of(state.top) == Verb::SINGLE ? rank_of(state.top) : TOP + 3;
        singles_ = count_singles(hand_, above_);
        size_ = (state.top != 0) + singles_;
        place_ = places_over(rules, state.top);
        if (rules.copies == 2) count_grids<true>();
        else count_grids<false>();
        bombs_ = count_bombs(hand_, bombs_above());
        size_ += bombs_ + int(open_bets(rules, state, seat, bets_) - bets_);
    }

    // How many actions are legal.
    HAGGIS_FN int size() const { return size_; }

    // The action at a place of the list that `legal` makes.
    HAGGIS_FN Action at(int place) const {
        if (!plays_) return buffer_[place];
        if (state_.top && !place--) return plain(Verb::PASS);
        if (place < singles_) {
            singles(hand_, above_, buffer_);
            return buffer_[place];
        }
        place -= singles_;
        for (int high = 0; high < 2; ++high)
            for (u64 left = place_.windows[high]; left; left &= left - 1) {
                const int count = counts_[high][lowest(left)];
                if (place < count) return grid(high, left & -left, place);
                place -= count;
            }
        if (place >= bombs_) return bets_[place - bombs_];
        bombs(hand_, bombs_above(), buffer_);
        return buffer_[place];
    }

  private:
    const Rules& rules_;
    const State& state_;
    const Hand hand_;
    const int seat_;
    Action* const buffer_;
    const bool plays_; // it is this seat's turn to play
    int size_, above_, singles_, bombs_;
    Places place_;
    int counts_[2][64];
    Action bets_[MAX_BETS];

    HAGGIS_FN int bombs_above() const { return is_bomb(state_.top) ? rank_of(state_.top) : 0; }

    template <bool Double> HAGGIS_FN void count_grids() {
        const int wild = bits(hand_.first & COURTS);
        for (int high = 0; high < 2; ++high) {
            u64& windows = place_.windows[high];
            if (!windows) continue;
            u64 reach = 0;
            for (int suit = 0; suit < rules_.suits; ++suit) reach |= TABLES.reach[high][wild][line(hand_.first, suit)];
            windows &= reach;
            for (u64 left = windows; left; left &= left - 1) {
                const int bit = lowest(left), window = high * WINDOWS + bit;
                const int count = place_.width ? count_window<Double>(rules_, hand_, wild, window, place_.width)
                                               : count_window<Double>(rules_, hand_, wild, window);
                size_ += counts_[high][bit] = count;
            }
        }
    }

    HAGGIS_FN Action grid(bool high, u64 window, int place) const {
        list_grids(rules_, hand_, place_.width, high, window, buffer_, buffer_ + MAX_LEGAL - SLACK);
        return buffer_[place];
    }
};

} // namespace haggis
