// The parts of networks: weights in packs of 16 floats, filled up with zeros.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <vector>

#include "cards.hpp"

namespace haggis {

constexpr int PACK = 16;

struct alignas(4 * PACK) Pack {
    float of[PACK];
};
using Floats = std::vector<Pack>;

constexpr int packs(int floats) { return (floats + PACK - 1) / PACK; }
inline float* flat(Floats& x) { return x.data()->of; }
inline const float* flat(const Floats& x) { return x.data()->of; }

// An array of weights by its name and shape (rows 0: a vector); a source that has none must not return.
using Source = std::function<const float*(const std::string& name, int rows, int columns)>;

inline Floats fill_up(const float* floats, int count) {
    Floats vector(std::size_t(packs(count)), Pack{});
    std::copy_n(floats, count, flat(vector));
    return vector;
}
inline Floats read_vector(const Source& source, const std::string& name, int count) {
    return fill_up(source(name, 0, count), count);
}

// A layer over bits: a row of weights for each.
struct BitLayer {
    int width; // in packs
    Floats rows;

    // Of a matrix [outputs, all], the columns [from, from + count).
    BitLayer(const float* matrix, int outputs, int all, int from, int count)
        : width(packs(outputs)), rows(std::size_t(width) * std::size_t(count), Pack{}) {
        for (int bit = 0; bit < count; ++bit)
            for (int out = 0; out < outputs; ++out)
                flat(rows)[std::size_t(bit) * width * PACK + out] = matrix[std::size_t(out) * all + from + bit];
    }
};

// A layer over floats: panels of two packs of outputs, with its weights from input to input. A matrix that is exact in
// bfloat16, the upper half of a float, takes half the room: a word has the weights of an output in the lower half and
// of the one a pack further in the upper half.
struct Layer {
    struct alignas(4 * PACK) Words {
        u32 of[PACK];
    };
    int inputs, width; // inputs one by one, outputs in packs
    bool halved;
    std::vector<Words> panels;
    Floats bias;

    // Of a matrix [outputs, all], the first columns.
    Layer(const float* matrix, Floats&& bias, int outputs, int all, int inputs)
        : inputs(inputs), width(packs(outputs)), halved(is_bfloat16(matrix, std::size_t(outputs) * std::size_t(all))),
          panels(std::size_t((width + 1) / 2) * std::size_t(inputs) * (halved ? 1 : 2), Words{}),
          bias(std::move(bias)) {
        for (int out = 0; out < outputs; ++out)
            for (int in = 0; in < inputs; ++in) {
                const u32 bits = std::bit_cast<u32>(matrix[std::size_t(out) * all + in]);
                const std::size_t row = std::size_t(out / PACK / 2) * inputs + in, odd = out / PACK % 2;
                u32& word = panels[halved ? row : 2 * row + odd].of[out % PACK];
                word |= halved && !odd ? bits >> 16 : bits;
            }
    }

    static bool is_bfloat16(const float* floats, std::size_t count) {
        return std::all_of(floats, floats + count, [](float x) { return !(std::bit_cast<u32>(x) & 0xffff); });
    }

    static Layer read(const Source& source, const std::string& name, int outputs, int inputs) {
        return {source(name + ".weight", outputs, inputs), read_vector(source, name + ".bias", outputs), outputs,
                inputs, inputs};
    }
};

// Every row with mean 0 and deviation 1, then scaled and moved.
struct Norm {
    int count;
    Floats weight, bias;

    static Norm read(const Source& source, const std::string& name, int count) {
        return {count, read_vector(source, name + ".weight", count), read_vector(source, name + ".bias", count)};
    }
};

// Sums and products that are the same on every processor: outputs side by side, input by input.

inline void add_row(const BitLayer& layer, int row, float times, Floats& sum) {
    const Pack* const from = layer.rows.data() + std::size_t(row) * std::size_t(layer.width);
    for (int pack = 0; pack < layer.width; ++pack)
        for (int i = 0; i < PACK; ++i) sum[std::size_t(pack)].of[i] += times * from[pack].of[i];
}

inline void add_bits(const BitLayer& layer, const u64* words, int count, Floats& sum) {
    for (int word = 0; word < count; ++word)
        for (u64 left = words[word]; left; left &= left - 1) add_row(layer, 64 * word + lowest(left), 1, sum);
}

// The layer over floats, one input after the other; those of zero add nothing.
inline void add_product(const BitLayer& layer, const Floats& inputs, Floats& sum) {
    const int count = int(layer.rows.size()) / layer.width;
    for (int in = 0; in < count; ++in)
        if (const float times = flat(inputs)[in]; times != 0) add_row(layer, in, times, sum);
}

inline void add(const Floats& more, Floats& sum) {
    for (std::size_t pack = 0; pack < sum.size(); ++pack)
        for (int i = 0; i < PACK; ++i) sum[pack].of[i] += more[pack].of[i];
}

inline float dot(const Floats& a, const Floats& b) {
    Pack sums = {};
    for (std::size_t pack = 0; pack < a.size(); ++pack)
        for (int i = 0; i < PACK; ++i) sums.of[i] += a[pack].of[i] * b[pack].of[i];
    float sum = 0;
    for (const float part : sums.of) sum += part;
    return sum;
}

inline const Floats& rectify(Floats& values) {
    for (Pack& pack : values)
        for (float& value : pack.of) value = std::max(value, 0.f);
    return values;
}

} // namespace haggis
