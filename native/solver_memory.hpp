// What a solver remembers: bounds of positions that it has searched, and how
// often plays have been good.
//
// Both are tables of fixed size in which new entries replace old ones. A new
// question starts a new generation, whose entries alone are there: that costs
// nothing, and what was asked before changes neither answers nor their cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <memory>

#include "cards.hpp"

namespace haggis {

class SolverMemory {
  public:
    // Of one position: its value is in this range if these points are on the
    // table.
    struct Entry {
        u64 key = 0; // with the generation in its lowest byte
        i32 low = 0, high = 0;
        u32 move = 0; // the one that was best
        i16 trick_points = 0;
        u8 effort = 0; // how many nodes it took, as a number of bits
    };

    explicit SolverMemory(std::size_t bytes) {
        const std::size_t buckets = std::bit_floor(std::max(bytes, LEAST) / (WAYS * sizeof(Entry) + sizeof(Tally)));
        buckets_ = buckets;
        entries_.reset(static_cast<Entry*>(std::calloc(buckets * WAYS, sizeof(Entry))));
        tallies_.reset(static_cast<Tally*>(std::calloc(buckets, sizeof(Tally))));
        shift_ = 64 - std::countr_zero(buckets);
    }

    void start_generation() {
        if (++generation_) return;
        std::fill_n(entries_.get(), buckets_ * WAYS, Entry{});
        std::fill_n(tallies_.get(), buckets_, Tally{});
        generation_ = 1;
    }

    // What is known of a position, by its hash.
    const Entry* find(u64 hash) const {
        const Entry* const bucket = &entries_[(hash >> shift_) * WAYS];
        for (int way = 0; way < WAYS; ++way)
            if (bucket[way].key == tagged(hash)) return bucket + way;
        return nullptr;
    }

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
    static constexpr int WAYS = 4;
    static constexpr std::size_t LEAST = 1 << 14;
    static constexpr int DOUBT = 4; // tries that a play must have had to count for half

    // The times that a play was tried, and those in which it was enough.
    struct Tally {
        u32 tag = 0; // with the generation in its lowest byte
        u16 good = 0, tries = 0;
    };

    // From calloc: memory that is never used is never cleared, and not there.
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<Entry[], Free> entries_;
    std::unique_ptr<Tally[], Free> tallies_;
    std::size_t buckets_;
    int shift_;
    u8 generation_ = 0;

    u64 tagged(u64 hash) const { return hash << 8 | generation_; }
    u32 tag(u64 play) const { return u32(play << 8) | generation_; }
    bool is_old(const Entry& entry) const { return u8(entry.key) != generation_; }
};

} // namespace haggis
