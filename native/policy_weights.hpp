// The numbers of the rollout policy, for haggis-2, haggis-3, Tatties and Neeps.
//
// They were tuned by self-play: two copies with opposite random changes meet on the same deals, and the weights go the
// way of whoever wins (docs/bots.md, "Search").
#pragma once

#include "rules.hpp"

namespace haggis {

constexpr int TUNED = 4; // games

#define HAGGIS_WEIGHTS(X) \
    X(SINGLE_LOW,    1.40f,    1.66f,    1.18f,    1.54f) /* the price of a single 2 */                               \
    X(SINGLE_TOP,    0.56f,    0.63f,    0.16f,    0.34f) /* of a single 10 */                                        \
    X(RUN,    1.55f,    1.74f,    1.17f,    1.23f) /* of a Sequence of three from the 2 */                            \
    X(RUN_CARD,   -0.25f,   -0.48f,   -0.22f,   -0.29f) /* for each card more */                                      \
    X(RUN_RANK,   -0.59f,   -0.49f,   -0.61f,   -0.80f) /* if it starts at the highest rank */                        \
    X(STAIRS,    1.00f,    1.22f,    0.99f,    0.95f) /* of a Stair of two ranks from the 2 */                        \
    X(STAIR_CARD,   -0.01f,   -0.01f,   -0.11f,   -0.10f) /* for each rank more */                                    \
    X(STAIR_RANK,   -0.13f,    0.03f,   -0.23f,   -0.21f) /* if it starts at the highest rank */                      \
    X(JACK,    0.59f,    0.55f,    0.53f,    0.58f) /* of courts that fill no gap */                                  \
    X(QUEEN,    0.43f,    0.53f,    0.29f,    0.36f)                                                                  \
    X(KING,   -0.00f,    0.13f,   -0.32f,    0.16f)                                                                   \
    X(COURT_BOMB,   -0.02f,   -0.19f,   -0.45f,   -0.14f) /* of bombs */                                              \
    X(ODD_BOMB,   -0.28f,   -0.07f,   -0.57f,   -0.12f)                                                               \
    X(HOLD,    1.87f,    1.74f,    1.38f,    1.86f) /* a play holds its trick (before the squashing) */               \
    X(HOLD_NUMBERS,    2.25f,    1.90f,    0.44f,    2.21f) /* less, by number cards that opponents may hold */       \
    X(HOLD_COURTS,    2.49f,    1.99f,    1.69f,    1.80f) /* by courts that they do hold */                          \
    X(HOLD_BOMBS,    1.23f,    1.44f,    1.37f,    0.91f) /* by opponents with a court bomb */                        \
    X(HOLD_RACE,    0.68f,    0.97f,    1.15f,    1.04f) /* by 1 / the smallest opposing hand */                      \
    X(HOLD_SIZE,   -0.47f,   -0.28f,   -1.11f,   -0.79f) /* for each card of the play but the first */                \
    X(LEAD_HELD,    3.47f,   10.87f,    3.99f,    2.02f) /* with the lead: to have it */                              \
    X(LEAD_PLAN,   -4.47f,   -7.01f,   -6.51f,   -5.87f) /* the cost of the cards that stay */                        \
    X(LEAD_RACE,    2.54f,    1.91f,    1.92f,    2.03f) /* 1 / the smallest opposing hand */                         \
    X(LEAD_RACE_PLAN,    1.92f,    0.38f,   -1.63f,    0.17f) /* their product */                                     \
    X(LEAD_NEAR,    3.08f,    3.56f,    2.17f,    3.36f) /* 1 / the cost */                                           \
    X(WAIT_PLAN,   -1.87f,   -3.63f,   -5.77f,   -4.04f) /* the same without the lead */                              \
    X(WAIT_RACE,   -5.21f,   -5.73f,   -5.82f,   -5.43f)                                                              \
    X(WAIT_RACE_PLAN,   -4.06f,   -4.62f,   -3.45f,   -3.29f)                                                         \
    X(WAIT_NEAR,    1.00f,    0.51f,    1.71f,    1.39f)                                                              \
    X(COURTS_SPENT,   -1.59f,   -2.62f,   -0.62f,   -1.60f) /* each court in a play that is no bomb */                \
    X(COURTS_RACE,    2.26f,    2.35f,    2.30f,    2.20f) /* in a race */                                            \
    X(BOMBED,   -4.24f,   -3.77f,   -6.76f,   -5.60f) /* to play a bomb */                                            \
    X(BOMBED_RACE,    4.08f,    7.48f,    5.27f,    7.02f) /* in a race */                                            \
    X(LOOT,    1.01f,    1.28f,    0.45f,    1.44f) /* each point of the trick, if the play holds */                  \
    X(SHED,    0.74f,   -0.15f,   -0.06f,    0.45f) /* each card of the play */                                       \
    X(SHED_RACE,    0.77f,    1.50f,    0.67f,    1.98f) /* in a race */                                              \
    X(COURTS_LEFT,    4.44f,    1.31f,    1.62f,    2.30f) /* each court that stays */                                \
    X(COURTS_LEFT_RACE,   -0.14f,    0.07f,   -0.24f,   -0.11f) /* in a race */                                       \
    X(PASSED,   -1.39f,    0.30f,   -0.54f,   -1.48f) /* to pass under an opponent */                                 \
    X(PASSED_RACE,   -2.06f,   -1.58f,   -2.13f,   -1.68f) /* in a race */                                            \
    X(PASSED_POT,   -0.42f,   -0.36f,   -0.16f,   -0.48f) /* each point of the trick */                               \
    X(PASSED_WINNER_RACE,   -2.17f,   -2.45f,   -3.22f,   -2.27f) /* 1 / (the hand of who holds the trick + 1) */     \
    X(MATE_PASSED,    2.15f,    3.49f,    2.86f,    3.44f) /* to pass under the partner */                            \
    X(MATE_RACE,    2.84f,    1.66f,    2.07f,    1.55f) /* 1 / the partner's hand */                                 \
    X(MATE_POT,   -0.49f,   -0.40f,    0.19f,    2.12f) /* each point of the trick */                                 \
    X(GIVE_RANK,    0.53f,    0.30f,    0.15f,    0.29f) /* to give the partner a 10 rather than a 2 */               \
    X(BID_LOW,    5.07f,    5.13f,    4.12f,    5.40f) /* the dearest hands that bid the lowest, middle, highest value */\
    X(BID_MIDDLE,    4.45f,    3.06f,    2.70f,    3.60f)                                                             \
    X(BID_HIGH,    3.00f,    2.94f,    9.23f,    2.46f)

enum Weight : int {
#define X(name, ...) name,
    HAGGIS_WEIGHTS(X)
#undef X
    WEIGHTS
};

// The weights of one game.
struct Weights {
    float of[WEIGHTS];

    HAGGIS_FN float operator[](Weight weight) const { return of[weight]; }
};

inline constexpr float TUNED_WEIGHTS[WEIGHTS][TUNED] = {
#define X(name, ...) {__VA_ARGS__},
    HAGGIS_WEIGHTS(X)
#undef X
};

// Which column fits the rules; house rules play as their preset.
HAGGIS_FN int game_of(const Rules& rules) {
    return rules.partners ? 3 : rules.before == AUCTION_BEFORE ? 2 : rules.players == 3 ? 1 : 0;
}

constexpr Weights tuned_weights(int game) {
    Weights weights = {};
    for (int i = 0; i < WEIGHTS; ++i) weights.of[i] = TUNED_WEIGHTS[i][game];
    return weights;
}

} // namespace haggis
