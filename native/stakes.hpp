// What the points of a round are worth to a side: the margin, or in a match how far they help to win it.
//
// In a match the worth is the change of the winning chance, told in points: times a unit that makes it as large as
// margins are. Far from the end of a match the chance rises evenly with the points, and the worth is the margin again.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "score.hpp"

namespace haggis {

// Twice what a side is ahead: its points less the mean of the other sides' (whole, as there are one or two of them).
HAGGIS_FN i32 ahead(const Rules& rules, const i32* points, int seat) {
    const int sides = rules.side_count();
    i32 sum = 0;
    for (int side = 0; side < sides; ++side)
        sum += side == rules.side(seat) ? (sides - 1) * points[side] : -points[side];
    return sides == 2 ? 2 * sum : sum;
}

// The points of a round that is over, by side.
HAGGIS_FN void add_up(const Rules& rules, const State& state, i32* points) {
    const Score result = score(rules, state);
    for (int side = 0; side < rules.side_count(); ++side)
        points[side] = result.cards[side] + result.bonus[side] + result.bets[side];
}

HAGGIS_FN i32 margin(const Rules& rules, const State& state, int seat) {
    i32 points[SEATS];
    add_up(rules, state, points);
    return ahead(rules, points, seat);
}

// A side's chance to win the match on a grid of what decides it, the side's own number first: the distances of all
// sides to the goal, or what the side is ahead of each other side.
struct EquityGrid {
    std::vector<float> chances;
    std::vector<int> sizes; // of its axes
    int low = 0, step = 1;  // of every axis

    // Between the points of the grid, and at its border beyond it.
    double at(const i32* place) const {
        std::size_t corner = 0;
        double parts[SEATS];
        std::size_t strides[SEATS];
        std::size_t stride = chances.size();
        const int axes = int(sizes.size());
        for (int axis = 0; axis < axes; ++axis) {
            stride /= std::size_t(sizes[axis]);
            const double on = std::clamp(double(place[axis] - low) / step, 0.0, double(sizes[axis] - 1));
            const int cell = std::min(int(on), std::max(sizes[axis] - 2, 0));
            parts[axis] = on - cell;
            strides[axis] = stride;
            corner += std::size_t(cell) * stride;
        }
        double sum = 0;
        for (int corners = 0; corners < 1 << axes; ++corners) {
            double part = 1;
            std::size_t index = corner;
            for (int axis = 0; axis < axes; ++axis) {
                const bool upper = corners >> axis & 1;
                part *= upper ? parts[axis] : 1 - parts[axis];
                index += upper ? strides[axis] : 0;
            }
            if (part > 0) sum += part * double(chances[index]);
        }
        return sum;
    }
};

class Stakes {
  public:
    static constexpr double POINTS_SHARE = 0.05; // of the plain margin in the worth: where the match is decided anyway

    Stakes() = default; // a round by itself

    // A round of a match: to a goal, or else of rounds, of which this is the last if the grid is empty. `usual` are the
    // points of usual rounds, as `haggis_cards/bots/equity.py` has them: [rounds][without bets, from bets][sides].
    Stakes(const Rules& rules, EquityGrid after, i32 goal, std::vector<i32> totals, std::vector<i32> usual)
        : after_(std::move(after)), goal_(goal), totals_(std::move(totals)), usual_(std::move(usual)),
          before_(totals_.size()) {
        double spread = 0, sum = 0, squares = 0; // of the chances after a round; of margins
        const double count = double(rules.players) * double(rounds());
        for (int side = 0; side < sides(); ++side) {
            double all = 0, all_squares = 0;
            for (int first = 0; first < rules.players; ++first)
                for (std::size_t round = 0; round < rounds(); ++round) {
                    i32 points[SEATS];
                    for (int one = 0; one < sides(); ++one)
                        points[one] =
                            usual_points(rules, round, 0, first, one) + usual_points(rules, round, 1, first, one);
                    const double chance = this->chance(points, side), margin = ahead(rules, points, side) / 2.0;
                    all += chance;
                    all_squares += chance * chance;
                    sum += margin;
                    squares += margin * margin;
                }
            before_[std::size_t(side)] = all / count;
            spread += deviation(all, all_squares, count) / sides();
        }
        unit_ = deviation(sum, squares, count * sides()) / std::max(spread, LEAST_SPREAD);
    }

    // The chance of a side to win the match after a round with these points by side; a shared win counts in parts.
    double chance(const i32* points, int side) const {
        const int sides = int(totals_.size());
        i32 totals[SEATS], best = INT32_MIN;
        for (int one = 0; one < sides; ++one) best = std::max(best, totals[one] = totals_[one] + points[one]);
        if (goal_ ? best >= goal_ : after_.sizes.empty())
            return totals[side] == best ? 1.0 / double(std::count(totals, totals + sides, best)) : 0;
        i32 place[SEATS];
        for (int axis = 0; axis < int(after_.sizes.size()); ++axis)
            place[axis] =
                goal_ ? goal_ - totals[(side + axis) % sides] : totals[side] - totals[(side + 1 + axis) % sides];
        return after_.at(place);
    }

    // What a round's points by side are worth to a seat: doubled, as margins are.
    double worth(const Rules& rules, const i32* points, int seat) const {
        const i32 margin = ahead(rules, points, seat);
        if (totals_.empty()) return margin;
        const int side = rules.side(seat);
        const double gain = chance(points, side) - before_[std::size_t(side)];
        return (1 - POINTS_SHARE) * 2 * unit_ * gain + POINTS_SHARE * margin;
    }

    // The same of a round that is over, as a whole number: sums of them do not depend on their order.
    i32 worth(const Rules& rules, const State& state, int seat) const {
        i32 points[SEATS];
        add_up(rules, state, points);
        return totals_.empty() ? ahead(rules, points, seat) : i32(std::lround(worth(rules, points, seat)));
    }

    // What the round is worth to a seat on average with the bets of this state, doubled: the seat is first out with
    // this chance, and all others are alike.
    double expect(const Rules& rules, State state, int seat, double chance) const {
        double sum = 0;
        for (int first = 0; first < rules.players; ++first) {
            state.out[0] = u8(first);
            Score bets;
            score_bets(rules, state, bets);
            double all = 0;
            for (std::size_t round = 0; round < rounds(); ++round) {
                i32 points[SEATS];
                for (int side = 0; side < sides(); ++side)
                    points[side] = usual_points(rules, round, 0, first, side) + bets.bets[side];
                all += worth(rules, points, seat);
            }
            sum += all / double(rounds()) * (first == seat ? chance : (1 - chance) / (rules.players - 1));
        }
        return sum;
    }

    // 0 for a round by itself.
    int sides() const { return int(totals_.size()); }
    const std::vector<double>& before() const { return before_; }
    double unit() const { return unit_; }

  private:
    static constexpr double LEAST_SPREAD = 0.03; // below it the match is decided, and points count little more

    std::size_t rounds() const { return usual_.size() / (2 * totals_.size()); }

    // The points of a side in a usual round in which this seat was first out: without bets, or from bets alone.
    i32 usual_points(const Rules& rules, std::size_t round, int part, int first, int side) const {
        const std::size_t count = totals_.size();
        const int place = (side - rules.side(first) + int(count)) % int(count);
        return usual_[(2 * round + std::size_t(part)) * count + std::size_t(place)];
    }

    static double deviation(double sum, double squares, double count) {
        const double mean = sum / count;
        return std::sqrt(std::max(squares / count - mean * mean, 0.0));
    }

    EquityGrid after_;
    i32 goal_ = 0;
    std::vector<i32> totals_, usual_;
    std::vector<double> before_; // the chances of the sides before the round
    double unit_ = 0;            // the points that a whole match is worth
};

} // namespace haggis
