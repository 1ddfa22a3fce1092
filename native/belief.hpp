// Where the unseen cards probably are: a small network reads what a seat knows and what everybody has done, and deals
// the unseen cards one after the other. `haggis_cards/training/belief.py` defines it.
//
// For each card it says how much likelier than in an even deal each place is, given where the cards before it went; so
// cards that belong together come together. A network that says nothing deals evenly.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "encode.hpp"
#include "layers.hpp"

namespace haggis {

constexpr int EVENT_WORDS = LOGGED_WORDS + 1;
constexpr int KNOWN_WORDS = PAST_AT; // of a state's row: all but the past

// Rows of EVENT_WORDS for all that was done, as the seat saw it: the action and how many cards it left; what there was
// to beat, and how long ago it was.
inline void encode_events(const Position& position, int seat, u64* out) {
    const Rules& rules = position.rules;
    const Around around{rules, seat};
    const History& history = position.history;
    State state = first_state(position);
    for (u64 i = 0; i < history.count; ++i, out += EVENT_WORDS) {
        const Action action = without_seat(history.log[i]);
        const int actor = seat_of(history.log[i]);
        Bits before;
        before.one_of(state.top ? int(kind_of(state.top)) : -1, 5);
        before.one_of(state.top ? width_of(state.top) - 1 : -1, 8);
        before.one_of(state.top ? length_of(state.top) : -1, 10);
        before.one_of(state.top ? rank_of(state.top) : -1, 14);
        before.one_of(around.to(state.winner), SEATS);
        before.bar(int(history.count - i) / 3, 16);
        act(rules, state, actor, action);
        encode_action(around, shown(action), around.to(actor), size(state.hands[actor]), out);
        out[LOGGED_WORDS] = before.word;
    }
}

class BeliefNetwork {
  public:
    BeliefNetwork(const Source& source, int width, int event, int head)
        : known_(read(source, "known", width, 64 * KNOWN_WORDS)),
          event_(read(source, "event", event, 64 * EVENT_WORDS)), events_(read(source, "events", width, event, false)),
          inner_(read(source, "inner", width, width)), outer_(read(source, "outer", width, width)),
          card_(read(source, "card", width, PLANE, false)),
          placed_(read(source, "placed", width, PLANE * PLACES, false)), hidden_(read(source, "hidden", head, width)),
          place_bias_(read_vector(source, "belief.place.bias", PLANE * PLACES)) {
        const float* const place = source("belief.place.weight", PLANE * PLACES, head);
        for (int row = 0; row < PLANE * PLACES; ++row) place_.push_back(fill_up(place + row * head, head));
    }

    // What it makes of a position, as the seat knows it.
    Floats read(const Position& position, int seat) const {
        u64 row[STATE_WORDS];
        encode_state(position.rules, position.state, position.history, seat, 0, row);
        std::vector<u64> events(position.history.count * EVENT_WORDS);
        encode_events(position, seat, events.data());
        Floats seen = known_.bias, one, all(event_.bias.size(), Pack{}), inner = inner_.bias;
        add_bits(known_.layer, row, KNOWN_WORDS, seen);
        for (u64 i = 0; i < position.history.count; ++i) {
            one = event_.bias;
            add_bits(event_.layer, events.data() + i * EVENT_WORDS, EVENT_WORDS, one);
            add(rectify(one), all);
        }
        add_product(events_.layer, all, seen);
        rectify(seen);
        add_product(inner_.layer, seen, inner);
        add_product(outer_.layer, rectify(inner), seen);
        add(outer_.bias, seen);
        return seen;
    }

    // Deals a pack of unseen cards, given how many go to each place. `choose` takes the odds of the places, their sum
    // and the number of the card, and returns a place. Returns the logarithm of how likely all of that was.
    template <class Choose>
    double deal(Floats seen, const u8* pack, int count, const int* room, const Choose& choose) const {
        Floats asked, head;
        int left[PLACES];
        std::copy_n(room, PLACES, left);
        double log_probability = 0;
        for (int i = 0; i < count; ++i) {
            asked = seen;
            add_row(card_.layer, pack[i], 1, asked);
            head = hidden_.bias;
            add_product(hidden_.layer, rectify(asked), head);
            rectify(head);
            double odds[PLACES], sum = 0;
            for (int place = 0; place < PLACES; ++place) {
                const int row = pack[i] * PLACES + place;
                const float more = dot(place_[std::size_t(row)], head) + flat(place_bias_)[row];
                // Within bounds, whatever the weights: where there is room, there is a chance.
                sum += odds[place] =
                    left[place] ? left[place] * std::exp(double(std::fmin(std::fmax(more, -SUREST), SUREST))) : 0;
            }
            const int place = choose(odds, sum, i);
            log_probability += std::log(odds[place] / sum);
            --left[place];
            add_row(placed_.layer, pack[i] * PLACES + place, 1, seen);
        }
        return log_probability;
    }

  private:
    struct Part {
        BitLayer layer;
        Floats bias;
    };
    static Part read(const Source& source, const std::string& name, int outputs, int inputs, bool biased = true) {
        const float* const matrix = source("belief." + name + ".weight", outputs, inputs);
        return {BitLayer(matrix, outputs, inputs, 0, inputs),
                biased ? read_vector(source, "belief." + name + ".bias", outputs) : Floats{}};
    }

    static constexpr float SUREST = 30;

    Part known_, event_, events_, inner_, outer_, card_, placed_, hidden_;
    std::vector<Floats> place_; // a row of weights for each card and place
    Floats place_bias_;
};

// What a seat believes in a position: it orders packs for `determinize`.
class CardBelief {
  public:
    CardBelief(const BeliefNetwork& network, const Position& position, int seat)
        : network_(network), rules_(position.rules), seat_(seat), seen_(network.read(position, seat)) {}

    // Puts a pack in the order in which `determinize` deals it.
    void operator()(u8* pack, int count, const int* room, Rng& rng) const {
        const auto chance = [&rng] { return double(rng.next() >> 11) * 0x1p-53; };
        if (chance() < EVEN_SHARE) return shuffle(pack, count, rng);
        u8 placed[PLACES][2 * PLANE];
        int counts[PLACES] = {};
        network_.deal(seen_, pack, count, room, [&](const double* odds, double sum, int i) {
            double at = chance() * sum;
            int place = 0;
            for (int other = 0; other < PLACES && at >= 0; ++other)
                if (odds[other] > 0) at -= odds[place = other];
            placed[place][counts[place]++] = pack[i];
            return place;
        });
        shuffle(placed[PLACES - 1], counts[PLACES - 1], rng); // nobody knows what lies on top
        for (int other = 0; other < rules_.players; ++other)
            if (other != seat_) pack = take(placed, counts, rules_.distance(seat_, other) - 1, pack);
        take(placed, counts, PLACES - 1, pack);
    }

    // The logarithm of how likely it deals what the others hold in a position, apart from even worlds.
    double log_probability(const Position& position) const {
        double sum = 0;
        Rng rng(0);
        determinize(rules_, position.state, seat_, rng, [&](u8* pack, int count, const int* room, Rng& rng) {
            Hand held[PLACES] = {};
            for (int step = 1; step < rules_.players; ++step)
                held[step - 1] = position.state.hands[rules_.left(seat_, step)];
            if (rules_.partners) {
                Hand& partner = held[rules_.distance(seat_, rules_.partner(seat_)) - 1];
                partner = remove(partner, known_gifts(rules_, position.state, seat_));
            }
            sum = network_.deal(seen_, pack, count, room, [&](const double*, double, int i) {
                int place = 0;
                while (place < PLACES - 1 && !contains(held[place], card(pack[i]))) ++place;
                if (place < PLACES - 1) held[place] = remove(held[place], card(pack[i]));
                return place;
            });
            shuffle(pack, count, rng);
        });
        return sum;
    }

  private:
    static constexpr double EVEN_SHARE = 0.25; // of the worlds: players err, and may play unlike any that it has seen

    const BeliefNetwork& network_;
    const Rules& rules_;
    const int seat_;
    const Floats seen_;

    static u8* take(const u8 (&placed)[PLACES][2 * PLANE], const int* counts, int place, u8* pack) {
        return std::copy_n(placed[place], counts[place], pack);
    }
};

} // namespace haggis
