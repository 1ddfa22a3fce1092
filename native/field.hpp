// The field: the actions of a decision that are worth a closer look, by what the rollout policy thinks of them. A hand
// may have hundreds of plays to lead; searches and networks choose among a few.
#pragma once

#include <algorithm>
#include <vector>

#include "encode.hpp"
#include "policy.hpp"

namespace haggis {

constexpr int MAX_CANDIDATES = 32;               // what networks choose from, at most
constexpr int CHOICE_WORDS = ACTION_WORDS + 1; // of what they are told of each

struct Candidate {
    Action action;
    int place = 0; // in the list of legal actions
    float worth = 0; // to the policy
};

// At most so many of the listed actions, none of them a bet: the best first, and a pass in any case.
inline std::vector<Candidate> find_field(const Player& player, const State& state, int seat, const Action* list,
                                         int count, std::size_t most) {
    const Scene scene(player.rules, state, seat);
    std::vector<Candidate> field;
    for (int place = 0; place < count; ++place)
        if (!Player::is_lavish(scene.hand, list[place]))
            field.push_back({list[place], place, player.judge(state, scene, seat, list[place])});
    const auto is_better = [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; };
    std::stable_sort(field.begin(), field.end(), is_better);
    if (field.size() > most) {
        const auto passes = [](const Candidate& candidate) { return verb(candidate.action) == Verb::PASS; };
        const auto last = field.begin() + std::ptrdiff_t(most) - 1;
        std::iter_swap(last, std::find_if(last, field.end() - 1, passes));
        field.resize(most);
    }
    return field;
}

// A row of CHOICE_WORDS for each of a field: that of the action, and what the policy thinks of it: the how-manieth it
// is, how far behind the best, and how likely a play holds its trick. A question for a bet has no such word.
inline void encode_field(const Player& player, const State& state, int seat, const Candidate* field, std::size_t count,
                         u64* out) {
    const Scene scene(player.rules, state, seat);
    for (std::size_t rank = 0; rank < count; ++rank, out += CHOICE_WORDS) {
        const Action action = field[rank].action;
        encode_choice(player.rules, state, seat, action, out);
        Bits opinion;
        if (verb(action) != Verb::BET) {
            opinion.one_of(int(rank), MAX_CANDIDATES);
            opinion.bar(int(std::min(4 * (field->worth - field[rank].worth), 64.f)), 16);
            opinion.bar(is_play(action) ? int(16 * player.hold(scene, action)) : 0, 16);
        }
        out[ACTION_WORDS] = opinion.word;
    }
}

} // namespace haggis
