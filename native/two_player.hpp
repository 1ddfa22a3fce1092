// The solver for two players with a single deck: whole deals, with all cards in
// sight.
//
// All that the two hands can become is built first (`hand_graph.hpp`), so that
// a position of the search is two nodes, the play to beat and whose turn it is.
// The rest is as in `solver.hpp`: null windows, bounds that hold for other
// points on the table with that slack, and plays tried by how often they were
// good, here for every play of every hand. It knows the rules of Haggis for
// two, and nothing else: `knows` says what it can solve.
#pragma once

#include "hand_graph.hpp"
#include "solver_memory.hpp"
#include "stakes.hpp"

namespace haggis {

class TwoPlayerSearch {
  public:
    static bool knows(const Rules& rules, const State& state) {
        const bool has_bets = state.bets[0] || state.bets[1];
        return rules.players == 2 && rules.copies == 1 && rules.bomb_to != BombTo::WINNER &&
               rules.out_bonus == OutBonus::IMMEDIATE && rules.last_hand != LastHand::NOBODY &&
               rules.haggis_to == HaggisTo::FIRST_OUT && (rules.bet_rule == BetRule::OUT || !has_bets) &&
               rules.opening == Opening::NONE && state.phase == Phase::PLAY;
    }

    // Half of the memory is for positions, a quarter for the hands of each side.
    // Another thread may say when to stop.
    TwoPlayerSearch(const Rules& rules, std::size_t memory, const std::atomic<bool>& stop)
        : rules_(rules), stop_(stop), memory_(memory / 2),
          hands_{{rules, memory / 4 / BYTES_OF_EDGE, stop}, {rules, memory / 4 / BYTES_OF_EDGE, stop}} {}

    // Builds all that can come of a state; false if there is no room for it, or
    // it was stopped.
    bool ask(const State& state) {
        memory_.start_generation();
        for (Labels& one : labels_) one.clear();
        const auto room = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
        for (int seat = 0; seat < 2; ++seat) {
            const Action* const end = plays(rules_, state.hands[seat], 0, room.get(), room.get() + MAX_LEGAL - SLACK);
            for (const Action* play = room.get(); play < end; ++play) labels_[seat].add(reading(*play));
        }
        // The play on the table came from a hand that no longer exists.
        if (state.top) labels_[state.winner].add(state.top);
        for (int seat = 0; seat < 2; ++seat) {
            hands_[seat].clear(labels_[1 - seat]);
            hands_[seat].build(state.hands[seat]);
            if (hands_[seat].is_cut_off()) return false;
            tallies_[seat].assign(2 * hands_[seat].edges.size(), {});
            State first_out = state;
            first_out.out[0] = u8(seat);
            Score bets;
            score_bets(rules_, first_out, bets);
            gains_[seat] =
                card_points(rules_.points == Points::FLAT, state.haggis) + bets.bets[seat] - bets.bets[1 - seat];
            if (std::abs(gains_[seat]) > MOST_GAIN) return false;
        }
        return true;
    }

    // What is still to come for the seat to act, of a state that came of the one
    // asked: if it is `high` or more, at least that, else at most what is
    // returned. Not doubled.
    i32 search(const State& state, i32 high) {
        const int turn = state.turn;
        const u32 own = hands_[turn].find(state.hands[turn]), other = hands_[1 - turn].find(state.hands[1 - turn]);
        const u16 top = state.top ? hands_[1 - turn].label(state.top) : u16(0);
        return search(own, other, top, state.trick_points, turn, high);
    }

    // Searches may look at so many positions from now on.
    void allow(u64 max_nodes) {
        last_node_ = nodes_ + max_nodes;
        stopped_ = false;
    }
    bool was_stopped() const { return stopped_; }
    u64 nodes() const { return nodes_; } // in all

  private:
    using Edge = HandGraph::Edge;
    using Node = HandGraph::Node;

    // Places of edges: the answers to a play.
    struct Answers {
        u32 from, to, bombs_from, bombs_to;

        bool none() const { return from == to && bombs_from == bombs_to; }
    };
    struct Tally {
        u16 good = 0, tries = 0;
    };
    struct Move {
        int score;
        u32 edge;
        u64 after = 0; // the hash of the position that it leads to
    };
    using Known = KnownPosition<i16, u16, u8>; // 16 bytes, so that a look takes one line of the cache

    static constexpr i32 LIMIT = 1 << 29;
    static constexpr std::size_t BYTES_OF_EDGE = 32; // with its tallies, and its share of a node and of two indices
    static constexpr u32 PASS = ~u32(0), NO_MOVE = PASS - 1; // in place of an edge
    static constexpr int DOUBT = 4, MOST_GAIN = 10'000;

    const Rules& rules_;
    const std::atomic<bool>& stop_;
    PositionMemory<Known> memory_;
    Labels labels_[2];
    HandGraph hands_[2];
    std::vector<Tally> tallies_[2]; // of every edge, as a lead and as an answer
    i32 gains_[2] = {};             // of who goes out first: the haggis and the bets
    std::vector<Move> moves_;       // a stack
    u64 nodes_ = 0, last_node_ = 0;
    bool stopped_ = false;

    static bool is_below(u16 reading, const Edge& edge) { return reading < edge.reading; }

    Answers answers(int turn, const Node& hand, u16 top) const {
        const Edge* const edges = hands_[turn].edges.data();
        const u32 bombs = hand.first + hand.bombs_at, end = hand.first + hand.plays;
        if (!top) return {hand.first, bombs, bombs, end};
        if (is_bomb(top)) {
            u32 from = bombs;
            while (from < end && rank_of(edges[from].reading) <= rank_of(top)) ++from;
            return {bombs, bombs, from, end};
        }
        const Edge* const first = std::upper_bound(edges + hand.first, edges + bombs, top, is_below);
        const Edge* const last = std::upper_bound(first, edges + bombs, u16(top | 15), is_below);
        return {u32(first - edges), u32(last - edges), bombs, end};
    }

    // A play to beat is as good as any other with the same answers.
    u16 class_of(u16 top, int turn, const Answers& can) const {
        const auto& edges = hands_[turn].edges;
        if (!top) return 0;
        if (is_bomb(top))
            return u16(0x8000 | (can.bombs_from < can.bombs_to ? rank_of(edges[can.bombs_from].reading) : 0));
        return can.from < can.to ? edges[can.from].reading : FREE;
    }

    u64 hash(u32 own, u32 other, u16 top_class, int turn) const {
        return Rng::mix(hands_[turn].nodes[own].hash * 3 + hands_[1 - turn].nodes[other].hash * 0x9e3779b97f4a7c15 +
                        u64(top_class) * 0xc2b2ae3d27d4eb4f + u64(turn) * 0x165667b19e3779f9);
    }

    i32 pass(u32 own, u32 other, u16 top, int table, int turn, i32 high) {
        const i32 gain = is_bomb(top) ? table : -table;
        return gain - search(other, own, 0, 0, 1 - turn, gain - high + 1);
    }

    i32 play(const Edge& edge, u32 other, int table, int turn, i32 high, i32 most) {
        if (edge.after == HandGraph::EMPTY) return is_bomb(edge.reading) ? most - 2 * (table + edge.points) : most;
        return -search(other, edge.after, edge.reading, table + edge.points, 1 - turn, 1 - high);
    }

    i32 search(u32 own, u32 other, u16 top, int table, int turn, i32 high) {
        if (nodes_ >= last_node_ || stop_.load(std::memory_order_relaxed)) return stopped_ = true, 0;
        ++nodes_;
        const Node &hand = hands_[turn].nodes[own], &theirs = hands_[1 - turn].nodes[other];
        const Edge* const edges = hands_[turn].edges.data();
        const i32 points = table + hand.points + theirs.points;
        const i32 most = points + 5 * theirs.cards + gains_[turn]; // all that is there
        if (most < high) return most;
        const Answers can = answers(turn, hand, top);
        if (can.none()) return pass(own, other, top, table, turn, high);
        int largest = top ? 0 : hand.largest;
        if (top && can.from < can.to) largest = edges[can.from].cards;
        if (top)
            for (u32 at = can.bombs_from; at < can.bombs_to; ++at) largest = std::max<int>(largest, edges[at].cards);
        i32 least = -(points + 5 * (hand.cards - largest) + gains_[1 - turn]);
        if (largest == hand.cards) least -= 5 * hand.cards;
        if (least >= high) return least;
        if (hand.fewest == 1) { // going out with anything but a bomb is best
            for (u32 at = can.from; at < can.to; ++at)
                if (edges[at].after == HandGraph::EMPTY) return most;
            for (u32 at = can.bombs_from; at < can.bombs_to; ++at)
                if (edges[at].after == HandGraph::EMPTY) least = std::max(least, most - 2 * (table + edges[at].points));
            if (least >= high) return least;
        }
        const u64 key = hash(own, other, class_of(top, turn, can), turn);
        i32 low_bound = least, high_bound = most;
        u32 remembered = NO_MOVE;
        if (const auto* const entry = memory_.find(key)) {
            const i32 slack = std::abs(entry->trick_points - table);
            low_bound = std::max(low_bound, entry->low - slack);
            high_bound = std::min(high_bound, entry->high + slack);
            if (low_bound >= high) return low_bound;
            if (high_bound < high) return high_bound;
            remembered = entry->move == u16(PASS)      ? PASS
                         : entry->move == u16(NO_MOVE) ? NO_MOVE
                                                       : hand.first + entry->move;
        }
        const u64 before = nodes_;
        const std::size_t begin = moves_.size();
        push_moves(own, other, top, turn, can, remembered);
        auto [best, move] = search_moves(own, other, top, table, turn, high, begin, most);
        moves_.resize(begin);
        if (stopped_) return 0;
        (best >= high ? low_bound : high_bound) = best;
        memory_.keep(key, {0, i16(low_bound), i16(high_bound), u16(move < NO_MOVE ? move - hand.first : move),
                           u8(table), u8(std::bit_width(nodes_ - before))});
        return best;
    }

    void push_moves(u32 own, u32 other, u16 top, int turn, const Answers& can, u32 remembered) {
        const HandGraph& hands = hands_[turn];
        const Node &hand = hands.nodes[own], &theirs = hands_[1 - turn].nodes[other];
        const auto push = [&](u32 edge, int score) {
            moves_.push_back({edge == remembered ? INT32_MAX : score, edge});
        };
        if (top) push(PASS, -5000);
        for (const auto& [from, to] : {std::pair(can.from, can.to), std::pair(can.bombs_from, can.bombs_to)})
            for (u32 at = from; at < to; ++at) {
                const Edge& edge = hands.edges[at];
                const int fewest = hands.nodes[edge.after].fewest;
                const Tally& tally = tallies_[turn][2 * at + (top != 0)];
                int score = 4000 * tally.good / (tally.tries + DOUBT);
                if (top) score -= 1000 * (fewest - hand.fewest + 1) + 10 * rank_of(edge.reading);
                else score += 20 * edge.cards - 1000 * fewest;
                if (is_bomb(edge.reading)) score -= top ? 1500 : 1200;
                if (!top && !can_answer(1 - turn, theirs, edge.reading)) score += 1500;
                push(at, score);
            }
    }

    bool can_answer(int turn, const Node& hand, u16 top) const {
        return top == FREE ? hand.bombs_at < hand.plays : !answers(turn, hand, top).none();
    }

    std::pair<i32, u32> search_moves(u32 own, u32 other, u16 top, int table, int turn, i32 high, std::size_t begin,
                                     i32 most) {
        const std::size_t end = moves_.size();
        const HandGraph& hands = hands_[turn];
        for (std::size_t i = begin; i < end; ++i) {
            moves_[i].after = hash_after(moves_[i].edge, own, other, turn);
            memory_.prefetch(moves_[i].after);
        }
        for (std::size_t i = begin; !top && i < end; ++i) // a lead that is known to be enough
            if (const i32 known = known_lead(moves_[i], table, turn); known >= high) return {known, moves_[i].edge};
        i32 best = -LIMIT;
        u32 best_move = NO_MOVE;
        for (std::size_t i = begin; i < end; ++i) {
            std::size_t next = i;
            for (std::size_t j = i + 1; j < end; ++j)
                if (moves_[j].score > moves_[next].score) next = j;
            std::swap(moves_[i], moves_[next]);
            const u32 move = moves_[i].edge;
            const i32 value = move == PASS ? pass(own, other, top, table, turn, high)
                                           : play(hands.edges[move], other, table, turn, high, most);
            if (stopped_) break;
            if (move != PASS) count(tallies_[turn][2 * move + (top != 0)], value >= high);
            if (value > best) best = value, best_move = move;
            if (best >= high) break;
        }
        return {best, best_move};
    }

    static void count(Tally& tally, bool good) {
        if (tally.tries == UINT16_MAX) tally = {u16(tally.good / 2), u16(tally.tries / 2)};
        ++tally.tries;
        tally.good += good;
    }

    u64 hash_after(u32 move, u32 own, u32 other, int turn) const {
        if (move == PASS) return hash(other, own, 0, 1 - turn);
        const Edge& edge = hands_[turn].edges[move];
        const Answers can = answers(1 - turn, hands_[1 - turn].nodes[other], edge.reading);
        return hash(other, edge.after, class_of(edge.reading, 1 - turn, can), 1 - turn);
    }

    // What a lead is worth at least.
    i32 known_lead(const Move& lead, int table, int turn) const {
        const Edge& edge = hands_[turn].edges[lead.edge];
        const auto* const entry = edge.after == HandGraph::EMPTY ? nullptr : memory_.find(lead.after);
        return entry ? -(entry->high + std::abs(entry->trick_points - table - edge.points)) : -LIMIT;
    }
};

} // namespace haggis
