// The core for the browser: plain functions that web/src/core/instance.ts calls, in place of the bindings for Python.
//
// An instance holds one position, at most two networks and one thought. Bytes come in through `reserve` and go out
// through `output`; numbers are 32-bit or doubles. What cannot be done is refused (`checks.hpp`).
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "foresight.hpp"
#include "judging.hpp"
#include "perft.hpp"
#include "rule_fields.hpp"
#include "weights.hpp"

// The one thread never ends, so nothing is to be done for it then.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

#define EXPORT(name) extern "C" [[clang::export_name(#name)]]

using namespace haggis;

namespace {

enum Slot { LARGE, QUICK, SLOTS };
enum Bot { SEARCH, NEURAL, FORESIGHT };

std::vector<u64> input_words; // aligned for everything
Bytes output_bytes;
std::optional<Position> position;
std::optional<PolicyPlayer> player; // of the position's rules
WeightArrays arrays;                // of the network that is being loaded
Stakes stakes;                      // of the position's round in its match
std::unique_ptr<Network> networks[SLOTS];
std::unique_ptr<Thought> thought;
double pace = 0.001; // of foresight: seconds a round, before it is measured

std::span<const std::byte> input(int size) {
    return {reinterpret_cast<const std::byte*>(input_words.data()), std::size_t(size)};
}

template <class T> T read(std::span<const std::byte>& from) {
    require(from.size() >= sizeof(T), "what was given ends too early");
    T value;
    take(from, &value, 1);
    return value;
}
template <class T> std::vector<T> read_all(std::span<const std::byte> from) {
    std::vector<T> values(from.size() / sizeof(T));
    take(from, values.data(), values.size());
    return values;
}

void answer(const std::vector<double>& values) {
    output_bytes.clear();
    put(output_bytes, values.data(), values.size());
}

// A number of 16 bits as one of 32 (IEEE 754).
float widen(u16 half) {
    const u32 sign = u32(half >> 15) << 31, exponent = half >> 10 & 31, fraction = half & 1023;
    if (!exponent) return std::bit_cast<float>(sign | std::bit_cast<u32>(float(fraction) * 0x1p-24f));
    require(exponent != 31, "some of the weights are not finite real numbers");
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

const Network& network(int slot) {
    require_in(slot, 0, SLOTS - 1, "a network");
    require(networks[slot] != nullptr,
            slot == LARGE ? "the large network is not loaded" : "the small network is not loaded");
    return *networks[slot];
}

const Position& here(int seat) {
    require(position.has_value(), "there is no position yet");
    require_seat(position->rules, seat);
    require(position->state.phase != Phase::OVER, "the round is over");
    return *position;
}

const Position& to_decide(int seat) {
    here(seat);
    require(legal(position->rules, position->state, seat, scratch()) > 0, "the seat has nothing to decide");
    return *position;
}

} // namespace

// Room for that many bytes from outside.
EXPORT(reserve) u64* reserve(int size) {
    input_words.resize(std::size_t(size) / sizeof(u64) + 1);
    return input_words.data();
}
EXPORT(output) const std::byte* output() { return output_bytes.data(); }
EXPORT(output_size) int output_size() { return int(output_bytes.size()); }

// A position as `haggis_cards/packing.py` writes it: the rules by the names of their fields, the deal and the log.
EXPORT(set_position) void set_position(int size) {
    auto given = input(size);
    thought.reset();
    stakes = {};
    std::map<std::string, int> fields;
    for (const RuleField& field : rule_fields()) fields[field.name] = 0;
    require(read<i32>(given) == i32(fields.size()), "the position was written for another version of the core");
    for (auto& [name, value] : fields) value = read<i32>(given); // in the order of their names
    const auto read_list = [&given](i32 most) {
        std::vector<i32> values(std::size_t(std::clamp(read<i32>(given), 0, most)));
        for (i32& value : values) value = read<i32>(given);
        return values;
    };
    const auto bets = read_list(MAX_BETS);
    const Rules rules = make_rules(bets, fields);
    const i32 dealer = read<i32>(given), lead = read<i32>(given);
    const auto totals = read_list(SEATS), haggis = read_list(MAX_HAGGIS);
    std::vector<Planes> hands;
    for (int seat = 0; seat < rules.players; ++seat) {
        const u64 first = read<u64>(given);
        hands.emplace_back(first, read<u64>(given));
    }
    if (!position || position->rules != rules) player.reset();
    position = read_position(rules, hands, haggis, dealer, lead, totals);
    if (!player) player.emplace(position->rules);
    const auto log = read_all<Action>(given);
    const std::size_t done = replay(*position, log);
    require(done == log.size(), "entry " + std::to_string(done + 1) + " of the log is not legal");
}

// Where the match of the position stands, as `haggis_cards/bots/asked.py` writes it; else the round is by itself.
EXPORT(set_stakes) void set_stakes(int size) {
    require(position.has_value(), "there is no position yet");
    auto given = input(size);
    const auto read_list = [&given] {
        std::vector<i32> values(std::size_t(std::clamp(read<i32>(given), 0, 1 << 16)));
        for (i32& value : values) value = read<i32>(given);
        return values;
    };
    EquityGrid after;
    after.step = read<i32>(given);
    after.low = read<i32>(given);
    const i32 goal = read<i32>(given);
    auto totals = read_list(), usual = read_list();
    after.sizes = read_list();
    after.chances = read_all<float>(given);
    std::size_t cells = after.sizes.empty() ? 0 : 1;
    for (const int axis : after.sizes) cells *= std::size_t(axis);
    const std::size_t sides = totals.size(), axes = goal ? sides : after.sizes.empty() ? 0 : sides - 1;
    const bool fits = int(sides) == position->rules.side_count() && !usual.empty() && usual.size() % (2 * sides) == 0 &&
                      after.sizes.size() == axes && after.chances.size() == cells && after.step > 0;
    require(fits, "the stakes of another game");
    thought.reset();
    stakes = Stakes(position->rules, std::move(after), goal, std::move(totals), std::move(usual));
}

EXPORT(perft) double count_sequences(int depth) {
    require(position.has_value(), "there is no position yet");
    require_in(depth, 0, MAX_ACTIONS, "the depth");
    std::vector<std::unique_ptr<Action[]>> buffers;
    return double(perft(position->rules, position->state, depth, buffers));
}

// One array of weights: the input is its name and its numbers of 16 bits. Without rows it is a vector.
EXPORT(add_weights) void add_weights(int name_size, int rows, int columns) {
    const std::size_t count = std::size_t(std::max(rows, 1)) * std::size_t(columns),
                      at = (std::size_t(name_size) + 7) / 8 * 8;
    require(input_words.size() * sizeof(u64) >= at + count * sizeof(u16), "what was given ends too early");
    auto given = input(int(at + count * sizeof(u16)));
    const std::string name(reinterpret_cast<const char*>(given.data()), std::size_t(name_size));
    Weighted& one = arrays[name];
    one.shape = {std::size_t(columns)};
    if (rows) one.shape.insert(one.shape.begin(), std::size_t(rows));
    // A network reads a matrix and a vector at a time, so two rooms are enough for all.
    one.data = [halves = read_all<u16>(given.subspan(at)), is_matrix = rows > 0] {
        static std::vector<float> rooms[2];
        std::vector<float>& room = rooms[is_matrix];
        room.resize(halves.size());
        std::transform(halves.begin(), halves.end(), room.begin(), widen);
        return room.data();
    };
}
EXPORT(make_network) void make_loaded_network(int slot) {
    require_in(slot, 0, SLOTS - 1, "a network");
    networks[slot] = make_network(arrays, 128);
    arrays.clear();
}

// A decision of a bot in steps, with one or two seeds as input; see `thought.hpp`. The first step is begun.
EXPORT(think) int think(int bot, int seat, double iterations, double seconds, int member, int size) {
    const Position& from = to_decide(seat);
    auto seeds = input(2 * sizeof(u64));
    const u64 seed = read<u64>(seeds), world_seed = read<u64>(seeds);
    const Budget budget{u64(iterations), seconds};
    const Team team{member, size};
    static SerialExecutor executor;
    const Workers alone{{&*player, 1}, executor};
    require_in(size, 1, 64, "the size of a team");
    require_in(member, 0, size - 1, "a member of the team");
    require(bot == NEURAL || iterations >= 1 || seconds > 0, "a search needs a budget: iterations or seconds");
    switch (bot) {
        case SEARCH:
            thought = std::make_unique<SearchThought>(alone, from, stakes, seat, seed, budget, Design{}, team);
            break;
        case NEURAL:
            thought = std::make_unique<NeuralThought>(network(LARGE), &network(QUICK), *player, from, stakes, seat);
            break;
        case FORESIGHT:
            thought = std::make_unique<ForesightThought>(member ? nullptr : &network(LARGE), network(QUICK), alone,
                                                         from, stakes, seat, seed, world_seed, budget, pace, team);
            break;
        default: require(false, "there is no such bot");
    }
    return thought->begin();
}
EXPORT(work) void work() {
    thought->work();
    output_bytes.clear();
    thought->share(output_bytes);
}
EXPORT(absorb) void absorb(int size) {
    Bytes own;
    thought->share(own);
    require(own.size() == std::size_t(size), "the members of the team do not think alike");
    thought->absorb(input(size));
}
EXPORT(advance) int advance() { return thought->advance(); }

// Place, value, rounds, solved, worlds, points, first out; then place, points ahead and worlds of each option.
EXPORT(conclude) void conclude() {
    const Choice choice = thought->conclude();
    thought.reset();
    std::vector<double> values = {double(choice.place),  choice.value,  double(choice.rounds), double(choice.solved),
                                  double(choice.worlds), choice.points, choice.first_out};
    for (const Option& option : choice.options)
        values.insert(values.end(), {double(option.place), option.mean, double(option.worlds)});
    answer(values);
}

// For hints and reviews; the input is a seed, then places in the legal list.

// Of each option: place, points ahead, worlds, behind the best, and the error of that.
EXPORT(weigh) void weigh_options(int seat, double iterations, int required) {
    const Position& from = to_decide(seat);
    auto given = input(int(sizeof(u64)) * (1 + required));
    const u64 seed = read<u64>(given);
    require(iterations >= 1, "a search needs iterations");
    SerialExecutor executor;
    std::vector<double> values;
    const auto places = read_required(from, seat, read_all<i64>(given));
    for (const Option& one : weigh(from, seat, seed, u64(iterations), places, false, executor))
        values.insert(values.end(), {double(one.place), one.mean, double(one.worlds), one.behind, one.error});
    answer(values);
}

// Rows of numbers of 32 bits (`outcome.hpp`), by action and world; by the small network, or without it by the policy.
EXPORT(outcomes) void list_outcomes(int seat, int count, double first, int worlds, int networked, int known) {
    const Position& from = here(seat);
    auto given = input(int(sizeof(u64)) * (1 + count));
    const u64 seed = read<u64>(given);
    require_in(worlds, 1, 1 << 20, "the number of worlds");
    SerialExecutor executor;
    const auto found =
        outcomes(networked ? &network(QUICK) : nullptr, from, seat, read_tries(from, seat, read_all<i64>(given)),
                 u64(first), worlds, seed, float(bet_threshold(from.rules)), {known != 0, known != 0}, executor);
    output_bytes.clear();
    put(output_bytes, found.data(), found.size());
}

// Points ahead after each action with best play, all cards in sight; NaN where that takes too long.
EXPORT(solve) void list_solved(int seat, int count) {
    const Position& from = here(seat);
    std::vector<double> values;
    for (const auto& value :
         solve(from, seat, read_actions(from, seat, read_all<i64>(input(int(sizeof(i64)) * count)))))
        values.push_back(value.value_or(std::nan("")));
    answer(values);
}

// The position with all cards in sight, for a seat: after so many nodes, between what and what the value of each legal
// action lies, bets aside.
EXPORT(analyse) void analyse(int seat, double nodes, double memory) {
    const Position& from = here(seat);
    require(can_be_solved(from.state), "tricks must be under way");
    Analysis analysis(from.rules, from.state, seat, Stakes(), std::size_t(memory));
    analysis.advance(u64(nodes));
    std::vector<double> values;
    for (const auto& [low, high] : analysis.bounds()) values.insert(values.end(), {low / 2.0, high / 2.0});
    answer(values);
}

// Expected points, the chance to be first out; then place and value of each candidate.
EXPORT(opinion) void list_opinion(int seat, int slot) {
    const Opinion found = ask(network(slot), *player, to_decide(seat), seat);
    std::vector<double> values = {found.points * point_scale(position->rules), found.first_out};
    for (std::size_t i = 0; i < found.places.size(); ++i)
        values.insert(values.end(), {double(found.places[i]), found.values[i]});
    answer(values);
}

// The place among the rules' bets of the one that this chance to be first out suggests; -1 for none.
EXPORT(bet) int suggest_bet(int seat, double chance) {
    return bet_place(here(seat), stakes, seat, chance).value_or(NO_PLACE);
}
