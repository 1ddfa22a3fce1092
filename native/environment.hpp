// Rounds as environments: numbers of actions in; features, masks of legal numbers and rewards out. Host only.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "action_space.hpp"
#include "saved.hpp"
#include "score.hpp"

namespace haggis {

using i8 = std::int8_t;

// What all rounds of an environment have in common.
struct EnvSettings {
    ActionSpace space;
    int past;     // actions of the past that an observation shows
    int goal;     // of the match, 0 for none
    bool margins; // whether rewards are margins over the mean of the other sides, or a side's own points

    int state_words() const { return PAST_AT + past * LOGGED_WORDS; }
    int features() const { return 64 * state_words(); }
};

// The bits of words as bytes of 0 and 1, the lowest first.
inline void unpack_bits(const u64* words, int count, i8* out) {
    static constexpr auto spread = [] {
        std::array<u64, 256> table{};
        for (unsigned byte = 0; byte < 256; ++byte)
            for (int bit = 0; bit < 8; ++bit)
                table[byte] |= u64(byte >> bit & 1) << 8 * (std::endian::native == std::endian::little ? bit : 7 - bit);
        return table;
    }();
    for (int i = 0; i < count; ++i)
        for (int byte = 0; byte < 8; ++byte, out += 8) std::memcpy(out, &spread[words[i] >> 8 * byte & 255], 8);
}

class EnvRound {
  public:
    explicit EnvRound(std::shared_ptr<const EnvSettings> settings)
        : settings_(std::move(settings)), position_{settings_->space.rules, {}, {}} {
        position_.state.phase = Phase::OVER;
        position_.state.turn = NOBODY;
    }

    const EnvSettings& settings() const { return *settings_; }
    const ActionSpace& space() const { return settings_->space; }
    const Position& position() const { return position_; }
    int seat() const { return position_.state.turn; } // to act, NOBODY when the round is over
    bool is_over() const { return position_.state.phase == Phase::OVER; }
    const std::vector<Action>& list() const { return list_; } // what is legal; by places, what is offered

    // Another round: dealt, by a random seat and with totals of zero, or as it is given.
    void deal(Rng& rng) {
        const i32 totals[SEATS] = {};
        position_.state = fresh(position_.rules, rng, NOBODY, totals);
        position_.history.count = 0;
        list_legal();
    }
    void start(const Position& position) {
        position_ = position;
        list_legal();
    }

    void save(ByteWriter& out) const {
        out.write(position_.state);
        out.write(position_.history);
    }
    void load(ByteReader& in) {
        in.read(position_.state);
        in.read(position_.history);
        list_legal();
    }

    bool has(std::int64_t number) const {
        if (number < 0 || number >= space().size()) return false;
        if (!space().by_shape) return std::size_t(number) < list_.size();
        const std::vector<i16>& legal = numbers();
        return std::find(legal.begin(), legal.end(), i16(number)) != legal.end();
    }

    // The action with a legal number.
    Action action(int number) const {
        return space().by_shape ? space().pick(position_.state, seat(), list_, numbers(), number)
                                : list_[std::size_t(number)];
    }

    void act(Action action) {
        haggis::act(position_, seat(), action);
        list_legal();
    }

    void act_randomly(Rng& rng) { act(list_[rng.below(u32(list_.size()))]); }

    void mask(i8* out) const {
        std::fill_n(out, space().size(), i8(0));
        if (!space().by_shape) std::fill_n(out, list_.size(), i8(1));
        else
            for (const i16 number : numbers()) out[number] = 1;
    }

    void observe(int seat, i8* out) const {
        u64 words[STATE_WORDS];
        encode_state(position_.rules, position_.state, position_.history, seat, settings_->goal, words);
        unpack_bits(words, settings_->state_words(), out);
    }

    // The rewards of a round that is over, by seat.
    std::array<double, SEATS> rewards() const {
        const Rules& rules = position_.rules;
        const Score result = score(rules, position_.state);
        const int sides = rules.side_count();
        double points[SEATS] = {}, all = 0;
        for (int side = 0; side < sides; ++side)
            all += points[side] = result.cards[side] + result.bonus[side] + result.bets[side];
        std::array<double, SEATS> by_seat = {};
        for (int seat = 0; seat < rules.players; ++seat) {
            const double own = points[rules.side(seat)];
            by_seat[std::size_t(seat)] = settings_->margins ? own - (all - own) / (sides - 1) : own;
        }
        return by_seat;
    }

  private:
    std::shared_ptr<const EnvSettings> settings_;
    Position position_;
    std::vector<Action> list_;
    mutable std::vector<i16> numbers_; // of the listed actions, if they are numbered by shape
    mutable bool is_numbered_ = false; // not before somebody asks: opponents do not

    const std::vector<i16>& numbers() const {
        if (!is_numbered_) space().number(list_, seat(), numbers_);
        is_numbered_ = true;
        return numbers_;
    }

    void list_legal() {
        thread_local const auto buffer = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
        const int count = is_over() ? 0 : legal(position_.rules, position_.state, seat(), buffer.get());
        list_.assign(buffer.get(), buffer.get() + count);
        space().shorten(list_);
        is_numbered_ = false;
    }
};

} // namespace haggis
