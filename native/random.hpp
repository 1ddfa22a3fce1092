// Random numbers: a small generator with a stream for each game, fair deals, and uniformly random play.
#pragma once

#include "menu.hpp"
#include "round.hpp"

namespace haggis {

// A counter run through a mixer (the splitmix64 construction): eight bytes of state, any seed is good, and a number
// distinguishes the streams of one seed.
struct Rng {
    u64 state;

    HAGGIS_FN explicit Rng(u64 seed, u64 stream = 0) : state(mix(seed + mix(stream + 1))) {}

    HAGGIS_FN static u64 mix(u64 z) {
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    HAGGIS_FN u64 next() { return mix(state += 0x9e3779b97f4a7c15); }

    // A number below n, every one exactly as likely as the others (rejection; the loop almost never turns).
    HAGGIS_FN u32 below(u32 n) {
        u64 wide = (next() >> 32) * n;
        if (u32(wide) < n)
            for (const u32 floor = -n % n; u32(wide) < floor;) wide = (next() >> 32) * n;
        return u32(wide >> 32);
    }
};

HAGGIS_FN void shuffle(u8* cards, int count, Rng& rng) {
    for (int left = count; left > 1; --left) {
        const int chosen = int(rng.below(u32(left)));
        const u8 swapped = cards[chosen];
        cards[chosen] = cards[left - 1];
        cards[left - 1] = swapped;
    }
}

// A fair deal: the haggis off the top, then the hands.
HAGGIS_FN Deal deal(const Rules& rules, Rng& rng) {
    u8 pack[2 * PLANE];
    const int count = each_number(rules.deck(), pack);
    shuffle(pack, count, rng);
    Deal dealt = {};
    const u8* next = pack;
    for (int i = 0; i < rules.haggis_size; ++i) dealt.haggis[i] = *next++;
    for (int seat = 0; seat < rules.players; ++seat)
        for (int i = 0; i < rules.hand_size; ++i) dealt.hands[seat] = add(dealt.hands[seat], card(*next++));
    return dealt;
}

// A round from a fair deal, the first of a match: led from the dealer's left, the dealer random if NOBODY.
HAGGIS_FN State fresh(const Rules& rules, Rng& rng, int dealer, const i32* totals) {
    const Deal dealt = deal(rules, rng);
    if (dealer == NOBODY) dealer = int(rng.below(rules.players));
    return start(rules, dealt, dealer, rules.left(dealer), totals);
}

// One decision, uniform over the legal actions; returns how many there are.
HAGGIS_FN int act_randomly(const Rules& rules, State& state, Rng& rng, Action* buffer, Action& chosen) {
    const int seat = state.turn;
    const Menu menu(rules, state, seat, buffer);
    const int count = menu.size();
    chosen = menu.at(int(rng.below(u32(count))));
    act(rules, state, seat, chosen);
    return count;
}

} // namespace haggis
