// All hands that can come of one hand, built from the empty hand up, with their
// plays: for the solver of two players.
//
// Hands that can do the same are one node. To that end
// - suits may be renamed, as suits of different hands never meet,
// - a reading is named by the highest one that the other side cannot tell apart
// from it (`Labels`); a shape in which the
//   other side has nothing is free of any reading,
// - a play is left out if another is at least as good: of the same shape, no
// lower, of as many cards and points, and
//   what it leaves can do all that what the first leaves can.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

#include "flat_map.hpp"
#include "movegen.hpp"

namespace haggis {

constexpr u16 FREE = 0x000f; // a reading that nothing but a bomb beats

// What two sides can read of each other's plays: by shape, the ranks that a
// side can have or has played.
class Labels {
  public:
    void clear() { std::fill(ranks_, ranks_ + SHAPES, u16(0)); }
    void add(u16 reading) { ranks_[reading >> 4] |= u16(1 << rank_of(reading)); }

    // The name of a reading of the other side.
    u16 of(u16 reading) const {
        const unsigned ranks = ranks_[reading >> 4];
        if (!ranks && !is_bomb(reading)) return FREE;
        while (rank_of(reading) < 15 && !(ranks >> rank_of(reading) & 3)) ++reading;
        return reading;
    }

  private:
    static constexpr int SHAPES = 1 << 12;
    u16 ranks_[SHAPES];
};

class HandGraph {
  public:
    // A play and what it leaves.
    struct Edge {
        u32 after;
        u16 reading;
        u8 points, cards;
    };
    // A hand: its plays by their readings, the bombs last.
    struct Node {
        u32 first = 0; // edge
        u16 plays = 0, bombs_at = 0;
        u8 cards = 0, points = 0, fewest = 0,
           largest = 0; // plays in which all cards go; cards of a play
        u8 best_bomb = 0;
        u64 hash = 0x1234567;
        u64 kinds = 0; // of plays, by shape and points, as bits that some of them share
    };
    static constexpr u32 EMPTY = 0, NONE = FlatMap::NONE; // nodes

    std::vector<Node> nodes;
    std::vector<Edge> edges;

    HandGraph(const Rules& rules, std::size_t most_edges, const std::atomic<bool>& stop)
        : rules_(rules), most_edges_(most_edges), stop_(stop), room_(new Action[MAX_LEGAL]) {}

    void clear(const Labels& others) {
        labels_ = &others;
        nodes.assign(1, {});
        edges.clear();
        of_hand_.clear();
        of_plays_.clear();
        comparisons_ = 0;
    }

    // Whether building has ended before it was done.
    bool is_cut_off() const { return edges.size() > most_edges_ || stop_.load(std::memory_order_relaxed); }

    // The node of a hand that is among those built; NONE for others.
    u32 find(Hand hand) const { return empty(hand) ? EMPTY : of_hand_.find(canonical(hand.first)); }

    // Builds a hand, with all that can come of it.
    u32 build(Hand hand) {
        simulated_.assign(std::size_t(1) << std::min(size(hand) + 6, 20), 0);
        return build(canonical(hand.first));
    }

    u16 label(u16 reading) const { return labels_->of(reading); }

  private:
    static constexpr u64 MOST_COMPARISONS = 20'000'000; // of plays, to leave some out

    struct Rest {
        u64 hand;
        u32 node;
        u16 label;
    };

    const Rules& rules_;
    const std::size_t most_edges_;
    const std::atomic<bool>& stop_;
    const Labels* labels_ = nullptr;
    std::unique_ptr<Action[]> room_;
    FlatMap of_hand_, of_plays_;
    std::vector<u64> simulated_; // answers of `simulates`, of which new ones replace old ones
    std::vector<Rest> rests_;    // a stack
    std::vector<Edge> plays_;
    u64 comparisons_ = 0;

    u64 canonical(u64 hand) const {
        u64 lines[SUITS], sorted = hand & COURTS;
        for (int suit = 0; suit < rules_.suits; ++suit) {
            const u64 one = line(hand, suit);
            int place = suit;
            for (; place && lines[place - 1] < one; --place) lines[place] = lines[place - 1];
            lines[place] = one;
        }
        for (int suit = 0; suit < rules_.suits; ++suit) sorted |= lines[suit] << suit * LINE;
        return sorted;
    }

    u32 build(u64 hand) {
        if (!hand) return EMPTY;
        if (const u32 found = of_hand_.find(hand); found != NONE) return found;
        if (is_cut_off()) return EMPTY;
        const std::size_t begin = rests_.size();
        const Action* const last = plays(rules_, {hand, 0}, 0, room_.get(), room_.get() + MAX_LEGAL - SLACK);
        for (const Action* play = room_.get(); play < last; ++play)
            rests_.push_back({canonical(hand & ~cards(*play).first), 0, label(reading(*play))});
        const std::size_t end = rests_.size();
        for (std::size_t i = begin; i < end; ++i) rests_[i].node = build(rests_[i].hand);
        const u8 points = u8(card_points(rules_.points == Points::FLAT, {hand, 0})), count = u8(bits(hand));
        plays_.clear();
        for (std::size_t i = begin; i < end; ++i) {
            const Node& left = nodes[rests_[i].node];
            plays_.push_back({rests_[i].node, rests_[i].label, u8(points - left.points), u8(count - left.cards)});
        }
        rests_.resize(begin);
        leave_out();
        const u32 node = intern(points, count);
        of_hand_.add(hand, node);
        return node;
    }

    static u16 shape(const Edge& edge) { return edge.reading >> 4; }

    // Of the plays only those that may be best, by their readings.
    void leave_out() {
        std::sort(plays_.begin(), plays_.end(), [](const Edge& a, const Edge& b) {
            return shape(a) != shape(b) ? shape(a) < shape(b)
                   : a.after != b.after ? a.after < b.after
                                        : a.reading > b.reading;
        });
        const auto same_cards = [](const Edge& a, const Edge& b) { return a.after == b.after && shape(a) == shape(b); };
        plays_.erase(std::unique(plays_.begin(), plays_.end(), same_cards), plays_.end());
        std::sort(plays_.begin(), plays_.end(), [](const Edge& a, const Edge& b) {
            return a.reading != b.reading ? a.reading < b.reading : a.after < b.after;
        });
        for (std::size_t at = 0; at < plays_.size(); ++at) {
            const auto is_better = [this, at](std::size_t other) {
                const Edge &play = plays_[at], &better = plays_[other];
                return better.cards == play.cards && better.points == play.points &&
                       simulates(better.after, play.after);
            };
            bool drop = false;
            for (std::size_t i = at; i-- > 0 && plays_[i].reading == plays_[at].reading && !drop;) drop = is_better(i);
            for (std::size_t i = at + 1; i < plays_.size() && shape(plays_[i]) == shape(plays_[at]) && !drop; ++i)
                drop = is_better(i);
            if (drop) plays_[at].cards = 0;
        }
        std::erase_if(plays_, [](const Edge& edge) { return !edge.cards; });
    }

    // Whether one hand can do all that another can.
    bool simulates(u32 one, u32 other) {
        if (one == other) return true;
        const Node &a = nodes[one], &b = nodes[other];
        if (b.kinds & ~a.kinds || a.cards != b.cards || a.points != b.points || a.fewest > b.fewest ||
            a.best_bomb < b.best_bomb)
            return false;
        const u64 key = u64(one) << 33 | u64(other) << 1; // and the answer in the lowest bit
        const std::size_t place = Rng::mix(key) & (simulated_.size() - 1);
        if ((simulated_[place] | 1) == (key | 1)) return simulated_[place] & 1;
        if (comparisons_ > MOST_COMPARISONS) return false;
        const auto first = edges.begin() + a.first, last = first + a.plays;
        bool all = true;
        for (u32 at = b.first + b.plays; at-- > b.first && all;) {
            const Edge play = edges[at];
            auto better = std::lower_bound(first, last, play.reading,
                                           [](const Edge& edge, u16 reading) { return edge.reading < reading; });
            for (all = false; better != last && shape(*better) == shape(play) && !all; ++better, ++comparisons_)
                all = better->points == play.points && better->cards == play.cards &&
                      simulates(better->after, play.after);
        }
        simulated_[place] = key | u64(all);
        return all;
    }

    // The node of a hand with these plays.
    u32 intern(u8 points, u8 count) {
        Node node{.first = u32(edges.size()), .plays = u16(plays_.size()), .bombs_at = u16(plays_.size())};
        node.cards = count;
        node.points = points;
        node.fewest = UINT8_MAX;
        u64 hash = plays_.size();
        for (std::size_t at = 0; at < plays_.size(); ++at) {
            const Edge& play = plays_[at];
            hash = Rng::mix(hash * 0x9e3779b97f4a7c15 ^
                            (u64(play.after) << 32 | u64(play.reading) << 16 | u64(play.points) << 8 | play.cards));
            if (is_bomb(play.reading)) {
                node.bombs_at = std::min(node.bombs_at, u16(at));
                node.best_bomb = u8(rank_of(play.reading));
            }
            node.kinds |= u64(1) << (Rng::mix(u64(shape(play)) << 8 | play.points) >> 58);
            node.fewest = std::min(node.fewest, u8(1 + nodes[play.after].fewest));
            node.largest = std::max(node.largest, play.cards);
        }
        node.hash = Rng::mix(hash + 77);
        hash = std::max<u64>(hash, 1);
        for (u32 known = of_plays_.find(hash); known != NONE; known = of_plays_.find(++hash)) {
            const Node& there = nodes[known];
            if (there.plays == node.plays &&
                !std::memcmp(&edges[there.first], plays_.data(), plays_.size() * sizeof(Edge)))
                return known;
        }
        edges.insert(edges.end(), plays_.begin(), plays_.end());
        nodes.push_back(node);
        of_plays_.add(hash, u32(nodes.size() - 1));
        return u32(nodes.size() - 1);
    }
};

} // namespace haggis
