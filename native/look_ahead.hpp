// A short look ahead: what the network expects a few decisions later, in a few worlds.
//
// The values of actions come from what the seat knows, at once. Where the best are close, each is tried in the same
// few worlds: the small network plays on for everybody, and the large one says what it expects at a later decision of
// the seat. Its estimates differ far less from world to world than the ends of rounds do, so a few worlds are enough.
#pragma once

#include <numeric>
#include <optional>
#include <vector>

#include "opinion.hpp"

namespace haggis {

class LookAhead {
  public:
    LookAhead(const Network& network, const Network& quick, const PolicyPlayer& player, const Position& position,
              int seat)
        : network_(network), quick_(quick), player_(player), position_(position), seat_(seat) {}

    // The candidates to try, by their places among the network's values: the best, and those close behind it.
    static std::vector<std::size_t> close(const std::vector<float>& values) {
        std::vector<std::size_t> order(values.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] > values[b]; });
        order.resize(std::min(order.size(), MOST));
        std::erase_if(order, [&](auto at) { return values[at] <= values[order[0]] - WINDOW; });
        return order;
    }

    // Which of some actions is best, by its value and by what it leads to.
    std::size_t choose(const std::vector<Action>& actions, const std::vector<float>& values) {
        start(actions);
        while (!open_.empty()) reply();
        expect();
        std::vector<double> points;
        for (const float value : values) points.push_back(LOG_PROB_POINTS * value);
        for (std::size_t i = 0; i < rounds_.size(); ++i) points[i % actions.size()] += rounds_[i].points / WORLDS;
        return std::size_t(std::max_element(points.begin(), points.end()) - points.begin());
    }

  private:
    static constexpr std::size_t MOST = 4; // actions to try
    static constexpr float WINDOW = 6;     // of values, which are logarithms of probabilities up to a constant
    static constexpr int WORLDS = 2;
    static constexpr double LOG_PROB_POINTS = 2; // that a unit of them is worth
    static constexpr int OWN_DECISIONS = 2; // of the seat that the small network takes before the large one is asked
    static constexpr u64 SEED = 0;          // the same worlds for the same question: the bot draws no numbers

    // A world in which one of the actions was taken, action by action and world by world.
    struct Tried {
        Position position;
        int decisions = 0; // of the seat, since then
        double points = 0; // ahead at the end of the round
    };

    const Network &network_, &quick_;
    const PolicyPlayer& player_;
    const Position& position_;
    const int seat_;
    std::vector<Tried> rounds_;
    std::vector<Tried*> open_, reached_; // where the small network is to decide; where the large one is asked
    std::vector<u64> states_;            // of decisions, for a network
    Workspace workspace_;

    void start(const std::vector<Action>& actions) {
        std::optional<CardBelief> belief;
        if (quick_.belief) belief.emplace(*quick_.belief, position_, seat_);
        for (int number = 0; number < WORLDS; ++number) {
            Rng rng(SEED, u64(number));
            Position world = position_;
            if (belief) determinize(world, seat_, rng, *belief);
            else determinize(world, seat_, rng);
            for (const Action action : actions) {
                rounds_.push_back({world});
                act(rounds_.back().position, seat_, action);
            }
        }
        for (Tried& tried : rounds_) go_on(tried);
    }

    // Plays on to the next decision, or to the end.
    void go_on(Tried& tried) {
        auto& [position, decisions, points] = tried;
        while (position.state.phase != Phase::OVER) {
            const int turn = position.state.turn;
            if (legal(position.rules, position.state, turn, player_.buffer) > 1)
                return (turn == seat_ && decisions++ == OWN_DECISIONS ? reached_ : open_).push_back(&tried);
            act(position, turn, player_.buffer[0]);
        }
        const Score result = score(position.rules, position.state);
        const int own = position.rules.side(seat_), sides = position.rules.side_count();
        for (int side = 0; side < sides; ++side) {
            const double made = result.cards[side] + result.bonus[side] + result.bets[side];
            points += side == own ? made : -made / (sides - 1);
        }
    }

    void encode_states(const std::vector<Tried*>& rounds) {
        states_.resize(rounds.size() * STATE_WORDS);
        u64* out = states_.data();
        for (const Tried* tried : rounds) {
            const Position& position = tried->position;
            encode_state(position.rules, position.state, position.history, position.state.turn, 0, out);
            out += STATE_WORDS;
        }
    }

    // The small network decides.
    void reply() {
        const std::vector<Tried*> asked = std::move(open_);
        open_.clear();
        encode_states(asked);
        std::vector<u64> rows;
        std::vector<std::int64_t> offsets{0};
        std::vector<Action> actions;
        for (const Tried* tried : asked) {
            const auto& [rules, state, history] = tried->position;
            const auto candidates = network_candidates(player_, state, state.turn);
            const std::size_t at = rows.size();
            rows.resize(at + candidates.size() * CHOICE_WORDS);
            encode_candidates(player_, state, SeatView(rules, state, state.turn), state.turn, candidates.data(),
                              candidates.size(), rows.data() + at);
            for (const Candidate& candidate : candidates) actions.push_back(candidate.action);
            offsets.push_back(std::int64_t(actions.size()));
        }
        quick_.evaluate(states_.data(), rows.data(), offsets.data(), asked.size(), workspace_);
        for (std::size_t n = 0; n < asked.size(); ++n) {
            Position& position = asked[n]->position;
            const int turn = position.state.turn;
            const auto begin = workspace_.values.begin();
            const auto best = std::max_element(begin + offsets[n], begin + offsets[n + 1]) - begin;
            const auto bet = choose_bet(position, {}, turn, workspace_.first_out[n], player_.buffer);
            act(position, turn, bet ? player_.buffer[*bet] : actions[std::size_t(best)]);
            go_on(*asked[n]);
        }
    }

    // What the large network expects.
    void expect() {
        encode_states(reached_);
        const std::vector<std::int64_t> none(reached_.size() + 1);
        network_.evaluate(states_.data(), nullptr, none.data(), reached_.size(), workspace_);
        for (std::size_t n = 0; n < reached_.size(); ++n)
            reached_[n]->points = workspace_.points[n] * point_scale(position_.rules);
    }
};

// Which of the candidates, given by their places in the legal list, the network takes.
inline std::size_t choose_candidate(const Network& network, const Network& quick, const PolicyPlayer& player,
                                    const Position& position, int seat, const std::vector<int>& places,
                                    const std::vector<float>& values) {
    const std::vector<std::size_t> close = LookAhead::close(values);
    if (close.size() == 1) return close[0];
    legal(position.rules, position.state, seat, player.buffer);
    std::vector<Action> actions;
    std::vector<float> their_values;
    for (const std::size_t at : close) {
        actions.push_back(player.buffer[places[at]]);
        their_values.push_back(values[at]);
    }
    return close[LookAhead(network, quick, player, position, seat).choose(actions, their_values)];
}

} // namespace haggis
