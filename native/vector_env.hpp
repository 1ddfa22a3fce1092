// Many environments at once, each with random numbers of its own, so that results do not depend on the others or on the
// number of threads. Host only.
#pragma once

#include "environment.hpp"
#include "executor.hpp"
#include "policy.hpp"

namespace haggis {

// Who plays the other seats: nobody (the agent plays all seats, and sees what the one to act knows), or the core.
enum class Opponents : u8 { NONE, RANDOM, POLICY };

// What happens when an episode ends, as in Gymnasium: the next step deals, this step deals, or nothing.
enum class Autoreset : u8 { NEXT_STEP, SAME_STEP, DISABLED };

// Where the results go, a row for each environment.
struct EnvOutput {
    i8* observations;
    i8* masks;
    double* rewards; // of the seat that acted
    bool* terminated;
    u8* seats;              // whose observation it is
    double* returns;        // of episodes that have ended, by seat
    i8* final_observations; // of episodes that have ended, with SAME_STEP
};

class VectorEnv {
  public:
    VectorEnv(std::shared_ptr<const EnvSettings> settings, std::size_t count, std::unique_ptr<Executor> executor,
              Opponents opponents, int seat, Autoreset autoreset)
        : settings_(std::move(settings)), opponents_(opponents), seat_(seat), autoreset_(autoreset),
          executor_(std::move(executor)), rounds_(count, EnvRound(settings_)), rngs_(count, Rng(0)),
          seats_(count, u8(seat)) {
        constexpr int known_bits = 10; // many rounds in turn
        for (int i = 0; opponents == Opponents::POLICY && i < executor_->size(); ++i)
            players_.emplace_back(settings_->space.rules, known_bits);
    }

    std::size_t size() const { return rounds_.size(); }
    const EnvSettings& settings() const { return *settings_; }
    const EnvRound& round(std::size_t i) const { return rounds_[i]; }

    void seed(std::size_t i, u64 seed) { rngs_[i] = Rng(seed); }

    // Deals again where `chosen` says so, and shows all.
    void reset(const bool* chosen, const EnvOutput& out) {
        each([&](int thread, std::size_t i) {
            if (chosen[i]) begin(thread, i);
            show(i, out);
        });
    }

    // The first environment in which an action is not legal, -1 if there is none. An episode that is over and will be
    // dealt again takes any action.
    std::int64_t find_illegal(const std::int64_t* actions) const {
        for (std::size_t i = 0; i < size(); ++i) {
            const bool is_ignored = rounds_[i].is_over() && autoreset_ == Autoreset::NEXT_STEP;
            if (!is_ignored && !rounds_[i].has(actions[i])) return std::int64_t(i);
        }
        return -1;
    }

    // Takes an action in every environment; they must be legal.
    void step(const std::int64_t* actions, const EnvOutput& out) {
        each([&](int thread, std::size_t i) {
            EnvRound& round = rounds_[i];
            out.rewards[i] = 0;
            out.terminated[i] = false;
            if (round.is_over()) {
                begin(thread, i);
            } else {
                const int actor = round.seat();
                round.act(round.action(int(actions[i])));
                let_opponents_act(thread, i);
                if (round.is_over()) end(thread, i, actor, out);
            }
            show(i, out);
        });
    }

    void save(ByteWriter& out) const {
        for (const EnvRound& round : rounds_) round.save(out);
        out.write(std::span<const Rng>(rngs_));
        out.write(std::span<const u8>(seats_));
    }
    void load(ByteReader& in) {
        for (EnvRound& round : rounds_) round.load(in);
        in.read(std::span(rngs_));
        in.read(std::span(seats_));
    }

    // A random legal number for each environment, 0 where there is none.
    void sample(const i8* masks, std::int64_t* actions) {
        const auto work = [&](int, std::size_t i) {
            actions[i] = draw(masks + i * std::size_t(settings_->space.size()), rngs_[i]);
        };
        constexpr std::size_t few = 512; // draws take less time than a thread needs to begin
        if (size() > few) return each(work);
        for (std::size_t i = 0; i < size(); ++i) work(0, i);
    }

  private:
    std::shared_ptr<const EnvSettings> settings_;
    Opponents opponents_;
    int seat_;
    Autoreset autoreset_;
    std::unique_ptr<Executor> executor_;
    std::vector<EnvRound> rounds_;
    std::vector<Rng> rngs_;
    std::vector<u8> seats_;             // whose observation is shown
    std::vector<PolicyPlayer> players_; // by thread

    template <class Work> void each(Work work) {
        const std::size_t threads = std::size_t(executor_->size());
        executor_->run([&](int thread) {
            const std::size_t end = size() * (std::size_t(thread) + 1) / threads;
            for (std::size_t i = size() * std::size_t(thread) / threads; i < end; ++i) work(thread, i);
        });
    }

    void begin(int thread, std::size_t i) {
        rounds_[i].deal(rngs_[i]);
        let_opponents_act(thread, i);
    }

    void let_opponents_act(int thread, std::size_t i) {
        EnvRound& round = rounds_[i];
        if (opponents_ == Opponents::NONE) return;
        while (!round.is_over() && round.seat() != seat_)
            if (opponents_ == Opponents::RANDOM) round.act_randomly(rngs_[i]);
            else round.act(players_[std::size_t(thread)].choose(round.position().state, round.seat(), rngs_[i], 0));
    }

    void end(int thread, std::size_t i, int actor, const EnvOutput& out) {
        const int players = settings_->space.rules.players;
        const auto rewards = rounds_[i].rewards();
        std::copy_n(rewards.begin(), players, out.returns + i * std::size_t(players));
        out.rewards[i] = rewards[std::size_t(actor)];
        out.terminated[i] = true;
        seats_[i] = u8(actor);
        if (autoreset_ != Autoreset::SAME_STEP) return;
        rounds_[i].observe(actor, out.final_observations + i * std::size_t(settings_->features()));
        begin(thread, i);
    }

    // What the seat to act knows; when the round is over, the seat that acted last.
    void show(std::size_t i, const EnvOutput& out) {
        const EnvRound& round = rounds_[i];
        if (!round.is_over()) seats_[i] = u8(round.seat());
        out.seats[i] = seats_[i];
        round.observe(seats_[i], out.observations + i * std::size_t(settings_->features()));
        round.mask(out.masks + i * std::size_t(settings_->space.size()));
    }

    std::int64_t draw(const i8* mask, Rng& rng) const {
        const int size = settings_->space.size();
        u32 count = 0;
        for (int number = 0; number < size; ++number) count += u32(mask[number]);
        if (!count) return 0;
        u32 left = rng.below(count);
        int number = 0;
        for (u64 eight; number + 8 <= size; number += 8) {
            std::memcpy(&eight, mask + number, 8);
            if (left < u32(bits(eight))) break;
            left -= u32(bits(eight));
        }
        while (number + 1 < size && (!mask[number] || left--)) ++number;
        return number;
    }
};

} // namespace haggis
