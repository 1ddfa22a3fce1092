"""What is said of tricks, of going out, and of the ends of round and match."""

from typing import Final

from haggis_cards.wording.sentences import say, topics

TRICK: Final = topics(
    lead=[
        [
            say(
                "lead-shepherd",
                "The Shepherd leads the first trick; without one, the player with the lowest total, of several the"
                " first from the dealer's left.",
                opening="auction",
            ),
            say("lead-first", "In the first round, the player to the dealer's left leads."),
        ],
    ],
    turns=[
        say("lead-any", "The leader must play, but may play any combination."),
        say("turns", "Going left, everybody plays a higher one of the same kind and size, or a bomb, or passes."),
        say("pass", "You may pass although you could play; nobody is skipped."),
        [
            say("come-back", "A player who has passed may play again in the same trick.", reenter=True),
            say("stay-out", "A pass lasts for the trick.", reenter=False),
        ],
    ],
    trick_end=[
        [
            say("end-two", "A pass ends the trick.", reenter=None),
            say(
                "end-since",
                "The trick ends when all others with cards have passed since the highest combination was played.",
                reenter=True,
            ),
            say("end-in", "The trick ends when all others with cards have passed in it."),
        ],
    ],
    taking=[
        say("take", "Whoever played the highest combination takes the trick and leads the next."),
        say("lead-left", "If that player is out, the next one to the left who has cards leads."),
        [
            say(
                "bomb-winner",
                "If the highest combination is a bomb, the winner keeps the cards all the same.",
                bomb_to="winner",
            ),
            say(
                "bomb-side",
                "If the highest combination is a bomb, the cards go to the other side.",
                bomb_to="opponents",
            ),
            say("bomb-two", "If the highest combination is a bomb, the cards go to the other player.", players=2),
            say(
                "bomb-previous",
                "If the highest combination is a bomb, the cards go to the player whom it beat; if it was led, to the"
                " player on the winner's right.",
                bomb_to="previous",
            ),
            say(
                "bomb-partner",
                "If the highest combination is a bomb, its player gives the cards to one of the others, be it the"
                " partner or one who is out. A player who is out chooses, too.",
                partners=True,
            ),
            say(
                "bomb-chosen",
                "If the highest combination is a bomb, its player gives the cards to one of the others, be it one who"
                " is out. A player who is out chooses, too.",
            ),
        ],
        say(
            "name-lead",
            "A winner by bomb may have the partner lead instead, if the partner has cards. A winner who is out"
            " chooses, too.",
            name_lead=True,
        ),
    ],
)

END: Final = topics(
    going_out=[
        say("out", "With your last card you are out. The trick goes on without you."),
        [
            say(
                "bonus-trick",
                "If a trick's winner is out when it ends, and both others hold cards, the winner scores 5 for each"
                " card in the larger of the two hands. Going out first without winning the trick brings nothing.",
                out_bonus="trick",
            ),
            say("bonus-two", "You score 5 for each card that the other player holds.", players=2),
            say(
                "bonus-side",
                "Everybody who goes out scores 5 for each card in the larger hand of the other side at that moment.",
                partners=True,
            ),
            say(
                "bonus-sheep",
                "Everybody who goes out scores 5 for each card in the largest other hand at that moment, that of a"
                " fellow Sheep included.",
                opening="auction",
            ),
            say(
                "bonus",
                "Everybody who goes out scores 5 for each card in the largest opposing hand at that moment.",
            ),
        ],
        say("bonus-second", "The second player out scores 5 for each card in the last hand.", out_bonus="trick"),
    ],
    round_end=[
        [
            say(
                "end-sides",
                "The round and its trick end at once when only one player has cards, or when both partners of a side"
                " are out.",
                partners=True,
            ),
            say("end", "The round and its trick end at once when only one player has cards."),
        ],
        [
            say("hand-first", "The cards left in the last hand go to the first player out.", last_hand="first_out"),
            say(
                "hand-last", "The cards left in the last hand go to the last player who went out.", last_hand="last_out"
            ),
            say("hand-nobody", "The cards left in the last hand score for nobody."),
        ],
        [
            say(
                "slam", "Slam: partners who are out first and second take all cards of the two other hands.", slam=True
            ),
            say(
                "no-slam",
                "If partners are out first and second, the cards of the two other hands score for nobody.",
                partners=True,
            ),
        ],
        [
            say("haggis-first", "The haggis goes to the first player out.", has_haggis=True, haggis_to="first_out"),
            say(
                "haggis-two",
                "The haggis goes to whoever played the last combination of the round; if it was a bomb, to the other"
                " player.",
                has_haggis=True,
                players=2,
            ),
            say(
                "haggis-sheep",
                "The haggis goes to whoever played the last combination of the round; if it was a bomb, to another"
                " player of that player's choice, be it a fellow Sheep.",
                has_haggis=True,
                opening="auction",
            ),
            say(
                "haggis-last",
                "The haggis goes to whoever played the last combination of the round; if it was a bomb, to an"
                " opponent of that player's choice.",
                has_haggis=True,
            ),
        ],
    ],
    points=[
        [
            say(
                "printed",
                "Each 3, 5, 7 and 9 on a score pile counts 1, a Jack 2, a Queen 3, a King 5, all other cards nothing.",
                points="printed",
            ),
            say("flat", "Each card on a score pile counts 1."),
        ],
    ],
    round_points=[say("round", "A round's points are cards, bonuses for going out, and bets.")],
    next_round=[
        [
            say(
                "next-side",
                "The side with the lowest total leads the next round: the first of its players to the left of whoever"
                " led the last one. If the sides are level, the next player to the left leads.",
                next_round="trailing_leads",
                partners=True,
            ),
            say(
                "next",
                "The lowest total leads the next round; a tie goes to the first of them to the left of whoever led"
                " the last one.",
                next_round="trailing_leads",
            ),
            say(
                "deal-side",
                "The first player out of the last round deals the next one if of the side with the highest total,"
                " otherwise the first of that side to the left of the last dealer. If the sides are level, the first"
                " player out deals.",
                partners=True,
            ),
            say(
                "deal",
                "The highest total deals the next round; a tie goes to the first player out of the last one if among"
                " the tied, otherwise to the first of them to the left of the last dealer.",
            ),
        ],
        [
            say("deal-right", "The player on the leader's right deals.", next_round="trailing_leads"),
            say(
                "next-left",
                "The lowest total leads; a tie goes to the first of them to the dealer's left.",
                opening=("", "exchange"),
            ),
        ],
    ],
    length=[
        [
            say(
                "goal",
                "Play until a total reaches {low_goal} to {high_goal} points at the end of a round: agree before.",
                suggested_rounds=None,
            ),
            say(
                "length",
                "Play {low_rounds} to {high_rounds} rounds, or until a total reaches {low_goal} to {high_goal} points"
                " at the end of a round: agree before.",
            ),
        ],
    ],
    winner=[
        [
            say("shared", "The highest total wins; equal ones share the win.", tie="shared"),
            say(
                "play-on",
                "The highest total wins. If several are highest, play on, a round at a time, until one is ahead.",
            ),
        ],
    ],
)
