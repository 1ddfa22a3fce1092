// The Python module haggis_cards._native. `haggis_cards.native` is the face that people use.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_rules(nb::module_& m);       // bindings_rules.cpp
void bind_position(nb::module_& m);    // bindings_position.cpp
void bind_batch(nb::module_& m);       // bindings_batch.cpp
void bind_search(nb::module_& m);      // bindings_search.cpp
void bind_rollout(nb::module_& m);     // bindings_rollout.cpp
void bind_network(nb::module_& m);     // bindings_network.cpp
void bind_review(nb::module_& m);      // bindings_review.cpp
void bind_puzzles(nb::module_& m);     // bindings_puzzles.cpp
void bind_solver(nb::module_& m);      // bindings_solver.cpp
void bind_environment(nb::module_& m); // bindings_environment.cpp

NB_MODULE(_native, m) {
    nb::set_leak_warnings(false); // rules are kept in caches, which live to the very end
    m.doc() = "The native core: the whole round in C++. Use it through haggis_cards.native.";
    bind_rules(m);
    bind_position(m);
    bind_batch(m);
    bind_search(m);
    bind_rollout(m);
    bind_network(m);
    bind_review(m);
    bind_puzzles(m);
    bind_solver(m);
    bind_environment(m);
}
