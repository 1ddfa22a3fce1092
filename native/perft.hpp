// Counting action sequences: the quickest way to see two engines differ. Host only.
#pragma once

#include <memory>
#include <vector>

#include "menu.hpp"
#include "round.hpp"

namespace haggis {

// The number of action sequences of a length (perft).
inline u64 perft(const Rules& rules, const State& state, int depth, std::vector<std::unique_ptr<Action[]>>& buffers) {
    if (!depth) return 1;
    if (state.phase == Phase::OVER) return 0;
    if (int(buffers.size()) < depth) buffers.resize(depth);
    if (!buffers[depth - 1]) buffers[depth - 1] = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
    Action* const buffer = buffers[depth - 1].get();
    if (depth == 1) return u64(Menu(rules, state, state.turn, buffer).size());
    const int count = legal(rules, state, state.turn, buffer);
    u64 sequences = 0;
    for (int i = 0; i < count; ++i) {
        State after = state;
        act(rules, after, state.turn, buffer[i]);
        sequences += perft(rules, after, depth - 1, buffers);
    }
    return sequences;
}

} // namespace haggis
