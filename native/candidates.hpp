// The candidates of a decision: the few actions that the rollout policy values most. A hand may have hundreds of plays
// to lead; searches and networks choose among a few.
#pragma once

#include <algorithm>
#include <vector>

#include "encode.hpp"
#include "policy.hpp"

namespace haggis {

constexpr int MAX_CANDIDATES = 32;             // what networks choose from, at most
constexpr int CHOICE_WORDS = ACTION_WORDS + 1; // of a candidate's row

struct Candidate {
    Action action;
    int place = 0;   // in the list of legal actions
    float value = 0; // to the policy
};

// At most that many of the listed actions, none of them a bet: the best first, and a pass in any case. If there are
// more, the last candidate is the pass or, if the pass is among the best or not legal, the worst action of all.
inline void select_candidates(const PolicyPlayer& player, const State& state, const SeatView& view, int seat,
                              const Action* list, int count, std::size_t most, std::vector<Candidate>& candidates) {
    struct Valued {
        float value;
        int place;
    };
    thread_local std::vector<Valued> valued;
    valued.clear();
    for (int place = 0; place < count; ++place)
        if (!PolicyPlayer::wastes_courts(view.hand, list[place]))
            valued.push_back({player.evaluate(state, view, seat, list[place]), place});
    const auto is_better = [](const Valued& a, const Valued& b) {
        return a.value > b.value || (a.value == b.value && a.place < b.place);
    };
    auto last = valued.end(); // of the best, which alone are sorted
    if (valued.size() > most) {
        last = valued.begin() + std::ptrdiff_t(most) - 1;
        std::nth_element(valued.begin(), last, valued.end(), is_better);
        const auto passes = [list](const Valued& one) { return verb(list[one.place]) == Verb::PASS; };
        auto other = std::find_if(last, valued.end(), passes);
        if (other == valued.end()) other = std::max_element(last, valued.end(), is_better);
        std::iter_swap(last, other);
    }
    std::sort(valued.begin(), last, is_better);
    valued.resize(std::min(valued.size(), most));
    candidates.clear();
    for (const auto& [value, place] : valued) candidates.push_back({list[place], place, value});
}

inline std::vector<Candidate> select_candidates(const PolicyPlayer& player, const State& state, int seat,
                                                const Action* list, int count, std::size_t most) {
    std::vector<Candidate> candidates;
    select_candidates(player, state, SeatView(player.rules, state, seat), seat, list, count, most, candidates);
    return candidates;
}

// A row of CHOICE_WORDS for each candidate: that of the action, and a word of the policy's opinion: the action's rank,
// how far it is behind the best, and how likely a play wins its trick. The answers to "Do you bet?" have an empty word.
inline void encode_candidates(const PolicyPlayer& player, const State& state, const SeatView& view, int seat,
                              const Candidate* candidates, std::size_t count, u64* out) {
    for (std::size_t rank = 0; rank < count; ++rank, out += CHOICE_WORDS) {
        const Action action = candidates[rank].action;
        encode_choice(player.rules, state, seat, action, out);
        Bits opinion;
        if (verb(action) != Verb::BET) {
            opinion.one_of(int(rank), MAX_CANDIDATES);
            opinion.bar(int(std::min(4 * (candidates->value - candidates[rank].value), 64.f)), 16);
            opinion.bar(is_play(action) ? int(16 * player.win_probability(view, action)) : 0, 16);
        }
        out[ACTION_WORDS] = opinion.word;
    }
}

} // namespace haggis
