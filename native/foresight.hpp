// `foresight` in steps: the network and the search together.
//
// The search has the first half of the time. Then the actions that the network or the search prefers are tried in the
// same worlds, none of which the seat can rule out, and from there a smaller network, distilled from the first, plays
// for everybody to the end of the round. The two err in different ways: the mean of their estimates decides.
//
// First one member of the team asks the large network, which the others need not have; then all search together; then
// each plays the actions out in its part of the worlds, by the small network. Its belief deals all worlds.
#pragma once

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "playout.hpp"
#include "thought.hpp"

namespace haggis {

class ForesightThought final : public Thought {
  public:
    // `network` may be missing in all members but the first. `pace` is remembered from one decision to the next.
    ForesightThought(const Network* network, const Network& quick, Workers workers, const Position& position,
                     const Stakes& stakes, int seat, u64 search_seed, u64 world_seed, const Budget& budget,
                     double& pace, Team team = {})
        : network_(network), quick_(quick), player_(workers.players[0]), executor_(workers.executor),
          position_(position), stakes_(stakes), seat_(seat), world_seed_(world_seed), budget_(budget), team_(team),
          pace_(pace), candidates_(network_candidates(player_, position.state, seat)),
          search_(workers.players, workers.executor, position, seat, search_seed,
                  {SEARCH_ROUNDS * budget.iterations, SEARCH_SHARE * budget.seconds, budget.begin}, {}, {}, team,
                  stakes, belief()) {
        opinion_.values.resize(candidates_.size());
        for (const Candidate& candidate : candidates_) opinion_.places.push_back(candidate.place);
    }

    bool begin() override { return !is_forced(player_, position_.state, seat_); }

    void work() override {
        const Clock::time_point start = Clock::now();
        switch (step_) {
            case Step::ASK:
                if (!team_.member) opinion_ = ask(*network_, player_, position_, seat_);
                break;
            case Step::SEARCH: search_.work(); break;
            case Step::PLAY_OUT: play_out(); break;
        }
        const std::chrono::duration<double> spent = Clock::now() - start, all = Clock::now() - budget_.begin;
        spent_ = spent.count();
        left_ = budget_.seconds > 0 ? budget_.seconds - all.count() : std::numeric_limits<double>::infinity();
    }

    // The clocks of all decide for all.
    void share(Bytes& out) const override {
        put(out, &spent_, 1);
        put(out, &left_, 1);
        switch (step_) {
            case Step::ASK:
                put(out, &opinion_.points, 1);
                put(out, &opinion_.first_out, 1);
                put(out, opinion_.values.data(), opinion_.values.size());
                break;
            case Step::SEARCH: search_.share(out); break;
            case Step::PLAY_OUT: put(out, fresh_.data(), fresh_.size()); break;
        }
    }

    void absorb(std::span<const std::byte> shared) override {
        double spent, left;
        take(shared, &spent, 1);
        take(shared, &left, 1);
        spent_ = std::max(spent_, spent);
        left_ = std::min(left_, left);
        // What another member has found is zero here, so that all can be added.
        const auto add = [&shared](auto* values, std::size_t count) {
            std::vector<std::remove_pointer_t<decltype(values)>> others(count);
            take(shared, others.data(), count);
            for (std::size_t i = 0; i < count; ++i) values[i] += others[i];
        };
        switch (step_) {
            case Step::ASK:
                add(&opinion_.points, 1);
                add(&opinion_.first_out, 1);
                return add(opinion_.values.data(), opinion_.values.size());
            case Step::SEARCH: return search_.absorb(shared);
            case Step::PLAY_OUT: return add(fresh_.data(), fresh_.size());
        }
    }

    bool advance() override {
        switch (step_) {
            case Step::ASK:
                if (is_decided()) return false;
                step_ = Step::SEARCH;
                if (search_.begin()) return true;
                break;
            case Step::SEARCH:
                if (search_.advance()) return true;
                break;
            case Step::PLAY_OUT: eliminate(); break;
        }
        if (step_ == Step::SEARCH) choose_tries();
        step_ = Step::PLAY_OUT;
        return plan_worlds();
    }

    Choice conclude() override {
        if (is_forced(player_, position_.state, seat_)) return {.place = 0};
        choice_.points = opinion_.points * point_scale(position_.rules);
        choice_.first_out = opinion_.first_out;
        return std::move(choice_);
    }

  private:
    static constexpr double SEARCH_SHARE = 0.5;
    static constexpr u64 SEARCH_ROUNDS = 64;
    static constexpr std::size_t SEARCH_CANDIDATES = 2, NETWORK_CANDIDATES = 8;
    static constexpr float LOG_PROB_WINDOW = 6, LOG_PROB_POINTS = 1;
    static constexpr u64 FIRST_WORLDS = 16;
    static constexpr double PACE_DECAY = 0.8, ELIMINATION_Z = 3.5;

    enum class Step { ASK, SEARCH, PLAY_OUT };

    // An action to try.
    struct Try {
        Action action;
        int place;
        double prior, searched;     // points: of the network, and of the search its share
        std::vector<double> played; // world by world, their share
    };

    const Network* const network_;
    const Network& quick_;
    const PolicyPlayer& player_;
    Executor& executor_;
    const Position& position_;
    const Stakes& stakes_;
    const int seat_;
    const u64 world_seed_;
    const Budget budget_;
    const Team team_;
    double& pace_; // seconds of a round that is played out
    const std::vector<Candidate> candidates_;
    std::optional<CardBelief> belief_; // of the small network, if it has one
    Search search_;
    Step step_ = Step::ASK;
    double spent_ = 0, left_ = 0; // seconds: in this step, by the slowest; of the budget, by the clock that has least
    Opinion opinion_;
    std::vector<Try> tries_;
    u64 seen_ = 0, worlds_ = 0; // worlds so far, and of this step
    std::vector<double> fresh_; // by try and world, of this step
    Choice choice_;

    const CardBelief* belief() {
        if (!belief_ && quick_.belief) belief_.emplace(*quick_.belief, position_, seat_);
        return belief_ ? &*belief_ : nullptr;
    }

    // Whether that is all: a bet, nothing to choose, or one action.
    bool is_decided() {
        const auto& [places, values, points, first_out] = opinion_;
        const auto bet = choose_bet(position_, stakes_, seat_, first_out, player_.buffer);
        if (bet) choice_.place = *bet;
        else if (!places.empty())
            choice_.place = places[std::size_t(std::max_element(values.begin(), values.end()) - values.begin())];
        return bet || places.size() < 2;
    }

    // The actions that the network or the search prefers, the network's choice first.
    void choose_tries() {
        SearchResult result = search_.conclude();
        std::vector<const Option*> found;
        for (const Option& option : result.options)
            if (option.worlds) found.push_back(&option);
        double worst = found.empty() ? 0 : found.front()->mean;
        for (const Option* option : found) worst = std::min(worst, option->mean);

        const std::vector<float> log_probs = log_probabilities(opinion_.values);
        const float least = *std::max_element(log_probs.begin(), log_probs.end()) - LOG_PROB_WINDOW;
        std::vector<std::size_t> order(log_probs.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return log_probs[a] > log_probs[b]; });
        order.resize(std::min(order.size(), NETWORK_CANDIDATES));
        std::erase_if(order, [&](auto at) { return log_probs[at] <= least; });
        for (std::size_t at = 0; at < log_probs.size(); ++at) {
            const auto end = found.begin() + std::ptrdiff_t(std::min(found.size(), SEARCH_CANDIDATES));
            const bool promises = std::any_of(
                found.begin(), end, [&](const Option* option) { return option->place == opinion_.places[at]; });
            if (promises && std::find(order.begin(), order.end(), at) == order.end()) order.push_back(at);
        }
        for (const std::size_t at : order) {
            const int place = opinion_.places[at];
            const auto known = std::find_if(found.begin(), found.end(),
                                            [place](const Option* option) { return option->place == place; });
            const double searched = known == found.end() ? worst : (*known)->mean;
            tries_.push_back({candidates_[at].action,
                              place,
                              LOG_PROB_POINTS * std::max(log_probs[at], least),
                              SEARCH_SHARE * searched,
                              {}});
        }
        choice_.place = tries_.front().place;
        choice_.rounds = result.rounds;
        choice_.solved = result.solved;
        choice_.options = std::move(result.options);
    }

    static std::vector<float> log_probabilities(const std::vector<float>& values) {
        float all = values.front();
        for (std::size_t i = 1; i < values.size(); ++i) {
            const float more = std::max(all, values[i]), less = std::min(all, values[i]);
            all = more + std::log1p(std::exp(less - more));
        }
        std::vector<float> log_probs;
        for (const float value : values) log_probs.push_back(value - all);
        return log_probs;
    }

    // A few worlds at first, then half as many more each time, as far as the time allows. Whether there are any.
    bool plan_worlds() {
        if (tries_.size() < 2) return false;
        const double most = budget_.iterations ? double(budget_.iterations) : std::numeric_limits<double>::infinity();
        const double worlds = std::min(
            {double(std::max(FIRST_WORLDS, seen_ / 2)), most - double(seen_), left_ / (double(tries_.size()) * pace_)});
        if (worlds <
            (seen_ ? 1 : std::min(double(FIRST_WORLDS), most))) { // fewer would say less than the network knows
            if (!seen_) pace_ *= PACE_DECAY;
            return false;
        }
        worlds_ = u64(worlds);
        fresh_.assign(tries_.size() * worlds_, 0);
        return true;
    }

    // What rounds that begin with each action are worth at their ends, in this member's part of the worlds.
    void play_out() {
        const u64 from = worlds_ * u64(team_.member) / u64(team_.size);
        const u64 count = worlds_ * u64(team_.member + 1) / u64(team_.size) - from;
        if (!count) return;
        const Rules& rules = position_.rules;
        const int sides = rules.side_count();
        std::vector<Action> actions;
        for (const Try& one : tries_) actions.push_back(one.action);
        std::vector<i32> points(tries_.size() * count * u64(sides));
        PlayOut(quick_, position_, seat_, actions, world_seed_, float(bet_threshold(rules)), {.belief = belief()})
            .run(seen_ + from, int(count), executor_, points.data());
        for (u64 i = 0; i < tries_.size() * count; ++i)
            fresh_[i / count * worlds_ + from + i % count] =
                (1 - SEARCH_SHARE) * stakes_.worth(rules, points.data() + i * u64(sides), seat_) / 2;
    }

    // Takes over what was played; drops what is clearly worse than the best.
    void eliminate() {
        pace_ = spent_ / double(tries_.size() * worlds_);
        seen_ += worlds_;
        std::vector<double> values;
        for (std::size_t i = 0; i < tries_.size(); ++i) {
            const auto from = fresh_.begin() + std::ptrdiff_t(i * worlds_);
            tries_[i].played.insert(tries_[i].played.end(), from, from + std::ptrdiff_t(worlds_));
            values.push_back(points_of(tries_[i]) + tries_[i].prior);
        }
        const std::size_t best = std::size_t(std::max_element(values.begin(), values.end()) - values.begin());
        choice_.place = tries_[best].place;
        choice_.value = points_of(tries_[best]);
        choice_.worlds = seen_;
        std::vector<Try> stay;
        for (std::size_t i = 0; i < tries_.size(); ++i)
            if (values[best] - values[i] <=
                ELIMINATION_Z * deviation(tries_[i].played, tries_[best].played) / std::sqrt(double(seen_)))
                stay.push_back(tries_[i]);
        tries_ = std::move(stay);
    }

    static double points_of(const Try& one) {
        return one.searched + std::accumulate(one.played.begin(), one.played.end(), 0.0) / double(one.played.size());
    }

    // The standard deviation of differences.
    static double deviation(const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] - b[i];
        const double mean = sum / double(a.size());
        for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i] - mean) * (a[i] - b[i] - mean);
        return std::sqrt(squares / double(a.size()));
    }
};

} // namespace haggis
