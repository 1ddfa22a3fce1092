// How the network computes, once for each kind of processor. Nothing here knows Python.
#include <cmath>

#include "network.hpp"

#define ALWAYS_INLINE [[gnu::always_inline]] inline

namespace haggis {

constexpr int ROWS_AT_ONCE = 96; // so that they stay in the cache

typedef float Four __attribute__((vector_size(16))); // in a register
typedef float Eight __attribute__((vector_size(32)));
typedef float Sixteen __attribute__((vector_size(64)));

// Computes with vectors of this type; blocks of Rows x Across packs stay in registers. All of this is inlined into
// functions for one kind of processor.
template <class Vector, int Rows, int Across> struct Kernels {
    static constexpr int SIZE = sizeof(Vector) / sizeof(float), PER_PACK = PACK / SIZE;
    typedef u32 Words __attribute__((vector_size(sizeof(Vector)), may_alias));

    ALWAYS_INLINE static const Vector* vectors(const Floats& x) { return reinterpret_cast<const Vector*>(x.data()); }
    ALWAYS_INLINE static Vector* vectors(Floats& x) { return reinterpret_cast<Vector*>(x.data()); }
    ALWAYS_INLINE static int vectors(int floats) { return packs(floats) * PER_PACK; }

    // Weights of set bits, added to a row.
    ALWAYS_INLINE static void add_bits(const BitLayer& layer, const u64* words, int count, Vector* row) {
        const u32 width = u32(layer.width * PER_PACK);
        u32 set[64 * STATE_WORDS];
        int found = 0;
        for (int word = 0; word < count; ++word)
            for (u64 left = words[word]; left; left &= left - 1)
                set[found++] = u32(64 * word + std::countr_zero(left)) * width;
        constexpr u32 PART = 8;
        const Vector* const rows = vectors(layer.rows);
        u32 at = 0;
        for (; at + PART <= width; at += PART) {
            Vector sum[PART];
            for (u32 i = 0; i < PART; ++i) sum[i] = row[at + i];
            for (int n = 0; n < found; ++n)
                for (u32 i = 0; i < PART; ++i) sum[i] += rows[set[n] + at + i];
            for (u32 i = 0; i < PART; ++i) row[at + i] = sum[i];
        }
        for (; at < width; ++at) {
            Vector sum = row[at];
            for (int n = 0; n < found; ++n) sum += rows[set[n] + at];
            row[at] = sum;
        }
    }

    ALWAYS_INLINE static void rectify(Vector* row, int width) {
        for (int i = 0; i < width; ++i) row[i] = row[i] > 0 ? row[i] : Vector{};
    }

    ALWAYS_INLINE static float sum(const Vector& x) {
        float all = 0;
        for (int i = 0; i < SIZE; ++i) all += x[i];
        return all;
    }

    ALWAYS_INLINE static float dot(const Vector* a, const Vector* b, int width) {
        Vector all = {};
        for (int i = 0; i < width; ++i) all += a[i] * b[i];
        return sum(all);
    }

    ALWAYS_INLINE static void normalize(const Norm& norm, const Vector* row, Vector* out) {
        const int width = vectors(norm.count);
        Vector all = {}, squares = {};
        for (int i = 0; i < width; ++i) all += row[i];
        const float mean = sum(all) / float(norm.count);
        for (int i = 0; i < width; ++i) squares += (row[i] - mean) * (row[i] - mean);
        const float beyond = float(width * SIZE - norm.count) * mean * mean; // zeros that fill up the last pack
        const float scale = 1 / std::sqrt((sum(squares) - beyond) / float(norm.count) + 1e-5f);
        const Vector *const weight = vectors(norm.weight), *const bias = vectors(norm.bias);
        for (int i = 0; i < width; ++i) out[i] = (row[i] - mean) * scale * weight[i] + bias[i];
    }

    enum Then { RECTIFY, ADD, PUT };

    // The panels of a layer from a pack on, which is the first of its panel.
    ALWAYS_INLINE static const Words* panels(const Layer& layer, int pack) {
        return reinterpret_cast<const Words*>(layer.panels.data()) +
               std::size_t(layer.halved ? pack / 2 : pack) * std::size_t(layer.inputs) * PER_PACK;
    }

    // The weights of an input for vector `v` of the outputs.
    template <bool halved>
    ALWAYS_INLINE static void get_weights(const Words* panels, std::size_t inputs, std::size_t in, int v, Vector& to) {
        const int pack = v / PER_PACK;
        const std::size_t row = std::size_t(pack / 2) * inputs + in, part = std::size_t(v % PER_PACK);
        if constexpr (halved) {
            const Words both = panels[row * PER_PACK + part];
            to = Vector(pack % 2 ? both & 0xffff0000 : both << 16);
        } else {
            to = Vector(panels[(2 * row + std::size_t(pack % 2)) * PER_PACK + part]);
        }
    }

    // A block of R rows and A packs of a product.
    template <int R, int A, Then then, bool halved>
    ALWAYS_INLINE static void block(const Layer& layer, const float* x, std::size_t stride, int pack, Vector* out) {
        constexpr int V = A * PER_PACK;
        const std::size_t inputs = std::size_t(layer.inputs), width = std::size_t(layer.width * PER_PACK);
        const std::size_t first = std::size_t(pack * PER_PACK);
        const Words* const from = panels(layer, pack);
        Vector sum[R][V];
        for (int r = 0; r < R; ++r)
            for (int v = 0; v < V; ++v) sum[r][v] = vectors(layer.bias)[first + std::size_t(v)];
        for (std::size_t in = 0; in < inputs; ++in) {
            Vector by[V];
            for (int v = 0; v < V; ++v) get_weights<halved>(from, inputs, in, v, by[v]);
            for (int r = 0; r < R; ++r)
                for (int v = 0; v < V; ++v) sum[r][v] += x[std::size_t(r) * stride + in] * by[v];
        }
        for (int r = 0; r < R; ++r)
            for (int v = 0; v < V; ++v) finish<then>(out[std::size_t(r) * width + first + std::size_t(v)], sum[r][v]);
    }

    template <int R, int A, Then then, bool halved>
    ALWAYS_INLINE static void column(const Layer& layer, const float* x, int stride, int rows, int pack, Vector* out) {
        int row = 0;
        for (; row + R <= rows; row += R)
            block<R, A, then, halved>(layer, x + std::size_t(row) * stride, std::size_t(stride), pack,
                                      out + std::size_t(row * layer.width * PER_PACK));
        if constexpr (R > 1)
            column<R - 1, A, then, halved>(layer, x + std::size_t(row) * stride, stride, rows - row, pack,
                                           out + std::size_t(row * layer.width * PER_PACK));
    }

    // A layer over rows.
    template <Then then, bool halved>
    ALWAYS_INLINE static void product(const Layer& layer, const Floats& x, int rows, Floats& out) {
        const int stride = packs(layer.inputs) * PACK;
        int pack = 0;
        for (; pack + Across <= layer.width; pack += Across)
            column<Rows, Across, then, halved>(layer, flat(x), stride, rows, pack, vectors(out));
        for (; pack + 2 <= layer.width; pack += 2)
            column<Rows, 2, then, halved>(layer, flat(x), stride, rows, pack, vectors(out));
        if (pack < layer.width) column<Rows, 1, then, halved>(layer, flat(x), stride, rows, pack, vectors(out));
    }

    template <Then then> ALWAYS_INLINE static void product(const Layer& layer, const Floats& x, int rows, Floats& out) {
        if (layer.halved) product<then, true>(layer, x, rows, out);
        else product<then, false>(layer, x, rows, out);
    }

    // The same for rows that were rectified, of which most floats are zeros: only the others are multiplied, and the
    // sums are the same.
    template <Then then, bool halved>
    ALWAYS_INLINE static void sparse_product(const Layer& layer, const Floats& x, int rows, Floats& out) {
        constexpr int MOST = 8 / PER_PACK; // packs at once
        const int stride = packs(layer.inputs) * PACK, width = layer.width * PER_PACK;
        thread_local std::vector<u32> set;
        set.resize(std::size_t(layer.inputs));
        for (int row = 0; row < rows; ++row) {
            const float* const from = flat(x) + std::size_t(row) * stride;
            int found = 0;
            for (int in = 0; in < layer.inputs; ++in) {
                set[std::size_t(found)] = u32(in);
                found += from[in] > 0;
            }
            Vector* const to = vectors(out) + row * width;
            int pack = 0;
            for (; pack + MOST <= layer.width; pack += MOST)
                sparse_row<MOST, then, halved>(layer, from, set.data(), found, pack, to);
            for (; pack + 2 <= layer.width; pack += 2)
                sparse_row<2, then, halved>(layer, from, set.data(), found, pack, to);
            if (pack < layer.width) sparse_row<1, then, halved>(layer, from, set.data(), found, pack, to);
        }
    }

    template <Then then>
    ALWAYS_INLINE static void sparse_product(const Layer& layer, const Floats& x, int rows, Floats& out) {
        if (layer.halved) sparse_product<then, true>(layer, x, rows, out);
        else sparse_product<then, false>(layer, x, rows, out);
    }

    template <int A, Then then, bool halved>
    ALWAYS_INLINE static void sparse_row(const Layer& layer, const float* x, const u32* set, int found, int pack,
                                         Vector* out) {
        const std::size_t first = std::size_t(pack * PER_PACK);
        const Words* const from = panels(layer, pack);
        Vector sum[A * PER_PACK];
        for (int v = 0; v < A * PER_PACK; ++v) sum[v] = vectors(layer.bias)[first + std::size_t(v)];
        for (int n = 0; n < found; ++n)
            for (int v = 0; v < A * PER_PACK; ++v) {
                Vector by;
                get_weights<halved>(from, std::size_t(layer.inputs), set[n], v, by);
                sum[v] += x[set[n]] * by;
            }
        for (int v = 0; v < A * PER_PACK; ++v) finish<then>(out[first + std::size_t(v)], sum[v]);
    }

    template <Then then> ALWAYS_INLINE static void finish(Vector& to, const Vector& sum) {
        if constexpr (then == RECTIFY) to = sum > 0 ? sum : Vector{};
        if constexpr (then == ADD) to += sum;
        if constexpr (then == PUT) to = sum;
    }

    // What is known in some decisions, into `normed`; and what can be expected.
    ALWAYS_INLINE static void run_trunk(const Network& network, const u64* states, int rows, Workspace& t,
                                        float* points, float* first_out) {
        const int width = vectors(network.width);
        for (int row = 0; row < rows; ++row) {
            Vector* const seen = vectors(t.seen) + row * width;
            std::copy_n(vectors(network.states_bias_), width, seen);
            add_bits(network.states_, states + std::size_t(row) * STATE_WORDS, STATE_WORDS, seen);
            rectify(seen, width);
        }
        for (const Network::Block& block : network.trunk_) {
            for (int row = 0; row < rows; ++row)
                normalize(block.norm, vectors(t.seen) + row * width, vectors(t.normed) + row * width);
            product<RECTIFY>(block.inner, t.normed, rows, t.inner);
            sparse_product<ADD>(block.outer, t.inner, rows, t.seen);
        }
        for (int row = 0; row < rows; ++row) {
            Vector* const normed = vectors(t.normed) + row * width;
            normalize(network.norm_, vectors(t.seen) + row * width, normed);
            points[row] = dot(normed, vectors(network.value_[0]), width) + network.value_bias_[0];
            const float odds = dot(normed, vectors(network.value_[1]), width) + network.value_bias_[1];
            first_out[row] = (1 + std::tanh(odds / 2)) / 2;
        }
    }

    // The part of what is known that actions are judged by, into `situations`.
    ALWAYS_INLINE static void run_situations(const Network& network, const u64* states, int rows, Workspace& t) {
        product<PUT>(network.situation_, t.normed, rows, t.situations);
        for (int row = 0; row < rows; ++row)
            add_bits(network.hand_, states + std::size_t(row) * STATE_WORDS, HAND_WORDS,
                     vectors(t.situations) + row * vectors(network.head));
    }

    ALWAYS_INLINE static void evaluate(const Network& network, const u64* states, const u64* actions,
                                       const std::int64_t* offsets, std::size_t count, Workspace& t) {
        const int head = vectors(network.head);
        float* value = t.values.data();
        for (std::size_t from = 0; from < count; from += ROWS_AT_ONCE) {
            const int rows = int(std::min<std::size_t>(ROWS_AT_ONCE, count - from));
            run_trunk(network, states + from * STATE_WORDS, rows, t, &t.points[from], &t.first_out[from]);
            if (offsets[from] == offsets[from + std::size_t(rows)]) continue; // nothing to choose from
            run_situations(network, states + from * STATE_WORDS, rows, t);
            int owner = 0;
            for (std::int64_t next = offsets[from]; next < offsets[from + std::size_t(rows)];) {
                const int part = int(std::min<std::int64_t>(ROWS_AT_ONCE, offsets[from + std::size_t(rows)] - next));
                for (int row = 0; row < part; ++row, ++next, actions += CHOICE_WORDS) {
                    while (next >= offsets[from + std::size_t(owner) + 1]) ++owner;
                    Vector* const x = vectors(t.heads) + row * head;
                    std::copy_n(vectors(t.situations) + owner * head, head, x);
                    add_bits(network.actions_, actions, CHOICE_WORDS, x);
                    rectify(x, head);
                }
                // Of the heads fewer are zeros: with the longest vectors blocks are faster.
                if constexpr (SIZE > 8) product<RECTIFY>(network.inner_, t.heads, part, t.inner);
                else sparse_product<RECTIFY>(network.inner_, t.heads, part, t.inner);
                for (int row = 0; row < part; ++row)
                    *value++ = dot(vectors(t.inner) + row * head, vectors(network.out_), head) + network.out_bias_;
            }
        }
    }
};

namespace {

// As many rows and packs as there are registers for.
#if defined(__x86_64__)
[[gnu::target("avx512f,fma")]] void evaluate_512(const Network& network, const u64* states, const u64* actions,
                                                 const std::int64_t* offsets, std::size_t count, Workspace& workspace) {
    Kernels<Sixteen, 6, 4>::evaluate(network, states, actions, offsets, count, workspace);
}
[[gnu::target("avx2,fma")]] void evaluate_256(const Network& network, const u64* states, const u64* actions,
                                              const std::int64_t* offsets, std::size_t count, Workspace& workspace) {
    Kernels<Eight, 2, 2>::evaluate(network, states, actions, offsets, count, workspace);
}
#endif
void evaluate_any(const Network& network, const u64* states, const u64* actions, const std::int64_t* offsets,
                  std::size_t count, Workspace& workspace) {
    Kernels<Four, 1, 2>::evaluate(network, states, actions, offsets, count, workspace);
}

} // namespace

Network::Evaluate* Network::best_kernel([[maybe_unused]] int widest) {
#if defined(__x86_64__)
    if (widest >= 512 && __builtin_cpu_supports("avx512f")) return evaluate_512;
    if (widest >= 256 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return evaluate_256;
#endif
    return evaluate_any;
}

void Network::evaluate(const u64* states, const u64* actions, const std::int64_t* offsets, std::size_t count,
                       Workspace& workspace) const {
    const std::size_t listed = std::size_t(offsets[count] - offsets[0]);
    workspace.values.resize(listed);
    workspace.points.resize(count);
    workspace.first_out.resize(count);
    const auto rows = [](std::size_t wanted, int floats) {
        return std::min<std::size_t>(wanted, ROWS_AT_ONCE) * std::size_t(packs(floats));
    };
    for (Floats* room : {&workspace.seen, &workspace.normed}) room->resize(rows(count, width));
    workspace.situations.resize(rows(count, head));
    workspace.heads.resize(rows(listed, head));
    workspace.inner.resize(std::max(rows(count, width), rows(listed, head)));
    kernel_(*this, states, actions, offsets, count, workspace);
}

} // namespace haggis
