// Numbers by keys that are not 0, in one table that grows: open addressing, which is several times as fast as the
// maps of the standard library.
#pragma once

#include <vector>

#include "random.hpp"

namespace haggis {

class FlatMap {
  public:
    static constexpr u32 NONE = ~u32(0);

    void clear() {
        slots_.assign(LEAST, {});
        count_ = 0;
    }

    u32 find(u64 key) const { return slots_[place(slots_, key)].value; }

    // Keeps a number, whose key must be new.
    void add(u64 key, u32 value) {
        if (2 * ++count_ > slots_.size()) grow();
        slots_[place(slots_, key)] = {key, value};
    }

  private:
    static constexpr std::size_t LEAST = 1 << 10;

    struct Slot {
        u64 key = 0;
        u32 value = NONE;
    };
    std::vector<Slot> slots_ = std::vector<Slot>(LEAST);
    std::size_t count_ = 0;

    // Where a key is, or would be.
    static std::size_t place(const std::vector<Slot>& slots, u64 key) {
        std::size_t at = Rng::mix(key) & (slots.size() - 1);
        while (slots[at].key && slots[at].key != key) at = (at + 1) & (slots.size() - 1);
        return at;
    }

    void grow() {
        std::vector<Slot> larger(2 * slots_.size());
        for (const Slot& one : slots_)
            if (one.key) larger[place(larger, one.key)] = one;
        slots_ = std::move(larger);
    }
};

} // namespace haggis
