// The rollout policy: a quick rule-based player. It looks at its own hand and at what everybody sees, nothing else.
//
// The value of a play is that of the cards that stay, with the lead if the play wins its trick and without it if not.
// The value of cards depends on the cost of their plan and on how near an opponent is to going out. It never bets.
#pragma once

#include <cmath>
#include <memory>
#include <span>

#include "policy_plan.hpp"
#include "random.hpp"

namespace haggis {

// The probabilities that a hand has certain cards, if each is there with a probability of q / CHANCE.
constexpr int CHANCE = 16;
struct Chances {
    float most[CHANCE + 1][LINE + 1][4] = {};  // by cards and gaps: all of the cards but at most the gaps
    float any[CHANCE + 1][2 * PLANE + 1] = {}; // by cards: at least one of them
};

constexpr Chances make_chances() {
    Chances t;
    for (int q = 0; q <= CHANCE; ++q) {
        const double p = double(q) / CHANCE;
        t.most[q][0][0] = 1;
        for (int cards = 0; cards <= LINE; ++cards)
            for (int gaps = 0; gaps < 4; ++gaps)
                t.most[q][cards][gaps] =
                    !cards
                        ? 1
                        : float(p * t.most[q][cards - 1][gaps] + (gaps ? (1 - p) * t.most[q][cards - 1][gaps - 1] : 0));
        double none = 1;
        for (int cards = 0; cards <= 2 * PLANE; ++cards, none *= 1 - p) t.any[q][cards] = float(1 - none);
    }
    return t;
}

inline constexpr Chances CHANCES = make_chances();

// The policy of one game: its weights and the tables made of them.
struct Policy {
    Weights weights;
    PlanTable table;

    explicit Policy(const Weights& weights) : weights(weights), table(weights) {}

    static const Policy& of(const Rules& rules) {
        static const Policy policies[TUNED] = {Policy(tuned_weights(0)), Policy(tuned_weights(1)),
                                               Policy(tuned_weights(2)), Policy(tuned_weights(3))};
        return policies[game_of(rules)];
    }
};

// What a seat sees of the others.
struct SeatView {
    struct Opponent {
        int cards, courts, chance; // the chance that a given unseen number card is here
    };
    Hand hand, unseen;
    Opponent opponents[SEATS - 1];
    int count = 0;
    float race = 0;         // 1 / the smallest opposing hand
    float partner_race = 0; // 1 / the partner's hand, 0 without
    bool partner_wins = false;
    // How likely plays win their tricks, by a hash of their readings, which many plays share. No reading is 0.
    static constexpr int WINS = 128;
    mutable u16 won_by[WINS] = {};
    mutable float win[WINS];

    HAGGIS_FN SeatView(const Rules& rules, const State& state, int seat) : hand(state.hands[seat]) {
        unseen = remove(rules.deck(), numbers(hand));
        for (int other = 0; other < rules.players; ++other) unseen = remove(unseen, numbers(state.played[other]));
        const int hidden = std::max(size(unseen), 1);
        for (int other = 0; other < rules.players; ++other) {
            const int cards = size(state.hands[other]), courts = int(state.hands[other].first >> COURT_SHIFT & 7);
            if (other == seat || !cards) continue;
            if (rules.side(other) == rules.side(seat)) {
                partner_race = 1 / float(cards);
                continue;
            }
            const int chance = ((cards - bits(unsigned(courts))) * CHANCE + hidden / 2) / hidden;
            opponents[count++] = {cards, courts, std::min(CHANCE, chance)};
            race = std::max(race, 1 / float(cards));
        }
        partner_wins = rules.partners && state.top && state.winner == rules.partner(seat);
    }
};

// Plays by the policy, with memory of its own: one for each thread. The costs it remembers are those of hands, whatever
// the state, and so change no decision.
class PolicyPlayer {
  public:
    const Rules& rules;
    const Policy& policy;
    Action* const buffer; // room for a list of legal actions

    // It remembers the costs of 2 to the power of `known_bits` hands. A player that takes turns in many rounds seldom
    // sees a hand again, and is faster with few.
    explicit PolicyPlayer(const Rules& rules, int known_bits = 14)
        : rules(rules), policy(Policy::of(rules)), buffer(new Action[MAX_LEGAL]), room_(buffer),
          known_shift_(64 - known_bits), known_(new Known[std::size_t(1) << known_bits]) {}

    // The value of an action; only values of one decision compare.
    float evaluate(const State& state, const SeatView& view, int seat, Action action) const {
        return state.phase == Phase::PLAY ? evaluate_in_trick(state, view, action)
                                          : evaluate_choice(state, seat, action);
    }

    // What may be chosen from, into the buffer: everything but bets, or, to lead a trick, what the plan says.
    int options(const State& state, const SeatView& view, int seat) const {
        if (state.phase == Phase::PLAY && !state.top)
            return int(plays_of(policy.table, make_plan(rules, policy.table, view.hand), buffer) - buffer);
        if (state.phase == Phase::PLAY) {
            buffer[0] = plain(Verb::PASS);
            return int(plays(rules, view.hand, state.top, buffer + 1, buffer + MAX_LEGAL - SLACK) - buffer);
        }
        return legal_without_bets(rules, state, seat, buffer);
    }

    // The best action, or with noise one of the best.
    Action choose(const State& state, int seat, Rng& rng, float noise) const {
        const SeatView view(rules, state, seat);
        const int count = options(state, view, seat);
        if (count == 1) return buffer[0];
        Action best = buffer[0];
        for (float most = -NEVER; const Action action : std::span(buffer, std::size_t(count))) {
            if (wastes_courts(view.hand, action)) continue;
            const float value = evaluate(state, view, seat, action) + noise * jitter(rng);
            if (value <= most) continue;
            most = value;
            best = action;
        }
        return best;
    }

    // Plays the round to its end for everybody.
    void play_out(State& state, Rng& rng, float noise) const {
        while (state.phase != Phase::OVER) act(rules, state, state.turn, choose(state, state.turn, rng, noise));
    }

    // Whether a play takes a higher court where a lower one would do.
    static bool wastes_courts(Hand hand, Action action) {
        const u64 used = action.lo & COURTS, kept = hand.first & COURTS & ~used;
        return used && (verb(action) == Verb::SEQUENCE || verb(action) == Verb::STAIR || verb(action) == Verb::SET) &&
               kept & (std::bit_floor(used) - 1);
    }

    static int legal_without_bets(const Rules& rules, const State& state, int seat, Action* buffer) {
        return count_without_bets(buffer, legal(rules, state, seat, buffer));
    }

    // How likely a play wins its trick: cards above it that opponents may have, courts and bombs that they do have.
    float win_probability(const SeatView& view, Action action) const {
        const u16 shape = reading(action); // which also says how many cards it has
        const int at = (shape ^ shape >> 5) % SeatView::WINS;
        if (view.won_by[at] != shape) {
            view.win[at] = estimate_win(view, action);
            view.won_by[at] = shape;
        }
        return view.win[at];
    }

  private:
    struct Known {
        u64 first = ~u64(0), second = 0;
        float cost = 0;
    };

    std::unique_ptr<Action[]> room_;
    int known_shift_;
    std::unique_ptr<Known[]> known_;

    float estimate_win(const SeatView& view, Action action) const {
        using enum Weight;
        const Weights& w = policy.weights;
        const u16 shape = reading(action);
        const int count = size(cards(action));
        float by_numbers = 0, by_courts = 0, by_bombs = 0;
        for (int i = 0; i < view.count; ++i) {
            const SeatView::Opponent& opponent = view.opponents[i];
            constexpr u8 best_bomb[8] = {0, 0, 0, 2, 0, 3, 4, 5};
            by_bombs += best_bomb[opponent.courts] > (is_bomb(shape) ? rank_of(shape) : 0);
            if (is_bomb(shape) || opponent.cards < count) continue;
            if (kind_of(shape) == Verb::SINGLE) {
                const int rank = rank_of(shape);
                const u64 above = rank >= TOP ? 0 : COLUMN * (LINE_MASK >> (rank - LOW + 1) << (rank - LOW + 1));
                const int higher = bits(view.unseen.first & above) + bits(view.unseen.second & above);
                by_numbers += CHANCES.any[opponent.chance][higher];
                by_courts += opponent.courts >> std::max(rank - TOP, 0) != 0;
            } else {
                for (int low = rank_of(shape) - LOW + 1;
                     low < LINE && low + length_of(shape) <= rules.top_rank - LOW + 1; ++low)
                    beat(view, opponent, width_of(shape), length_of(shape), low, by_numbers, by_courts);
            }
        }
        if (by_numbers + by_courts + by_bombs == 0) return 1;
        const float x = w[WIN] - w[WIN_NUMBERS] * by_numbers - w[WIN_COURTS] * by_courts - w[WIN_BOMBS] * by_bombs -
                        w[WIN_RACE] * view.race + w[WIN_SIZE] * float(count - 1);
        return 0.5f + 0.5f * x / (1 + std::abs(x));
    }

    // About normal, with a deviation of one.
    static float jitter(Rng& rng) {
        const u64 word = rng.next();
        return float(i32(word & 0xffff) + i32(word >> 16 & 0xffff) + i32(word >> 32 & 0xffff) - 98303) / 32768;
    }

    float cost(Hand hand) const {
        const u64 hash = hand.first * 0x9e3779b97f4a7c15 ^ hand.second * 0xc2b2ae3d27d4eb4f;
        Known& known = known_[hash >> known_shift_];
        if (known.first != hand.first || known.second != hand.second)
            known = {hand.first, hand.second, make_plan(rules, policy.table, hand).cost};
        return known.cost;
    }

    // How many grids an opponent may be expected to have in one window, and how many more with courts.
    void beat(const SeatView& view, const SeatView::Opponent& opponent, int width, int length, int low,
              float& by_numbers, float& by_courts) const {
        const unsigned ranks = ((1u << length) - 1) << low;
        const auto& most = CHANCES.most[opponent.chance];
        const int wild = bits(unsigned(opponent.courts));
        int full = 0;
        for (int suit = 0; suit < rules.suits; ++suit) {
            const int there = bits(line(view.unseen.first, suit) & ranks), spare = wild - (length - there);
            if (width > 1) {
                full += (there == length) + ((line(view.unseen.second, suit) & ranks) == ranks);
            } else if (spare >= 0) {
                const float natural = there == length ? most[there][0] : 0;
                by_numbers += natural;
                by_courts += most[there][spare] - natural;
            }
        }
        if (full < width || width == 1) return;
        float all = float(full * (full - 1)) / 2;
        for (int i = 0; i < width; ++i) all *= most[length][0];
        by_numbers += all;
    }

    float evaluate_in_trick(const State& state, const SeatView& view, Action action) const {
        using enum Weight;
        const Weights& w = policy.weights;
        const bool passes = verb(action) == Verb::PASS, bomb = verb(action) == Verb::BOMB;
        const Hand played = passes ? Hand{} : cards(action), rest = remove(view.hand, played);
        if (empty(rest)) return 1000;
        const float race = view.race, plan = cost(rest), near = 1 / std::max(plan, 0.5f);
        const float wait =
            w[WAIT_PLAN] * plan + w[WAIT_RACE] * race + w[WAIT_RACE_PLAN] * race * plan + w[WAIT_NEAR] * near;
        const float on_table = float(state.trick_points);
        if (passes && view.partner_wins)
            return wait + w[PARTNER_PASSED] + w[PARTNER_RACE] * view.partner_race + w[PARTNER_POINTS] * on_table;
        if (passes)
            return wait + w[PASSED] + w[PASSED_RACE] * race + w[PASSED_POINTS] * on_table +
                   w[PASSED_WINNER_RACE] / float(size(state.hands[state.winner]) + 1);
        const float lead = w[LEAD_HELD] + w[LEAD_PLAN] * plan + w[LEAD_RACE] * race + w[LEAD_RACE_PLAN] * race * plan +
                           w[LEAD_NEAR] * near;
        const float points = on_table + float(card_points(rules.points == Points::FLAT, played));
        const float trick_points = bomb && rules.bomb_to != BombTo::WINNER ? -points : points;
        const float win = win_probability(view, action), count = float(size(played));
        const float courts = float(bits(played.first & COURTS)), kept = float(bits(rest.first & COURTS));
        return win * (lead + w[TRICK_POINTS] * trick_points) + (1 - win) * wait +
               (w[COURTS_LEFT] + w[COURTS_LEFT_RACE] * race) * kept + (w[SHED] + w[SHED_RACE] * race) * count +
               (bomb ? w[BOMBED] + w[BOMBED_RACE] * race : (w[COURTS_SPENT] + w[COURTS_RACE] * race) * courts);
    }

    // Gifts, burials, bids, awards and leads.
    float evaluate_choice(const State& state, int seat, Action action) const {
        using enum Weight;
        const Weights& w = policy.weights;
        const Hand hand = state.hands[seat];
        const int to = argument(action);
        switch (verb(action)) {
            case Verb::GIVE: {
                const float rank = float(lowest(action.lo & NUMBERS) % LINE) / (LINE - 1);
                return w[GIVE_RANK] * rank - cost(remove(hand, cards(action)));
            }
            case Verb::BURY: return -cost(remove(hand, cards(action)));
            case Verb::BID: return w[Weight(int(BID_LOW) + to)] - cost(hand);
            case Verb::AWARD: return rules.side(to) == rules.side(seat) ? NEVER : float(size(state.hands[to]));
            case Verb::LEAD: return -float(size(state.hands[to]));
            case Verb::SINGLE:
            case Verb::SEQUENCE:
            case Verb::STAIR:
            case Verb::SET:
            case Verb::BOMB:
            case Verb::PASS:
            case Verb::BET: break;
        }
        return 0;
    }
};

} // namespace haggis
