// Positions for Python: `haggis_cards.native.Position` holds one.
#include "bindings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>

#include "belief.hpp"
#include "candidates.hpp"
#include "determinize.hpp"
#include "perft.hpp"
#include "score.hpp"
#include "text.hpp"

using namespace haggis;

namespace {

// Where the fields of a state lie, as NumPy wants to know it.
using Layout = std::tuple<std::string, std::string, std::size_t>;
#define FIELD(name, format)                                                                                            \
    Layout { #name, format, offsetof(State, name) }
std::vector<Layout> layout() {
    return {FIELD(hands, "(4,2)u8"), FIELD(played, "(4,2)u8"), FIELD(haggis, "(2,)u8"),   FIELD(totals, "(4,)i4"),
            FIELD(pile, "(4,)i2"),   FIELD(bonus, "(4,)i2"),   FIELD(trick_points, "i2"), FIELD(top, "u2"),
            FIELD(phase, "u1"),      FIELD(turn, "u1"),        FIELD(dealer, "u1"),       FIELD(lead, "u1"),
            FIELD(winner, "u1"),     FIELD(passed, "u1"),      FIELD(holders, "u1"),      FIELD(out_count, "u1"),
            FIELD(out, "(4,)u1"),    FIELD(bets, "(4,)u1"),    FIELD(bidder, "u1"),       FIELD(bid, "u1"),
            FIELD(haggis_to, "u1"),  FIELD(swaps, "u1"),       FIELD(picks, "(4,)u1"),    FIELD(given, "(4,2)u1"),
            FIELD(deck, "(8,)u1"),   FIELD(buried, "(3,)u1"),  FIELD(below, "u1")};
}
#undef FIELD

void make_position(Position* self, const Rules& rules, const std::vector<Planes>& hands, const std::vector<i32>& haggis,
                   int dealer, int lead, const std::vector<i32>& totals) {
    new (self) Position(read_position(rules, hands, haggis, dealer, lead, totals));
}

Actions list_legal(const Position& self, int seat) {
    require_seat(self.rules, seat);
    return copied(scratch(), std::size_t(legal(self.rules, self.state, seat, scratch())));
}

int count_legal(const Position& self, int seat) {
    require_seat(self.rules, seat);
    return Menu(self.rules, self.state, seat, scratch()).size();
}

std::pair<u64, u64> legal_at(const Position& self, int seat, int place) {
    require_seat(self.rules, seat);
    const Menu menu(self.rules, self.state, seat, scratch());
    if (place < 0 || place >= menu.size())
        throw std::out_of_range("place " + std::to_string(place) + ": there are " + std::to_string(menu.size()) +
                                " legal actions, counted from 0");
    const Action action = menu.at(place);
    return {action.lo, action.hi};
}

bool try_to_act(Position& self, int seat, u64 lo, u64 hi) {
    require_seat(self.rules, seat);
    if (!is_legal(self.rules, self.state, seat, {lo, hi}, scratch())) return false;
    act(self, seat, {lo, hi});
    return true;
}

std::size_t replay_log(Position& self, const ReadRows<2>& log) {
    std::vector<Action> actions(log.shape(0));
    for (std::size_t i = 0; i < actions.size(); ++i) actions[i] = {log.data()[2 * i], log.data()[2 * i + 1]};
    return replay(self, actions);
}

Position determinized(const Position& self, int seat, u64 seed) {
    require_seat(self.rules, seat);
    Position world = self;
    Rng rng(seed);
    determinize(world, seat, rng);
    return world;
}

// What the seat knows and may do as rows of bits.
void encode(const Position& self, int seat, int goal, const FilledRows<STATE_WORDS>& state,
            const FilledRows<ACTION_WORDS>& actions) {
    require_seat(self.rules, seat);
    const std::size_t count = std::size_t(legal(self.rules, self.state, seat, scratch()));
    require_rows(state.shape(0), 1, "state");
    require_rows(actions.shape(0), count, "legal actions");
    encode_state(self.rules, self.state, self.history, seat, goal, state.data());
    for (std::size_t i = 0; i < count; ++i)
        encode_choice(self.rules, self.state, seat, scratch()[i], actions.data() + i * ACTION_WORDS);
}

// What was done so far, as the seat saw it.
nb::ndarray<nb::numpy, u64, nb::ndim<2>> list_events(const Position& self, int seat) {
    require_seat(self.rules, seat);
    const std::size_t count = self.history.count;
    std::vector<u64> rows(count * EVENT_WORDS);
    encode_events(self, seat, rows.data());
    return hand_over(std::move(rows), count, EVENT_WORDS);
}

// The same for the candidates alone: fills as many rows as there are and returns their places in the list.
std::vector<int> fill_candidates(const Position& self, int seat, int goal, const FilledRows<STATE_WORDS>& state,
                                 const FilledRows<CHOICE_WORDS>& rows) {
    require_seat(self.rules, seat);
    require_rows(state.shape(0), 1, "state");
    require_rows(rows.shape(0), MAX_CANDIDATES, "actions");
    const PolicyPlayer player(self.rules);
    const int count = count_without_bets(player.buffer, legal(self.rules, self.state, seat, player.buffer));
    const auto candidates = select_candidates(player, self.state, seat, player.buffer, count, MAX_CANDIDATES);
    encode_state(self.rules, self.state, self.history, seat, goal, state.data());
    haggis::encode_candidates(player, self.state, SeatView(self.rules, self.state, seat), seat, candidates.data(),
                              candidates.size(), rows.data());
    std::vector<int> places;
    for (const Candidate& candidate : candidates) places.push_back(candidate.place);
    return places;
}

std::array<std::vector<i32>, 3> score_of(const Position& self) {
    require(self.state.phase == Phase::OVER, "the round is not over");
    const Score result = score(self.rules, self.state);
    const int sides = self.rules.side_count();
    return {std::vector<i32>(result.cards, result.cards + sides),
            {result.bonus, result.bonus + sides},
            {result.bets, result.bets + sides}};
}

std::pair<std::vector<Planes>, std::vector<int>> deal_of(const Position& self) {
    const Deal deal = original_deal(self.rules, self.state);
    std::pair<std::vector<Planes>, std::vector<int>> dealt;
    for (int seat = 0; seat < self.rules.players; ++seat)
        dealt.first.emplace_back(deal.hands[seat].first, deal.hands[seat].second);
    for (int i = 0; i < self.rules.haggis_size; ++i) dealt.second.push_back(deal.haggis[i]);
    return dealt;
}

u64 count_sequences(const Position& self, int depth) {
    require_in(depth, 0, MAX_ACTIONS, "the depth");
    std::vector<std::unique_ptr<Action[]>> buffers;
    return perft(self.rules, self.state, depth, buffers);
}

Hand read_hand(const Rules& rules, Planes hand) {
    require(!(hand.first & ~CARDS) && !(hand.second & ~(hand.first & NUMBERS)), "a hand of cards");
    require(bits(hand.first & NUMBERS) + bits(hand.second) <= rules.hand_size, "no more cards than are dealt");
    return {hand.first, hand.second};
}

int count_plays(const Rules& rules, Planes hand) {
    Action* const buffer = scratch();
    return int(plays(rules, read_hand(rules, hand), 0, buffer, buffer + MAX_LEGAL - SLACK) - buffer);
}

// Whether 16 bits can be the reading of a play.
bool is_reading(const Rules& rules, u16 over) {
    const int length = length_of(over), rank = rank_of(over);
    if (kind_of(over) == Verb::SINGLE) return rank >= LOW && rank <= TOP + 3;
    if (is_bomb(over)) return rank >= 1 && rank <= 6;
    return kind_of(over) < Verb::BOMB && width_of(over) && length && rank >= LOW && rank <= TOP &&
           rank + length - 1 <= rules.top_rank;
}

nb::typed<nb::list, nb::str> list_play_texts(const Rules& rules, Planes hand, u16 over) {
    require(!over || is_reading(rules, over), "the reading of a play, or 0");
    Action* const buffer = scratch();
    const Action* const end = plays(rules, read_hand(rules, hand), over, buffer, buffer + MAX_LEGAL - SLACK);
    nb::typed<nb::list, nb::str> texts;
    char text[5 + MAX_TEXT] = "play ";
    for (const Action* play = buffer; play != end; ++play)
        texts.append(nb::str(text, 5 + std::size_t(PlayText(text + 5).write(*play, rules.copies))));
    return texts;
}

} // namespace

void bind_position(nb::module_& m) {
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
    m.attr("EVENT_WORDS") = EVENT_WORDS;
    m.attr("KNOWN_WORDS") = KNOWN_WORDS;
    m.attr("PLACES") = PLACES;
    m.def("layout", &layout, "The fields of a state: name, NumPy format, offset.");
    m.def("count_plays", &count_plays, "rules"_a, "hand"_a, "How many plays a hand has to lead.");
    m.def("play_texts", &list_play_texts, "rules"_a, "hand"_a, "over"_a,
          "The plays of a hand as the texts of actions: all (0), or those that beat the play with this reading.");
    nb::class_<Position>(m, "Position", "The rules, the state of a round, and every action that led to it.")
        .def("__init__", &make_position, "rules"_a, "hands"_a, "haggis"_a, "dealer"_a, "lead"_a, "totals"_a)
        .def("__copy__", [](const Position& self) { return Position(self); })
        .def("legal", &list_legal, "seat"_a, "The legal actions of a seat as rows (lo, hi).")
        .def("count", &count_legal, "seat"_a, "How many actions of a seat are legal, counted without their list.")
        .def("legal_at", &legal_at, "seat"_a, "place"_a, "The action at a place of that list as (lo, hi).")
        .def("act", &try_to_act, "seat"_a, "lo"_a, "hi"_a, "Acts, or returns False and changes nothing if not legal.")
        .def("replay", &replay_log, "log"_a,
             "Acts as a log says, up to the first entry that is not legal; returns how many were.")
        .def("determinize", &determinized, "seat"_a, "seed"_a, Unlocked(),
             "A position that the seat cannot tell from this one, with the unseen cards dealt again.")
        .def("encode", &encode, "seat"_a, "goal"_a, "state"_a, "actions"_a,
             "Fills rows of features: what the seat knows, and its legal actions.")
        .def("select_candidates", &fill_candidates, "seat"_a, "goal"_a, "state"_a, "rows"_a,
             "Fills rows of features for the candidates alone; returns their places in the legal list.")
        .def("encode_events", &list_events, "seat"_a, "What was done so far, as rows of features.")
        .def("score", &score_of, "The points of a round that is over, by side: cards, bonus, bets.")
        .def("deal", &deal_of, "The hands and the haggis as they were dealt.")
        .def("perft", &count_sequences, "depth"_a, Unlocked(), "The number of action sequences of this length.")
        .def_prop_ro(
            "log", [](const Position& self) { return copied(self.history.log, self.history.count); }, OWNED,
            "Every action so far as rows (lo, hi), seats included.")
        .def_prop_ro(
            "raw", [](const Position& self) { return nb::bytes(&self.state, sizeof(State)); },
            "The bytes of the state; `layout` names its fields.");
}
