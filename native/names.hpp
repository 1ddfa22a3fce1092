// The names of enumerators, as Python writes them: `haggis_cards/native` compares them with its own when it is
// imported.
#pragma once

#include <string>
#include <vector>

#include "state.hpp"

namespace haggis {

constexpr const char* name(Opening value) {
    switch (value) {
        case Opening::NONE: return "";
        case Opening::AUCTION: return "auction";
        case Opening::EXCHANGE: return "exchange";
    }
    return nullptr;
}

constexpr const char* name(BombTo value) {
    switch (value) {
        case BombTo::WINNER: return "winner";
        case BombTo::OPPONENTS: return "opponents";
        case BombTo::CHOSEN: return "chosen";
        case BombTo::PREVIOUS: return "previous";
    }
    return nullptr;
}

constexpr const char* name(OutBonus value) {
    switch (value) {
        case OutBonus::IMMEDIATE: return "immediate";
        case OutBonus::TRICK: return "trick";
    }
    return nullptr;
}

constexpr const char* name(LastHand value) {
    switch (value) {
        case LastHand::FIRST_OUT: return "first_out";
        case LastHand::LAST_OUT: return "last_out";
        case LastHand::NOBODY: return "nobody";
    }
    return nullptr;
}

constexpr const char* name(Points value) {
    switch (value) {
        case Points::PRINTED: return "printed";
        case Points::FLAT: return "flat";
    }
    return nullptr;
}

constexpr const char* name(BetRule value) {
    switch (value) {
        case BetRule::OUT: return "out";
        case BetRule::SCORE: return "score";
    }
    return nullptr;
}

constexpr const char* name(FailedBetTo value) {
    switch (value) {
        case FailedBetTo::FIRST_OUT: return "first_out";
        case FailedBetTo::WITHOUT_BET: return "without_bet";
    }
    return nullptr;
}

constexpr const char* name(BetsUntil value) {
    switch (value) {
        case BetsUntil::FIRST_OUT: return "first-out";
        case BetsUntil::FIRST_CARD: return "first-card";
    }
    return nullptr;
}

constexpr const char* name(HaggisTo value) {
    switch (value) {
        case HaggisTo::FIRST_OUT: return "first_out";
        case HaggisTo::LAST_TO_PLAY: return "last_to_play";
    }
    return nullptr;
}

constexpr const char* name(Phase value) {
    switch (value) {
        case Phase::EXCHANGE: return "exchange";
        case Phase::AUCTION: return "auction";
        case Phase::BURY: return "bury";
        case Phase::PLAY: return "play";
        case Phase::AWARD: return "award";
        case Phase::LEAD: return "lead";
        case Phase::OVER: return "over";
    }
    return nullptr;
}

constexpr const char* name(Verb value) {
    switch (value) {
        case Verb::SINGLE: return "single";
        case Verb::SEQUENCE: return "sequence";
        case Verb::STAIR: return "stair";
        case Verb::SET: return "set";
        case Verb::BOMB: return "bomb";
        case Verb::PASS: return "pass";
        case Verb::BET: return "bet";
        case Verb::BID: return "bid";
        case Verb::GIVE: return "give";
        case Verb::BURY: return "bury";
        case Verb::AWARD: return "award";
        case Verb::LEAD: return "lead";
    }
    return nullptr;
}

// All names of a kind, in order.
template <class Enum> std::vector<std::string> names() {
    std::vector<std::string> found;
    while (const char* const next = name(Enum(found.size()))) found.push_back(next);
    return found;
}

} // namespace haggis
