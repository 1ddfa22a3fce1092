// What a search is given, and what it finds.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

#include "action.hpp"
#include "rules.hpp"

namespace haggis {

using Clock = std::chrono::steady_clock;

struct Budget {
    u64 iterations; // rounds to play out; 0 for no limit
    double seconds; // likewise
    Clock::time_point begin = Clock::now();
};

// What takes part in a search: all but clairvoyance, unless something is to be measured.
struct Design {
    bool tree = true;         // behind the first action; without it the policy alone plays on
    bool belief = true;       // worlds that explain what the others have done are drawn more often; else all alike
    bool clairvoyant = false; // the given world is the only one
};

// Of processes that share a search, but no memory: which one this is.
struct Team {
    int member = 0, size = 1;
};

using Bytes = std::vector<std::byte>;

// What is known of one action that was tried.
struct Option {
    Action action;
    int place;    // in the list of legal actions
    int root = 0; // its number among the first options, and in the trees
    u64 worlds = 0;
    double mean = 0;            // points ahead, or their worth in the match
    double behind = 0;          // the best option in the same worlds,
    double error = 0;           // and the standard error of that
    double bets[MAX_BETS] = {}; // by place of the bet: points ahead with that bet
};

constexpr int MAX_OPTIONS = 20;
using Sums = std::array<std::array<std::int64_t, MAX_BETS + 1>, MAX_OPTIONS>; // by option: without a bet, with each
using Products = std::array<std::array<double, MAX_OPTIONS>, MAX_OPTIONS>;    // of two options' margins: whole too

// What was added up in a stage. All of it is whole, so that the order does not matter.
struct Tally {
    u64 worlds = 0, rounds = 0, solved = 0;
    Sums sums = {};
    Products products = {};

    void add(const Tally& other) {
        worlds += other.worlds;
        rounds += other.rounds;
        solved += other.solved;
        for (std::size_t a = 0; a < MAX_OPTIONS; ++a) {
            for (std::size_t bet = 0; bet <= MAX_BETS; ++bet) sums[a][bet] += other.sums[a][bet];
            for (std::size_t b = 0; b <= a; ++b) products[a][b] += other.products[a][b];
        }
    }
};

struct SearchResult {
    Action action;               // the chosen one
    int place = 0;               // of it
    double value = 0;            // its mean, with the bet if it is one
    u64 rounds = 0;              // that were played out
    u64 solved = 0;              // worlds whose end was worked out
    std::vector<Option> options; // the best first
};

} // namespace haggis
