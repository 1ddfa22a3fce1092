// Random play counted: how many decisions and legal moves, and a checksum of behaviour. Host only.
#pragma once

#include <memory>

#include "random.hpp"
#include "score.hpp"

namespace haggis {

// What random play has done; the checksum changes only when behaviour does.
struct RandomPlayStats {
    u64 decisions = 0, moves = 0, rounds = 0, checksum = 0;

    void count(int legal, Action chosen) {
        ++decisions;
        moves += u64(legal);
        checksum = Rng::mix(checksum ^ (chosen.lo + 31 * chosen.hi + u64(legal)));
    }
    void count(const Score& score) {
        ++rounds;
        for (int side = 0; side < SEATS; ++side)
            for (const i32 points : {score.cards[side], score.bonus[side], score.bets[side]})
                checksum = Rng::mix(checksum ^ u64(points));
    }
    void add(const RandomPlayStats& other) {
        decisions += other.decisions;
        moves += other.moves;
        rounds += other.rounds;
        checksum = Rng::mix(checksum + other.checksum);
    }
};

// Rounds of random play one after the other, until that many decisions are made: the plain loop, for measuring.
inline RandomPlayStats play_random(const Rules& rules, u64 decisions, u64 seed) {
    auto buffer = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
    Rng rng(seed);
    RandomPlayStats stats;
    const i32 totals[SEATS] = {};
    while (stats.decisions < decisions) {
        State state = fresh(rules, rng, NOBODY, totals);
        for (Action chosen; state.phase != Phase::OVER;)
            stats.count(act_randomly(rules, state, rng, buffer.get(), chosen), chosen);
        stats.count(score(rules, state));
    }
    return stats;
}

} // namespace haggis
