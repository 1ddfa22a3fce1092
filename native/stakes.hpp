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

    // A round of a match: to a goal, or else of rounds, of which this is the last if the grid is empty. `before` are
    // the chances of the sides before the round, and `unit` the points that a whole match is worth.
    Stakes(EquityGrid after, i32 goal, std::vector<i32> totals, std::vector<double> before, double unit)
        : after_(std::move(after)), goal_(goal), totals_(std::move(totals)), before_(std::move(before)), unit_(unit) {}

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

    int sides() const { return int(totals_.size()); }

  private:
    EquityGrid after_;
    i32 goal_ = 0;
    std::vector<i32> totals_;
    std::vector<double> before_;
    double unit_ = 0;
};

} // namespace haggis
