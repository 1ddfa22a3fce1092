// How the network computes, once for each kind of processor, and its Python face: `haggis/bots/mind.py` calls it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "given.hpp"
#include "network.hpp"
#include "playout.hpp"

namespace nb = nanobind;
using namespace nb::literals;

#define ALWAYS_INLINE [[gnu::always_inline]] inline

namespace haggis {

constexpr int AT_ONCE = 96; // rows, so that they stay in the cache

typedef float Four __attribute__((vector_size(16))); // in a register
typedef float Eight __attribute__((vector_size(32)));
typedef float Sixteen __attribute__((vector_size(64)));

// Computes with such registers; blocks of so many rows and packs stay in them. All of this is inlined into functions
// for one kind of processor.
template <class Vector, int Rows, int Across> struct Kernels {
    static constexpr int SIZE = sizeof(Vector) / sizeof(float), PER_PACK = PACK / SIZE;

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
        const Vector* const weight = vectors(norm.weight), *const bias = vectors(norm.bias);
        for (int i = 0; i < width; ++i) out[i] = (row[i] - mean) * scale * weight[i] + bias[i];
    }

    enum Then { RECTIFY, ADD, PUT };

    // So many rows and packs of a product.
    template <int R, int A, Then then>
    ALWAYS_INLINE static void block(const Layer& layer, const float* x, std::size_t stride, int pack, Vector* out) {
        constexpr int V = A * PER_PACK;
        const std::size_t inputs = std::size_t(layer.inputs), width = std::size_t(layer.width * PER_PACK);
        const std::size_t first = std::size_t(pack * PER_PACK);
        const Vector* const panel = vectors(layer.panels) + first * inputs;
        Vector sum[R][V];
        for (int r = 0; r < R; ++r)
            for (int v = 0; v < V; ++v) sum[r][v] = vectors(layer.bias)[first + std::size_t(v)];
        for (std::size_t in = 0; in < inputs; ++in) {
            Vector weights[V];
            for (int v = 0; v < V; ++v)
                weights[v] = panel[(std::size_t(v / PER_PACK) * inputs + in) * PER_PACK + std::size_t(v % PER_PACK)];
            for (int r = 0; r < R; ++r)
                for (int v = 0; v < V; ++v) sum[r][v] += x[std::size_t(r) * stride + in] * weights[v];
        }
        for (int r = 0; r < R; ++r)
            for (int v = 0; v < V; ++v) {
                Vector& to = out[std::size_t(r) * width + first + std::size_t(v)];
                if constexpr (then == RECTIFY) to = sum[r][v] > 0 ? sum[r][v] : Vector{};
                if constexpr (then == ADD) to += sum[r][v];
                if constexpr (then == PUT) to = sum[r][v];
            }
    }

    template <int R, int A, Then then>
    ALWAYS_INLINE static void column(const Layer& layer, const float* x, int stride, int rows, int pack, Vector* out) {
        int row = 0;
        for (; row + R <= rows; row += R)
            block<R, A, then>(layer, x + std::size_t(row) * stride, std::size_t(stride), pack,
                              out + std::size_t(row * layer.width * PER_PACK));
        if constexpr (R > 1)
            column<R / 2, A, then>(layer, x + std::size_t(row) * stride, stride, rows - row, pack,
                                   out + std::size_t(row * layer.width * PER_PACK));
    }

    // A layer over rows of so many packs.
    template <Then then> ALWAYS_INLINE static void product(const Layer& layer, const Floats& x, int rows, Floats& out) {
        const int stride = packs(layer.inputs) * PACK;
        int pack = 0;
        for (; pack + Across <= layer.width; pack += Across)
            column<Rows, Across, then>(layer, flat(x), stride, rows, pack, vectors(out));
        for (; pack < layer.width; ++pack) column<Rows, 1, then>(layer, flat(x), stride, rows, pack, vectors(out));
    }

    // What is known in some decisions, into `situations`; and what can be expected.
    ALWAYS_INLINE static void see(const Network& mind, const u64* states, int rows, Workspace& t, float* points,
                                  float* first_out) {
        const int width = vectors(mind.width), head = vectors(mind.head);
        for (int row = 0; row < rows; ++row) {
            Vector* const seen = vectors(t.seen) + row * width;
            std::copy_n(vectors(mind.states_bias_), width, seen);
            add_bits(mind.states_, states + std::size_t(row) * STATE_WORDS, STATE_WORDS, seen);
            rectify(seen, width);
        }
        for (const Network::Block& block : mind.trunk_) {
            for (int row = 0; row < rows; ++row)
                normalize(block.norm, vectors(t.seen) + row * width, vectors(t.normed) + row * width);
            product<RECTIFY>(block.inner, t.normed, rows, t.inner);
            product<ADD>(block.outer, t.inner, rows, t.seen);
        }
        for (int row = 0; row < rows; ++row) {
            Vector* const normed = vectors(t.normed) + row * width;
            normalize(mind.norm_, vectors(t.seen) + row * width, normed);
            points[row] = dot(normed, vectors(mind.value_[0]), width) + mind.value_bias_[0];
            const float odds = dot(normed, vectors(mind.value_[1]), width) + mind.value_bias_[1];
            first_out[row] = (1 + std::tanh(odds / 2)) / 2;
        }
        product<PUT>(mind.situation_, t.normed, rows, t.situations);
        for (int row = 0; row < rows; ++row)
            add_bits(mind.hand_, states + std::size_t(row) * STATE_WORDS, HAND_WORDS,
                     vectors(t.situations) + row * head);
    }

    ALWAYS_INLINE static void judge(const Network& mind, const u64* states, const u64* actions,
                                    const std::int64_t* offsets, std::size_t count, Workspace& t) {
        const int head = vectors(mind.head);
        float* value = t.values.data();
        for (std::size_t from = 0; from < count; from += AT_ONCE) {
            const int rows = int(std::min<std::size_t>(AT_ONCE, count - from));
            see(mind, states + from * STATE_WORDS, rows, t, &t.points[from], &t.first_out[from]);
            int owner = 0;
            for (std::int64_t next = offsets[from]; next < offsets[from + std::size_t(rows)];) {
                const int part = int(std::min<std::int64_t>(AT_ONCE, offsets[from + std::size_t(rows)] - next));
                for (int row = 0; row < part; ++row, ++next, actions += CHOICE_WORDS) {
                    while (next >= offsets[from + std::size_t(owner) + 1]) ++owner;
                    Vector* const x = vectors(t.heads) + row * head;
                    std::copy_n(vectors(t.situations) + owner * head, head, x);
                    add_bits(mind.actions_, actions, CHOICE_WORDS, x);
                    rectify(x, head);
                }
                product<RECTIFY>(mind.inner_, t.heads, part, t.inner);
                for (int row = 0; row < part; ++row)
                    *value++ = dot(vectors(t.inner) + row * head, vectors(mind.out_), head) + mind.out_bias_;
            }
        }
    }
};

namespace {

// As many rows and packs as there are registers for.
#if defined(__x86_64__)
[[gnu::target("avx512f,fma")]] void judge_512(const Network& mind, const u64* states, const u64* actions,
                                              const std::int64_t* offsets, std::size_t count, Workspace& thought) {
    Kernels<Sixteen, 6, 4>::judge(mind, states, actions, offsets, count, thought);
}
[[gnu::target("avx2,fma")]] void judge_256(const Network& mind, const u64* states, const u64* actions,
                                           const std::int64_t* offsets, std::size_t count, Workspace& thought) {
    Kernels<Eight, 6, 1>::judge(mind, states, actions, offsets, count, thought);
}
#endif
void judge_any(const Network& mind, const u64* states, const u64* actions, const std::int64_t* offsets, std::size_t count,
               Workspace& thought) {
    Kernels<Four, 2, 1>::judge(mind, states, actions, offsets, count, thought);
}

} // namespace

Network::Judge* Network::best_judge([[maybe_unused]] int widest) {
#if defined(__x86_64__)
    if (widest >= 512 && __builtin_cpu_supports("avx512f")) return judge_512;
    if (widest >= 256 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return judge_256;
#endif
    return judge_any;
}

void Network::judge(const u64* states, const u64* actions, const std::int64_t* offsets, std::size_t count,
                 Workspace& thought) const {
    const std::size_t rows = AT_ONCE;
    thought.values.resize(std::size_t(offsets[count] - offsets[0]));
    thought.points.resize(count);
    thought.first_out.resize(count);
    for (Floats* room : {&thought.seen, &thought.normed}) room->resize(rows * std::size_t(packs(width)));
    for (Floats* room : {&thought.situations, &thought.heads}) room->resize(rows * std::size_t(packs(head)));
    thought.inner.resize(rows * std::size_t(packs(std::max(width, head))));
    judge_(*this, states, actions, offsets, count, thought);
}

} // namespace haggis

using namespace haggis;

namespace {

template <class T> using Given = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <int Words> using Rows = nb::ndarray<const u64, nb::shape<-1, Words>, nb::c_contig, nb::device::cpu>;
using Weight = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;
using Arrays = std::map<std::string, Weight>;

std::string told(const Weight& array) {
    std::string shape;
    for (std::size_t i = 0; i < array.ndim(); ++i) shape += (i ? " x " : "") + std::to_string(array.shape(i));
    return shape;
}

Network* make_mind(const Arrays& arrays, int widest) {
    std::set<std::string> taken;
    const auto rows = [&](const std::string& name) {
        const auto found = arrays.find(name);
        return found == arrays.end() || found->second.ndim() != 2 ? 0 : int(found->second.shape(0));
    };
    int blocks = 0;
    while (arrays.contains("trunk." + std::to_string(2 + blocks) + ".inner.weight")) ++blocks;
    const Source source = [&](const std::string& name, int rows, int columns) {
        const auto found = arrays.find(name);
        if (found == arrays.end()) throw std::invalid_argument("the weights have no " + name);
        const Weight& array = found->second;
        const bool fits = rows ? array.ndim() == 2 && int(array.shape(0)) == rows && int(array.shape(1)) == columns
                               : array.ndim() == 1 && int(array.shape(0)) == columns;
        if (!fits)
            throw std::invalid_argument(name + " has the shape " + told(array) + ", not " +
                                        (rows ? std::to_string(rows) + " x " : "") + std::to_string(columns));
        taken.insert(name);
        return array.data();
    };
    const int width = rows("trunk.0.weight"), head = rows("action.weight");
    if (width < 1 || head < 1 || width > 1 << 14 || head > 1 << 14)
        throw std::invalid_argument("trunk.0.weight and action.weight are matrices of 1 to 16384 rows");
    auto mind = std::make_unique<Network>(source, width, blocks, head, widest);
    for (const auto& [name, array] : arrays)
        if (!taken.contains(name)) throw std::invalid_argument("the network has no place for the weights " + name);
    return mind.release();
}

using Found = nb::ndarray<nb::numpy, float, nb::ndim<1>>;

Found hand_over(std::vector<float>&& floats) {
    auto* const kept = new std::vector<float>(std::move(floats));
    const nb::capsule owner(kept, [](void* at) noexcept { delete static_cast<std::vector<float>*>(at); });
    return {kept->data(), {kept->size()}, owner};
}

std::tuple<Found, Found, Found> judge(const Network& mind, const Rows<STATE_WORDS>& states,
                                      const Rows<CHOICE_WORDS>& actions, const Given<std::int64_t>& offsets) {
    const std::size_t count = states.shape(0);
    const std::int64_t* const at = offsets.data();
    if (offsets.shape(0) != count + 1 || at[0] != 0 || at[count] != std::int64_t(actions.shape(0)) ||
        !std::is_sorted(at, at + count + 1))
        throw std::invalid_argument("offsets tell where the actions of each state begin, and their number");
    Workspace thought;
    {
        nb::gil_scoped_release unlocked;
        mind.judge(states.data(), actions.data(), at, count, thought);
    }
    return {hand_over(std::move(thought.values)), hand_over(std::move(thought.points)),
            hand_over(std::move(thought.first_out))};
}

nb::ndarray<nb::numpy, i32, nb::ndim<3>> play_out(const Network& mind, const Rules& rules, const nb::bytes& raw,
                                                  const Log& log, int seat, const Given<std::int64_t>& places,
                                                  u64 first, int worlds, u64 seed, float least_chance, int threads) {
    const Game game = read_game(rules, raw, log);
    const std::vector<Action> tries = read_actions(rules, game.now, seat, places.data(), places.shape(0));
    if (tries.empty() || tries.size() > 1024 || worlds < 1 || worlds > 1 << 20)
        throw std::invalid_argument("from 1 to 1024 actions to try, in 1 to 1048576 worlds");
    if (threads < 1 || threads > 1024) throw std::invalid_argument("from 1 to 1024 threads");
    const std::size_t sides = std::size_t(rules.side_count());
    auto* const points = new std::vector<i32>(tries.size() * std::size_t(worlds) * sides);
    const nb::capsule owner(points, [](void* at) noexcept { delete static_cast<std::vector<i32>*>(at); });
    {
        nb::gil_scoped_release unlocked;
        PlayOut(mind, rules, game, seat, tries, seed, least_chance).run(first, worlds, threads, points->data());
    }
    return {points->data(), {tries.size(), std::size_t(worlds), sides}, owner};
}

} // namespace

void bind_network(nb::module_& m) {
    nb::class_<Network>(m, "Network", "A trained network.")
        .def(nb::new_(&make_mind), "weights"_a, "widest"_a = 512,
             "Out of the arrays of a file. The registers that it computes with have so many bits at most.")
        .def("evaluate", &judge, "states"_a, "actions"_a, "offsets"_a,
             "Values of all actions; of each state the points ahead to be expected and the chance to be first out.")
        .def("play_out", &play_out, "rules"_a, "raw"_a, "log"_a, "seat"_a, "places"_a, "first"_a, "worlds"_a, "seed"_a,
             "least_chance"_a, "threads"_a,
             "The points of rounds that begin with each action in the same imagined worlds: [actions, worlds, sides].");
}
