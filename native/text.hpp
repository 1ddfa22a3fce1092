// The text of plays, as Python's `Play.text` writes them: cells by rank and suit, wild courts as `J=6b` (R5.4).
#pragma once

#include "action.hpp"

namespace haggis {

constexpr int MAX_TEXT = 256; // the longest play has 36 number cards and three courts
constexpr const char* RANK_NAMES = "23456789TJQK";
constexpr const char* SUIT_NAMES = "rygbo";
constexpr const char* COURT_NAMES = "JQK";

// Writes cells into a buffer of MAX_TEXT, with spaces between them.
class PlayText {
  public:
    explicit PlayText(char* out) : start_(out), out_(out) {}

    // Writes a play; returns the length of its text.
    int write(Action play, int copies) {
        const Hand held = cards(play);
        courts_ = unsigned(held.first >> COURT_SHIFT);
        if (const Verb kind = verb(play); kind == Verb::SEQUENCE || kind == Verb::STAIR) {
            write_grid(play, held, copies);
        } else {
            write_numbers(held);
            while (courts_) {
                write_court();
                if (kind == Verb::SET) {
                    *out_++ = '=';
                    *out_++ = RANK_NAMES[rank_of(reading(play)) - LOW];
                }
            }
        }
        return int(out_ - start_);
    }

  private:
    char *start_, *out_;
    unsigned courts_ = 0; // those that are still to be written

    void begin_cell() {
        if (out_ != start_) *out_++ = ' ';
    }
    void write_name(int rank, int suit) {
        *out_++ = RANK_NAMES[rank];
        *out_++ = SUIT_NAMES[suit];
    }
    void write_court() {
        begin_cell();
        *out_++ = COURT_NAMES[lowest(courts_)];
        courts_ &= courts_ - 1;
    }
    void write_numbers(Hand held) {
        u8 listed[2 * PLANE];
        const int count = each_number(held, listed);
        for (int i = 0; i < count; ++i) {
            begin_cell();
            write_name(listed[i] % LINE, listed[i] / LINE);
        }
    }
    void write_grid(Action play, Hand held, int copies) {
        const int low = rank_of(reading(play)) - LOW, length = length_of(reading(play));
        // A suit has as many lines as the most copies of one of its cards; the first suits with room get the others.
        int lines[SUITS], missing = width_of(reading(play));
        for (int suit = 0; suit < SUITS; ++suit) {
            lines[suit] = (line(held.first, suit) != 0) + (line(held.second, suit) != 0);
            missing -= lines[suit];
        }
        for (int suit = 0; suit < SUITS; ++suit)
            for (; missing > 0 && lines[suit] < copies; --missing) ++lines[suit];
        for (int rank = low; rank < low + length; ++rank)
            for (int suit = 0; suit < SUITS; ++suit) {
                const int bit = suit * LINE + rank;
                const int here = rank < LINE ? int(held.first >> bit & 1) + int(held.second >> bit & 1) : 0;
                for (int i = 0; i < lines[suit]; ++i) {
                    if (i < here) {
                        begin_cell();
                    } else {
                        write_court();
                        *out_++ = '=';
                    }
                    write_name(rank, suit);
                }
            }
    }
};

} // namespace haggis
