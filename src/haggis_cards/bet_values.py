"""What a bet is worth to whoever makes it: what it promises, and how high it should be. Bots and networks ask."""

from haggis_cards.rules import Rules


def bet_loss(rules: Rules) -> float:
    """What each point of a failed bet takes from the margin: one other side gets it, or all that have not bet (R7.4).

    Few players bet, so a bet that fails is taken to score for everybody else where it can.
    """
    return 1.0 if rules.failed_bet_to == "without_bet" else 1 / (rules.side_count - 1)


def bet_threshold(rules: Rules) -> float:
    """The chance of going out first above which a bet gains more than it costs, as a margin over the other sides.

    A bet that succeeds pays (R7.4); one that fails goes to other sides. Networks have not learnt the house rule
    `bet_rule: score`, so with it they do not bet.
    """
    if rules.bet_rule == "score":
        return 1.0
    loss = bet_loss(rules)
    return loss / (rules.bet_multiplier + loss)


def bet_edge(rules: Rules, chance: float) -> float:
    """What each point of a bet adds to the margin on average, at this chance of going out first (R7.4).

    A bet on points (`bet_rule: score`) is another matter: -1, so that nobody makes it for this reason.

    >>> round(bet_edge(Rules.from_spec("haggis-2"), 0.6), 3)
    0.2
    """
    if rules.bet_rule == "score":
        return -1.0
    return chance * rules.bet_multiplier - (1 - chance) * bet_loss(rules)


def bet_place(rules: Rules, edge: float, least: float, full: float) -> int | None:
    """The place of the bet to make among `rules.bets`: the lowest above the edge `least`, the highest above `full`.

    On average the highest bet is the best as soon as any bet is. But estimates err, and near `least` the error is as
    large as the gain, so that a low bet loses nothing there and risks less.
    """
    if edge <= least:
        return None
    highest = len(rules.bets) - 1
    return min(int((edge - least) / (full - least) * max(highest, 1)), highest)
