// A bot's decision in steps: `search`, `neural` or `foresight`.
//
// Several processes that share no memory, such as the workers of a browser, may think together. Each has the whole
// thought; in every step each works, shares what it has found, and absorbs what every other has; then all advance
// alike. So the choice for a number of iterations does not depend on how many they are.
#pragma once

#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "look_ahead.hpp"
#include "search.hpp"

namespace haggis {

constexpr int NO_PLACE = -1; // out of turn: no bet

// Who works on a thought: a player for each thread of the executor.
struct Workers {
    std::span<const PolicyPlayer> players;
    Executor& executor;
};

// What came of it. What does not apply is 0.
struct Choice {
    int place = NO_PLACE;             // in the legal list
    double value = 0;                 // points ahead
    u64 rounds = 0, solved = 0;       // that the search played out; worlds whose end it worked out
    u64 worlds = 0;                   // that foresight played in
    double points = 0, first_out = 0; // by the network
    std::vector<Option> options = {}; // that the search tried, the best first
};

class Thought {
  public:
    virtual ~Thought() = default;

    virtual bool begin() = 0; // whether there is something to think about
    virtual void work() = 0;
    virtual void share(Bytes& out) const = 0;
    virtual void absorb(std::span<const std::byte> shared) = 0; // of exactly the size that `share` writes here
    virtual bool advance() = 0;                                 // whether there is more to do
    virtual Choice conclude() = 0;
};

// Plain values as bytes.
template <class T> void put(Bytes& out, const T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = out.size();
    out.resize(at + count * sizeof(T));
    if (count) std::memcpy(out.data() + at, values, count * sizeof(T));
}
template <class T> void take(std::span<const std::byte>& in, T* values, std::size_t count) {
    if (count) std::memcpy(values, in.data(), count * sizeof(T));
    in = in.subspan(count * sizeof(T));
}

// One legal action, and it is the seat's turn.
inline bool is_forced(const PolicyPlayer& player, const State& state, int seat) {
    const int count = legal(player.rules, state, seat, player.buffer);
    return count == 1 && count_without_bets(player.buffer, count) == 1;
}
inline bool is_out_of_turn(const PolicyPlayer& player, const State& state, int seat) {
    return !count_without_bets(player.buffer, legal(player.rules, state, seat, player.buffer));
}

class SearchThought final : public Thought {
  public:
    SearchThought(Workers workers, const Position& position, const Stakes& stakes, int seat, u64 seed,
                  const Budget& budget, const Design& design = {}, Team team = {})
        : forced_(is_forced(workers.players[0], position.state, seat)),
          out_of_turn_(is_out_of_turn(workers.players[0], position.state, seat)),
          search_(workers.players, workers.executor, position, seat, seed, budget, design, {}, team, stakes) {}

    bool begin() override { return !forced_ && search_.begin(); }
    void work() override { search_.work(); }
    void share(Bytes& out) const override { search_.share(out); }
    void absorb(std::span<const std::byte> shared) override { search_.absorb(shared); }
    bool advance() override { return search_.advance(); }

    // Out of turn a bet is made only if it is worth more than none.
    Choice conclude() override {
        if (forced_) return {.place = 0};
        SearchResult found = search_.conclude();
        const Option& best = found.options.front();
        const bool declines = out_of_turn_ && (found.value <= best.mean || !best.worlds);
        return {.place = declines ? NO_PLACE : found.place,
                .value = found.value,
                .rounds = found.rounds,
                .solved = found.solved,
                .options = std::move(found.options)};
    }

  private:
    const bool forced_, out_of_turn_;
    Search search_;
};

// What the network values most, with a short look ahead if there is a quick one, at once and without a team.
class NeuralThought final : public Thought {
  public:
    NeuralThought(const Network& network, const Network* quick, const PolicyPlayer& player, const Position& position,
                  const Stakes& stakes, int seat, BetEdges edges = {})
        : network_(network), quick_(quick), player_(player), position_(position), stakes_(stakes), seat_(seat),
          edges_(edges) {}

    bool begin() override { return false; }
    void work() override {}
    void share(Bytes&) const override {}
    void absorb(std::span<const std::byte>) override {}
    bool advance() override { return false; }

    Choice conclude() override {
        if (is_forced(player_, position_.state, seat_)) return {.place = 0};
        const Opinion opinion = ask(network_, player_, position_, seat_);
        Choice choice{.points = opinion.points * point_scale(position_.rules), .first_out = opinion.first_out};
        if (const auto bet = choose_bet(position_, stakes_, seat_, opinion.first_out, player_.buffer, edges_))
            choice.place = *bet;
        else if (!opinion.places.empty()) choice.place = opinion.places[best_of(opinion)];
        return choice;
    }

  private:
    std::size_t best_of(const Opinion& opinion) const {
        const auto& [places, values, points, first_out] = opinion;
        return quick_ ? choose_candidate(network_, *quick_, player_, position_, seat_, places, values)
                      : std::size_t(std::max_element(values.begin(), values.end()) - values.begin());
    }

    const Network& network_;
    const Network* const quick_;
    const PolicyPlayer& player_;
    const Position& position_;
    const Stakes& stakes_;
    const int seat_;
    const BetEdges edges_;
};

} // namespace haggis
