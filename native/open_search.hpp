// The search behind the solver: what a position is worth with all cards in sight and best play, for the side of one
// seat against all.
//
// Between two sides that is the value of the game; among three it is what the seat can make sure of against both. It is
// alpha-beta with null windows (MTD, Plaat et al. 1996) and a transposition table, on the same `act` and `score` as all
// play, so that it knows every rule that they know. Bets are left aside: they are not part of play.
//
// A position is kept by what is still to come in it, not by what was won so far:
// - Suits of one hand never meet those of another, so the suits of every hand are sorted.
// - Points on the table are worth no more than themselves, so that bounds hold for other points on it with that slack.
// Where points do not simply add up (in a match, or with bets on points), the piles are part of the position.
// Moves are tried by how often the same play was good elsewhere in the search.
#pragma once

#include <atomic>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "random.hpp"
#include "solver_memory.hpp"
#include "stakes.hpp"

namespace haggis {

// Where a value lies, doubled as margins are.
struct Bounds {
    i32 low, high;

    bool is_exact() const { return low == high; }
};

class OpenSearch {
  public:
    static constexpr i32 LIMIT = 1 << 29; // no value lies beyond it

    // Another thread may say when to stop.
    OpenSearch(const Rules& rules, std::size_t memory, const std::atomic<bool>& stop)
        : rules_(rules), stop_(stop), memory_(memory / 13 * 12), tallies_(memory / 13), room_(new Action[MAX_LEGAL]) {}

    // A new question: the cards, the bets and the haggis of this state, what rounds are worth to this seat.
    void ask(const State& state, int seat, const Stakes& stakes) {
        memory_.start_generation();
        tallies_.start_generation();
        seat_ = seat;
        stakes_ = &stakes;
        const bool has_bets = std::any_of(state.bets, state.bets + rules_.players, [](u8 bet) { return bet; });
        piles_count_ = stakes.sides() || (rules_.bet_rule == BetRule::SCORE && has_bets);
        i32 bets = state.bid ? rules_.bets[state.bid - 1] : 0;
        for (int one = 0; one < rules_.players; ++one)
            if (state.bets[one]) bets += std::max<i32>(1, rules_.bet_multiplier) * rules_.bets[state.bets[one] - 1];
        bets_ = bets;
        haggis_points_ = points_of(state.haggis);
        const int sides = rules_.side_count();
        own_weight_ = sides == 2 ? 2 : sides - 1;
        other_weight_ = sides == 2 ? 2 : 1;
    }

    // What values leave aside as they do not depend on it: what was won already, where points simply add up.
    i32 offset(const State& state) const { return piles_count_ ? 0 : won(state); }

    // The least and the most that is still to come: all cards, all bets, and what going out can bring (R6.2).
    Bounds to_come(const State& state) const {
        if (stakes_->sides()) return {-LIMIT, LIMIT};
        i32 points = state.trick_points + haggis_points_;
        int largest[2] = {}, holders[2] = {}; // of the others, of the own side
        for (int seat = 0; seat < rules_.players; ++seat) {
            const Hand hand = state.hands[seat];
            if (empty(hand)) continue;
            points += points_of(hand);
            largest[is_own(seat)] = std::max(largest[is_own(seat)], size(hand));
            ++holders[is_own(seat)];
        }
        const int late = rules_.out_bonus == OutBonus::TRICK, all = std::max(largest[0], largest[1]);
        const int paid_own = late ? all : largest[0];
        const int paid_others = late || rules_.side_count() > 2 ? all : largest[1];
        const i32 bets = own_weight_ * bets_, before = piles_count_ ? won(state) : 0;
        return {before - other_weight_ * (points + 5 * paid_others * (holders[0] + late)) - bets,
                before + own_weight_ * (points + 5 * paid_own * (holders[1] + late)) + bets};
    }

    // What is still to come: if it is `high` or more, at least that; else at most what is returned.
    i32 search(const State& state, i32 high) {
        if (state.phase == Phase::OVER) return stakes_->worth(rules_, state, seat_) - offset(state);
        if (nodes_ >= last_node_ || stop_.load(std::memory_order_relaxed)) return stopped_ = true, 0;
        ++nodes_;
        Bounds known = to_come(state);
        if (known.low >= high) return known.low;
        if (known.high < high) return known.high;
        const int count = legal_moves(state);
        if (count == 1) return after(state, room_[0], high);
        const u64 key = hash(state);
        const Known* const entry = memory_.find(key);
        if (entry) {
            const i32 slack = own_weight_ * std::abs(entry->trick_points - state.trick_points);
            known = {std::max(known.low, entry->low - slack), std::min(known.high, entry->high + slack)};
            if (known.low >= high) return known.low;
            if (known.high < high) return known.high;
        }
        const u64 before = nodes_;
        const std::size_t begin = moves_.size();
        push_moves(state, count, entry);
        u32 best_move = 0;
        const i32 best = search_moves(state, high, begin, best_move);
        moves_.resize(begin);
        if (stopped_) return 0;
        (best >= high ? known.low : known.high) = best;
        memory_.keep(key,
                     {0, known.low, known.high, best_move, state.trick_points, u8(std::bit_width(nodes_ - before))});
        return best;
    }

    // The different actions of the seat to act, the most promising first.
    std::vector<Action> rank_actions(const State& state) {
        const std::size_t begin = moves_.size();
        push_moves(state, legal_moves(state), memory_.find(hash(state)));
        std::stable_sort(moves_.begin() + std::ptrdiff_t(begin), moves_.end(), is_better);
        std::vector<Action> actions;
        for (std::size_t i = begin; i < moves_.size(); ++i) actions.push_back(moves_[i].action);
        moves_.resize(begin);
        return actions;
    }

    // The same number for actions that differ in the names of suits alone, and how promising an action looks.
    std::pair<u64, int> describe(const State& state, Action action) const {
        const Move move = make_move(state, action);
        return {move.id, move.score};
    }

    // Searches may look at so many positions from now on.
    void allow(u64 max_nodes) {
        last_node_ = nodes_ + max_nodes;
        stopped_ = false;
    }
    bool was_stopped() const { return stopped_; }
    u64 nodes() const { return nodes_; } // in all
    bool is_own(int seat) const { return rules_.side(seat) == rules_.side(seat_); }

  private:
    static constexpr std::size_t SINGLY = 4; // moves that are looked for one by one; mostly one of them is enough

    using Known = KnownPosition<i32, u32, i16>;
    struct Move {
        u64 id; // the same for plays that differ in the names of suits alone
        int score;
        Action action;
    };

    const Rules& rules_;
    const std::atomic<bool>& stop_;
    PositionMemory<Known> memory_;
    PlayMemory tallies_;
    std::unique_ptr<Action[]> room_;
    std::vector<Move> moves_; // a stack
    const Stakes* stakes_ = nullptr;
    int seat_ = 0;
    bool piles_count_ = false, stopped_ = false;
    i32 bets_ = 0, haggis_points_ = 0;      // at most; exactly
    i32 own_weight_ = 2, other_weight_ = 2; // of points in a value: the side's own, another side's
    u64 nodes_ = 0, last_node_ = 0;

    i32 points_of(Hand hand) const { return card_points(rules_.points == Points::FLAT, hand); }

    i32 won(const State& state) const {
        i32 points[SEATS];
        for (int side = 0; side < rules_.side_count(); ++side) points[side] = state.pile[side] + state.bonus[side];
        return ahead(rules_, points, seat_);
    }

    // A hand without the names of its suits.
    u64 hash(Hand hand) const {
        u64 lines[SUITS], hash = hand.first >> COURT_SHIFT;
        for (int suit = 0; suit < rules_.suits; ++suit) {
            const u64 one = u64(line(hand.first, suit)) << 32 | line(hand.second, suit);
            int place = suit;
            for (; place && lines[place - 1] < one; --place) lines[place] = lines[place - 1];
            lines[place] = one;
        }
        for (int suit = 0; suit < rules_.suits && lines[suit]; ++suit) hash = mix(hash, lines[suit]);
        return hash;
    }

    static u64 mix(u64 hash, u64 with) { return Rng::mix((hash ^ with) * 0x9e3779b97f4a7c15 + with); }

    // All that what is still to come depends on, but for the points on the table.
    u64 hash(const State& state) const {
        u64 hash = mix(u64(state.top) << 16 | u64(state.phase) << 12 | u64(state.turn) << 8 | state.out_count,
                       u64(state.winner) << 8 | state.passed);
        if (rules_.bomb_to == BombTo::PREVIOUS) hash = mix(hash, state.below);
        for (int i = 0; i < state.out_count; ++i) hash = mix(hash, state.out[i]);
        for (int seat = 0; seat < rules_.players; ++seat) hash = mix(hash, this->hash(state.hands[seat]));
        if (piles_count_) {
            hash = mix(hash, u64(state.trick_points));
            for (int side = 0; side < rules_.side_count(); ++side)
                hash = mix(hash, u64(state.pile[side] + state.bonus[side]));
        }
        return hash;
    }

    // A move as it is counted and tried: small hands, big plays and low ranks first, bombs late.
    Move make_move(const State& state, Action action) const {
        const int turn = state.turn;
        const u16 top = reading(action);
        if (is_play(action)) {
            const Hand rest = remove(state.hands[turn], cards(action));
            const u64 kind = u64(top) << 8 | u64(turn) << 1 | (state.top != 0);
            const int score = 20 * size(cards(action)) - 300 * size(rest) - (is_bomb(top) ? 1500 : 0) +
                              (empty(rest) ? 20000 : 0) - (state.top ? 10 * rank_of(top) : 0);
            return {mix(hash(rest), kind), score, action};
        }
        if (verb(action) != Verb::PASS) return {mix(action.lo, u64(turn)), 0, action};
        const bool has_partner = rules_.side(state.winner) == rules_.side(turn);
        const u64 kind = u64(state.top) << 8 | u64(turn) << 1 | has_partner;
        return {mix(~hash(state.hands[turn]), kind), has_partner ? 0 : -5000 - 300 * size(state.hands[turn]), action};
    }

    int legal_moves(const State& state) {
        return count_without_bets(room_.get(), legal(rules_, state, state.turn, room_.get()));
    }

    // Puts the moves onto the stack, one for each that is different, with what is known of them.
    void push_moves(const State& state, int count, const Known* entry) {
        const std::size_t begin = moves_.size();
        for (int i = 0; i < count; ++i) moves_.push_back(make_move(state, room_[i]));
        const auto first = moves_.begin() + std::ptrdiff_t(begin);
        std::sort(first, moves_.end(), [](const Move& a, const Move& b) {
            return std::tie(a.id, a.action.lo, a.action.hi) < std::tie(b.id, b.action.lo, b.action.hi);
        });
        const auto are_alike = [](const Move& a, const Move& b) { return a.id == b.id; };
        moves_.erase(std::unique(first, moves_.end(), are_alike), moves_.end());
        for (std::size_t i = begin; i < moves_.size(); ++i) {
            Move& move = moves_[i];
            move.score += 4 * tallies_.success(move.id);
            if (entry && u32(move.id) == entry->move) move.score = INT32_MAX;
        }
    }

    static bool is_better(const Move& a, const Move& b) { return a.score > b.score; }

    i32 search_moves(const State& state, i32 high, std::size_t begin, u32& best_move) {
        const std::size_t end = moves_.size();
        const bool own = is_own(state.turn);
        i32 best = own ? -LIMIT : LIMIT;
        for (std::size_t i = begin; i < end && !stopped_; ++i) {
            const auto at = [this](std::size_t place) { return moves_.begin() + std::ptrdiff_t(place); };
            if (i == begin + SINGLY) std::stable_sort(at(i), at(end), is_better);
            else if (i < begin + SINGLY) std::iter_swap(at(i), std::min_element(at(i), at(end), is_better));
            const Move move = moves_[i];
            const i32 value = after(state, move.action, high);
            if (stopped_) break;
            const bool good = own == (value >= high);
            tallies_.count(move.id, good);
            if (own ? value > best : value < best) best = value, best_move = u32(move.id);
            if (good) break;
        }
        return best;
    }

    i32 after(const State& state, Action action, i32 high) {
        State next = state;
        act(rules_, next, state.turn, action);
        const i32 won = offset(next) - offset(state);
        return won + search(next, high - won);
    }
};

} // namespace haggis
