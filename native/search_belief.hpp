// What the others' plays tell about their cards: worlds that explain them better are searched more often.
//
// The history of a sampled world is played again, and every decision of another seat is held against the policy: how
// likely would it have done that with those cards? Worlds are then drawn by these likelihoods.
#pragma once

#include <vector>

#include "policy.hpp"
#include "determinize.hpp"

namespace haggis {

constexpr float DOUBT = 0.1f;   // how often a player does just anything
constexpr float BREADTH = 2;    // differences in worth that players overlook

// The logarithm of how likely the seat in turn does just this.
inline float likelihood(const Player& player, const State& state, Action action) {
    const Scene scene(player.rules, state, state.turn);
    const int count = player.options(state, scene, state.turn);
    const float worth = std::min(player.judge(state, scene, state.turn, action), 100.f);
    float all = 1, choices = 1;
    for (const Action other : std::span(player.buffer, std::size_t(count))) {
        if (other == action || Player::is_lavish(scene.hand, other)) continue;
        const float more = std::min(player.judge(state, scene, state.turn, other), 100.f) - worth;
        all += std::exp(std::min(more / BREADTH, 20.f));
        choices += 1;
    }
    return std::log((1 - DOUBT) / all + DOUBT / choices);
}

// The same for all that the others did in tricks.
inline float likelihood(const Player& player, const Position& position, int seat) {
    const Rules& rules = player.rules;
    const int lead = rules.opening == Opening::AUCTION ? 0 : position.state.lead;
    State state = start(rules, original_deal(rules, position.state), position.state.dealer, lead, position.state.totals);
    float sum = 0;
    for (u64 i = 0; i < position.history.count; ++i) {
        const Action action = without_seat(position.history.log[i]);
        const int actor = seat_of(position.history.log[i]);
        if (actor != seat && state.phase == Phase::PLAY && verb(action) != Verb::BET) sum += likelihood(player, state, action);
        act(rules, state, actor, action);
    }
    return sum;
}

// Worlds with the chances to draw them.
class Belief {
  public:
    // Takes worlds and how likely (the logarithm) each makes what was seen; one that is NEVER likely is left out.
    void settle(std::vector<State>&& worlds, const std::vector<float>& likely) {
        worlds_ = std::move(worlds);
        upto_.assign(worlds_.size(), 0);
        const float most = *std::max_element(likely.begin(), likely.end());
        const auto possible = [](float value) { return value > -NEVER; };
        const double count = double(std::count_if(likely.begin(), likely.end(), possible));
        if (count == 0) return worlds_.clear();
        // Likelihoods are trusted less if they would leave only a few worlds to think about.
        for (float trust = 1;; trust *= 0.8f) {
            double sum = 0, squares = 0;
            for (std::size_t i = 0; i < upto_.size(); ++i) {
                const double chance = possible(likely[i]) ? std::exp(trust * (likely[i] - most)) : 0;
                upto_[i] = sum += chance;
                squares += chance * chance;
            }
            if (sum * sum / squares * MOST_FOR_ONE >= count) break;
        }
    }

    bool empty() const { return worlds_.empty(); }

    const State& draw(Rng& rng) const {
        const double at = double(rng.next() >> 11) * 0x1p-53 * upto_.back();
        const auto found = std::upper_bound(upto_.begin(), upto_.end() - 1, at);
        return worlds_[std::size_t(found - upto_.begin())];
    }

  private:
    static constexpr double MOST_FOR_ONE = 16; // worlds for each that counts

    std::vector<State> worlds_;
    std::vector<double> upto_;
};

} // namespace haggis
