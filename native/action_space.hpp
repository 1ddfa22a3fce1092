// How environments number actions: by their places in the legal list, or by their shapes.
//
// A shape is what the table hears of an action without its cards: kind, size and rank of a play, the value of a bet or
// bid, the card of a gift, the seat that is named. A game has a few hundred shapes, each with a number of its own, so
// that networks with one output for each number can learn it. Which cards make a shape is decided here: those that
// spend the fewest courts and leave the hand that is easiest to shed.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "encode.hpp"

namespace haggis {

class ActionSpace {
  public:
    const Rules rules;
    const bool by_shape;

    // All shapes of the game, or that many places of the list.
    ActionSpace(const Rules& rules, bool by_shape, int places) : rules(rules), by_shape(by_shape), places_(places) {
        if (!by_shape) return;
        numbers_.assign(1 << 16, -1);
        add_choices();
        add_plays();
    }

    int size() const { return by_shape ? int(shapes_.size()) : places_; }
    const std::vector<u16>& shapes() const { return shapes_; }

    // The numbers of listed actions, if they are numbered by shape.
    void number(const std::vector<Action>& list, int seat, std::vector<i16>& numbers) const {
        numbers.resize(by_shape ? list.size() : 0);
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = numbers_[shape_of(list[i], seat)];
    }

    // The verb in the highest four bits. A play's shape is its reading; others have what they name below: the place of
    // a value, the bit of a card, the distance to a seat on the left. A burial names nothing.
    u16 shape_of(Action action, int seat) const {
        if (is_play(action)) return reading(action);
        const Verb what = verb(action);
        switch (what) {
            case Verb::PASS:
            case Verb::BURY: return with(what, 0);
            case Verb::BET:
            case Verb::BID: return with(what, argument(action));
            case Verb::GIVE: return with(what, lowest(action.lo));
            case Verb::AWARD:
            case Verb::LEAD: return with(what, (argument(action) - seat + rules.players) % rules.players);
            case Verb::SINGLE:
            case Verb::SEQUENCE:
            case Verb::STAIR:
            case Verb::SET:
            case Verb::BOMB: break;
        }
        return reading(action);
    }

    // Of the listed actions with this number the one with the fewest courts; then the one that leaves the fewest plays,
    // and the least cost of low cards; then the first.
    Action pick(const State& state, int seat, const std::vector<Action>& list, const std::vector<i16>& numbers,
                int number) const {
        if (state.phase == Phase::BURY) return pick_burial(state, seat);
        thread_local std::vector<Action> kept;
        std::vector<Action>& alike = kept; // with the fewest courts
        alike.clear();
        int least = 4;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (numbers[i] != number) continue;
            const int courts = is_play(list[i]) ? bits(list[i].lo & COURTS) : 0;
            if (courts < least) alike.clear();
            if (courts <= least) alike.push_back(list[i]);
            least = std::min(least, courts);
        }
        if (alike.size() == 1) return alike[0];
        return *std::ranges::min_element(alike, {},
                                         [&](Action action) { return cost(remove(state.hands[seat], cards(action))); });
    }

    // The places of a list to offer: all, or if there are too many, those with few courts. Actions without cards and
    // all singles stay, then come plays without courts, with one, and so on, each in the order of the list.
    void shorten(std::vector<Action>& list) const {
        if (by_shape || int(list.size()) <= places_) return;
        struct Ranked {
            int courts;
            std::size_t place;
        };
        std::vector<Ranked> ranked;
        for (std::size_t place = 0; place < list.size(); ++place) {
            const Verb what = verb(list[place]);
            const bool always = what == Verb::SINGLE || (what > Verb::BOMB && what != Verb::BURY);
            ranked.push_back({always ? -1 : bits(list[place].lo & COURTS), place});
        }
        std::stable_sort(ranked.begin(), ranked.end(), [](auto a, auto b) { return a.courts < b.courts; });
        ranked.resize(std::size_t(places_));
        std::sort(ranked.begin(), ranked.end(), [](auto a, auto b) { return a.place < b.place; });
        std::vector<Action> kept;
        for (const Ranked& one : ranked) kept.push_back(list[one.place]);
        list = std::move(kept);
    }

  private:
    int places_;
    std::vector<u16> shapes_;  // by number
    std::vector<i16> numbers_; // by shape, -1 for none

    static u16 with(Verb verb, int named) { return u16(int(verb) << 12 | named); }

    void add(u16 shape) {
        numbers_[shape] = i16(shapes_.size());
        shapes_.push_back(shape);
    }

    void add_choices() {
        add(with(Verb::PASS, 0));
        const bool auction = rules.opening == Opening::AUCTION;
        for (int bet = 0; rules.open_bets && bet < rules.bet_count; ++bet) add(with(Verb::BET, bet));
        for (int bid = 0; auction && bid < rules.bet_count; ++bid) add(with(Verb::BID, bid));
        if (auction) add(with(Verb::BURY, 0));
        for (int card = 0; rules.opening == Opening::EXCHANGE && card < rules.suits * LINE; ++card)
            add(with(Verb::GIVE, card));
        if (rules.bomb_to == BombTo::CHOSEN || rules.haggis_to == HaggisTo::LAST_TO_PLAY)
            for (int step = 1; rules.players > 2 && step < rules.players; ++step) add(with(Verb::AWARD, step));
        for (int step = 0; rules.name_lead && step <= 2; step += 2) add(with(Verb::LEAD, step));
    }

    void add_plays() {
        const int widest = rules.suits * rules.copies, most = rules.hand_size + 3;
        const auto add_play = [this](Verb kind, int width, int length, int rank) {
            add(u16(head(kind, width, length, rank) >> RANK_SHIFT));
        };
        for (int rank = LOW; rank <= TOP + 3; ++rank) add_play(Verb::SINGLE, 1, 1, rank);
        for (int width = 1; width <= widest + 3; ++width)
            for (int length = width == 1 ? 3 : 1; length <= CELLS && width * length <= most; ++length) {
                if (length == 1 ? !rules.sets : width > widest) continue;
                const Verb kind = width == 1 ? Verb::SEQUENCE : length == 1 ? Verb::SET : Verb::STAIR;
                for (int rank = LOW; rank <= TOP && rank + length - 1 <= rules.top_rank; ++rank)
                    if (width * std::max(0, rank + length - 1 - TOP) <= 3) add_play(kind, width, length, rank);
            }
        for (int rank = 1; rank <= 6; ++rank) add_play(Verb::BOMB, 1, 0, rank);
    }

    // How hard it is to shed a hand: in how many plays, then by its low cards.
    std::pair<int, int> cost(Hand hand) const {
        const HandSplit split = split_hand(rules, hand);
        return {split.plays, split.low_card_cost};
    }

    // Card by card, each time the one without which the hand is easiest to shed.
    Action pick_burial(const State& state, int seat) const {
        Hand hand = state.hands[seat], buried;
        for (int left = draw_count(state); left; --left) {
            u8 held[MAX_DEALT + MAX_DRAW];
            const std::span numbers(held, std::size_t(each_number(hand, held)));
            const u8 chosen =
                *std::ranges::min_element(numbers, {}, [&](u8 bit) { return cost(remove(hand, card(bit))); });
            hand = remove(hand, card(chosen));
            buried = haggis::add(buried, card(chosen));
        }
        return with_cards(Verb::BURY, buried);
    }
};

} // namespace haggis
