// The rules of a game as data (R2, R10): what Python's `Rules` says, in numbers. `haggis_cards/native.py` fills it.
#pragma once

#include "cards.hpp"

namespace haggis {

constexpr int MAX_BETS = 8;          // values of bet cards
constexpr int MAX_BET = 100'000'000; // the highest of them, so that points fit in 32 bits
constexpr int MAX_HAGGIS = 8;        // cards face down
constexpr int MAX_DEALT = 18;        // number cards of a hand
constexpr int MAX_DRAW = 3;          // cards that the Shepherd draws (R4.4)
constexpr int SWAPS = 2;             // cards that partners exchange (R3.1)

// The choices of the fields below stand in the order of the literals in Python's `rules.py`.
enum Opening : u8 { NO_OPENING, AUCTION_OPENING, EXCHANGE_OPENING };
enum BombTo : u8 { WINNER, OPPONENTS, CHOSEN };
enum OutBonus : u8 { IMMEDIATE, TRICK };
enum Leftover : u8 { FIRST_OUT, LAST_OUT };
enum Points : u8 { PRINTED, FLAT };
enum BetRule : u8 { OUT, SCORE };
enum HaggisTo : u8 { TO_FIRST_OUT, TO_LAST_TO_PLAY };

struct Rules {
    u8 players = 0;
    u8 suits = 0;
    u8 copies = 0;
    u8 haggis_size = 0; // cards face down
    u8 hand_size = 0;   // number cards dealt to each
    u8 partners = 0;  // seats 0 and 2 are side 0, seats 1 and 3 side 1
    u8 opening = 0;
    u8 open_bets = 0;
    u8 bomb_to = 0;
    u8 name_lead = 0;
    u8 reenter = 0;   // for two players 1: there a pass ends the trick anyway
    u8 out_bonus = 0;
    u8 leftover = 0;
    u8 slam = 0;
    u8 points = 0;
    u8 bet_multiplier = 0;
    u8 bet_rule = 0;
    u8 haggis_to = 0;
    u8 sets = 0;
    u8 bet_count = 0;
    i32 bets[MAX_BETS] = {};

    HAGGIS_FN int side(int seat) const { return partners ? seat & 1 : seat; }
    HAGGIS_FN int side_count() const { return partners ? 2 : players; }
    HAGGIS_FN int partner(int seat) const { return seat ^ 2; } // only where there are partners
    HAGGIS_FN int left(int seat, int steps = 1) const { return (seat + steps) % players; }
    HAGGIS_FN int deck_size() const { return suits * LINE * copies; }
    HAGGIS_FN Hand deck() const {
        const u64 plane = (u64(1) << suits * LINE) - 1;
        return {plane, copies == 2 ? plane : 0};
    }
};

} // namespace haggis
