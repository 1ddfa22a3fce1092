// The rules for Python: `haggis_cards/native/rules.py` fills them.
#include "bindings.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>

#include "names.hpp"

using namespace haggis;

namespace {

// A field of the rules: the values that it may have, and for a choice their names from 0 on.
struct RuleField {
    const char* name;
    void (*set)(Rules&, int);
    int low, high;
    std::vector<std::string> choices;
};

template <auto Member> void set(Rules& rules, int value) {
    rules.*Member = std::remove_reference_t<decltype(rules.*Member)>(value);
}

template <auto Member> RuleField number(const char* name, int low, int high) {
    return {name, set<Member>, low, high, {}};
}
template <auto Member> RuleField flag(const char* name) { return number<Member>(name, 0, 1); }
template <auto Member> RuleField choice(const char* name) {
    auto choices = names<std::remove_cvref_t<decltype(std::declval<Rules>().*Member)>>();
    return {name, set<Member>, 0, int(choices.size()) - 1, std::move(choices)};
}

const std::vector<RuleField>& rule_fields() {
    static const std::vector<RuleField> fields = {
        number<&Rules::players>("players", 2, 4),
        number<&Rules::suits>("suits", 2, SUITS),
        number<&Rules::copies>("copies", 1, 2),
        number<&Rules::haggis_size>("haggis_size", 0, MAX_HAGGIS),
        number<&Rules::hand_size>("hand_size", 1, MAX_DEALT),
        flag<&Rules::partners>("partners"),
        choice<&Rules::opening>("opening"),
        flag<&Rules::open_bets>("open_bets"),
        choice<&Rules::bomb_to>("bomb_to"),
        flag<&Rules::name_lead>("name_lead"),
        flag<&Rules::reenter>("reenter"),
        choice<&Rules::out_bonus>("out_bonus"),
        choice<&Rules::last_hand>("last_hand"),
        flag<&Rules::slam>("slam"),
        choice<&Rules::points>("points"),
        number<&Rules::bet_multiplier>("bet_multiplier", 1, 2),
        choice<&Rules::bet_rule>("bet_rule"),
        choice<&Rules::bets_until>("bets_until"),
        choice<&Rules::failed_bet_to>("failed_bet_to"),
        choice<&Rules::haggis_to>("haggis_to"),
        flag<&Rules::sets>("sets"),
    };
    return fields;
}

std::map<std::string, std::vector<std::string>> choices_by_field() {
    std::map<std::string, std::vector<std::string>> found;
    for (const RuleField& field : rule_fields()) found[field.name] = field.choices;
    return found;
}

Rules make_rules(const std::vector<i32>& bets, const std::map<std::string, int>& given) {
    Rules rules;
    for (const RuleField& field : rule_fields()) {
        const auto found = given.find(field.name);
        require(found != given.end(), std::string("rules need ") + field.name);
        require_in(found->second, field.low, field.high, field.name);
        field.set(rules, found->second);
    }
    require(given.size() == rule_fields().size(), "a field of the rules that the core does not know");
    require_in(i64(bets.size()), 1, MAX_BETS, "the number of bet values");
    for (std::size_t i = 0; i < bets.size(); ++i) {
        require_in(bets[i], i ? bets[i - 1] + 1 : 1, MAX_BET, "a bet value, ascending,");
        rules.bets[i] = bets[i];
    }
    rules.bet_count = u8(bets.size());
    require(rules.deck_size() == rules.haggis_size + rules.players * rules.hand_size,
            "the cards do not make up the deck");
    require(!rules.partners || rules.players == 4, "partners need four players");
    require(rules.partners ||
                (rules.opening != Opening::EXCHANGE && !rules.name_lead && rules.bomb_to != BombTo::OPPONENTS),
            "exchange, name_lead and bombs for the opponents need partners");
    require(rules.opening != Opening::AUCTION || (rules.bet_count == MAX_DRAW && rules.haggis_size == MAX_DRAW &&
                                                  rules.players == 3 && rules.copies == 1),
            "an auction needs three players, a single deck, three bet values and a haggis of three");
    return rules;
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
