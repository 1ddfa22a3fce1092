// The arrays of a trained network, by name: what is in a file of weights, checked.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "checks.hpp"
#include "network.hpp"

namespace haggis {

// Of one array; its numbers are asked for when they are needed, a matrix and a vector at a time.
struct Weighted {
    std::vector<std::size_t> shape;
    std::function<const float*()> data;
};
using WeightArrays = std::map<std::string, Weighted>;

inline std::string text_of(const std::vector<std::size_t>& shape) {
    std::string text;
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? " x " : "") + std::to_string(shape[i]);
    return text;
}

// The network that these arrays are, computing with registers of at most `widest` bits.
inline std::unique_ptr<Network> make_network(const WeightArrays& arrays, int widest) {
    std::set<std::string> taken;
    const auto rows = [&](const std::string& name) {
        const auto found = arrays.find(name);
        return found == arrays.end() || found->second.shape.size() != 2 ? 0 : int(found->second.shape[0]);
    };
    int blocks = 0;
    while (arrays.contains("trunk." + std::to_string(2 + blocks) + ".inner.weight")) ++blocks;
    const Source source = [&](const std::string& name, int rows, int columns) {
        const auto found = arrays.find(name);
        require(found != arrays.end(), "the weights have no " + name);
        std::vector<std::size_t> shape = {std::size_t(columns)};
        if (rows) shape.insert(shape.begin(), std::size_t(rows));
        require(found->second.shape == shape,
                name + " has the shape " + text_of(found->second.shape) + ", not " + text_of(shape));
        taken.insert(name);
        return found->second.data();
    };
    const int width = rows("trunk.0.weight"), head = rows("action.weight");
    require(width >= 1 && head >= 1 && width <= 1 << 14 && head <= 1 << 14,
            "trunk.0.weight and action.weight are matrices of 1 to 16384 rows");
    auto network = std::make_unique<Network>(source, width, blocks, head, widest);
    if (arrays.contains("belief.known.weight")) {
        const int sizes[] = {rows("belief.known.weight"), rows("belief.event.weight"), rows("belief.hidden.weight")};
        require(std::all_of(sizes, sizes + 3, [](int size) { return size >= 1 && size <= 1 << 14; }),
                "belief.known.weight, belief.event.weight and belief.hidden.weight are matrices of 1 to 16384 rows");
        network->belief = std::make_unique<BeliefNetwork>(source, sizes[0], sizes[1], sizes[2]);
    }
    for (const auto& [name, array] : arrays)
        require(taken.contains(name), "the network has no place for the weights " + name);
    return network;
}

} // namespace haggis
