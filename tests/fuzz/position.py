"""Fuzzes the conversion between Python rounds and native positions, and the native module's own doors.

Bytes become a game: rules, a deal, then actions, most of them legal, some of them words that mean nothing. Whatever the
bytes are, both engines must agree on what is refused, a round must come back out of its position unchanged, and the
module must neither crash nor run out of its buffers (`make sanitize` runs this under ASan and UBSan).
"""

from random import Random

from haggis_cards import Deal, IllegalAction, Round, RulesError
from haggis_cards.native import Batch, Position, native_rules, pack
from tests.fuzz.driver import Bytes, run
from tests.side_by_side import random_rules


def one(data: bytes) -> None:
    """One game out of bytes."""
    source = Bytes(data)
    rng = Random(source.number(1 << 64))
    rules = random_rules(rng)
    rnd = Round.start(rules, Deal.shuffled(rules, rng), dealer=source.number(rules.players))
    position = Position.from_round(rnd)
    while source.left and not rnd.over:
        seat = source.number(rules.players) if source.number(8) == 0 else rnd.to_act[0]
        if source.number(16) == 0:
            _anything(position, seat, source)
        legal = rnd.legal(seat)
        assert legal == position.legal(seat)
        if not legal:
            continue
        action = legal[source.number(len(legal))]
        rnd, position = rnd.act(seat, action), position.act(action, seat)
        if source.number(4) == 0:
            assert position.to_round() == rnd
            assert Position.from_round(rnd) == position
            position.determinize(seat, source.number(1 << 32)).to_round()
    assert position.to_round() == rnd
    if not rnd.over:
        batch = Batch(rules, 2, seed=source.number(1 << 32))
        batch.put(1, position)
        batch.step([0, 0])


def _anything(position: Position, seat: int, source: Bytes) -> None:
    """Words that are not an action, or one of another hand: refused unless they are among the legal ones."""
    game, before = position.native, position.native.raw
    lo, hi = source.number(1 << 64), source.number(1 << 64)
    if source.number(2):
        lo, hi = lo & 0xF << 60 | source.number(1 << 45), hi & (1 << 45) - 1
    known = {pack(action, position.rules) for action in position.legal(seat)}
    accepted = game.__copy__().act(seat, lo, hi)
    assert accepted == ((lo, hi) in known), (lo, hi)
    assert game.raw == before
    try:
        type(game)(
            native_rules(position.rules),
            [(source.number(1 << 64), source.number(1 << 64)) for _ in range(source.number(6))],
            [source.number(256) - 64 for _ in range(source.number(12))],
            source.number(8) - 2,
            source.number(8) - 2,
            [source.number(1 << 20) for _ in range(source.number(6))],
        )
    except (ValueError, TypeError, IllegalAction, RulesError):
        pass
    else:
        raise AssertionError("a deal of nonsense was accepted")


if __name__ == "__main__":
    run(one, __doc__)
