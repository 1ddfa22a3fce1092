// The numbers of the rollout policy, for haggis-2, haggis-3, Tatties and Neeps.
//
// They were tuned by self-play: two copies with opposite random changes met on the same deals, and the weights went the
// way of whoever won. Nothing but the results of that is kept.
#pragma once

#include "rules.hpp"

namespace haggis {

constexpr int TUNED = 4; // games

// A race is how near an opponent is to going out: 1 / the smallest opposing hand.
enum class Weight : int {
    SINGLE_LOW, // the price of a single 2
    SINGLE_TOP, // of a single 10
    RUN,        // of a Sequence of three from the 2
    RUN_CARD,   // for each card more
    RUN_RANK,   // if it starts at the highest rank
    STAIRS,     // of a Stair of two ranks from the 2
    STAIR_CARD, // for each rank more
    STAIR_RANK, // if it starts at the highest rank
    JACK,       // of courts that fill no gap
    QUEEN,
    KING,
    COURT_BOMB, // of bombs
    ODD_BOMB,
    WIN,            // a play wins its trick (before the squashing)
    WIN_NUMBERS,    // less, by number cards that opponents may hold
    WIN_COURTS,     // by courts that they do hold
    WIN_BOMBS,      // by opponents with a court bomb
    WIN_RACE,       // by 1 / the smallest opposing hand
    WIN_SIZE,       // for each card of the play but the first
    LEAD_HELD,      // with the lead: to have it
    LEAD_PLAN,      // the cost of the cards that stay
    LEAD_RACE,      // 1 / the smallest opposing hand
    LEAD_RACE_PLAN, // their product
    LEAD_NEAR,      // 1 / the cost
    WAIT_PLAN,      // the same without the lead
    WAIT_RACE,
    WAIT_RACE_PLAN,
    WAIT_NEAR,
    COURTS_SPENT,       // each court in a play other than a bomb
    COURTS_RACE,        // in a race
    BOMBED,             // to play a bomb
    BOMBED_RACE,        // in a race
    TRICK_POINTS,       // each point of the trick, if the play wins it
    SHED,               // each card of the play
    SHED_RACE,          // in a race
    COURTS_LEFT,        // each court that stays
    COURTS_LEFT_RACE,   // in a race
    PASSED,             // to pass under an opponent
    PASSED_RACE,        // in a race
    PASSED_POINTS,      // each point of the trick
    PASSED_WINNER_RACE, // 1 / (the hand of the seat that is winning the trick + 1)
    PARTNER_PASSED,     // to pass under the partner
    PARTNER_RACE,       // 1 / the partner's hand
    PARTNER_POINTS,     // each point of the trick
    GIVE_RANK,          // to give the partner a 10 rather than a 2
    BID_LOW,            // the dearest hands that bid the lowest, middle, highest value
    BID_MIDDLE,
    BID_HIGH,
};
constexpr int WEIGHTS = int(Weight::BID_HIGH) + 1;

// The weights of one game.
struct Weights {
    float of[WEIGHTS];

    HAGGIS_FN float operator[](Weight weight) const { return of[int(weight)]; }
};

// By weight and game.
inline constexpr float TUNED_WEIGHTS[WEIGHTS][TUNED] = {
    {1.40f, 1.66f, 1.18f, 1.54f},     // SINGLE_LOW
    {0.56f, 0.63f, 0.16f, 0.34f},     // SINGLE_TOP
    {1.55f, 1.74f, 1.17f, 1.23f},     // RUN
    {-0.25f, -0.48f, -0.22f, -0.29f}, // RUN_CARD
    {-0.59f, -0.49f, -0.61f, -0.80f}, // RUN_RANK
    {1.00f, 1.22f, 0.99f, 0.95f},     // STAIRS
    {-0.01f, -0.01f, -0.11f, -0.10f}, // STAIR_CARD
    {-0.13f, 0.03f, -0.23f, -0.21f},  // STAIR_RANK
    {0.59f, 0.55f, 0.53f, 0.58f},     // JACK
    {0.43f, 0.53f, 0.29f, 0.36f},     // QUEEN
    {0.00f, 0.13f, -0.32f, 0.16f},    // KING
    {-0.02f, -0.19f, -0.45f, -0.14f}, // COURT_BOMB
    {-0.28f, -0.07f, -0.57f, -0.12f}, // ODD_BOMB
    {1.87f, 1.74f, 1.38f, 1.86f},     // WIN
    {2.25f, 1.90f, 0.44f, 2.21f},     // WIN_NUMBERS
    {2.49f, 1.99f, 1.69f, 1.80f},     // WIN_COURTS
    {1.23f, 1.44f, 1.37f, 0.91f},     // WIN_BOMBS
    {0.68f, 0.97f, 1.15f, 1.04f},     // WIN_RACE
    {-0.47f, -0.28f, -1.11f, -0.79f}, // WIN_SIZE
    {3.47f, 10.87f, 3.99f, 2.02f},    // LEAD_HELD
    {-4.47f, -7.01f, -6.51f, -5.87f}, // LEAD_PLAN
    {2.54f, 1.91f, 1.92f, 2.03f},     // LEAD_RACE
    {1.92f, 0.38f, -1.63f, 0.17f},    // LEAD_RACE_PLAN
    {3.08f, 3.56f, 2.17f, 3.36f},     // LEAD_NEAR
    {-1.87f, -3.63f, -5.77f, -4.04f}, // WAIT_PLAN
    {-5.21f, -5.73f, -5.82f, -5.43f}, // WAIT_RACE
    {-4.06f, -4.62f, -3.45f, -3.29f}, // WAIT_RACE_PLAN
    {1.00f, 0.51f, 1.71f, 1.39f},     // WAIT_NEAR
    {-1.59f, -2.62f, -0.62f, -1.60f}, // COURTS_SPENT
    {2.26f, 2.35f, 2.30f, 2.20f},     // COURTS_RACE
    {-4.24f, -3.77f, -6.76f, -5.60f}, // BOMBED
    {4.08f, 7.48f, 5.27f, 7.02f},     // BOMBED_RACE
    {1.01f, 1.28f, 0.45f, 1.44f},     // TRICK_POINTS
    {0.74f, -0.15f, -0.06f, 0.45f},   // SHED
    {0.77f, 1.50f, 0.67f, 1.98f},     // SHED_RACE
    {4.44f, 1.31f, 1.62f, 2.30f},     // COURTS_LEFT
    {-0.14f, 0.07f, -0.24f, -0.11f},  // COURTS_LEFT_RACE
    {-1.39f, 0.30f, -0.54f, -1.48f},  // PASSED
    {-2.06f, -1.58f, -2.13f, -1.68f}, // PASSED_RACE
    {-0.42f, -0.36f, -0.16f, -0.48f}, // PASSED_POINTS
    {-2.17f, -2.45f, -3.22f, -2.27f}, // PASSED_WINNER_RACE
    {2.15f, 3.49f, 2.86f, 3.44f},     // PARTNER_PASSED
    {2.84f, 1.66f, 2.07f, 1.55f},     // PARTNER_RACE
    {-0.49f, -0.40f, 0.19f, 2.12f},   // PARTNER_POINTS
    {0.53f, 0.30f, 0.15f, 0.29f},     // GIVE_RANK
    {5.07f, 5.13f, 4.12f, 5.40f},     // BID_LOW
    {4.45f, 3.06f, 2.70f, 3.60f},     // BID_MIDDLE
    {3.00f, 2.94f, 9.23f, 2.46f},     // BID_HIGH
};

// Which column fits the rules; house rules play as their preset.
HAGGIS_FN int game_of(const Rules& rules) {
    return rules.partners ? 3 : rules.opening == Opening::AUCTION ? 2 : rules.players == 3 ? 1 : 0;
}

constexpr Weights tuned_weights(int game) {
    Weights weights = {};
    for (int i = 0; i < WEIGHTS; ++i) weights.of[i] = TUNED_WEIGHTS[i][game];
    return weights;
}

} // namespace haggis
