// The plan: how cheaply a hand can be split into plays, by tables of lines of nine cards.
//
// A plan's cost counts plays, each with its price: a low single needs the lead and loses it, a long Sequence sheds many
// cards at once, a court or a bomb takes the lead. Sequences and singles come out of a table for each line and number
// of courts that fill its gaps; courts go to the lines where they save most; Stairs and number bombs are taken out
// before, one after the other, as long as that helps.
#pragma once

#include <algorithm>

#include "movegen.hpp"
#include "policy_weights.hpp"

namespace haggis {

constexpr int LINES = 2 * SUITS;
constexpr int MAX_MELDS = 8;                           // Stairs and number bombs of a plan
constexpr int ODD_BOMBS = 120, ODD_BOMBS_OF_FOUR = 24; // 3-5-7-9 in four of five suits, of four
constexpr float NEVER = 1e9f;

// Prices, and by line and the exact number of courts in its gaps: the cheapest split and its play with the lowest card.
struct PlanTable {
    float grid[WINDOWS] = {}; // a single or a Sequence
    float stair[WINDOWS] = {};
    float odd_bomb = 0;
    float tail[8] = {};            // courts that fill no gap, as singles or bombs
    float cost[1 << LINE][4] = {}; // by line first: all four are read together
    u16 first[4][1 << LINE] = {};
    u8 window[4][1 << LINE] = {};
    u64 bombs[ODD_BOMBS] = {}; // those without the fifth suit first

    explicit PlanTable(const Weights& w) : odd_bomb(w[Weight::ODD_BOMB]) {
        using enum Weight;
        for (int at = 0; at < WINDOWS; ++at) {
            const float more = float(TABLES.length[at]), rank = float(TABLES.low[at]) / (LINE - 1);
            grid[at] = TABLES.length[at] == 1 ? w[SINGLE_LOW] + (w[SINGLE_TOP] - w[SINGLE_LOW]) * rank
                                              : w[RUN] + w[RUN_CARD] * (more - 3) + w[RUN_RANK] * rank;
            stair[at] = w[STAIRS] + w[STAIR_CARD] * (more - 2) + w[STAIR_RANK] * rank;
        }
        for (int courts = 1; courts < 8; ++courts) {
            for (int i = 0; i < 3; ++i)
                if (courts >> i & 1) tail[courts] += w[Weight(int(JACK) + i)];
            for (int bomb : {3, 5, 6, 7})
                if (!(bomb & ~courts)) tail[courts] = std::min(tail[courts], w[COURT_BOMB] + tail[courts ^ bomb]);
        }
        for (int wild = 0; wild < 4; ++wild)
            for (int line = 0; line < 1 << LINE; ++line) split(wild, line);
        list_bombs();
    }

  private:
    void split(int wild, int line) {
        float best = line || wild ? NEVER : 0;
        for (int at = 0; line && at < WINDOWS; ++at) {
            const int length = TABLES.length[at], held = line & ((1 << length) - 1) << TABLES.low[at];
            const int gaps = length - bits(unsigned(held));
            if (length == 2 || !(held & -line & line) || gaps > wild || (length > 1 && gaps > length - 2)) continue;
            const float total = grid[at] + cost[line ^ held][wild - gaps];
            if (total >= best) continue;
            best = total;
            first[wild][line] = u16(held);
            window[wild][line] = u8(at);
        }
        cost[line][wild] = best;
    }

    void list_bombs() {
        int of_four = 0, of_five = ODD_BOMBS_OF_FOUR;
        for (int suits = 0; suits < SUITS * SUITS * SUITS * SUITS; ++suits) {
            u64 cards = 0;
            int used = 0;
            for (int rank = 1, rest = suits; rank < LINE - 1; rank += 2, rest /= SUITS) {
                cards |= u64(1) << (rest % SUITS * LINE + rank);
                used |= 1 << rest % SUITS;
            }
            if (bits(unsigned(used)) == 4) bombs[used >> 4 ? of_five++ : of_four++] = cards;
        }
    }
};

// A hand split: Stairs and number bombs, and the lines that are left to Sequences and singles.
struct Plan {
    float cost;
    int lines, firsts, melds, courts; // firsts: lines of first copies
    u16 line[LINES];
    u8 suit[LINES];
    Action meld[MAX_MELDS];
};

// The least cost of some lines, by the number of courts in their gaps.
struct LineCosts {
    float with[4] = {0, NEVER, NEVER, NEVER};

    // Adds a line; without courts only the first cost counts.
    HAGGIS_FN void add(const PlanTable& t, unsigned line, int courts) {
        const float a = t.cost[line][0];
        if (courts) {
            const float b = t.cost[line][1], c = t.cost[line][2], d = t.cost[line][3];
            with[3] = std::min(std::min(with[3] + a, with[2] + b), std::min(with[1] + c, with[0] + d));
            with[2] = std::min(std::min(with[2] + a, with[1] + b), with[0] + c);
            with[1] = std::min(with[1] + a, with[0] + b);
        }
        with[0] += a;
    }
};

// The least cost of lines whose gaps courts may fill, and of the courts that are left; the lowest fill gaps first.
// `before` has the lines before `from`.
HAGGIS_FN float cost_of_lines(const PlanTable& t, const u16* line, int lines, int courts, LineCosts before = {},
                              int from = 0) {
    float* const with = before.with;
    if (!courts) {
        for (int i = from; i < lines; ++i) with[0] += t.cost[line[i]][0];
        return with[0];
    }
    for (int i = from; i < lines; ++i) before.add(t, line[i], courts);
    float best = with[0] + t.tail[courts];
    for (int wild = 1; courts; ++wild) {
        courts &= courts - 1;
        best = std::min(best, with[wild] + t.tail[courts]);
    }
    return best;
}

// The best Stair or number bomb to take out of a plan: tried one by one.
struct Extraction {
    const PlanTable& table;
    const Plan& plan;
    float spent; // on the melds that are out already
    float best = plan.cost - 1e-4f;
    float price = 0;
    Action meld = {};
    u16 kept[LINES] = {};

    // The lines before `from` are as in the plan: `before` has their costs.
    HAGGIS_FN void try_meld(float cost, Action cards, const u16* rest, const LineCosts& before = {}, int from = 0) {
        const float total = spent + cost + cost_of_lines(table, rest, plan.lines, plan.courts, before, from);
        if (total >= best) return;
        best = total;
        price = cost;
        meld = cards;
        std::copy_n(rest, plan.lines, kept);
    }

    HAGGIS_FN void stairs() {
        u16 rest[LINES];
        LineCosts before; // of the lines before `added`
        int added = 0;
        for (int i = 0; i < plan.lines; ++i)
            for (int j = i + 1; j < plan.lines; ++j) {
                const unsigned both = plan.line[i] & plan.line[j];
                for (unsigned pairs = both & both >> 1; pairs;) {
                    for (; added < i; ++added) before.add(table, plan.line[added], plan.courts);
                    const int low = lowest(pairs), length = lowest(~(both >> low)), at = window_of(length, low);
                    const unsigned ranks = ((1u << length) - 1) << low;
                    pairs &= ~ranks;
                    std::copy_n(plan.line, plan.lines, rest);
                    rest[i] ^= u16(ranks);
                    Hand cards = {u64(ranks) << plan.suit[i] * LINE, 0};
                    for (int k = j, width = 1; k < plan.lines; ++k)
                        if (!(ranks & ~plan.line[k])) {
                            rest[k] ^= u16(ranks);
                            cards = add(cards, {u64(ranks) << plan.suit[k] * LINE, 0});
                            const u64 stair = head(Verb::STAIR, ++width, length, low + LOW);
                            try_meld(table.stair[at], {stair | cards.first, cards.second}, rest, before, i);
                        }
                }
            }
    }

    // Lines of first copies come first and hold what the bombs need.
    HAGGIS_FN void bombs(int suits, u64 first, int firsts) {
        for (int i = 0; i < (suits == SUITS ? ODD_BOMBS : ODD_BOMBS_OF_FOUR); ++i) {
            const u64 cards = table.bombs[i];
            if (cards & ~first) continue;
            u16 rest[LINES];
            bool held = true;
            std::copy_n(plan.line, plan.lines, rest);
            for (int l = 0; l < firsts; ++l) {
                const unsigned taken = line(cards, plan.suit[l]);
                held &= !(taken & ~rest[l]);
                rest[l] ^= u16(taken);
            }
            if (held) try_meld(table.odd_bomb, {head(Verb::BOMB, 1, 0, 1) | cards, 0}, rest);
        }
    }
};

// A plan of Sequences, singles and courts alone.
HAGGIS_FN Plan split_lines(const Rules& rules, const PlanTable& table, Hand hand) {
    Plan plan;
    plan.lines = plan.firsts = plan.melds = 0;
    plan.courts = int(hand.first >> COURT_SHIFT & 7);
    for (int copy = 0; copy < rules.copies; ++copy) {
        for (int suit = 0; suit < rules.suits; ++suit)
            if (const unsigned held = line(copy ? hand.second : hand.first, suit)) {
                plan.suit[plan.lines] = u8(suit);
                plan.line[plan.lines++] = u16(held);
            }
        if (!copy) plan.firsts = plan.lines;
    }
    plan.cost = cost_of_lines(table, plan.line, plan.lines, plan.courts);
    return plan;
}

// The cheapest plan found for a hand.
HAGGIS_FN Plan make_plan(const Rules& rules, const PlanTable& table, Hand hand) {
    Plan plan = split_lines(rules, table, hand);
    const u64 odds = hand.first & ODDS;
    const bool bombs = odds & COLUMN << 1 && odds & COLUMN << 3 && odds & COLUMN << 5 && odds & COLUMN << 7;
    for (float spent = 0; plan.melds < MAX_MELDS;) {
        Extraction out{table, plan, spent};
        out.stairs();
        if (bombs) out.bombs(rules.suits, hand.first, plan.firsts);
        if (!out.meld.lo) break;
        std::copy_n(out.kept, plan.lines, plan.line);
        spent += out.price;
        plan.cost = out.best;
        plan.meld[plan.melds++] = out.meld;
    }
    return plan;
}

// The plays of a plan, and what its free courts could be: all that is worth leading.
HAGGIS_FN Action* plays_of(const PlanTable& t, const Plan& plan, Action* out) {
    out = std::copy_n(plan.meld, plan.melds, out);
    // How many courts each line gets, as in `cost_of_lines`.
    float best[LINES + 1][4] = {{0, NEVER, NEVER, NEVER}};
    u8 take[LINES][4] = {};
    const int held = bits(unsigned(plan.courts));
    for (int i = 0; i < plan.lines; ++i)
        for (int wild = 0; wild <= held; ++wild) {
            best[i + 1][wild] = NEVER;
            for (int more = 0; more <= wild; ++more)
                if (const float cost = best[i][wild - more] + t.cost[plan.line[i]][more]; cost < best[i + 1][wild]) {
                    best[i + 1][wild] = cost;
                    take[i][wild] = u8(more);
                }
        }
    int used = 0, free = plan.courts; // in gaps; courts that fill none
    float least = NEVER;
    for (int wild = 0, rest = plan.courts; wild <= held; ++wild, rest &= rest - 1)
        if (const float cost = best[plan.lines][wild] + t.tail[rest]; cost < least) {
            least = cost;
            used = wild;
            free = rest;
        }
    for (int i = plan.lines; i--;) {
        int wild = take[i][used];
        used -= wild;
        for (int line = plan.line[i]; line;) {
            const int cards = t.first[wild][line], at = t.window[wild][line], length = TABLES.length[at];
            u64 lo = head(length == 1 ? Verb::SINGLE : Verb::SEQUENCE, 1, length, TABLES.low[at] + LOW);
            int lowest_courts = plan.courts; // whichever play comes first takes them
            for (int gaps = length - bits(unsigned(cards)); gaps; --gaps, --wild, lowest_courts &= lowest_courts - 1)
                lo |= u64(lowest_courts & -lowest_courts) << COURT_SHIFT;
            *out++ = {lo | u64(cards) << plan.suit[i] * LINE, 0};
            line ^= cards;
        }
    }
    const Hand courts = {u64(free) << COURT_SHIFT, 0};
    return bombs(courts, 0, singles(courts, TOP, out));
}

} // namespace haggis
