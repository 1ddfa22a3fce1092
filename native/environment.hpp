// Rounds as environments: numbers of actions in; features, masks of legal numbers and rewards out. Host only.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "action_space.hpp"
#include "menu.hpp"
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

    // What is legal; by places, what is offered.
    const std::vector<Action>& list() const {
        if (!is_listed_) list_legal();
        return list_;
    }

    // Another round: dealt, by a random seat and with totals of zero, or as it is given.
    void deal(Rng& rng) {
        const i32 totals[SEATS] = {};
        position_.state = fresh(position_.rules, rng, NOBODY, totals);
        position_.history.count = 0;
        change();
    }
    void start(const Position& position) {
        position_ = position;
        change();
    }

    void save(ByteWriter& out) const {
        out.write(position_.state);
        out.write(position_.history);
    }
    void load(ByteReader& in) {
        in.read(position_.state);
        in.read(position_.history);
        change();
    }

    bool has(std::int64_t number) const {
        if (number < 0 || number >= space().size()) return false;
        return marks()[std::size_t(number) / 64] >> (number % 64) & 1;
    }

    // The legal numbers as bits.
    const std::vector<u64>& marks() const {
        if (is_marked_) return marks_;
        marks_.assign(std::size_t(space().size() + 63) / 64, 0);
        const auto mark = [this](std::size_t number) { marks_[number / 64] |= u64(1) << number % 64; };
        if (space().by_shape)
            for (const i16 number : numbers()) mark(std::size_t(number));
        else
            for (std::size_t place = 0; place < list().size(); ++place) mark(place);
        is_marked_ = true;
        return marks_;
    }

    // The action with a legal number.
    Action action(int number) const {
        return space().by_shape ? space().pick(position_.state, seat(), list(), numbers(), number)
                                : list()[std::size_t(number)];
    }

    void act(Action action) {
        haggis::act(position_, seat(), action);
        change();
    }

    // Any action, or any that is offered, each as likely as the others.
    void act_randomly(Rng& rng) {
        const Menu menu(position_.rules, position_.state, seat(), room());
        if (space().by_shape || menu.size() <= space().size()) act(menu.at(int(rng.below(u32(menu.size())))));
        else act(list()[rng.below(u32(list().size()))]);
    }

    void mask(i8* out) const {
        const int whole = space().size() / 64;
        unpack_bits(marks().data(), whole, out);
        for (int number = 64 * whole; number < space().size(); ++number)
            out[number] = i8(marks_.back() >> (number % 64) & 1);
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
    mutable std::vector<Action> list_;
    mutable std::vector<i16> numbers_; // of the listed actions, if they are numbered by shape
    mutable std::vector<u64> marks_;
    mutable bool is_listed_ = false; // neither before somebody asks: random opponents do not
    mutable bool is_numbered_ = false, is_marked_ = false;

    void change() { is_listed_ = is_numbered_ = is_marked_ = false; }

    static Action* room() {
        thread_local const auto buffer = std::make_unique_for_overwrite<Action[]>(MAX_LEGAL);
        return buffer.get();
    }

    const std::vector<i16>& numbers() const {
        if (!is_numbered_) space().number(list(), seat(), numbers_);
        is_numbered_ = true;
        return numbers_;
    }

    void list_legal() const {
        Action* const buffer = room();
        const int count = is_over() ? 0 : legal(position_.rules, position_.state, seat(), buffer);
        list_.assign(buffer, buffer + count);
        space().shorten(list_);
        is_listed_ = true;
    }
};

} // namespace haggis
