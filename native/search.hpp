// The search: what each action is worth on average, over many worlds that the seat cannot rule out.
//
// Every world is tried with every action that is still in the race, and played to its end with the same random
// numbers, so that actions are compared on equal terms. Step by step the field gets smaller: who is clearly worse is
// out, and of the others the worse ones, so that in the end two are left. What comes after the action is chosen by a
// tree of what was tried so far, then by the policy; near the end of a round it is worked out exactly. Bets are judged
// on the same rounds, as nobody's play there depends on them.
//
// The work goes in lanes, each with worlds and a tree of its own. Worlds are numbered and have their own random
// numbers, sums are whole numbers, and there are as many lanes for any number of threads: so the result for a number
// of iterations does not depend on the threads. A search by the clock has a lane for each thread.
#pragma once

#include <array>
#include <chrono>
#include <numeric>
#include <span>
#include <thread>
#include <vector>

#include "field.hpp"
#include "search_belief.hpp"
#include "search_tree.hpp"

namespace haggis {

constexpr int FIELD = 20;      // actions to try, at most
constexpr int LANES = 4;       // of a search by iterations
constexpr int STEPS = 16;      // parts of the budget, after each of which the field gets smaller
constexpr u64 WORLDS = 4096;   // to draw from, at most
constexpr int WEIGHING = 4;    // the part of the budget (one in so many) that goes into weighing them
constexpr float NOISE = 1;     // of the policy's choices, in its own units of worth
constexpr double SURE = 3.5;   // deviations behind the best, to be out
constexpr double TIMID = 0.1;  // the part of its value that a bet must promise: opponents may be better than the policy
constexpr u64 ODD_SEED = 0x5bf03635d8f1a2c9; // another stream for worlds that are weighed
constexpr u64 FEWEST = 16;     // worlds before anybody is sure

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

// What is known of one action that was tried.
struct Option {
    Action action;
    int place;         // in the list of legal actions
    int root = 0;      // its number in the first field, and in the trees
    u64 worlds = 0;
    double mean = 0;   // points ahead
    double bets[MAX_BETS] = {}; // by place of the bet: points ahead with that bet
};

struct Findings {
    Action action;     // the chosen one
    int place = 0;     // of it
    double value = 0;  // its mean, with the bet if it is one
    u64 rounds = 0;    // that were played out
    u64 solved = 0;    // worlds whose end was worked out
    std::vector<Option> options; // the best first
};

class Search {
  public:
    // With a thread for each of the players: who searches often keeps them, as their room takes longer to make than a
    // small search.
    Search(std::span<const Player> players, const Position& position, int seat, u64 seed, const Budget& budget,
           const Design& design)
        : players_(players), rules_(players[0].rules), position_(position), state_(position.state), seat_(seat), seed_(seed),
          budget_(budget), design_(design) {}

    Findings run() {
        find_options();
        if (field_.size() > 1 || !bets_.empty()) step_by_step();
        return conclude();
    }

  private:
    using Sums = std::array<std::array<std::int64_t, MAX_BETS + 1>, FIELD>; // by action: without a bet, with each
    using Products = std::array<std::array<double, FIELD>, FIELD>; // of two actions' margins: whole numbers, too

    // Worlds with a tree of their own, and what they have added up in a step.
    struct Lane {
        const Player& player;
        Endgame endgame;
        Tree tree{FIELD};
        Position spare;
        u64 next; // world
        u64 worlds = 0, rounds = 0, solved = 0;
        Sums sums = {};
        Products products = {};

        Lane(const Player& player, int seat, u64 number)
            : player(player), endgame(player, seat), spare{player.rules, {}, {}}, next(number) {}

        void clear() {
            worlds = rounds = solved = 0;
            sums = {};
            products = {};
        }
    };

    const std::span<const Player> players_;
    const Rules& rules_;
    const Position& position_;
    const State& state_;
    const int seat_;
    const u64 seed_;
    const Budget budget_;
    const Design design_;
    std::vector<std::unique_ptr<Lane>> lanes_;
    Findings findings_;
    std::vector<Option> field_, dropped_;
    std::vector<Action> bets_;
    int first_bet_ = 0; // its place in the legal list
    bool bets_only_ = false;
    Sums sums_ = {};
    Products products_ = {};
    u64 worlds_ = 0;
    Belief belief_;

    // What to try, and the bets.
    void find_options() {
        const Player& player = players_[0];
        const int count = legal(rules_, state_, seat_, player.buffer);
        first_bet_ = count_without_bets(player.buffer, count);
        bets_.assign(player.buffer + first_bet_, player.buffer + count);
        for (const Candidate& candidate : find_field(player, state_, seat_, player.buffer, first_bet_, FIELD))
            field_.push_back({candidate.action, candidate.place, int(field_.size())});
        bets_only_ = field_.empty();
        if (bets_only_) field_.push_back({bets_.front(), first_bet_}); // out of turn: which bet, if it must be one
    }

    // How many actions may stay after a step.
    std::size_t room(int step, std::size_t start) const {
        return std::max<std::size_t>(2, std::size_t(std::pow(double(start), 1 - double(step) / (STEPS - 2)) + 0.5));
    }

    void step_by_step() {
        const std::size_t lanes = budget_.iterations ? LANES : players_.size();
        for (std::size_t i = 0; i < lanes; ++i)
            lanes_.push_back(std::make_unique<Lane>(players_[i % players_.size()], seat_, i));
        if (design_.belief && !design_.clairvoyant && others_have_played()) weigh_worlds();
        const std::size_t start = field_.size();
        u64 end = 0; // of the worlds of a step
        for (int step = 1; step <= STEPS; ++step) {
            const u64 rounds = budget_.iterations * u64(step) / STEPS - budget_.iterations * u64(step - 1) / STEPS;
            end = budget_.iterations ? end + std::max<u64>(1, rounds / field_.size()) : ~u64(0);
            try_worlds(end, time_of(double(step) / STEPS));
            if (worlds_) drop(room(step, start));
            if (field_.size() == 1 && (bets_.empty() || step >= STEPS / 4)) break;
        }
    }

    // When this part of the budget is used up.
    Clock::time_point time_of(double part) const {
        const std::chrono::duration<double> spent(budget_.seconds * part);
        return budget_.begin + std::chrono::duration_cast<Clock::duration>(spent);
    }

    bool is_late(Clock::time_point deadline) const { return budget_.seconds > 0 && Clock::now() > deadline; }

    bool others_have_played() const {
        return std::any_of(position_.history.log, position_.history.log + position_.history.count,
                           [this](Action logged) { return seat_of(logged) != seat_ && verb(logged) <= Verb::PASS; });
    }

    // Lets the threads work on the lanes, one after the other.
    template <class Work> void share_out(Work work) {
        const auto run = [&](std::size_t thread) {
            for (std::size_t i = thread; i < lanes_.size(); i += players_.size()) work(*lanes_[i]);
        };
        std::vector<std::thread> others;
        const std::size_t threads = std::min(lanes_.size(), players_.size());
        for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run, i);
        run(0);
        for (std::thread& other : others) other.join();
    }

    // Samples the worlds to draw from.
    void weigh_worlds() {
        const u64 wanted = budget_.iterations ? std::clamp<u64>(budget_.iterations / WEIGHING, 1, WORLDS) : WORLDS;
        const auto deadline = time_of(1.0 / WEIGHING);
        std::vector<State> worlds(wanted);
        std::vector<float> likely(wanted, -NEVER); // as are those that time does not allow
        share_out([&](Lane& lane) {
            Position& position = lane.spare;
            for (u64 number = lane.next; number < wanted && !is_late(deadline); number += lanes_.size()) {
                Rng rng(seed_ ^ ODD_SEED, number);
                position.state = state_;
                position.history.count = position_.history.count;
                std::copy_n(position_.history.log, position_.history.count, position.history.log);
                determinize(position, seat_, rng);
                worlds[number] = position.state;
                likely[number] = likelihood(lane.player, position, seat_);
            }
        });
        belief_.settle(std::move(worlds), likely);
    }

    // Tries the worlds before `end` that were not tried yet.
    void try_worlds(u64 end, Clock::time_point deadline) {
        share_out([&](Lane& lane) {
            lane.clear();
            while (lane.next < end && try_world(lane, deadline)) lane.next += lanes_.size();
        });
        for (const auto& lane : lanes_) {
            worlds_ += lane->worlds;
            findings_.rounds += lane->rounds;
            findings_.solved += lane->solved;
            for (std::size_t a = 0; a < field_.size(); ++a) {
                for (std::size_t bet = 0; bet <= bets_.size(); ++bet) sums_[a][bet] += lane->sums[a][bet];
                for (std::size_t b = 0; b <= a; ++b) products_[a][b] += lane->products[a][b];
            }
        }
    }

    // One world with all actions; false if time is up before it is done, and then nothing of it counts.
    bool try_world(Lane& lane, Clock::time_point deadline) {
        Rng rng(seed_, lane.next);
        const State world = design_.clairvoyant ? state_
                            : belief_.empty()   ? determinize(rules_, state_, seat_, rng)
                                                : belief_.draw(rng);
        const bool small = Endgame::is_small(rules_, world);
        bool solved = small;
        Sums sums = {};
        for (std::size_t a = 0; a < field_.size(); ++a) {
            if (is_late(deadline)) return false;
            State state = world;
            if (!bets_only_) act(rules_, state, seat_, field_[a].action);
            if (i32 value; small && lane.endgame.solve(state, value)) {
                sums[a][0] = value;
                continue;
            }
            solved = false;
            Rng luck = rng; // the same for all
            if (design_.tree) lane.tree.play_out(field_[a].root, lane.player, state, luck, NOISE);
            else lane.player.play_out(state, luck, NOISE);
            sums[a][0] = margin(rules_, state, seat_);
            for (std::size_t bet = 0; bet < bets_.size(); ++bet) {
                state.bets[seat_] = u8(argument(bets_[bet]) + 1);
                sums[a][bet + 1] = margin(rules_, state, seat_);
            }
        }
        for (std::size_t a = 0; a < field_.size(); ++a) {
            for (std::size_t bet = 0; bet <= bets_.size(); ++bet) lane.sums[a][bet] += sums[a][bet];
            for (std::size_t b = 0; b <= a; ++b) lane.products[a][b] += double(sums[a][0]) * double(sums[b][0]);
        }
        ++lane.worlds;
        lane.rounds += field_.size();
        lane.solved += solved;
        return true;
    }

    double mean(std::size_t a, std::size_t bet = 0) const { return double(sums_[a][bet]) / (2 * double(worlds_)); }

    // The deviation of the mean difference of two actions, which were tried in the same worlds.
    double deviation(std::size_t a, std::size_t b) const {
        const double n = double(worlds_), diff = double(sums_[a][0] - sums_[b][0]) / n;
        const auto product = [&](std::size_t x, std::size_t y) { return products_[std::max(x, y)][std::min(x, y)]; };
        const double squares = (product(a, a) - 2 * product(a, b) + product(b, b)) / n;
        return std::sqrt(std::max(squares - diff * diff, 0.0) / n) / 2;
    }

    // Who is clearly worse than the best, or never better, is out; then the worst, until there is room.
    void drop(std::size_t room) {
        std::size_t best = 0;
        for (std::size_t a = 1; a < field_.size(); ++a)
            if (sums_[a][0] > sums_[best][0]) best = a;
        std::vector<std::size_t> order(field_.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sums_[a][0] > sums_[b][0]; });
        std::vector<bool> stays(field_.size());
        for (std::size_t place = 0; place < order.size(); ++place) {
            const std::size_t a = order[place];
            const bool beaten = worlds_ >= FEWEST && mean(best) - mean(a) >= SURE * deviation(best, a);
            stays[a] = a == best || (place < room && !beaten);
        }
        std::size_t kept = 0;
        for (std::size_t a = 0; a < field_.size(); ++a) {
            note(a);
            if (!stays[a]) {
                dropped_.push_back(field_[a]);
                continue;
            }
            for (std::size_t b = 0, column = 0; b <= a; ++b)
                if (stays[b]) products_[kept][column++] = products_[a][b];
            sums_[kept] = sums_[a];
            field_[kept++] = field_[a];
        }
        field_.resize(kept);
    }

    // Keeps what is known of an action so far.
    void note(std::size_t a) {
        Option& option = field_[a];
        option.worlds = worlds_;
        option.mean = mean(a);
        for (std::size_t bet = 0; bet < bets_.size(); ++bet) option.bets[bet] = mean(a, bet + 1);
    }

    Findings conclude() {
        const auto is_better = [](const Option& a, const Option& b) { return a.mean > b.mean; };
        std::stable_sort(field_.begin(), field_.end(), is_better);
        std::stable_sort(dropped_.begin(), dropped_.end(), is_better);
        const Option& best = field_.front();
        findings_.action = best.action;
        findings_.place = best.place;
        findings_.value = best.mean;
        if (bets_only_ || (is_play(best.action) && best.worlds)) {
            double most = bets_only_ ? -NEVER : best.mean;
            for (std::size_t bet = 0; bet < bets_.size(); ++bet)
                if (best.bets[bet] - TIMID * rules_.bets[argument(bets_[bet])] > most) {
                    most = best.bets[bet] - TIMID * rules_.bets[argument(bets_[bet])];
                    findings_.value = best.bets[bet];
                    findings_.action = bets_[bet];
                    findings_.place = first_bet_ + int(bet);
                }
        }
        findings_.options = std::move(field_);
        findings_.options.insert(findings_.options.end(), dropped_.begin(), dropped_.end());
        return std::move(findings_);
    }
};

} // namespace haggis
