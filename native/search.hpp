// The search: what each action is worth on average, over many worlds that the seat cannot rule out.
//
// Every world is tried with every action that is still in the race, and played to its end with the same random
// numbers, so that actions are compared on equal terms. The budget is spent in stages, after each of which actions are
// eliminated: successive halving (Karnin et al. 2013) decides how many stay, so that two are left at the end, and a
// race (Maron & Moore 1994) drops what is clearly worse than the best before that. What comes after the action is
// chosen by a tree of what was tried so far, then by the policy; near the end of a round it is worked out exactly. Bets
// are evaluated on the same rounds, as nobody's play there depends on them.
//
// The work goes in lanes, each with worlds and a tree of its own (root parallelization). Worlds are numbered and have
// their own random numbers, sums are whole numbers, and there are as many lanes for any number of threads: so the
// result for a number of iterations does not depend on the threads. A search by the clock has a lane for each thread.
//
// Lanes may also be spread over processes that share no memory, such as the workers of a browser: then each has the
// whole search and some of its lanes, and in every step they tell each other what their lanes have found.
#pragma once

#include <array>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "belief.hpp"
#include "candidates.hpp"
#include "executor.hpp"
#include "search_belief.hpp"
#include "search_data.hpp"
#include "search_tree.hpp"

namespace haggis {

class Search {
  public:
    static constexpr int LANES = 4; // of a search by iterations

    // Needs a player for each thread of the executor. A caller that searches often keeps them, as their memory takes
    // longer to make than a small search.
    // `required` are places of actions that are tried whatever the policy thinks of them, and not dropped for their
    // number alone. Rounds count by the stakes. `cards` deals the worlds; without it they are weighed by the policy.
    Search(std::span<const PolicyPlayer> players, Executor& executor, const Position& position, int seat, u64 seed,
           const Budget& budget, const Design& design, std::span<const int> required = {}, Team team = {},
           Stakes stakes = {}, const CardBelief* cards = nullptr)
        : players_(players), executor_(executor), rules_(players[0].rules), position_(position), state_(position.state),
          seat_(seat), seed_(seed), budget_(budget), design_(design), required_(required), team_(team),
          stakes_(std::move(stakes)), cards_(cards) {}

    SearchResult run() {
        for (bool more = begin(); more; more = advance()) work();
        return conclude();
    }

    // The same in steps: after `begin` and each `advance` that returns true, every member of the team works, shares
    // what it has found, and absorbs what each of the others has.
    bool begin() {
        select_options();
        if (options_.size() == 1 && bets_.empty()) return false;
        first_options_ = options_.size();
        make_lanes();
        if (cards_ && others_have_played()) {
            believe();
            start_stage();
        } else if (design_.belief && !design_.clairvoyant && others_have_played())
            log_likelihoods_.assign(budget_.iterations
                                        ? std::clamp<u64>(budget_.iterations / BELIEF_SHARE, 1, MAX_BELIEF_WORLDS)
                                        : MAX_BELIEF_WORLDS,
                                    -NEVER); // also of those that time does not allow
        else start_stage();
        return true;
    }

    void work() { stage_ ? try_worlds(end_, time_of(double(stage_) / STAGES)) : weigh_worlds(); }

    void share(Bytes& out) const {
        const auto put = [&out](const void* from, std::size_t size) {
            out.resize(out.size() + size);
            std::memcpy(out.data() + out.size() - size, from, size);
        };
        if (stage_) put(&found_, sizeof found_);
        else put(log_likelihoods_.data(), log_likelihoods_.size() * sizeof(float));
    }

    void absorb(std::span<const std::byte> shared) {
        if (stage_) {
            Tally other;
            std::memcpy(&other, shared.data(), sizeof other);
            found_.add(other);
        } else {
            std::vector<float> others(log_likelihoods_.size());
            std::memcpy(others.data(), shared.data(), others.size() * sizeof(float));
            for (std::size_t i = 0; i < others.size(); ++i)
                log_likelihoods_[i] = std::max(log_likelihoods_[i], others[i]);
        }
    }

    // How many bytes a member shares in this step.
    std::size_t share_size() const { return stage_ ? sizeof found_ : log_likelihoods_.size() * sizeof(float); }

    bool advance() {
        if (!stage_) settle_belief();
        else if (count_found(); stage_ == STAGES || is_settled()) return false;
        start_stage();
        return true;
    }

    SearchResult conclude() {
        const auto is_better = [](const Option& a, const Option& b) { return a.mean > b.mean; };
        std::stable_sort(options_.begin(), options_.end(), is_better);
        std::stable_sort(eliminated_.begin(), eliminated_.end(), is_better);
        const Option& best = options_.front();
        result_.action = best.action;
        result_.place = best.place;
        result_.value = best.mean;
        if (bets_only_ || (is_play(best.action) && best.worlds)) choose_bet(best);
        result_.options = std::move(options_);
        result_.options.insert(result_.options.end(), eliminated_.begin(), eliminated_.end());
        return std::move(result_);
    }

  private:
    static constexpr int STAGES = 16;              // parts of the budget, after each of which options are eliminated
    static constexpr u64 MAX_BELIEF_WORLDS = 4096; // to draw from
    static constexpr int BELIEF_SHARE = 4;         // one part in that many of the budget goes into weighing them
    static constexpr u64 BELIEF_STREAM = 0x5bf03635d8f1a2c9; // of random numbers, for worlds that are weighed
    // Worlds that the belief about the cards deals: as many as take less than that part.
    static constexpr double ROUNDS_PER_BELIEVED = 16, BELIEVED_PER_SECOND = 2048, MIN_BELIEVED = 16;
    static constexpr int SOLVED_CARDS = 9;      // in all hands: worlds with no more are worked out,
    static constexpr u64 SOLVED_NODES = 10'000; // each action with so many nodes at most
    static constexpr std::size_t SOLVER_MEMORY = 1 << 16;
    static constexpr float POLICY_NOISE = 1;     // of the policy's choices, in its own units of value
    static constexpr double ELIMINATION_Z = 3.5; // standard errors behind the best, to be eliminated
    static constexpr u64 MIN_WORLDS = 16;        // before anything is eliminated for that
    // The part of its value that a bet must promise, as opponents may play better than the policy: the lowest bet, and
    // the highest, so that a small edge makes a small bet.
    static constexpr double LEAST_EDGE = 0.1, FULL_EDGE = 0.3;

    // Worlds with a tree of their own.
    struct Lane {
        const PolicyPlayer& player;
        Solver solver;
        Tree tree;
        Position spare;
        u64 next; // world
        Tally found;

        Lane(const PolicyPlayer& player, const Stakes& stakes, u64 number)
            : player(player), solver(player.rules, SOLVER_MEMORY), tree(MAX_OPTIONS, stakes),
              spare{player.rules, {}, {}}, next(number) {}
    };

    const std::span<const PolicyPlayer> players_;
    Executor& executor_;
    const Rules& rules_;
    const Position& position_;
    const State& state_;
    const int seat_;
    const u64 seed_;
    const Budget budget_;
    const Design design_;
    const std::span<const int> required_;
    const Team team_;
    const Stakes stakes_;
    const CardBelief* const cards_;
    std::vector<std::unique_ptr<Lane>> lanes_; // of this member
    std::size_t lane_count_ = 0;               // of all members
    int stage_ = 0;                            // 0: worlds are weighed
    std::size_t first_options_ = 0;            // their number
    u64 end_ = 0;                              // of the worlds of the stage
    std::vector<float> log_likelihoods_;       // of worlds that are weighed; -NEVER where none is known
    Tally found_;                              // in the stage
    SearchResult result_;
    std::vector<Option> options_, eliminated_;
    std::vector<Action> bets_;
    int first_bet_ = 0; // its place in the legal list
    bool bets_only_ = false;
    Sums sums_ = {};
    Products products_ = {};
    u64 worlds_ = 0;
    Belief belief_;

    // What to try, and the bets.
    void select_options() {
        const PolicyPlayer& player = players_[0];
        const int count = legal(rules_, state_, seat_, player.buffer);
        first_bet_ = count_without_bets(player.buffer, count);
        bets_.assign(player.buffer + first_bet_, player.buffer + count);
        for (const Candidate& candidate :
             select_candidates(player, state_, seat_, player.buffer, first_bet_, MAX_OPTIONS))
            options_.push_back({candidate.action, candidate.place, int(options_.size())});
        for (const int place : required_) {
            if (std::any_of(options_.begin(), options_.end(), [&](const Option& one) { return one.place == place; }))
                continue;
            if (options_.size() == MAX_OPTIONS) options_.pop_back();
            options_.push_back({player.buffer[place], place, int(options_.size())});
        }
        bets_only_ = options_.empty();
        if (bets_only_) options_.push_back({bets_.front(), first_bet_}); // out of turn: which bet, if it must be one
    }

    // How many options may stay after a stage.
    std::size_t survivors(int stage, std::size_t start) const {
        return std::max<std::size_t>(2, std::size_t(std::pow(double(start), 1 - double(stage) / (STAGES - 2)) + 0.5));
    }

    void make_lanes() {
        lane_count_ = budget_.iterations ? LANES : players_.size() * std::size_t(team_.size);
        for (std::size_t i = std::size_t(team_.member); i < lane_count_; i += std::size_t(team_.size))
            lanes_.push_back(std::make_unique<Lane>(players_[lanes_.size() % players_.size()], stakes_, i));
    }

    void start_stage() {
        ++stage_;
        const u64 rounds = budget_.iterations * u64(stage_) / STAGES - budget_.iterations * u64(stage_ - 1) / STAGES;
        end_ = budget_.iterations ? end_ + std::max<u64>(1, rounds / options_.size()) : ~u64(0);
    }

    // When this part of the budget is used up.
    Clock::time_point time_of(double part) const {
        const std::chrono::duration<double> spent(budget_.seconds * part);
        return budget_.begin + std::chrono::duration_cast<Clock::duration>(spent);
    }

    bool is_late(Clock::time_point deadline) const { return budget_.seconds > 0 && Clock::now() > deadline; }

    bool others_have_played() const {
        const History& history = position_.history;
        return std::any_of(history.log, history.log + history.count,
                           [this](Action logged) { return seat_of(logged) != seat_ && verb(logged) <= Verb::PASS; });
    }

    // Every thread works on its lanes, one after the other.
    template <class Work> void for_each_lane(Work work) {
        executor_.run([&](int thread) {
            for (std::size_t i = std::size_t(thread); i < lanes_.size(); i += players_.size()) work(*lanes_[i]);
        });
    }

    // Of the worlds to draw from, how likely those of this member's lanes make what was seen.
    void weigh_worlds() {
        const auto deadline = time_of(1.0 / BELIEF_SHARE);
        for_each_lane([&](Lane& lane) {
            Position& world = lane.spare;
            const PlayerModel model(lane.player);
            for (u64 number = lane.next; number < log_likelihoods_.size() && !is_late(deadline);
                 number += lane_count_) {
                Rng rng(seed_ ^ BELIEF_STREAM, number);
                world.state = state_;
                world.history.count = position_.history.count;
                std::copy_n(position_.history.log, position_.history.count, world.history.log);
                determinize(world, seat_, rng);
                log_likelihoods_[number] = model.log_likelihood(world, seat_);
            }
        });
    }

    // The worlds themselves, also those of other members: to deal one again takes less than to send it.
    void settle_belief() {
        std::vector<State> worlds(log_likelihoods_.size());
        for (u64 number = 0; number < worlds.size(); ++number) {
            if (log_likelihoods_[number] <= -NEVER) continue;
            Rng rng(seed_ ^ BELIEF_STREAM, number);
            worlds[number] = determinize(rules_, state_, seat_, rng);
        }
        belief_.settle(std::move(worlds), log_likelihoods_);
    }

    // Worlds that the belief about the cards deals, each as likely as the others.
    void believe() {
        const double many = budget_.iterations ? double(budget_.iterations) / ROUNDS_PER_BELIEVED
                                               : budget_.seconds * BELIEVED_PER_SECOND;
        std::vector<State> worlds(std::size_t(std::clamp(many, MIN_BELIEVED, double(MAX_BELIEF_WORLDS))));
        executor_.run([&](int thread) {
            for (u64 number = u64(thread); number < worlds.size(); number += u64(executor_.size())) {
                Rng rng(seed_ ^ BELIEF_STREAM, number);
                worlds[number] = determinize(rules_, state_, seat_, rng, *cards_);
            }
        });
        const std::vector<float> even(worlds.size());
        belief_.settle(std::move(worlds), even);
    }

    // Tries the worlds before `end` that were not tried yet.
    void try_worlds(u64 end, Clock::time_point deadline) {
        for_each_lane([&](Lane& lane) {
            lane.found = {};
            while (lane.next < end && try_world(lane, deadline)) lane.next += lane_count_;
        });
        found_ = {};
        for (const auto& lane : lanes_) found_.add(lane->found);
    }

    // Counts what all have found.
    void count_found() {
        worlds_ += found_.worlds;
        result_.rounds += found_.rounds;
        result_.solved += found_.solved;
        for (std::size_t a = 0; a < options_.size(); ++a) {
            for (std::size_t bet = 0; bet <= bets_.size(); ++bet) sums_[a][bet] += found_.sums[a][bet];
            for (std::size_t b = 0; b <= a; ++b) products_[a][b] += found_.products[a][b];
        }
        if (worlds_) eliminate(survivors(stage_, first_options_));
    }

    bool is_settled() const { return options_.size() == 1 && (bets_.empty() || stage_ >= STAGES / 4); }

    // One world with all options; false if time is up before it is done, and then nothing of it counts.
    bool try_world(Lane& lane, Clock::time_point deadline) {
        Rng rng(seed_, lane.next);
        const State world = design_.clairvoyant ? state_
                            : belief_.empty()   ? determinize(rules_, state_, seat_, rng)
                                                : belief_.draw(rng);
        const bool small = world.phase == Phase::PLAY && count_cards(rules_, world) <= SOLVED_CARDS;
        if (small) lane.solver.ask(world, seat_, stakes_);
        bool solved = small;
        i32 guess = 0;
        Sums sums = {};
        for (std::size_t a = 0; a < options_.size(); ++a) {
            if (is_late(deadline)) return false;
            State state = world;
            if (!bets_only_) act(rules_, state, seat_, options_[a].action);
            if (small) {
                const Bounds value = lane.solver.solve(state, SOLVED_NODES, guess);
                if (value.is_exact()) {
                    sums[a][0] = guess = value.low;
                    continue;
                }
            }
            solved = false;
            Rng luck = rng; // the same for all
            if (design_.tree) lane.tree.play_out(options_[a].root, lane.player, state, luck, POLICY_NOISE);
            else lane.player.play_out(state, luck, POLICY_NOISE);
            sums[a][0] = stakes_.worth(rules_, state, seat_);
            for (std::size_t bet = 0; bet < bets_.size(); ++bet) {
                state.bets[seat_] = u8(argument(bets_[bet]) + 1);
                sums[a][bet + 1] = stakes_.worth(rules_, state, seat_);
            }
        }
        Tally& found = lane.found;
        for (std::size_t a = 0; a < options_.size(); ++a) {
            for (std::size_t bet = 0; bet <= bets_.size(); ++bet) found.sums[a][bet] += sums[a][bet];
            for (std::size_t b = 0; b <= a; ++b) found.products[a][b] += double(sums[a][0]) * double(sums[b][0]);
        }
        ++found.worlds;
        found.rounds += options_.size();
        found.solved += solved;
        return true;
    }

    double mean(std::size_t a, std::size_t bet = 0) const { return double(sums_[a][bet]) / (2 * double(worlds_)); }

    // The standard error of the mean difference of two options, which were tried in the same worlds.
    double standard_error(std::size_t a, std::size_t b) const {
        const double n = double(worlds_), diff = double(sums_[a][0] - sums_[b][0]) / n;
        const auto product = [&](std::size_t x, std::size_t y) { return products_[std::max(x, y)][std::min(x, y)]; };
        const double squares = (product(a, a) - 2 * product(a, b) + product(b, b)) / n;
        return std::sqrt(std::max(squares - diff * diff, 0.0) / n) / 2;
    }

    // Eliminates options: what is clearly worse than the best, or never better, and then the worst, until few enough
    // are left.
    void eliminate(std::size_t most) {
        std::size_t best = 0;
        for (std::size_t a = 1; a < options_.size(); ++a)
            if (sums_[a][0] > sums_[best][0]) best = a;
        std::vector<std::size_t> order(options_.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sums_[a][0] > sums_[b][0]; });
        std::vector<bool> stays(options_.size());
        for (std::size_t place = 0; place < order.size(); ++place) {
            const std::size_t a = order[place];
            const bool beaten =
                worlds_ >= MIN_WORLDS && mean(best) - mean(a) >= ELIMINATION_Z * standard_error(best, a);
            stays[a] = a == best || ((place < most || is_required(a)) && !beaten);
        }
        std::size_t kept = 0;
        for (std::size_t a = 0; a < options_.size(); ++a) {
            record(a, best);
            if (!stays[a]) {
                eliminated_.push_back(options_[a]);
                continue;
            }
            for (std::size_t b = 0, column = 0; b <= a; ++b)
                if (stays[b]) products_[kept][column++] = products_[a][b];
            sums_[kept] = sums_[a];
            options_[kept++] = options_[a];
        }
        options_.resize(kept);
    }

    bool is_required(std::size_t a) const {
        return std::find(required_.begin(), required_.end(), options_[a].place) != required_.end();
    }

    // Keeps what is known of an option so far.
    void record(std::size_t a, std::size_t best) {
        Option& option = options_[a];
        option.worlds = worlds_;
        option.mean = mean(a);
        option.behind = mean(best) - mean(a);
        option.error = standard_error(best, a);
        for (std::size_t bet = 0; bet < bets_.size(); ++bet) option.bets[bet] = mean(a, bet + 1);
    }

    // The highest bet that promises enough; out of turn, where one must be made, the one that comes nearest to it.
    void choose_bet(const Option& best) {
        double most = bets_only_ ? -NEVER : 0;
        for (std::size_t bet = 0; bet < bets_.size(); ++bet) {
            const int place = argument(bets_[bet]);
            const double full = rules_.bet_count > 1 ? double(place) / (rules_.bet_count - 1) : 0;
            const double enough = (LEAST_EDGE + (FULL_EDGE - LEAST_EDGE) * full) * rules_.bets[place];
            const double surplus = best.bets[bet] - best.mean - enough;
            if (surplus <= 0 && surplus <= most) continue;
            most = std::min(surplus, 0.0);
            result_.value = best.bets[bet];
            result_.action = bets_[bet];
            result_.place = first_bet_ + int(bet);
        }
    }
};

} // namespace haggis
