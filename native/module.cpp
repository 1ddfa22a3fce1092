// The Python module haggis_cards._native: rules, games and batches. `haggis_cards/native.py` is the face that people use.
//
// Everything that comes from Python is checked here; the headers trust what they are given.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

#include "batch.hpp"
#include "field.hpp"
#include "perft.hpp"
#include "resample.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace haggis;

namespace {

using Planes = std::pair<u64, u64>; // a Hand
using Unlocked = nb::call_guard<nb::gil_scoped_release>;
constexpr auto OWNED = nb::rv_policy::automatic; // of arrays that name their owner themselves

void require(bool fits, const std::string& what) {
    if (!fits) throw std::invalid_argument(what);
}

void require_in(std::int64_t value, std::int64_t low, std::int64_t high, const std::string& what) {
    require(low <= value && value <= high, what + " must be from " + std::to_string(low) + " to " +
                                               std::to_string(high) + ", not " + std::to_string(value));
}

// The numeric fields of the rules, and what they may be.
struct RuleField {
    const char* name;
    u8 Rules::*field;
    int low, high;
};
constexpr RuleField RULE_FIELDS[] = {
    {"players", &Rules::players, 2, 4},      {"suits", &Rules::suits, 4, 5},
    {"copies", &Rules::copies, 1, 2},        {"haggis_size", &Rules::haggis_size, 0, MAX_HAGGIS},
    {"hand_size", &Rules::hand_size, 1, MAX_DEALT},  {"partners", &Rules::partners, 0, 1},
    {"opening", &Rules::opening, 0, 2},        {"open_bets", &Rules::open_bets, 0, 1},
    {"bomb_to", &Rules::bomb_to, 0, 2},      {"name_lead", &Rules::name_lead, 0, 1},
    {"reenter", &Rules::reenter, 0, 1},      {"out_bonus", &Rules::out_bonus, 0, 1},
    {"leftover", &Rules::leftover, 0, 1},    {"slam", &Rules::slam, 0, 1},
    {"points", &Rules::points, 0, 1},        {"bet_multiplier", &Rules::bet_multiplier, 1, 2},
    {"bet_rule", &Rules::bet_rule, 0, 1},    {"haggis_to", &Rules::haggis_to, 0, 1},
    {"sets", &Rules::sets, 0, 1},
};

Rules make_rules(const std::vector<i32>& bets, const std::map<std::string, int>& fields) {
    Rules rules;
    for (const RuleField& rule : RULE_FIELDS) {
        const auto found = fields.find(rule.name);
        require(found != fields.end(), std::string("rules need ") + rule.name);
        require_in(found->second, rule.low, rule.high, rule.name);
        rules.*rule.field = u8(found->second);
    }
    require_in(std::int64_t(bets.size()), 1, MAX_BETS, "the number of bet values");
    for (std::size_t i = 0; i < bets.size(); ++i) {
        require_in(bets[i], i ? bets[i - 1] + 1 : 1, MAX_BET, "a bet value, ascending,");
        rules.bets[i] = bets[i];
    }
    rules.bet_count = u8(bets.size());
    require(rules.deck_size() == rules.haggis_size + rules.players * rules.hand_size, "the cards do not make up the deck");
    require(!rules.partners || rules.players == 4, "partners need four players");
    require(rules.partners || (rules.opening != EXCHANGE_OPENING && !rules.name_lead && rules.bomb_to != OPPONENTS),
            "exchange, name_lead and bombs for the opponents need partners");
    require(rules.opening != AUCTION_OPENING ||
                (rules.bet_count == MAX_DRAW && rules.haggis_size == MAX_DRAW && rules.players == 3 && rules.copies == 1),
            "an auction needs three players, a single deck, three bet values and a haggis of three");
    return rules;
}

// Where the fields of a state lie, as NumPy wants to know it.
using Layout = std::tuple<std::string, std::string, std::size_t>;
#define FIELD(name, format) Layout{#name, format, offsetof(State, name)}
std::vector<Layout> layout() {
    return {FIELD(hands, "(4,2)u8"),  FIELD(played, "(4,2)u8"),   FIELD(haggis, "(2,)u8"),  FIELD(totals, "(4,)i4"),
            FIELD(pile, "(4,)i2"),    FIELD(bonus, "(4,)i2"),     FIELD(trick_points, "i2"), FIELD(top, "u2"),
            FIELD(phase, "u1"),       FIELD(turn, "u1"),          FIELD(dealer, "u1"),      FIELD(lead, "u1"),
            FIELD(winner, "u1"),      FIELD(passed, "u1"),        FIELD(holders, "u1"),     FIELD(out_count, "u1"),
            FIELD(out, "(4,)u1"),     FIELD(bets, "(4,)u1"),      FIELD(bidder, "u1"),      FIELD(bid, "u1"),
            FIELD(haggis_to, "u1"),   FIELD(swaps, "u1"),         FIELD(picks, "(4,)u1"),   FIELD(given, "(4,2)u1"),
            FIELD(deck, "(8,)u1"),    FIELD(buried, "(3,)u1")};
}
#undef FIELD

// A copy of actions as an array of (lo, hi).
using Actions = nb::ndarray<nb::numpy, u64, nb::shape<-1, 2>, nb::c_contig>;
Actions copied(const Action* actions, std::size_t count) {
    auto* copy = new Action[count ? count : 1];
    std::copy_n(actions, count, copy);
    nb::capsule owner(copy, [](void* memory) noexcept { delete[] static_cast<Action*>(memory); });
    return Actions(copy, {count, 2}, owner);
}

// The thread's room for one list of legal actions.
Action* scratch() {
    thread_local const auto buffer = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
    return buffer.get();
}

// Rows of features to be filled.
template <int Words> using Rows = nb::ndarray<u64, nb::shape<-1, Words>, nb::c_contig, nb::device::cpu>;
void require_rows(std::size_t there, std::size_t needed, const std::string& of) {
    require(there == needed, std::to_string(needed) + " rows for the " + of + ", not " + std::to_string(there));
}

// A game and its rules: what `haggis_cards.native.State` holds.
struct Table {
    Rules rules;
    Game game;

    Table(const Rules& rules, const Game& game) : rules(rules), game(game) {}
    Table(const Rules& rules, const std::vector<Planes>& hands, const std::vector<int>& haggis, int dealer, int lead,
          const std::vector<i32>& totals)
        : rules(rules), game{} {
        require(int(hands.size()) == rules.players, "a hand for each player");
        require(int(haggis.size()) == rules.haggis_size, "the whole haggis");
        require(int(totals.size()) == rules.side_count(), "a total for each side");
        require_in(dealer, 0, rules.players - 1, "the dealer");
        require_in(lead, 0, rules.players - 1, "the lead");
        Deal deal = {};
        Hand all;
        int count = rules.haggis_size;
        for (int seat = 0; seat < rules.players; ++seat) {
            deal.hands[seat] = {hands[seat].first, hands[seat].second};
            require(size(deal.hands[seat]) == rules.hand_size, "hands of the right size");
            require(contains(rules.deck(), deal.hands[seat]) && !(hands[seat].second & ~hands[seat].first),
                    "hands of cards of the deck");
            count += rules.hand_size;
            require(!(all.second & deal.hands[seat].first) && !(all.first & deal.hands[seat].second) &&
                        (rules.copies == 2 || !(all.first & deal.hands[seat].first)),
                    "no card more often than the deck has it");
            all = add(all, deal.hands[seat]);
        }
        for (int i = 0; i < rules.haggis_size; ++i) {
            require_in(haggis[i], 0, rules.suits * LINE - 1, "a card of the haggis");
            deal.haggis[i] = u8(haggis[i]);
            all = add(all, card(haggis[i]));
        }
        require(all == rules.deck() && count == rules.deck_size(), "the deal must be the whole deck");
        game.now = start(rules, deal, dealer, lead, totals.data());
    }

    void check_seat(int seat) const { require_in(seat, 0, rules.players - 1, "a seat"); }

    Actions legal(int seat) const {
        check_seat(seat);
        Action* const buffer = scratch();
        return copied(buffer, std::size_t(haggis::legal(rules, game.now, seat, buffer)));
    }

    // What the seat knows and may do as rows of bits.
    void encode(int seat, int goal, const Rows<STATE_WORDS>& state, const Rows<ACTION_WORDS>& actions) const {
        check_seat(seat);
        const Action* const buffer = scratch();
        const std::size_t count = std::size_t(haggis::legal(rules, game.now, seat, scratch()));
        require_rows(state.shape(0), 1, "state");
        require_rows(actions.shape(0), count, "legal actions");
        encode_state(rules, game.now, game.past, seat, goal, state.data());
        for (std::size_t i = 0; i < count; ++i)
            encode_choice(rules, game.now, seat, buffer[i], actions.data() + i * ACTION_WORDS);
    }

    // The same for what is worth a thought alone: fills as many rows as that is, and tells their places in the list.
    std::vector<int> select_candidates(int seat, int goal, const Rows<STATE_WORDS>& state,
                              const Rows<CHOICE_WORDS>& rows) const {
        check_seat(seat);
        require_rows(state.shape(0), 1, "state");
        require_rows(rows.shape(0), MAX_CANDIDATES, "actions");
        const Player player(rules);
        const int count = count_without_bets(player.buffer, haggis::legal(rules, game.now, seat, player.buffer));
        const auto field = find_field(player, game.now, seat, player.buffer, count, MAX_CANDIDATES);
        encode_state(rules, game.now, game.past, seat, goal, state.data());
        encode_field(player, game.now, seat, field.data(), field.size(), rows.data());
        std::vector<int> places;
        for (const Candidate& candidate : field) places.push_back(candidate.place);
        return places;
    }

    bool act(int seat, u64 lo, u64 hi) {
        check_seat(seat);
        if (!is_legal(rules, game.now, seat, {lo, hi}, scratch())) return false;
        haggis::act(rules, game, seat, {lo, hi});
        return true;
    }

    Table resampled(int seat, u64 seed) const {
        check_seat(seat);
        Table world = *this;
        Rng rng(seed);
        resample(rules, world.game, seat, rng);
        return world;
    }

    std::pair<std::vector<Planes>, std::vector<int>> deal() const {
        const Deal deal = original_deal(rules, game.now);
        std::pair<std::vector<Planes>, std::vector<int>> dealt;
        for (int seat = 0; seat < rules.players; ++seat)
            dealt.first.emplace_back(deal.hands[seat].first, deal.hands[seat].second);
        for (int i = 0; i < rules.haggis_size; ++i) dealt.second.push_back(deal.haggis[i]);
        return dealt;
    }

    std::array<std::vector<i32>, 3> score() const {
        require(game.now.phase == OVER_PHASE, "the round is not over");
        const Score result = haggis::score(rules, game.now);
        const int sides = rules.side_count();
        return {std::vector<i32>(result.cards, result.cards + sides), {result.bonus, result.bonus + sides},
                {result.bets, result.bets + sides}};
    }

    u64 count_sequences(int depth) const {
        require_in(depth, 0, MAX_ACTIONS, "the depth");
        std::vector<std::unique_ptr<Action[]>> buffers;
        return perft(rules, game.now, depth, buffers);
    }
};

std::tuple<u64, u64, u64, u64> as_tuple(const RandomPlayStats& tally) {
    return {tally.decisions, tally.moves, tally.rounds, tally.checksum};
}

Batch* make_batch(const Rules& rules, int count, u64 seed, int threads, int dealer, const std::vector<i32>& totals) {
    require_in(count, 1, 1 << 24, "the number of rounds");
    require_in(threads, 1, 1024, "the number of threads");
    require(dealer == NOBODY || dealer < rules.players, "the dealer must be a seat");
    require(int(totals.size()) == rules.side_count(), "a total for each side");
    std::array<i32, SEATS> by_side = {};
    std::copy_n(totals.data(), totals.size(), by_side.data());
    return new Batch(rules, std::size_t(count), seed, threads, dealer, by_side);
}

using Choices = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
void step(Batch& batch, const Choices& choices) {
    const std::size_t count = batch.size();
    require(choices.shape(0) == count, "step needs " + std::to_string(count) + " choices, one for each round, not " +
                                           std::to_string(choices.shape(0)));
    nb::gil_scoped_release unlocked;
    const std::int64_t bad = batch.step(choices.data());
    if (bad < 0) return;
    const std::size_t i = std::size_t(bad);
    throw std::out_of_range("choice " + std::to_string(choices.data()[i]) + " for round " + std::to_string(i) +
                            ": it has " + std::to_string(batch.offsets[i + 1] - batch.offsets[i]) +
                            " legal actions, counted from 0");
}

std::size_t checked(const Batch& batch, std::int64_t index) {
    if (index < 0 || std::size_t(index) >= batch.size())
        throw std::out_of_range("there is no round " + std::to_string(index) + ": the batch has " +
                                std::to_string(batch.size()));
    return std::size_t(index);
}

// A view of the batch's own memory, which lives as long as the view.
template <class T, class... Shape>
nb::ndarray<nb::numpy, const T> view(nb::handle self, const T* data, Shape... shape) {
    return nb::ndarray<nb::numpy, const T>(data, {std::size_t(shape)...}, self);
}

} // namespace

void bind_search(nb::module_& m); // search.cpp
void bind_rollout(nb::module_& m);   // rollout.cpp
void bind_network(nb::module_& m);   // network.cpp

NB_MODULE(_native, m) {
    nb::set_leak_warnings(false); // rules are kept in caches, which live to the very end
    m.doc() = "The native core: the whole round in C++. Use it through haggis_cards.native.";
    m.attr("MAX_BETS") = MAX_BETS;
    m.attr("MAX_BET") = MAX_BET;
    m.attr("MAX_ACTIONS") = MAX_ACTIONS;
    m.attr("MAX_LEGAL") = MAX_LEGAL;
    m.attr("MAX_PARTS") = MAX_PARTS;
    m.attr("MAX_STACKS") = MAX_STACKS;
    m.attr("NOBODY") = int(NOBODY);
    m.attr("STATE_SIZE") = sizeof(State);
    m.attr("STATE_WORDS") = STATE_WORDS;
    m.attr("ACTION_WORDS") = ACTION_WORDS;
    m.attr("CHOICE_WORDS") = CHOICE_WORDS;
    m.attr("HIDDEN_WORDS") = HIDDEN_WORDS;
    m.attr("MAX_CANDIDATES") = MAX_CANDIDATES;
    m.attr("PAST") = PAST;
    m.def("layout", &layout, "The fields of a state: name, NumPy format, offset.");
    m.def(
        "play_random",
        [](const Rules& rules, u64 decisions, u64 seed) { return as_tuple(play_random(rules, decisions, seed)); },
        "rules"_a, "decisions"_a, "seed"_a, Unlocked(),
        "Rounds of uniformly random play until so many decisions are made: (decisions, moves, rounds, checksum).");
    m.def(
        "count_plays",
        [](const Rules& rules, Planes hand) {
            require(!(hand.first & ~CARDS) && !(hand.second & ~(hand.first & NUMBERS)), "a hand of cards");
            require(bits(hand.first & NUMBERS) + bits(hand.second) <= rules.hand_size, "no more cards than are dealt");
            Action* const buffer = scratch();
            return int(plays(rules, {hand.first, hand.second}, 0, buffer, buffer + MAX_LEGAL - SLACK) - buffer);
        },
        "rules"_a, "hand"_a, "How many plays a hand has to lead.");

    m.def(
        "outlook",
        [](const Rules& rules, Planes hand) {
            require(!(hand.first & ~CARDS) && !(hand.second & ~(hand.first & NUMBERS)), "a hand of cards");
            const Outlook found = outlook(rules, {hand.first, hand.second});
            return std::pair(found.plays, found.weakness);
        },
        "rules"_a, "hand"_a, "A hand split into plays by a quick look: how few, and how weak in quarters.");

    nb::class_<Rules>(m, "Rules", "The rules as numbers, every choice by its place in the fields of haggis_cards.Rules.")
        .def(
            "__init__",
            [](Rules* self, const std::vector<i32>& bets, const std::map<std::string, int>& fields) {
                new (self) Rules(make_rules(bets, fields));
            },
            "bets"_a, "fields"_a);

    nb::class_<Table>(m, "Game", "A round with its history.")
        .def(nb::init<const Rules&, const std::vector<Planes>&, const std::vector<int>&, int, int,
                      const std::vector<i32>&>(),
             "rules"_a, "hands"_a, "haggis"_a, "dealer"_a, "lead"_a, "totals"_a)
        .def("__copy__", [](const Table& self) { return Table(self); })
        .def("legal", &Table::legal, "seat"_a, "The legal actions of a seat as rows (lo, hi).")
        .def("act", &Table::act, "seat"_a, "lo"_a, "hi"_a, "Acts, or returns False and changes nothing if not legal.")
        .def("resample", &Table::resampled, "seat"_a, "seed"_a, Unlocked(), "A world that the seat cannot rule out.")
        .def("encode", &Table::encode, "seat"_a, "goal"_a, "state"_a, "actions"_a,
             "Fills rows of features: what the seat knows, and its legal actions.")
        .def("select_candidates", &Table::select_candidates, "seat"_a, "goal"_a, "state"_a, "rows"_a,
             "Fills rows of features for what is worth a thought alone; returns their places in the legal list.")
        .def("score", &Table::score, "The points of a round that is over, by side: cards, bonus, bets.")
        .def("deal", &Table::deal, "The hands and the haggis as they were dealt.")
        .def("perft", &Table::count_sequences, "depth"_a, Unlocked(), "The number of action sequences of this length.")
        .def_prop_ro(
            "log", [](const Table& self) { return copied(self.game.past.log, self.game.past.count); }, OWNED,
            "Every action so far as rows (lo, hi), seats included.")
        .def_prop_ro(
            "raw", [](const Table& self) { return nb::bytes(&self.game.now, sizeof(State)); },
            "The bytes of the state; `layout` tells its fields.");

    nb::class_<Batch>(m, "Batch", "Many rounds at once.")
        .def(nb::new_(&make_batch), "rules"_a, "count"_a, "seed"_a, "threads"_a, "dealer"_a, "totals"_a, Unlocked())
        .def("__len__", [](const Batch& self) { return self.size(); })
        .def("step", &step, "choices"_a, "One action in every round, by its place in the round's list.")
        .def(
            "encode",
            [](Batch& self, int goal, const Rows<STATE_WORDS>& states, const Rows<ACTION_WORDS>& actions) {
                require_rows(states.shape(0), self.size(), "states");
                require_rows(actions.shape(0), self.offsets.back(), "legal actions");
                nb::gil_scoped_release unlocked;
                self.encode(goal, states.data(), actions.data());
            },
            "goal"_a, "states"_a, "actions"_a,
            "Fills rows of features: what the seats to act know, and all lists of legal actions.")
        .def(
            "play_random", [](Batch& self, u64 decisions) { return as_tuple(self.play_random(decisions)); },
            "decisions"_a, Unlocked(),
            "So many random decisions in every round: (decisions, moves, rounds, checksum).")
        .def(
            "game", [](const Batch& self, std::int64_t i) { return Table(self.rules, self.game(checked(self, i))); },
            "index"_a, "A copy of one round.")
        .def(
            "put",
            [](Batch& self, std::int64_t i, const Table& table) {
                require(!std::memcmp(&self.rules, &table.rules, sizeof(Rules)), "the state is of another game");
                require(table.game.now.phase != OVER_PHASE, "the round is over");
                self.put(checked(self, i), table.game);
            },
            "index"_a, "game"_a, "Puts a round in the place of another.")
        .def_prop_ro(
            "actions",
            [](const Batch& self) {
                // The view keeps this memory alive, also when the batch has moved on to more of it.
                auto* kept = new std::shared_ptr<Action[]>(self.actions);
                nb::capsule owner(kept, [](void* memory) noexcept {
                    delete static_cast<std::shared_ptr<Action[]>*>(memory);
                });
                return nb::ndarray<nb::numpy, const u64, nb::shape<-1, 2>>(
                    self.actions.get(), {std::size_t(self.offsets.back()), 2}, owner);
            },
            OWNED, "All lists of legal actions as rows (lo, hi).")
        .def_prop_ro(
            "offsets",
            [](nb::handle_t<Batch> self) {
                const auto& batch = nb::cast<const Batch&>(self);
                return view(self, reinterpret_cast<const std::int64_t*>(batch.offsets.data()), batch.offsets.size());
            },
            OWNED, "Where each round's list starts, and the end.")
        .def_prop_ro(
            "seats",
            [](nb::handle_t<Batch> self) {
                const auto& batch = nb::cast<const Batch&>(self);
                return view(self, batch.seats.data(), batch.size());
            },
            OWNED, "Who is to act.")
        .def_prop_ro(
            "done",
            [](nb::handle_t<Batch> self) {
                const auto& batch = nb::cast<const Batch&>(self);
                return view(self, reinterpret_cast<const bool*>(batch.done.data()), batch.size());
            },
            OWNED, "Whether the last action ended a round.")
        .def_prop_ro(
            "scores",
            [](nb::handle_t<Batch> self) {
                const auto& batch = nb::cast<const Batch&>(self);
                return view(self, batch.scores.data(), batch.size(), 3, batch.rules.side_count());
            },
            OWNED, "The points of the last round that ended.")
        .def_prop_ro(
            "states",
            [](nb::handle_t<Batch> self) {
                const auto& batch = nb::cast<const Batch&>(self);
                return view(self, reinterpret_cast<const u8*>(batch.states.data()), batch.size(), sizeof(State));
            },
            OWNED, "The bytes of the states.");
    bind_search(m);
    bind_rollout(m);
    bind_network(m);
}
