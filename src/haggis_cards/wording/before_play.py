"""What is said of the table, the cards and combinations, and of what comes before the first trick."""

from typing import Final

from haggis_cards.cards import TOP
from haggis_cards.wording.sentences import say, topics

_ABOVE: Final = tuple(range(TOP + 1, TOP + 4))  # the values of `top_rank` with which courts continue runs

SETUP: Final = topics(
    aim=[
        say("aim", "Empty your hand before the others, and have good cards on your score pile when it happens."),
        say("sources", "Points come from captured cards, from going out while others still hold cards, and from bets."),
    ],
    partners=[
        say("partners", "Partners sit across the table and have one score and one score pile.", partners=True),
    ],
    deck=[
        [
            say(
                "deck-twice",
                "Number cards go from 2 to 10 in {suits} suits, each card twice: {suit_names:and}.",
                copies=2,
            ),
            say("deck", "Number cards go from 2 to 10 in {suits} suits: {suit_names:and}."),
        ],
    ],
    courts_dealt=[
        say(
            "courts-dealt",
            "Everybody has a Jack, a Queen and a King, the courts: face up, without a suit, part of the hand.",
        ),
    ],
    hands=[
        say("hands", "Everybody gets {hand_size} number cards, so a hand has {hand}."),
        [
            say("haggis", "{haggis_size} cards lie face down: the haggis.", has_haggis=True),
            say("no-haggis", "This game has no haggis."),
        ],
    ],
    bet_cards=[say("bet-cards", "Everybody also has bet cards of {bets:and}; they are never played.")],
    dealer=[say("dealer", "The first dealer is drawn at random.")],
)

COMBINATIONS: Final = topics(
    combinations=[
        say("single", "A Single is one card.", "8y"),
        say("sequence", "A Sequence is three or more neighbouring ranks in one suit.", "5b 6b 7b"),
        say(
            "stair",
            "A Stair is the same run of two or more ranks in two or more suits.",
            "6r 6b 7r 7b",
            "4r 4y 4g 5r 5y 5g",
        ),
        say(
            "stair-twice",
            "A suit twice in a Stair is possible, as there are two copies of each card.",
            "6b 6b 7b 7b",
            copies=2,
        ),
        [
            say("set", "A Set is two or more cards of one rank.", "6r 6b", "6r 6g 6b", sets=True),
            say("no-sets", "Cards of one rank alone are not a combination."),
        ],
        [
            say(
                "above",
                "Above the ten, a Sequence or Stair continues with courts, up to the {top}.",
                top_rank=_ABOVE,
            ),
            say("top", "Above {top} there are only Singles and bombs."),
        ],
        say(
            "higher",
            "Higher means the same kind and size on higher ranks; a Stair must be as wide and as long.",
        ),
        say("suits", "Suits do not matter; one rank up is enough."),
    ],
    courts=[
        say("court-alone", "Alone, a court is a Single above 10: J, then Q, then K."),
        [
            say(
                "court-above",
                "In a Sequence or Stair, a court is any card from 2 to its own rank that the play lacks.",
                "5b J=6b 7b",
                "9r Tr J=Jr",
                top_rank=_ABOVE,
            ),
            say(
                "court",
                "In a Sequence or Stair, a court is any card from 2 to {top} that the play lacks.",
                "5b J=6b 7b",
                "5r 5g 6r Q=6g",
            ),
        ],
        say("court-twice", "In a Stair, no suit is there more than twice, courts included.", copies=2),
        say("court-set", "In a Set, a court is one more card of the rank.", "6r 6b J=6", sets=True),
        say("set-size", "With courts, a Set may have more cards than the deck has of its rank.", sets=True),
        say("number-card", "Each of these needs at least one number card."),
        say(
            "readings",
            "You may hold the card that a court stands for. If cards can be read in several ways, say which.",
        ),
    ],
    bombs=[
        say("bomb-suits", "3-5-7-9 in four different suits.", "3r 5y 7g 9b"),
        say("bomb-jq", "Jack and Queen.", "J Q"),
        say("bomb-jk", "Jack and King.", "J K"),
        say("bomb-qk", "Queen and King.", "Q K"),
        say("bomb-jqk", "All three courts.", "J Q K"),
        say("bomb-suit", "3-5-7-9 in one suit.", "3g 5g 7g 9g"),
        say("bombs", "A bomb beats everything but an equal or higher bomb, and may be led. A 3-5-7-9 takes no courts."),
    ],
)

BEFORE: Final = topics(
    exchange=[
        say("pick", "Twice, everybody picks a number card for the partner. Courts stay.", opening="exchange"),
        say(
            "swap",
            "When all have picked, the cards change hands at once; you do not see before what comes back.",
            opening="exchange",
        ),
    ],
    auction=[
        say(
            "bid",
            "From the dealer on to the left, everybody bids {bets} on going out first, or passes.",
            opening="auction",
        ),
        say(
            "bid-pass", "A pass is final for the auction. A player who has no bid left passes, too.", opening="auction"
        ),
        say(
            "bid-higher",
            "A bid exceeds the standing one; it may equal it if your total is lower than the bidder's.",
            opening="auction",
        ),
        say(
            "shepherd",
            "When all others have passed, the last bidder is the Shepherd and plays against the two Sheep.",
            opening="auction",
        ),
        say("no-shepherd", "If all pass, there is no Shepherd and no bet.", opening="auction"),
        say(
            "draw",
            "The Shepherd draws from the top of the haggis: 3 cards with the lowest bid, 2 with the middle one, 1"
            " with the highest.",
            opening="auction",
        ),
        say(
            "bury",
            "Then the Shepherd puts as many number cards from the hand back, face down; drawn ones may be among them.",
            opening="auction",
        ),
    ],
    bets=[
        [
            say("only-bid", "The winning bid of the auction is the only bet.", open_bets=False),
            say("bet-out", "Once a round you may bet {bets} that you will be first out.", bet_rule="out"),
            say(
                "bet-score",
                "Once a round you may bet {bets} that your points from cards and going out in this round will reach"
                " it.",
            ),
        ],
        [
            say(
                "bet-when",
                "Any moment after the deal will do, in turn or not, as long as you have played no card.",
                open_bets=True,
                players=2,
            ),
            say(
                "bet-first-out",
                "Any moment after the deal will do, in turn or not, as long as you have played no card and nobody is"
                " out.",
                open_bets=True,
                bets_until="first-out",
            ),
            say(
                "bet-first-card",
                "Any moment after the deal will do, in turn or not, as long as you have played no card, even if"
                " somebody is out.",
                open_bets=True,
            ),
        ],
        say(
            "bet-partner",
            "A bet must be higher than your partner's, if there is one, and replaces it: the replaced bet is void.",
            open_bets=True,
            partners=True,
        ),
    ],
    settling=[
        [
            say("bid-made", "If the Shepherd is first out, the Shepherd scores the bid.", open_bets=False),
            say("bet-twice", "A bet that comes true scores twice its value.", bet_multiplier=2),
            say("bet-made", "A bet that comes true scores its value."),
        ],
        [
            say(
                "bid-failed",
                "If a Sheep is, that Sheep scores two thirds of it, the other Sheep one third.",
                open_bets=False,
            ),
            say("bet-sides", "A bet that fails scores its value for the other side.", partners=True),
            say("bet-two", "A bet that fails scores its value for the other player.", players=2, bet_rule="out"),
            say(
                "bet-alone",
                "A bet that fails scores its value for the first player out.",
                bet_rule="out",
                failed_bet_to="first_out",
            ),
            say(
                "bet-shared",
                "A bet that fails scores its value for the first player out and for everybody who has not bet, once"
                " each, but never for the bettor.",
            ),
        ],
    ],
)
