// What a solver remembers: bounds of positions that it has searched, and how often plays have been good.
//
// Both are tables of fixed size in which new entries replace old ones. A new question starts a new generation, whose
// entries alone are there: that costs nothing, and what was asked before changes neither answers nor their cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "cards.hpp"

namespace haggis {

// Entries that begin as zeros, at addresses that suit caches. Memory that is never used is never there.
template <class Entry> class Zeroed {
  public:
    explicit Zeroed(std::size_t count) : count_(count), memory_(std::calloc(count * sizeof(Entry) + LINE_OF_CACHE, 1)) {
        char* const first = next(static_cast<char*>(memory_.get()), LINE_OF_CACHE);
        first_ = reinterpret_cast<Entry*>(first);
#if defined(__linux__)
        // Large pages make looks faster; a small table would wait longer for them to be cleared.
        const std::size_t size = count * sizeof(Entry) & -LARGE_PAGE;
        if (size >= 16 * LARGE_PAGE) madvise(next(first, LARGE_PAGE), size - LARGE_PAGE, MADV_HUGEPAGE);
#endif
    }
    Entry& operator[](std::size_t at) const { return first_[at]; }
    void clear() { std::fill_n(first_, count_, Entry{}); }

  private:
    static constexpr std::size_t LINE_OF_CACHE = 64, LARGE_PAGE = 1 << 21;

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::size_t count_;
    std::unique_ptr<void, Free> memory_;
    Entry* first_;

    // The next address that is a multiple of a power of two.
    static char* next(char* address, std::size_t step) { return address + (-std::uintptr_t(address) & (step - 1)); }
};

// Of one position: its value is in this range if these points are on the table. `move` is the one that was best,
// `effort` how many nodes it took, as a number of bits. The lowest byte of the key has the generation.
template <class Value, class Move, class Points> struct KnownPosition {
    u64 key = 0;
    Value low = 0, high = 0;
    Move move = 0;
    Points trick_points = 0;
    u8 effort = 0;
};

template <class Known> class PositionMemory {
  public:
    using Entry = Known;

    explicit PositionMemory(std::size_t bytes)
        : buckets_(std::bit_floor(std::max(bytes, LEAST) / (WAYS * sizeof(Entry)))), entries_(buckets_ * WAYS),
          shift_(64 - std::countr_zero(buckets_)) {}

    void start_generation() {
        if (++generation_) return;
        entries_.clear();
        generation_ = 1;
    }

    // What is known of a position, by its hash.
    const Entry* find(u64 hash) const {
        const Entry* const bucket = &entries_[(hash >> shift_) * WAYS];
        for (int way = 0; way < WAYS; ++way)
            if (bucket[way].key == tagged(hash)) return bucket + way;
        return nullptr;
    }

    // Looks ahead, so that what will be asked is at hand.
    void prefetch(u64 hash) const { __builtin_prefetch(&entries_[(hash >> shift_) * WAYS]); }

    // The newest stays, and of the others what took most.
    void keep(u64 hash, Entry entry) {
        entry.key = tagged(hash);
        Entry* const bucket = &entries_[(hash >> shift_) * WAYS];
        Entry* place = bucket;
        for (int way = 0; way < WAYS; ++way) {
            Entry& one = bucket[way];
            if (one.key == entry.key) {
                place = &one;
                break;
            }
            if (is_old(one) ? !is_old(*place) : !is_old(*place) && one.effort < place->effort) place = &one;
        }
        if (place->key != entry.key)
            for (int way = 0; way < WAYS; ++way) bucket[way].effort -= bucket[way].effort > 0;
        *place = entry;
    }

  private:
    static constexpr int WAYS = 4;
    static constexpr std::size_t LEAST = 1 << 14;

    std::size_t buckets_;
    Zeroed<Entry> entries_;
    int shift_;
    u8 generation_ = 0;

    u64 tagged(u64 hash) const { return hash << 8 | generation_; }
    bool is_old(const Entry& entry) const { return u8(entry.key) != generation_; }
};

// How often plays were tried, and how often they were enough.
class PlayMemory {
  public:
    explicit PlayMemory(std::size_t bytes)
        : size_(std::bit_floor(std::max(bytes, LEAST) / sizeof(Tally))), tallies_(size_),
          shift_(64 - std::countr_zero(size_)) {}

    void start_generation() {
        if (++generation_) return;
        tallies_.clear();
        generation_ = 1;
    }

    // How good a play has been so far, from 0 to 1,000.
    int success(u64 play) const {
        const Tally& tally = tallies_[play >> shift_];
        return tally.tag == tag(play) ? 1000 * tally.good / (tally.tries + DOUBT) : 0;
    }

    void count(u64 play, bool good) {
        Tally& tally = tallies_[play >> shift_];
        if (tally.tag != tag(play)) tally = {tag(play), 0, 0};
        if (tally.tries == UINT16_MAX) tally = {tally.tag, u16(tally.good / 2), u16(tally.tries / 2)};
        ++tally.tries;
        tally.good += good;
    }

  private:
    static constexpr std::size_t LEAST = 1 << 10;
    static constexpr int DOUBT = 4; // tries that a play must have had to count for half

    struct Tally {
        u32 tag = 0; // with the generation in its lowest byte
        u16 good = 0, tries = 0;
    };
    std::size_t size_;
    Zeroed<Tally> tallies_;
    int shift_;
    u8 generation_ = 0;

    u32 tag(u64 play) const { return u32(play << 8) | generation_; }
};

} // namespace haggis
