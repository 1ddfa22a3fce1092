// What the others' plays say about their cards: worlds that explain them better are searched more often.
//
// The history of a determinized world is played again, and every decision of another seat is compared with the policy:
// how likely is that action with those cards? Worlds are then drawn in proportion to these likelihoods.
#pragma once

#include <vector>

#include "determinize.hpp"
#include "policy.hpp"

namespace haggis {

// How likely players act as they do: by a softmax over the policy's values, or, with a probability of epsilon, at
// random.
class PlayerModel {
  public:
    explicit PlayerModel(const PolicyPlayer& player) : player_(player) {}

    // The logarithm of how likely the seat in turn does just this.
    float log_likelihood(const State& state, Action action) const {
        const SeatView view(player_.rules, state, state.turn);
        const int count = player_.options(state, view, state.turn);
        const float value = std::min(player_.evaluate(state, view, state.turn, action), MAX_VALUE);
        float all = 1, choices = 1;
        for (const Action other : std::span(player_.buffer, std::size_t(count))) {
            if (other == action || PolicyPlayer::wastes_courts(view.hand, other)) continue;
            const float more = std::min(player_.evaluate(state, view, state.turn, other), MAX_VALUE) - value;
            all += std::exp(std::min(more / SOFTMAX_TEMPERATURE, 20.f));
            choices += 1;
        }
        return std::log((1 - EPSILON) / all + EPSILON / choices);
    }

    // The same for all that the other seats did in tricks.
    float log_likelihood(const Position& position, int seat) const {
        const Rules& rules = position.rules;
        State state = first_state(position);
        float sum = 0;
        for (u64 i = 0; i < position.history.count; ++i) {
            const Action action = without_seat(position.history.log[i]);
            const int actor = seat_of(position.history.log[i]);
            if (actor != seat && state.phase == Phase::PLAY && verb(action) != Verb::BET)
                sum += log_likelihood(state, action);
            act(rules, state, actor, action);
        }
        return sum;
    }

  private:
    static constexpr float EPSILON = 0.1f;
    static constexpr float SOFTMAX_TEMPERATURE = 2;
    static constexpr float MAX_VALUE = 100;

    const PolicyPlayer& player_;
};

// Worlds with the probabilities to draw them.
class Belief {
  public:
    // Takes worlds and the logarithm of how likely each makes what was seen; one with -NEVER is left out.
    void settle(std::vector<State>&& worlds, const std::vector<float>& log_likelihoods) {
        worlds_ = std::move(worlds);
        upto_.assign(worlds_.size(), 0);
        const float most = *std::max_element(log_likelihoods.begin(), log_likelihoods.end());
        const auto possible = [](float value) { return value > -NEVER; };
        const double count = double(std::count_if(log_likelihoods.begin(), log_likelihoods.end(), possible));
        if (count == 0) return worlds_.clear();
        // Likelihoods are tempered if they would leave only a few worlds: the effective sample size must not be small.
        for (float exponent = 1;; exponent *= 0.8f) {
            double sum = 0, squares = 0;
            for (std::size_t i = 0; i < upto_.size(); ++i) {
                const double weight =
                    possible(log_likelihoods[i]) ? std::exp(exponent * (log_likelihoods[i] - most)) : 0;
                upto_[i] = sum += weight;
                squares += weight * weight;
            }
            if (sum * sum / squares * WORLDS_PER_EFFECTIVE >= count) break;
        }
    }

    bool empty() const { return worlds_.empty(); }

    const State& draw(Rng& rng) const {
        const double at = double(rng.next() >> 11) * 0x1p-53 * upto_.back();
        const auto found = std::upper_bound(upto_.begin(), upto_.end() - 1, at);
        return worlds_[std::size_t(found - upto_.begin())];
    }

  private:
    static constexpr double WORLDS_PER_EFFECTIVE = 16;

    std::vector<State> worlds_;
    std::vector<double> upto_; // the sum of the weights so far
};

} // namespace haggis
