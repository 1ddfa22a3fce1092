// The rules of a game as data (R2, R10): what Python's `Rules` says, in numbers. `haggis_cards/packing.py` fills it.
#pragma once

#include "cards.hpp"

namespace haggis {

constexpr int MAX_BETS = 8;          // values of bet cards
constexpr int MAX_BET = 100'000'000; // the highest of them, so that points fit in 32 bits
constexpr int MAX_HAGGIS = 8;        // cards face down
constexpr int MAX_DEALT = 18;        // number cards of a hand
constexpr int MAX_DRAW = 3;          // cards that the Shepherd draws (R4.4)
constexpr int SWAPS = 2;             // cards that partners exchange (R3.1)

// The choices of the fields below; `names.hpp` has their names in Python's `rules.py`.
enum class Opening : u8 { NONE, AUCTION, EXCHANGE };
enum class BombTo : u8 { WINNER, OPPONENTS, CHOSEN, PREVIOUS };
enum class OutBonus : u8 { IMMEDIATE, TRICK };
enum class LastHand : u8 { FIRST_OUT, LAST_OUT, NOBODY };
enum class Points : u8 { PRINTED, FLAT };
enum class BetRule : u8 { OUT, SCORE };
enum class FailedBetTo : u8 { FIRST_OUT, WITHOUT_BET };
enum class BetsUntil : u8 { FIRST_OUT, FIRST_CARD };
enum class HaggisTo : u8 { FIRST_OUT, LAST_TO_PLAY };

// The fields of Python's `Rules` that matter for play, under the same names.
struct Rules {
    u8 players = 0;
    u8 suits = 0;
    u8 copies = 0;
    u8 haggis_size = 0;    // cards face down
    u8 hand_size = 0;      // number cards dealt to each
    bool partners = false; // seats 0 and 2 are side 0, seats 1 and 3 side 1
    Opening opening = {};
    bool open_bets = false;
    BombTo bomb_to = {};
    bool name_lead = false;
    bool reenter = false; // true for two players: there a pass ends the trick anyway
    OutBonus out_bonus = {};
    LastHand last_hand = {};
    bool slam = false;
    Points points = {};
    u8 bet_multiplier = 0;
    BetRule bet_rule = {};
    BetsUntil bets_until = {};
    FailedBetTo failed_bet_to = {};
    HaggisTo haggis_to = {};
    bool sets = false;
    u8 top_rank = 0; // the highest rank of a grid
    u8 bet_count = 0;
    i32 bets[MAX_BETS] = {};

    friend bool operator==(const Rules&, const Rules&) = default;

    HAGGIS_FN int side(int seat) const { return partners ? seat & 1 : seat; }
    HAGGIS_FN int side_count() const { return partners ? 2 : players; }
    HAGGIS_FN int partner(int seat) const { return seat ^ 2; } // only where there are partners
    HAGGIS_FN int left(int seat, int steps = 1) const { return (seat + steps) % players; }
    HAGGIS_FN int distance(int seat, int other) const { return (other - seat + players) % players; } // to the left
    HAGGIS_FN int deck_size() const { return suits * LINE * copies; }
    HAGGIS_FN Hand deck() const {
        const u64 plane = (u64(1) << suits * LINE) - 1;
        return {plane, copies == 2 ? plane : 0};
    }
};

} // namespace haggis
