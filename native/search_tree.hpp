// A tree of what was tried: information-set Monte Carlo tree search behind the first action.
//
// A node stands for a sequence of actions, whatever the world; in each world only the actions that its cards allow are
// open. The player to act chooses among the actions that the policy values most, by PUCT (Rosin 2011): the mean so far
// plus a bonus for actions that were tried rarely for their prior, which is a softmax over the policy's values. Actions
// without a visit start a little below the mean of the others (first-play urgency, Gelly & Wang 2006). Where the tree
// ends, the policy plays the round out.
#pragma once

#include <utility>
#include <vector>

#include "analysis.hpp"
#include "policy.hpp"

namespace haggis {

class Tree {
  public:
    // With a root for each first action, numbered from 0.
    Tree(int roots, const Stakes& stakes) : stakes_(stakes), nodes_(std::size_t(roots)) {}

    // Plays a round to its end, by the tree as far as it goes, and remembers how it ended.
    void play_out(i32 root, const PolicyPlayer& player, State& state, Rng& rng, float noise) {
        const Rules& rules = player.rules;
        int depth = 0;
        for (i32 at = root; at != NONE && nodes_[at].visits && state.phase != Phase::OVER && depth < MAX_ACTIONS;) {
            const int seat = state.turn;
            score_choices(player, state, seat, at);
            const Choice& chosen = *std::max_element(
                choices_, choices_ + count_, [](const Choice& a, const Choice& b) { return a.score < b.score; });
            at = chosen.node == NONE ? add(chosen.action, at) : chosen.node;
            if (at != NONE) path_[depth++] = {at, rules.side(seat)};
            act(rules, state, seat, chosen.action);
        }
        player.play_out(state, rng, noise);
        ++nodes_[root].visits;
        i32 worth[SEATS];
        for (int side = 0; side < rules.side_count(); ++side) worth[side] = stakes_.worth(rules, state, side);
        for (int i = 0; i < depth; ++i) {
            Node& node = nodes_[path_[i].node];
            ++node.visits;
            node.sum += worth[path_[i].side];
        }
    }

  private:
    static constexpr std::size_t MAX_NODES = 1 << 17; // a full tree does not grow any more
    static constexpr i32 NONE = -1;
    static constexpr int MAX_CHOICES = 8;             // actions that are tried at one node
    static constexpr float PUCT_CONSTANT = 100;       // in margins
    static constexpr float PRIOR_TEMPERATURE = 3;     // in values of the policy
    static constexpr float FIRST_PLAY_REDUCTION = 10; // margins below the mean, of an action without a visit

    struct Node {
        Action action = {};
        std::int64_t sum = 0; // of what the rounds were worth to the side that acted
        i32 visits = 0, child = NONE, next = NONE;
    };
    struct Choice {
        Action action;
        float value, score; // to the policy; by PUCT
        i32 node;
    };
    struct Step {
        i32 node;
        int side;
    };

    const Stakes& stakes_;
    std::vector<Node> nodes_;
    Choice choices_[MAX_CHOICES];
    int count_ = 0;
    Step path_[MAX_ACTIONS];

    i32 add(Action action, i32 parent) {
        if (nodes_.size() == MAX_NODES) return NONE;
        const i32 node = i32(nodes_.size());
        nodes_.push_back({action, 0, 0, NONE, std::exchange(nodes_[parent].child, node)});
        return node;
    }

    // The actions that the policy values most.
    void select_choices(const PolicyPlayer& player, const State& state, int seat) {
        const SeatView view(player.rules, state, seat);
        count_ = 0;
        for (const Action action : std::span(player.buffer, std::size_t(player.options(state, view, seat)))) {
            if (PolicyPlayer::wastes_courts(view.hand, action)) continue;
            const float value = player.evaluate(state, view, seat, action);
            if (count_ == MAX_CHOICES && value <= choices_[MAX_CHOICES - 1].value) continue;
            int place = count_ < MAX_CHOICES ? count_++ : MAX_CHOICES - 1;
            for (; place && choices_[place - 1].value < value; --place) choices_[place] = choices_[place - 1];
            choices_[place] = {action, value, 0, NONE};
        }
    }

    void score_choices(const PolicyPlayer& player, const State& state, int seat, i32 at) {
        select_choices(player, state, seat);
        float visits = 0, sum = 0, all = 0;
        for (int i = 0; i < count_; ++i) {
            Choice& choice = choices_[i];
            all += choice.score = std::exp((choice.value - choices_[0].value) / PRIOR_TEMPERATURE);
            for (i32 child = nodes_[at].child; child != NONE && choice.node == NONE; child = nodes_[child].next)
                if (nodes_[child].action == choice.action) choice.node = child;
            if (choice.node == NONE) continue;
            visits += float(nodes_[choice.node].visits);
            sum += float(nodes_[choice.node].sum);
        }
        const float unvisited = (visits > 0 ? sum / visits : 0) - FIRST_PLAY_REDUCTION;
        const float exploration = PUCT_CONSTANT * std::sqrt(visits + 1) / all;
        for (Choice& choice : std::span(choices_, std::size_t(count_))) {
            const float tries = choice.node == NONE ? 0 : float(nodes_[choice.node].visits);
            const float mean = tries > 0 ? float(nodes_[choice.node].sum) / tries : unvisited;
            choice.score = mean + exploration * choice.score / (1 + tries);
        }
    }
};

} // namespace haggis
