// Checks of what comes from outside: from Python, and from the page in a browser.
//
// Everything that comes from there is checked once, before it is used; the other headers trust what they are given.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "position.hpp"

namespace haggis {

using i64 = std::int64_t;

#if defined(__wasm__)
// WebAssembly has no exceptions here: the page throws one, and uses this instance no more.
[[noreturn, clang::import_module("haggis"), clang::import_name("refuse")]] void refuse(const char* what,
                                                                                       std::size_t length);
#endif

template <class Error = std::invalid_argument> void require(bool fits, std::string_view what) {
#if defined(__wasm__)
    if (!fits) refuse(what.data(), what.size());
#else
    if (!fits) throw Error(std::string(what));
#endif
}

inline void require_in(i64 value, i64 low, i64 high, std::string_view what) {
    if (low <= value && value <= high) return; // the sentence takes longer than most calls
    require(false, std::string(what) + " must be from " + std::to_string(low) + " to " + std::to_string(high) +
                       ", not " + std::to_string(value));
}

inline void require_seat(const Rules& rules, int seat) { require_in(seat, 0, rules.players - 1, "a seat"); }

} // namespace haggis
