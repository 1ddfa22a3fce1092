// The trained network, which evaluates rows of bits. `haggis_cards/training/network.py` defines it.
//
// Few bits of a row are set, so the first layers add up the weights of those. The others are products of matrices, with
// everything in packs of 16 floats: rows and columns are filled up with zeros to whole packs. What comes out for a row
// does not depend on the rows beside it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "belief.hpp"
#include "candidates.hpp"

namespace haggis {

constexpr int HAND_WORDS = 2; // the first words of a state are the own hand

// The memory that one thread needs for an evaluation, and what comes out.
struct Workspace {
    std::vector<float> values;            // of each action
    std::vector<float> points, first_out; // of each decision: ahead at the end of the round; the chance of it
    Floats seen, normed, inner, situations, heads;
};

class Network {
  public:
    const int width, blocks, head;
    std::unique_ptr<const BeliefNetwork> belief; // if it has one

    // Computes with registers of at most `widest` bits.
    Network(const Source& source, int width, int blocks, int head, int widest)
        : width(width), blocks(blocks), head(head), kernel_(best_kernel(widest)),
          norm_(Norm::read(source, "norm", width)),
          states_(source("trunk.0.weight", width, 64 * STATE_WORDS), width, 64 * STATE_WORDS, 0, 64 * STATE_WORDS),
          states_bias_(read_vector(source, "trunk.0.bias", width)),
          situation_(source("situation.weight", head, width + 64 * HAND_WORDS),
                     read_vector(source, "situation.bias", head), head, width + 64 * HAND_WORDS, width),
          hand_(source("situation.weight", head, width + 64 * HAND_WORDS), head, width + 64 * HAND_WORDS, width,
                64 * HAND_WORDS),
          actions_(source("action.weight", head, 64 * CHOICE_WORDS), head, 64 * CHOICE_WORDS, 0, 64 * CHOICE_WORDS),
          inner_(Layer::read(source, "inner", head, head)), out_(fill_up(source("out.weight", 1, head), head)) {
        for (int block = 0; block < blocks; ++block) {
            const std::string name = "trunk." + std::to_string(2 + block);
            trunk_.push_back({Norm::read(source, name + ".norm", width),
                              Layer::read(source, name + ".inner", width, width),
                              Layer::read(source, name + ".outer", width, width)});
        }
        out_bias_ = *source("out.bias", 0, 1);
        const float* const value = source("value.weight", 2, width);
        const float* const value_bias = source("value.bias", 0, 2);
        for (int i = 0; i < 2; ++i) {
            value_[i] = fill_up(value + i * width, width);
            value_bias_[i] = value_bias[i];
        }
    }

    // Evaluates `count` decisions. Their lists of actions lie one behind the other, between offsets that may begin with
    // any number.
    void evaluate(const u64* states, const u64* actions, const std::int64_t* offsets, std::size_t count,
                  Workspace& workspace) const;

  private:
    using Evaluate = void(const Network&, const u64*, const u64*, const std::int64_t*, std::size_t, Workspace&);
    static Evaluate* best_kernel(int widest); // that this processor can run

    template <class Vector, int Rows, int Across> friend struct Kernels; // network_kernels.cpp

    struct Block {
        Norm norm;
        Layer inner, outer;
    };

    Evaluate* kernel_;
    Norm norm_;
    BitLayer states_;
    Floats states_bias_;
    std::vector<Block> trunk_;
    Layer situation_; // of what the trunk has seen,
    BitLayer hand_;   // and of the own hand
    BitLayer actions_;
    Layer inner_;
    Floats out_, value_[2];
    float out_bias_, value_bias_[2];
};

} // namespace haggis
