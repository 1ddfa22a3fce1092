"""Reads what a player types: cards, picked in one line or several, words such as pass, and commands.

A `Prompt` asks for one decision of one seat. It takes lines and returns an action, a command or a message; it prints
nothing. Cards may be typed in any order, and courts without the cards that they stand for: if only one reading is
legal, the prompt takes it, otherwise it offers the readings by number.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from haggis_cards.actions import Bury, Give, parse
from haggis_cards.bots.protocol import NO_BET
from haggis_cards.cards import (
    ALL_COURTS,
    Cards,
    as_card,
    as_hand,
    clip,
    gather,
    names,
    parse_card,
    parse_cards,
    text,
    tidy,
)
from haggis_cards.combos import Play
from haggis_cards.errors import IllegalAction, NotationError
from haggis_cards.reading import parse_play
from haggis_cards.round import Phase, Round

Command: TypeAlias = Literal["hint", "best", "help", "save", "quit", "score", "hand", "log", "trick", "rules", "back"]

COMMANDS: Final[dict[str, Command]] = {
    "?": "hint",
    "hint": "hint",
    "??": "best",
    "h": "help",
    "help": "help",
    "score": "score",
    "hand": "hand",
    "log": "log",
    "trick": "trick",
    "rules": "rules",
    "back": "back",
    "save": "save",
    "quit": "quit",  # not q: that is the Queen
    "exit": "quit",
}
HELP: Final = """\
5b 6b 7b      play these cards, in any order; a ten is T or 10
5b j 7b       courts are wild; if there are several readings, you choose
pass, p       pass
bet 15        bet that you will be first out (before your first card)
15, pass      in the auction: bid 15, or pass
award left    choose who gets the cards: a name, left, right or partner
lead partner  choose who leads after your bomb: me, partner or a name
undo, u       take back the cards that you have picked
back          take back your last action in this round
hand, score   show your hand, or the points so far
log, trick    show what was played in this round, or the last trick
rules         show the rules of this game
?             show a hint, the reason, and your legal plays
??            show the three best answers
save [FILE]   save the match
quit          save the match and leave"""

VERBS: Final = {"play": Phase.PLAY, "give": Phase.EXCHANGE, "bury": Phase.BURY}  # those that take cards
LONGEST_NUMBER: Final = 6  # digits; whatever is longer is not a number that anybody means
DECLINED: Final = ("", "n", "no", NO_BET, "p", "pass")  # answers to an offer to bet
SHORT: Final = {"p": "pass", "b": "bet"}


class Request(NamedTuple):
    """What a phase asks of a seat: as a question to the person, and after "is to"."""

    question: str
    task: str


def request(phase: Phase) -> Request:
    """What a phase asks of the seats that are to act."""
    match phase:
        case Phase.EXCHANGE:
            return Request("A card for your partner", "give a card")
        case Phase.AUCTION:
            return Request("Your bid, or pass", "bid or pass")
        case Phase.BURY:
            return Request("Cards to put back", "bury cards")
        case Phase.PLAY:
            return Request("Your play", "play")
        case Phase.AWARD:
            question = "Who gets the cards (award left, right, partner or a name)"
            return Request(question, "say who gets the cards")
        case Phase.LEAD:
            return Request("Who leads (lead me or lead partner)", "say who leads")
        case Phase.OVER:
            raise ValueError("a round that is over asks nothing of anybody")
        case _:
            assert_never(phase)


class ParsedInput(NamedTuple):
    """The meaning of a line: an action, a command with its argument, or a message, perhaps with plays to choose from.

    With `keep` the cards of the line stay picked.
    """

    action: str | None = None
    command: Command | None = None
    argument: str = ""
    message: str = ""
    readings: tuple[Play, ...] = ()
    keep: bool = False


class Prompt:
    """One decision: takes lines until they make an action, and keeps the cards that were picked so far."""

    def __init__(self, rnd: Round, seat: int, players: Sequence[str] = ()) -> None:
        self.rnd = rnd
        self.seat = seat
        self.players = [name.lower() for name in players]
        self.hand = rnd.hands[seat]
        self.steps: list[list[str]] = []  # the cards picked, line by line
        self.readings: tuple[Play, ...] = ()

    @property
    def picked(self) -> Cards:
        """The cards picked so far."""
        return gather(parse_card(token.partition("=")[0]) for step in self.steps for token in step)

    @property
    def _task(self) -> str:
        return request(self.rnd.phase).task

    def read(self, line: str) -> ParsedInput:
        """Reads a line."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if not word:
            return ParsedInput(message=self._so_far() if self.steps else f"You are to {self._task}. Type ? for a hint.")
        if word in COMMANDS:
            return ParsedInput(command=COMMANDS[word], argument=rest)
        if word in ("undo", "u"):
            return self._undo()
        if self.readings and line.isdecimal():
            return self._choose_reading(int(line[:LONGEST_NUMBER]))
        verb = SHORT.get(word, word)
        if verb in ("pass", "bet", "bid"):
            return self._check(f"{verb} {rest}".strip())
        if verb in ("award", "lead"):
            return self._check(f"{verb} {self._seat(rest)}")
        if line.isdecimal() and self.rnd.phase is Phase.AUCTION:
            return self._check(f"bid {line}")
        if verb in VERBS:
            if VERBS[verb] is not self.rnd.phase:
                return ParsedInput(message=f"You are to {self._task} now, not to {verb} cards.")
            line = rest
        return self._pick(line)

    def _seat(self, word: str) -> str:
        """A seat as people say it: me, you, partner, left, right, a player's name, or its number."""
        rules, word = self.rnd.rules, word.lower()
        seats = {name: seat for seat, name in enumerate(self.players)}
        seats |= {"me": self.seat, "you": self.seat}
        seats |= {"left": rules.others(self.seat)[0], "right": rules.others(self.seat)[-1]}
        seat = rules.partner(self.seat) if word == "partner" else seats.get(word)
        return word if seat is None else str(seat)

    def _check(self, action: str) -> ParsedInput:
        """The action if it is legal now, otherwise the reason why not."""
        try:
            refusal = self.rnd.refusal(self.seat, parse(action, self.rnd.rules))
        except (NotationError, IllegalAction) as error:
            return ParsedInput(message=_sentence(error))
        return ParsedInput(action) if refusal is None else ParsedInput(message=_sentence(refusal))

    def _undo(self) -> ParsedInput:
        if not self.steps:
            return ParsedInput(message="You have picked no cards to take back.")
        step = self.steps.pop()
        self.readings = ()
        return ParsedInput(message=f"Took back {' '.join(step)}. {self._so_far() if self.steps else ''}".strip())

    def _so_far(self) -> str:
        return f"Picked so far: {text(self.picked)}. Add cards, or undo."

    def _choose_reading(self, number: int) -> ParsedInput:
        if not 1 <= number <= len(self.readings):
            return ParsedInput(message=f"Choose 1 to {len(self.readings)}, or undo.", readings=self.readings)
        return ParsedInput(str(self.readings[number - 1]))

    def _pick(self, line: str) -> ParsedInput:
        """Adds the cards of a line to those already picked."""
        step = tidy(line)
        if self.steps and self._repeats(step):
            self.steps, self.readings = [], ()
        tokens = [token for step in (*self.steps, step) for token in step]
        wrong = next((word for word in line.replace(",", " ").split() if not _is_card(word)), None)
        if wrong is not None:
            known = "A card is its rank and suit, as in 7g; type help to see what else you can type."
            return ParsedInput(message=f"{clip(wrong)} is not a card. {known}")
        try:
            cards = parse_cards(" ".join(token.partition("=")[0] for token in tokens))
        except NotationError as error:  # a card too often
            return ParsedInput(message=_sentence(error) + self._reminder())
        missing = [name for name in names(cards) if names(cards).count(name) > names(self.hand).count(name)]
        if missing and self.rnd.phase in VERBS.values():
            return ParsedInput(message=f"You do not hold {' '.join(dict.fromkeys(missing))}.{self._reminder()}")
        typed = self._complete(cards, tokens) if cards else ParsedInput(message="Name the cards, for example 5b 6b 7b.")
        if self.steps and len(step) > 1 and not typed.action and not typed.keep:
            alone = Prompt(self.rnd, self.seat)._pick(line)
            if alone.action and self.rnd.phase is Phase.PLAY:  # what was picked before does not go with this play
                return alone
        if typed.message and not typed.keep:
            typed = typed._replace(message=typed.message + self._reminder())
        if typed.keep:
            self.steps.append(step)
            self.readings = typed.readings
        return typed

    def _repeats(self, step: list[str]) -> bool:
        """Whether a line names cards again that were picked before and are not there twice: then it begins anew."""
        picked = [token.partition("=")[0] for done in self.steps for token in done]
        held = names(self.hand)
        return any((picked + step).count(card) > held.count(card) for card in set(step) & set(picked))

    def _reminder(self) -> str:
        return f" You have picked {text(self.picked)}; undo takes that back." if self.steps else ""

    def _complete(self, cards: Cards, tokens: list[str]) -> ParsedInput:
        """The meaning of the cards picked so far."""
        match self.rnd.phase:
            case Phase.EXCHANGE:
                if cards.bit_count() > 1:
                    return ParsedInput(message="Give one card at a time.")
                return self._check(str(Give(as_card(cards))))
            case Phase.BURY:
                more = self.rnd.draw_count - cards.bit_count()
                if more > 0 and not cards & ALL_COURTS:
                    return ParsedInput(message=f"Picked so far: {text(cards)}; {more} more, or undo.", keep=True)
                return self._check(str(Bury(as_hand(cards))))
            case Phase.PLAY:
                exact = any("=" in token for token in tokens)
                return self._check(f"play {' '.join(tokens)}") if exact else self._play(cards)
            case Phase.AUCTION:
                return ParsedInput(message="You play no cards in the auction: bid or pass.")
            case Phase.AWARD:
                return ParsedInput(message="You play no cards now: say who gets them, for example award left.")
            case Phase.LEAD:
                return ParsedInput(message="You play no cards now: say lead me or lead partner.")
            case Phase.OVER:
                return ParsedInput(message="The round is over.")
            case phase:
                assert_never(phase)

    def _play(self, cards: Cards) -> ParsedInput:
        """A play, or a part of one, named by its cards only."""
        grammar, top = self.rnd.rules.grammar, self.rnd.top
        readings = tuple(play for play in grammar.plays(cards, top) if play.cards == cards)
        if len(readings) == 1:
            return self._check(str(readings[0]))
        if readings:
            return ParsedInput(
                message="These cards can be read in more than one way. Type the number of the one you mean:",
                readings=readings,
                keep=True,
            )
        plays = sum(not cards & ~play.cards for play in grammar.plays(self.hand, top))
        if plays:
            count = "one play" if plays == 1 else f"{plays} plays"
            return ParsedInput(message=f"Picked so far: {text(cards)}, part of {count}. Add cards, or undo.", keep=True)
        return ParsedInput(message=self._fault(cards))

    def _fault(self, cards: Cards) -> str:
        """Why these cards cannot be played now."""
        try:
            parse_play(text(cards), self.rnd, self.seat)
        except (IllegalAction, NotationError) as error:
            return _sentence(error)
        return f"{text(cards)} cannot be played now."


def _is_card(word: str) -> bool:
    """Whether a word is a card, or a court with the card that it stands for."""
    try:
        return all(parse_cards(card.partition("=")[0]) for card in tidy(word))
    except NotationError:
        return False


def _sentence(error: Exception) -> str:
    message = str(error)
    return message[:1].upper() + message[1:] + ("" if message.endswith((".", "!")) else ".")
