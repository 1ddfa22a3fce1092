// The rules for Python: `haggis_cards/native/rules.py` fills them.
#include "bindings.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "rule_fields.hpp"

using namespace haggis;

namespace {

std::map<std::string, std::vector<std::string>> choices_by_field() {
    std::map<std::string, std::vector<std::string>> found;
    for (const RuleField& field : rule_fields()) found[field.name] = field.choices;
    return found;
}

} // namespace

void bind_rules(nb::module_& m) {
    m.def("rule_fields", &choices_by_field,
          "The fields of Rules: the names of their choices, none for numbers and flags.");
    m.def("phase_names", &names<Phase>, "The phases of a round, in the order of their numbers in a state.");
    m.def("verb_names", &names<Verb>,
          "Kinds of play and other verbs, in the order of their numbers in packed actions.");
    m.attr("MAX_BETS") = MAX_BETS;
    m.attr("MAX_BET") = MAX_BET;
    m.attr("MAX_HAGGIS") = MAX_HAGGIS;
    m.attr("MAX_DEALT") = MAX_DEALT;
    m.attr("MAX_DRAW") = MAX_DRAW;
    nb::class_<Rules>(m, "Rules",
                      "The rules as numbers, every choice by its place in the fields of haggis_cards.Rules.")
        .def(
            "__init__",
            [](Rules* self, const std::vector<i32>& bets, const std::map<std::string, int>& fields) {
                new (self) Rules(make_rules(bets, fields));
            },
            "bets"_a, "fields"_a);
}
