// Whether a seat goes out first whatever the others hold: proved for every deal that the seat cannot rule out.
//
// What the others have done rules no deal out but those that lack the cards they have shown, as anybody may pass. So a
// seat with n unknown number cards can make a play if the play is made of unseen cards and its own courts, and takes at
// most n number cards: there is a deal in which it holds them. The search lets the others draw on all unseen cards in
// this way, and thereby looks at every line of play of every deal. All others play against the seat.
#pragma once

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "round.hpp"

namespace haggis {

class SureOut {
  public:
    enum class Answer : u8 { NO, YES, UNKNOWN };

    // `max_nodes` is for all questions together.
    SureOut(const Rules& rules, int seat, int max_nodes) : rules_(rules), seat_(seat), max_nodes_(max_nodes) {}

    // Whether the seat surely goes out first after this action of its own; nobody may be out yet.
    Answer after(const State& state, Action action) {
        World world{state, unseen_by(rules_, state, seat_), {}};
        for (int other = 0; other < rules_.players; ++other) {
            world.held[other] = u8(size(numbers(state.hands[other])));
            if (other != seat_) world.state.hands[other] = courts_of(state.hands[other]);
        }
        const bool yes = wins_after(world, action);
        return nodes_ > max_nodes_ ? Answer::UNKNOWN : yes ? Answer::YES : Answer::NO;
    }

    // The number cards whose place a seat does not know, gifts aside.
    static Hand unseen_by(const Rules& rules, const State& state, int seat) {
        Hand unseen = remove(rules.deck(), numbers(state.hands[seat]));
        for (int other = 0; other < rules.players; ++other) unseen = remove(unseen, numbers(state.played[other]));
        if (state.bid && state.bidder == seat)
            for (const u8 card_number : state.buried)
                if (card_number) unseen = remove(unseen, card(card_number - 1));
        return unseen;
    }

  private:
    struct World {
        State state; // in the hands of the others only their courts: of their number cards
        Hand unseen;
        u8 held[SEATS]; // only how many they are is known
    };

    // All that the rest of a round depends on, as far as going out first is concerned.
    struct Key {
        Hand own, unseen;
        u64 table, others;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            u64 mixed = 0;
            for (const u64 word :
                 {key.own.first, key.own.second, key.unseen.first, key.unseen.second, key.table, key.others})
                mixed = (mixed ^ word) * 0x9e3779b97f4a7c15, mixed ^= mixed >> 29;
            return std::size_t(mixed);
        }
    };

    const Rules& rules_;
    const int seat_, max_nodes_;
    int nodes_ = 0;
    std::unordered_map<Key, bool, Hash> known_;
    std::unique_ptr<Action[]> buffer_ = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);

    static Hand courts_of(Hand hand) { return {hand.first & COURTS, 0}; }
    bool is_own(const World& world) const { return world.state.turn == seat_; }

    Key key_of(const World& world) const {
        const State& state = world.state;
        u64 table = state.top, others = 0;
        for (const u8 part : {u8(state.phase), state.turn, state.winner, state.passed, state.holders})
            table = table << 8 | part;
        for (int other = 0; other < rules_.players; ++other)
            if (other != seat_) others = others << 8 | world.held[other] << 3 | state.hands[other].first >> COURT_SHIFT;
        return {state.hands[seat_], world.unseen, table, others};
    }

    // What the seat to act may do in some deal; who takes a bombed trick does not matter here.
    std::vector<Action> options(const World& world) {
        const State& state = world.state;
        const int turn = state.turn;
        Action* const list = buffer_.get();
        if (state.phase != Phase::PLAY) {
            const int count = count_without_bets(list, legal(rules_, state, turn, list));
            return {list, list + (state.phase == Phase::AWARD ? 1 : count)};
        }
        Action* out = list;
        if (state.top) *out++ = plain(Verb::PASS);
        const Hand hand = is_own(world) ? state.hands[turn] : add(world.unseen, state.hands[turn]);
        out = plays(rules_, hand, state.top, out, list + MAX_LEGAL - SLACK);
        if (!is_own(world))
            out = std::remove_if(list, out, [&](Action action) {
                return is_play(action) && size(numbers(cards(action))) > world.held[turn];
            });
        std::reverse(list, out); // big plays first: they decide most
        return {list, out};
    }

    bool goes_out(const World& world, Action action) const {
        const int turn = world.state.turn;
        if (!is_play(action)) return false;
        return (action.lo & COURTS) == (world.state.hands[turn].first & COURTS) &&
               size(numbers(cards(action))) == world.held[turn];
    }

    bool wins_after(const World& before, Action action) {
        if (goes_out(before, action)) return is_own(before);
        World world = before;
        State& state = world.state;
        const int turn = state.turn;
        const Hand used = is_play(action) ? numbers(cards(action)) : Hand{};
        if (!is_own(before)) state.hands[turn] = add(world.unseen, state.hands[turn]); // so that it has what it plays
        act(rules_, state, turn, action);
        if (!is_own(before)) {
            state.hands[turn] = courts_of(state.hands[turn]);
            world.unseen = remove(world.unseen, used);
        }
        world.held[turn] -= u8(size(used));
        return wins(world);
    }

    bool wins(const World& world) {
        if (++nodes_ > max_nodes_) return false;
        const Key key = key_of(world);
        if (const auto found = known_.find(key); found != known_.end()) return found->second;
        const bool own = is_own(world);
        bool result = !own;
        for (const Action action : options(world)) {
            if (wins_after(world, action) != own) continue;
            result = own;
            break;
        }
        if (nodes_ <= max_nodes_) known_.emplace(key, result);
        return result;
    }
};

} // namespace haggis
