// A tree of what was tried: information-set Monte Carlo tree search behind the first action.
//
// A node stands for a sequence of actions, whatever the world; in each world only the actions that its cards allow are
// open. Who is to act takes, of the actions that the policy thinks most of, the one with the best mean so far or one
// that was tried too rarely for what the policy thinks of it. Where the tree ends, the policy plays the round out.
#pragma once

#include <utility>
#include <vector>

#include "search_endgame.hpp"

namespace haggis {

class Tree {
  public:
    // With so many roots, one for each first action, numbered from 0.
    explicit Tree(int roots) : nodes_(std::size_t(roots)) {}

    // Plays a round to its end, by the tree as far as it goes, and remembers how it ended.
    void play_out(i32 root, const Player& player, State& state, Rng& rng, float noise) {
        const Rules& rules = player.rules;
        int depth = 0;
        for (i32 at = root; at != NONE && nodes_[at].visits && state.phase != Phase::OVER && depth < MAX_ACTIONS;) {
            const int seat = state.turn;
            find_choices(player, state, seat, at);
            const Choice& chosen = *std::max_element(choices_, choices_ + count_, [](const Choice& a, const Choice& b) {
                return a.urgency < b.urgency;
            });
            at = chosen.node == NONE ? add(chosen.action, at) : chosen.node;
            if (at != NONE) path_[depth++] = {at, rules.side(seat)};
            act(rules, state, seat, chosen.action);
        }
        player.play_out(state, rng, noise);
        ++nodes_[root].visits;
        i32 margins[SEATS];
        for (int side = 0; side < rules.side_count(); ++side) margins[side] = margin(rules, state, side);
        for (int i = 0; i < depth; ++i) {
            Node& node = nodes_[path_[i].node];
            ++node.visits;
            node.sum += margins[path_[i].side];
        }
    }

  private:
    static constexpr std::size_t ROOM = 1 << 17; // nodes; a full tree grows no more
    static constexpr i32 NONE = -1;
    static constexpr int CHOICES = 8;         // actions that are tried in one place
    static constexpr float CURIOSITY = 100;   // in margins: how much a rarely tried action is favoured
    static constexpr float DARING = 3;        // differences in worth that the favour overlooks
    static constexpr float UNTRIED = 10;      // margins below the others, of an action that was not tried yet

    struct Node {
        Action action = {};
        std::int64_t sum = 0; // of the margins of who acted
        i32 visits = 0, child = NONE, next = NONE;
    };
    struct Choice {
        Action action;
        float worth, urgency;
        i32 node;
    };
    struct Step {
        i32 node;
        int side;
    };

    std::vector<Node> nodes_;
    Choice choices_[CHOICES];
    int count_ = 0;
    Step path_[MAX_ACTIONS];

    i32 add(Action action, i32 parent) {
        if (nodes_.size() == ROOM) return NONE;
        const i32 node = i32(nodes_.size());
        nodes_.push_back({action, 0, 0, NONE, std::exchange(nodes_[parent].child, node)});
        return node;
    }

    // The best actions by the policy, with what the tree knows of them.
    void find_choices(const Player& player, const State& state, int seat, i32 at) {
        const Scene scene(player.rules, state, seat);
        count_ = 0;
        for (const Action action : std::span(player.buffer, std::size_t(player.options(state, scene, seat)))) {
            if (Player::is_lavish(scene.hand, action)) continue;
            const float worth = player.judge(state, scene, seat, action);
            if (count_ == CHOICES && worth <= choices_[CHOICES - 1].worth) continue;
            int place = count_ < CHOICES ? count_++ : CHOICES - 1;
            for (; place && choices_[place - 1].worth < worth; --place) choices_[place] = choices_[place - 1];
            choices_[place] = {action, worth, 0, NONE};
        }
        float visits = 0, sum = 0, all = 0;
        for (int i = 0; i < count_; ++i) {
            Choice& choice = choices_[i];
            all += choice.urgency = std::exp((choice.worth - choices_[0].worth) / DARING);
            for (i32 child = nodes_[at].child; child != NONE && choice.node == NONE; child = nodes_[child].next)
                if (nodes_[child].action == choice.action) choice.node = child;
            if (choice.node == NONE) continue;
            visits += float(nodes_[choice.node].visits);
            sum += float(nodes_[choice.node].sum);
        }
        const float untried = (visits > 0 ? sum / visits : 0) - UNTRIED;
        const float eager = CURIOSITY * std::sqrt(visits + 1) / all;
        for (Choice& choice : std::span(choices_, std::size_t(count_))) {
            const float tries = choice.node == NONE ? 0 : float(nodes_[choice.node].visits);
            const float mean = tries > 0 ? float(nodes_[choice.node].sum) / tries : untried;
            choice.urgency = mean + eager * choice.urgency / (1 + tries);
        }
    }
};

} // namespace haggis
