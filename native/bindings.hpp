// What the bindings share: arrays from Python and to it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "reading.hpp"
#include "saved.hpp"

namespace haggis {

namespace nb = nanobind;
using namespace nb::literals;

using Unlocked = nb::call_guard<nb::gil_scoped_release>;
constexpr auto OWNED = nb::rv_policy::automatic; // of arrays that name their owner themselves

// One-dimensional input; rows of features to read and to fill; copies of actions as rows (lo, hi).
template <class T> using Given = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <int Words> using ReadRows = nb::ndarray<const u64, nb::shape<-1, Words>, nb::c_contig, nb::device::cpu>;
template <int Words> using FilledRows = nb::ndarray<u64, nb::shape<-1, Words>, nb::c_contig, nb::device::cpu>;
using Actions = nb::ndarray<nb::numpy, u64, nb::shape<-1, 2>, nb::c_contig>;

inline void require_threads(int threads) { require_in(threads, 1, 1024, "the number of threads"); }

inline void require_rows(std::size_t there, std::size_t needed, const std::string& of) {
    require(there == needed, std::to_string(needed) + " rows for the " + of + ", not " + std::to_string(there));
}

// All that changes in an environment, as bytes; and one that goes on from there.
template <class Of> nb::bytes saved(Of& self) {
    ByteWriter out;
    self.save(out);
    return nb::bytes(out.bytes.data(), out.bytes.size());
}

template <class Of> void load_saved(Of& self, const nb::bytes& bytes) {
    require(bytes.size() == saved(self).size(), "these bytes were saved by another environment");
    ByteReader in(bytes.c_str());
    self.load(in);
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
