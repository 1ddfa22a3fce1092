// Positions and actions as they come from outside: read, if they are possible.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "encode.hpp"

namespace haggis {

using Planes = std::pair<u64, u64>; // a Hand

// The thread's room for one list of legal actions.
inline Action* scratch() {
    thread_local const auto buffer = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
    return buffer.get();
}

// The deal that is described, if it is the whole deck.
inline Deal read_deal(const Rules& rules, std::span<const Planes> hands, std::span<const i32> haggis) {
    require(int(hands.size()) == rules.players, "a hand for each player");
    require(int(haggis.size()) == rules.haggis_size, "the whole haggis");
    Deal deal = {};
    Hand all;
    for (int seat = 0; seat < rules.players; ++seat) {
        const Hand hand = {hands[seat].first, hands[seat].second};
        deal.hands[seat] = hand;
        require(size(hand) == rules.hand_size, "hands of the right size");
        require(contains(rules.deck(), hand) && !(hand.second & ~hand.first), "hands of cards of the deck");
        require(!(all.second & hand.first) && !(all.first & hand.second) &&
                    (rules.copies == 2 || !(all.first & hand.first)),
                "no card more often than the deck has it");
        all = add(all, hand);
    }
    for (int i = 0; i < rules.haggis_size; ++i) {
        require_in(haggis[i], 0, rules.suits * LINE - 1, "a card of the haggis");
        deal.haggis[i] = u8(haggis[i]);
        all = add(all, card(haggis[i]));
    }
    require(all == rules.deck(), "the deal must be the whole deck");
    return deal;
}

// A round that has just been dealt.
inline Position read_position(const Rules& rules, std::span<const Planes> hands, std::span<const i32> haggis,
                              int dealer, int lead, std::span<const i32> totals) {
    require(int(totals.size()) == rules.side_count(), "a total for each side");
    require_in(dealer, 0, rules.players - 1, "the dealer");
    require_in(lead, 0, rules.players - 1, "the lead");
    return {rules, start(rules, read_deal(rules, hands, haggis), dealer, lead, totals.data()), {}};
}

// Acts as a log says, up to the first entry that is not legal; returns how many were.
inline std::size_t replay(Position& position, std::span<const Action> log) {
    for (std::size_t i = 0; i < log.size(); ++i) {
        const Action action = without_seat(log[i]);
        const int seat = seat_of(log[i]);
        if (seat >= position.rules.players || by(action, seat) != log[i] ||
            !is_legal(position.rules, position.state, seat, action, scratch()))
            return i;
        act(position, seat, action);
    }
    return log.size();
}

// What a seat may do in a round that is not over: the actions at some places of its list.
inline std::vector<Action> read_actions(const Position& position, int seat, std::span<const i64> places) {
    require_seat(position.rules, seat);
    require(position.state.phase != Phase::OVER, "the round is over");
    const int count = legal(position.rules, position.state, seat, scratch());
    std::vector<Action> actions;
    for (const i64 place : places) {
        require<std::out_of_range>(place >= 0 && place < count, "place " + std::to_string(place) +
                                                                    " is not in the seat's list of " +
                                                                    std::to_string(count) + " legal actions");
        actions.push_back(scratch()[place]);
    }
    return actions;
}

// Actions to try at some places of the seat's list; -1 is to wait, which makes no bet.
inline std::vector<Action> read_tries(const Position& position, int seat, std::span<const i64> places) {
    require_in(i64(places.size()), 1, 1024, "the number of actions to try");
    std::vector<i64> real(places.begin(), places.end());
    std::erase(real, -1);
    const std::vector<Action> listed = read_actions(position, seat, real);
    std::vector<Action> actions;
    for (std::size_t next = 0; const i64 place : places) actions.push_back(place == -1 ? NO_BET : listed[next++]);
    return actions;
}

} // namespace haggis
