// What the bindings share: checks of what comes from Python, and arrays to and from it.
//
// Everything that comes from Python is checked once, in these files; the other headers trust what they are given.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "position.hpp"

namespace haggis {

namespace nb = nanobind;
using namespace nb::literals;

using i64 = std::int64_t;
using Unlocked = nb::call_guard<nb::gil_scoped_release>;
constexpr auto OWNED = nb::rv_policy::automatic; // of arrays that name their owner themselves

// One-dimensional input; rows of features to read and to fill; copies of actions as rows (lo, hi).
template <class T> using Given = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <int Words> using ReadRows = nb::ndarray<const u64, nb::shape<-1, Words>, nb::c_contig, nb::device::cpu>;
template <int Words> using FilledRows = nb::ndarray<u64, nb::shape<-1, Words>, nb::c_contig, nb::device::cpu>;
using Actions = nb::ndarray<nb::numpy, u64, nb::shape<-1, 2>, nb::c_contig>;

inline void require(bool fits, const std::string& what) {
    if (!fits) throw std::invalid_argument(what);
}

inline void require_in(i64 value, i64 low, i64 high, const std::string& what) {
    require(low <= value && value <= high, what + " must be from " + std::to_string(low) + " to " +
                                               std::to_string(high) + ", not " + std::to_string(value));
}

inline void require_threads(int threads) { require_in(threads, 1, 1024, "the number of threads"); }

inline void require_rows(std::size_t there, std::size_t needed, const std::string& of) {
    require(there == needed, std::to_string(needed) + " rows for the " + of + ", not " + std::to_string(there));
}

inline void require_seat(const Rules& rules, int seat) { require_in(seat, 0, rules.players - 1, "a seat"); }

// The thread's room for one list of legal actions.
inline Action* scratch() {
    thread_local const auto buffer = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
    return buffer.get();
}

// What a seat may do in a round that is not over: the actions at some places of its list.
inline std::vector<Action> read_actions(const Position& position, int seat, const std::vector<i64>& places) {
    require_seat(position.rules, seat);
    require(position.state.phase != Phase::OVER, "the round is over");
    const int count = legal(position.rules, position.state, seat, scratch());
    std::vector<Action> actions;
    for (const i64 place : places) {
        if (place < 0 || place >= count)
            throw std::out_of_range("place " + std::to_string(place) + " is not in the seat's list of " +
                                    std::to_string(count) + " legal actions");
        actions.push_back(scratch()[place]);
    }
    return actions;
}

// A copy of actions.
inline Actions copied(const Action* actions, std::size_t count) {
    auto* copy = new Action[count ? count : 1];
    std::copy_n(actions, count, copy);
    nb::capsule owner(copy, [](void* memory) noexcept { delete[] static_cast<Action*>(memory); });
    return Actions(copy, {count, 2}, owner);
}

// A vector that Python owns from now on.
template <class T, class... Shape>
nb::ndarray<nb::numpy, T, nb::ndim<sizeof...(Shape)>> hand_over(std::vector<T>&& values, Shape... shape) {
    auto* const kept = new std::vector<T>(std::move(values));
    const nb::capsule owner(kept, [](void* memory) noexcept { delete static_cast<std::vector<T>*>(memory); });
    return {kept->data(), {std::size_t(shape)...}, owner};
}

} // namespace haggis
