// Games as they come from Python: a state's bytes and its log, checked against each other.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "game.hpp"

namespace haggis {

namespace nb = nanobind;

using Log = nb::ndarray<const u64, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

// Whether the state could be one at all, so that its deal can be worked out.
inline bool is_sound(const Rules& rules, const State& state) {
    const auto fits = [&](const auto& cards, int count) {
        return std::all_of(cards, cards + count, [&](u8 card) { return card <= rules.suits * LINE; });
    };
    bool sound = state.phase < OVER_PHASE && state.swaps <= SWAPS && state.bid <= rules.bet_count &&
                 state.dealer < rules.players && (state.lead < rules.players || state.lead == NOBODY) &&
                 (state.bidder < rules.players || !state.bid) && fits(state.deck, rules.haggis_size) &&
                 std::all_of(state.deck, state.deck + rules.haggis_size, [](u8 card) { return card > 0; }) &&
                 fits(state.buried, MAX_DRAW);
    for (int seat = 0; seat < rules.players; ++seat) sound &= fits(state.given[seat], SWAPS);
    for (int seat = 0; seat < rules.players; ++seat)
        for (int swap = 0; swap < state.swaps && sound; ++swap) sound &= state.given[seat][swap] > 0;
    return sound;
}

inline bool is_whole(const Rules& rules, const Deal& deal) {
    u8 held[2 * PLANE];
    int copies[PLANE] = {};
    bool whole = true;
    for (int seat = 0; seat < rules.players; ++seat) {
        const Hand hand = deal.hands[seat];
        const int count = each_number(hand, held);
        whole &= count == rules.hand_size && contains(rules.deck(), hand) && !(hand.second & ~hand.first);
        for (int i = 0; i < count; ++i) ++copies[held[i]];
    }
    for (int i = 0; i < rules.haggis_size; ++i) ++copies[deal.haggis[i]];
    for (int card = 0; card < PLANE; ++card) whole &= copies[card] == (card < rules.suits * LINE ? rules.copies : 0);
    return whole;
}

// The game of a state and its log, which must lead to it.
inline Game read_game(const Rules& rules, const nb::bytes& raw, const Log& log) {
    Game game = {};
    if (raw.size() != sizeof(State) || log.shape(0) > std::size_t(MAX_ACTIONS))
        throw std::invalid_argument("a state's bytes and its log");
    std::memcpy(&game.now, raw.c_str(), sizeof(State));
    bool fits = is_sound(rules, game.now) && is_whole(rules, original_deal(rules, game.now));
    if (fits) {
        const int lead = rules.opening == AUCTION_OPENING || game.now.lead == NOBODY ? 0 : game.now.lead;
        State state = start(rules, original_deal(rules, game.now), game.now.dealer, lead, game.now.totals);
        const auto buffer = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
        for (std::size_t i = 0; i < log.shape(0) && fits; ++i) {
            const Action logged = {log.data()[2 * i], log.data()[2 * i + 1]}, action = without_seat(logged);
            const int seat = seat_of(logged);
            fits = seat < rules.players && is_legal(rules, state, seat, action, buffer.get());
            if (!fits) break;
            act(rules, state, seat, action);
            game.past.add(seat, action);
        }
        fits = fits && state == game.now;
    }
    if (!fits) throw std::invalid_argument("the state does not follow from its log, or the round is over");
    return game;
}

// Actions by their places in the list of what a seat may do.
inline std::vector<Action> read_actions(const Rules& rules, const State& state, int seat, const std::int64_t* places,
                                        std::size_t wanted) {
    const auto list = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
    const int count = seat < 0 || seat >= rules.players ? 0 : legal(rules, state, seat, list.get());
    std::vector<Action> actions;
    for (std::size_t i = 0; i < wanted; ++i) {
        if (u64(places[i]) >= u64(count)) throw std::out_of_range("an action to try is not in the seat's list");
        actions.push_back(list[std::size_t(places[i])]);
    }
    return actions;
}

} // namespace haggis
