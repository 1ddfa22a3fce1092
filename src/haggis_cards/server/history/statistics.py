"""A person's statistics, made of the sums in the store."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

import sqlalchemy as sa

from haggis_cards.server.history import store as match_store
from haggis_cards.server.history.store import Filter, Sums, With
from haggis_cards.wire import people as p

_SHOWN: Final = 400  # matches in the pictures
_NORMAL: Final = 1.96  # standard errors of an interval that holds in 19 of 20 cases


def statistics(conn: sa.Connection, guest: str, filter: Filter, levels: Sequence[str]) -> p.Statistics:
    """What a person's matches add up to, by game."""
    themes = match_store.themes(conn, guest, filter)
    partners = match_store.partners(conn, guest, filter, levels)
    form = match_store.form(conn, guest, filter, _SHOWN)
    return p.Statistics(
        [
            _game(
                one,
                [p.ThemeFigures(theme, count, loss) for preset, theme, count, loss in themes if preset == one.preset],
                [_partner(other) for other in partners if other.preset == one.preset],
                [_point(row) for row in form if row.preset == one.preset],
            )
            for one in match_store.statistics(conn, guest, filter)
        ]
    )


def _game(
    one: Sums, themes: Iterable[p.ThemeFigures], partners: list[p.PartnerFigures], form: list[p.FormPoint]
) -> p.GameFigures:
    sums, rounds = one.sums, round(one.sums["rounds"])
    per_round = {name: sums[f"from_{name}"] / max(1, rounds) for name in p.SourcePoints.__struct_fields__}
    return p.GameFigures(
        preset=one.preset,
        matches=sum(one.outcomes.values()),
        **{name: one.outcomes.get(name, 0) for name in ("won", "tied", "lost", "abandoned")},
        rounds=rounds,
        points=_estimate(rounds, sums["points"], sums["points_squared"]),
        ahead=_estimate(rounds, sums["ahead"], sums["ahead_squared"]),
        **{name: round(sums[name]) for name in ("first_out", "bets", "bets_won", "bombs")},
        sources=p.SourcePoints(**per_round),
        reviews=_reviews(one, themes),
        partners=partners,
        form=form,
    )


def _estimate(count: int, total: float, squares: float) -> p.Estimate | None:
    """The mean of so many values with this sum and sum of squares."""
    if not count:
        return None
    mean = total / count
    if count == 1:
        return p.Estimate(mean, None)
    variance = max(0.0, squares - count * mean**2) / (count - 1)
    return p.Estimate(mean, _NORMAL * math.sqrt(variance / count))


def _reviews(one: Sums, themes: Iterable[p.ThemeFigures]) -> p.ReviewFigures | None:
    if not one.reviewed:
        return None
    decisions = round(one.sums["decisions"])
    return p.ReviewFigures(
        rounds=one.reviewed,
        decisions=decisions,
        loss=one.sums["loss"] / max(1, decisions),
        luck=one.sums["luck"] / one.reviewed,
        themes=sorted(themes, key=lambda theme: -theme.loss),
    )


def _partner(one: With) -> p.PartnerFigures:
    ahead = one.ahead / max(1, one.rounds)
    return p.PartnerFigures(name=one.name, level=one.level, matches=one.matches, won=one.won, ahead=ahead)


def _point(row: Any) -> p.FormPoint:
    luck = None if row.luck is None else row.luck / row.rounds
    return p.FormPoint(row.at, row.outcome, row.ahead / row.rounds, luck)
