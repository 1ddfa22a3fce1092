"""What a player types at the table, read: cards picked step by step, choices by a word, commands.

`Chooser` is one decision of one seat. It knows what is legal from the view, and the engine's reasons for what is not;
it prints nothing. Cards may be typed in any order, courts without what they stand for: if only one reading fits, it is
taken, else the readings are offered by number.
"""

from typing import Final, NamedTuple

from haggis_cards.actions import Bury, Give, parse
from haggis_cards.cards import ALL_COURTS, NUMBERS, Cards, gather, names, parse_card, parse_cards, text
from haggis_cards.cli.cards import LOOKS
from haggis_cards.combos import Play
from haggis_cards.errors import IllegalAction, NotationError
from haggis_cards.round import Phase, Round

# No q for quit: that is the Queen.
COMMANDS: Final = {"?": "hint", "hint": "hint", "h": "help", "help": "help", "save": "save"} | dict.fromkeys(
    ("quit", "exit"), "quit"
)
SHORT: Final = {"p": "pass", "b": "bet"}
_GLYPHS: Final = str.maketrans({look.glyph: suit for suit, look in LOOKS.items()} | {",": " "})


class Typed(NamedTuple):
    """What a line came to: an action, a command with its argument, or something to say, perhaps plays to choose from.

    `keep` says that the cards of the line stay picked.
    """

    action: str | None = None
    command: str | None = None
    argument: str = ""
    say: str = ""
    readings: tuple[Play, ...] = ()
    keep: bool = False


class Chooser:
    """One decision: lines in, an action out; cards that are not yet a whole choice are kept."""

    def __init__(self, rnd: Round, seat: int) -> None:
        self.rnd = rnd
        self.seat = seat
        self.hand = rnd.hands[seat]
        self.steps: list[list[str]] = []  # what was picked, line by line
        self.readings: tuple[Play, ...] = ()

    @property
    def picked(self) -> Cards:
        """The cards picked so far."""
        return gather(parse_card(token.partition("=")[0]) for step in self.steps for token in step)

    def type(self, line: str) -> Typed:
        """Takes a line."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if not word:
            return Typed(say="Type cards, or ? for help." if not self.steps else self._so_far())
        if word in COMMANDS:
            return Typed(command=COMMANDS[word], argument=rest)
        if word in ("undo", "u"):
            return self._undo()
        if self.readings and line.isdecimal():
            return self._choose_reading(int(line))
        verb = SHORT.get(word, word)
        if verb in ("pass", "bet", "bid"):
            return self._check(f"{verb} {rest}".strip())
        if verb in ("award", "lead"):
            return self._check(f"{verb} {self._seat(rest)}")
        if line.isdecimal() and self.rnd.phase is Phase.AUCTION:
            return self._check(f"bid {line}")
        if verb in ("play", "give", "bury"):
            line = rest
        return self._pick(line)

    def _seat(self, word: str) -> str:
        """A seat as people say it: me, partner, left, right, or its number."""
        rules = self.rnd.rules
        said = {"me": self.seat, "partner": rules.partner(self.seat), "left": rules.others(self.seat)[0]}
        said["right"] = rules.others(self.seat)[-1]
        seat = said.get(word.lower())
        return word if seat is None else str(seat)

    def _check(self, action: str) -> Typed:
        """The action if it is legal now, else why not."""
        try:
            refusal = self.rnd.refusal(self.seat, parse(action, self.rnd.rules))
        except (NotationError, IllegalAction) as error:
            return Typed(say=_sentence(error))
        return Typed(action) if refusal is None else Typed(say=_sentence(refusal))

    def _undo(self) -> Typed:
        if not self.steps:
            return Typed(say="There is nothing to take back: played is played.")
        gone = self.steps.pop()
        self.readings = ()
        return Typed(say=f"Took back {' '.join(gone)}. {self._so_far() if self.steps else ''}".strip())

    def _so_far(self) -> str:
        return f"Picked so far: {text(self.picked)}. Add cards, or undo."

    def _choose_reading(self, number: int) -> Typed:
        if not 1 <= number <= len(self.readings):
            return Typed(say=f"Choose 1 to {len(self.readings)}, or undo.", readings=self.readings)
        return Typed(str(self.readings[number - 1]))

    def _pick(self, line: str) -> Typed:
        """More cards."""
        step = [_tidy(token) for token in line.translate(_GLYPHS).split()]
        tokens = [token for step in (*self.steps, step) for token in step]
        try:
            cards = parse_cards(" ".join(token.partition("=")[0] or token for token in tokens))
        except NotationError as error:
            return Typed(say=f"{_sentence(error)} (? for help)")
        missing = [name for name in names(cards) if names(cards).count(name) > names(self.hand).count(name)]
        if missing:
            return Typed(say=f"You do not hold {' '.join(dict.fromkeys(missing))}.")
        typed = self._complete(cards, tokens) if cards else Typed(say="Name the cards, as in 5b 6b 7b.")
        if typed.keep:
            self.steps.append(step)
            self.readings = typed.readings
        return typed

    def _complete(self, cards: Cards, tokens: list[str]) -> Typed:
        """What the picked cards come to."""
        match self.rnd.phase:
            case Phase.EXCHANGE:
                return self._check(str(Give(cards))) if cards.bit_count() == 1 else Typed(say="Give one card.")
            case Phase.BURY:
                more = self.rnd.draw_count - cards.bit_count()
                if more > 0 and not cards & ALL_COURTS:
                    return Typed(say=f"Picked so far: {text(cards)}; {more} more, or undo.", keep=True)
                return self._check(str(Bury(cards)))
            case Phase.PLAY:
                said = any("=" in token for token in tokens)
                return self._check(f"play {' '.join(tokens)}") if said else self._play(cards)
            case _:
                return Typed(say="No cards now: say award or lead and to whom; help tells how.")

    def _play(self, cards: Cards) -> Typed:
        """A play by its cards alone."""
        grammar, top = self.rnd.rules.grammar, self.rnd.top
        readings = tuple(play for play in grammar.plays(cards, top) if play.cards == cards)
        if len(readings) == 1:
            return self._check(str(readings[0]))
        if readings:
            return Typed(say="That can be read in more than one way:", readings=readings, keep=True)
        plays = sum(not cards & ~play.cards for play in grammar.plays(self.hand, top))
        if plays:
            said = "one play" if plays == 1 else f"{plays} plays"
            return Typed(say=f"Picked so far: {text(cards)}, part of {said}. Add cards, or undo.", keep=True)
        return Typed(say=self._fault(cards))

    def _fault(self, cards: Cards) -> str:
        """Why these cards cannot be played now."""
        grammar = self.rnd.rules.grammar
        for play in grammar.plays(cards):
            refusal = self.rnd.refusal(self.seat, play) if play.cards == cards else None
            if refusal:
                return _sentence(refusal)
        if cards & ALL_COURTS and cards & NUMBERS:
            return f"{text(cards)} make no combination, whatever the courts stand for."
        try:
            grammar.read(text(cards))
        except (IllegalAction, NotationError) as error:
            return _sentence(error)
        return f"{text(cards)} cannot be played now."


def _tidy(token: str) -> str:
    """A card as people write it: 10b, tB, j, j=6b."""
    return "=".join(map(_tidy_card, token.lower().split("=")))


def _tidy_card(name: str) -> str:
    name = f"t{name[2:]}" if name.startswith("10") else name
    return name[:1].upper() + name[1:]


def _sentence(error: Exception) -> str:
    said = str(error)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!")) else ".")
