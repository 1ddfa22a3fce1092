// The rules by the names of their fields, as Python and the page in a browser give them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checks.hpp"
#include "names.hpp"

namespace haggis {

// A field of the rules: the values that it may have, and for a choice their names from 0 on.
struct RuleField {
    const char* name;
    void (*set)(Rules&, int);
    int low, high;
    std::vector<std::string> choices;
};

template <auto Member> void set_field(Rules& rules, int value) {
    rules.*Member = std::remove_reference_t<decltype(rules.*Member)>(value);
}

template <auto Member> RuleField number_field(const char* name, int low, int high) {
    return {name, set_field<Member>, low, high, {}};
}
template <auto Member> RuleField flag_field(const char* name) { return number_field<Member>(name, 0, 1); }
template <auto Member> RuleField choice_field(const char* name) {
    auto choices = names<std::remove_cvref_t<decltype(std::declval<Rules>().*Member)>>();
    return {name, set_field<Member>, 0, int(choices.size()) - 1, std::move(choices)};
}

inline const std::vector<RuleField>& rule_fields() {
    static const std::vector<RuleField> fields = {
        number_field<&Rules::players>("players", 2, 4),
        number_field<&Rules::suits>("suits", 2, SUITS),
        number_field<&Rules::copies>("copies", 1, 2),
        number_field<&Rules::haggis_size>("haggis_size", 0, MAX_HAGGIS),
        number_field<&Rules::hand_size>("hand_size", 1, MAX_DEALT),
        flag_field<&Rules::partners>("partners"),
        choice_field<&Rules::opening>("opening"),
        flag_field<&Rules::open_bets>("open_bets"),
        choice_field<&Rules::bomb_to>("bomb_to"),
        flag_field<&Rules::name_lead>("name_lead"),
        flag_field<&Rules::reenter>("reenter"),
        choice_field<&Rules::out_bonus>("out_bonus"),
        choice_field<&Rules::last_hand>("last_hand"),
        flag_field<&Rules::slam>("slam"),
        choice_field<&Rules::points>("points"),
        number_field<&Rules::bet_multiplier>("bet_multiplier", 1, 2),
        choice_field<&Rules::bet_rule>("bet_rule"),
        choice_field<&Rules::bets_until>("bets_until"),
        choice_field<&Rules::failed_bet_to>("failed_bet_to"),
        choice_field<&Rules::haggis_to>("haggis_to"),
        flag_field<&Rules::sets>("sets"),
        number_field<&Rules::top_rank>("top_rank", LOW + 2, TOP + 3),
    };
    return fields;
}

inline Rules make_rules(const std::vector<i32>& bets, const std::map<std::string, int>& given) {
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

} // namespace haggis
