"""What a review costs, and whether it is right: one line of JSON a figure.

    python bench/review.py speed                       # a quick review of a round of each game
    python bench/review.py endings --positions 500     # in endings that can be solved: is the best action the solver's?
    python bench/review.py calibration --out rows.jsonl   # does the loss of two bots explain the margin?
    python bench/review.py confirmation --out rows.jsonl  # what `deep` says of what `quick` calls mistakes
    python bench/review.py errors --deals 100          # how often `analyse` is as far off as it says

`--rules` chooses games (default: all presets). `cpu_s` is the processor time of all threads. The calibration plays
rounds of two bots: the second has the seats of one side, the first the others, and they change seats from round to
round. The confirmation takes the mistakes and blunders of these rounds. Both write what they find to `--out`, line by
line, and go on from there the next time: `--minutes` ends a run before it is done. Their figures are those of the file.
"""

import argparse
import json
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice, zip_longest
from math import hypot, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from haggis_cards import RULES, Bet, Match, Phase, Play, Record, Rounds
from haggis_cards.bots import make_bot
from haggis_cards.bots.machine import cores
from haggis_cards.cards import ALL_COURTS
from haggis_cards.encoding import margins
from haggis_cards.review import EFFORTS, Reviewer, analyse
from haggis_cards.review.core import at_once
from haggis_cards.review.judge import NO_BET, Judge, Judgement
from haggis_cards.review.moments import Moment, moments
from haggis_cards.review.native_core import NativeCore
from haggis_cards.review.numbers import mean, standard_error
from haggis_cards.review.question import are_hands_known

CONFIDENCE = 1.96
MISTAKES = ("mistake", "blunder")

Row = dict[str, Any]


def played(game: str, specs: list[str], seed: int) -> Match:
    """A round of bots."""
    match = Match(game, Rounds(1), seed=seed)
    bots = [make_bot(spec, seed + seat) for seat, spec in enumerate(specs)]
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, bots[seat].decide(match.view(seat)).action)
    return match


def speed(game: str, options: argparse.Namespace) -> Row:
    """The time of a whole quick review, and until its first decision."""
    match = played(game, ["greedy"] * RULES[game].players, options.seed)
    Reviewer(match, effort="quick", seats=[])  # loads the networks
    wall, cpu = time.perf_counter(), time.process_time()
    first, first_cpu, count = 0.0, 0.0, 0
    for _ in Reviewer(match, effort="quick", threads=options.threads):
        if not count:
            first, first_cpu = time.perf_counter() - wall, time.process_time() - cpu
        count += 1
    spent, worked = time.perf_counter() - wall, time.process_time() - cpu
    figures = {"decisions": count, "first_s": first, "first_cpu_s": first_cpu, "wall_s": spent, "cpu_s": worked}
    return {name: round(figure, 2) for name, figure in figures.items()} | {"threads": options.threads}


def endings(game: str) -> Iterator[tuple[Match, int]]:
    """Endings in which the seat knows all hands: players have kept their courts, which everybody sees, to the end."""
    for seed in range(1_000_000):
        rng, match = Random(seed), Match(game, Rounds(1), seed=seed)
        while not match.over:
            seat = match.to_act[0]
            legal = [action for action in match.legal(seat) if not isinstance(action, Bet)]
            if match.round.phase == "play" and len(legal) > 1 and sum(map(int.bit_count, match.round.hands)) <= 9:
                view = match.view(seat)
                if are_hands_known(view, match.rules):
                    yield match, seat
            cheap = [action for action in legal if isinstance(action, Play) and not action & ALL_COURTS]
            match = match.act(seat, rng.choice(cheap) if cheap else legal[0])


def solved(game: str, options: argparse.Namespace) -> Row:
    """How often the best action is the solver's, by the true cards, and how many endings could not be solved."""
    judge, right, unsolved = Judge(RULES[game], EFFORTS["quick"], NativeCore(), options.seed), 0, 0
    positions = list(islice(endings(game), options.positions))
    for match, seat in positions:
        view = match.view(seat)
        places = range(len(view["legal"]))
        values = at_once(judge.core.solve(judge.core.true(match.round), seat, places))
        if values is None:
            unsolved += 1
            continue
        judgement = at_once(judge.judge(view, view["legal"][0]))
        seen = at_once(judge.see(judgement, view, match.round))
        best = [values[view["legal"].index(action)] for action in (judgement.best.action, seen["best"])]
        right += judgement.exact and best == [max(values)] * 2
    return {"positions": len(positions), "unsolved": unsolved, "right": right}


# Rows in a file


class Rows:
    """What a task has found, in a file that it goes on with."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.found: list[Row] = []
        if path is not None and path.exists():
            self.found = [json.loads(line) for line in path.read_text().splitlines()]

    def of(self, task: str, game: str) -> list[Row]:
        return [row for row in self.found if row["task"] == task and row["rules"] == game]

    def add(self, row: Row) -> None:
        self.found.append(row)
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps(row) + "\n")


def judge_moment(judge: Judge, moment: Moment) -> Judgement:
    """A decision as `Reviewer` judges it, without what does not matter for its class."""
    made = str(moment.made)
    if moment.about_bet:
        return at_once(judge.judge_bet(moment.view, made if made.startswith("bet ") else NO_BET))
    return at_once(judge.judge(moment.view, made))


def judge_all(judge: Judge, asked: Iterable[Moment], threads: int) -> Iterator[tuple[Moment, Judgement]]:
    """Decisions in their order, judged on some threads."""
    waiting: deque[tuple[Moment, Future[Judgement]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for moment in asked:
            waiting.append((moment, pool.submit(judge_moment, judge, moment)))
            while len(waiting) > 2 * threads:
                done, judgement = waiting.popleft()
                yield done, judgement.result()
        while waiting:
            done, judgement = waiting.popleft()
            yield done, judgement.result()


# Calibration


def calibrate(games: list[str], options: argparse.Namespace, rows: Rows) -> None:
    """Rounds of two bots with a quick review of each, game by game in turn until the time is up."""
    end = time.monotonic() + 60 * options.minutes
    for number in range(options.rounds):
        for game in games:
            known = {row["seed"] for row in rows.of("calibration", game)}
            if options.seed + number not in known and time.monotonic() < end:
                rows.add(_calibrated(game, number, options))


def _calibrated(game: str, number: int, options: argparse.Namespace) -> Row:
    """The losses of the sides of one round, and the decisions that were called mistakes."""
    rules, names, seed = RULES[game], options.bots.split(","), options.seed + number
    strong = number % rules.side_count
    match = played(game, [names[rules.sides[seat] == strong] for seat in rules.seats], seed)
    judge, loss, mistakes = Judge(rules, EFFORTS["quick"], NativeCore(), options.seed), [0.0] * rules.side_count, []
    for moment, judgement in judge_all(judge, moments(match, rules.seats), options.threads):
        if judgement.verdict != "good":
            loss[rules.sides[moment.seat]] += judgement.loss
        if judgement.verdict in MISTAKES:
            mistakes.append([moment.index, moment.about_bet, round(judgement.loss, 2)])
    others = [points for side, points in enumerate(loss) if side != strong]
    (done,) = match.finished
    return {
        "task": "calibration",
        "rules": game,
        "seed": seed,
        "bots": names,
        "loss": _rounded([float(np.mean(others)), loss[strong]]),
        "margin": float(margins(done.result.points)[strong]),
        "mistakes": mistakes,
        "record": match.record().data,
    }


def calibration(found: list[Row]) -> Row:
    """The mean loss of a side in a round for each bot, and the margin between their sides."""
    loss, own = np.array([row["loss"] for row in found]).T
    margin, difference = np.array([row["margin"] for row in found]), loss - own
    return {
        "rounds": len(found),
        "bots": found[0]["bots"],
        "loss": _rounded([loss.mean(), own.mean()]),
        "difference": _rounded([difference.mean(), _interval(difference)]),
        "margin": _rounded([margin.mean(), _interval(margin)]),
        "correlation": round(float(np.corrcoef(difference, margin)[0, 1]), 2),
    }


# Confirmation


def confirm(games: list[str], options: argparse.Namespace, rows: Rows) -> None:
    """Mistakes and blunders of the calibration's rounds, judged again by `deep` with other worlds, until time is up."""
    end = time.monotonic() + 60 * options.minutes
    drawn = [list(_drawn(game, rows, options.decisions)) for game in games]
    asked = [one for turn in zip_longest(*drawn) for one in turn if one is not None]
    known = {(row["rules"], row["seed"], row["index"], row["about_bet"]) for row in rows.found if "index" in row}
    left = iter([one for one in asked if (one[0]["rules"], one[0]["seed"], *one[1][:2]) not in known])
    with ThreadPoolExecutor(options.threads) as pool:
        running: set[Future[Row]] = set()
        while True:
            while len(running) < options.threads and time.monotonic() < end and (one := next(left, None)):
                running.add(pool.submit(_confirmed, one, options.seed + 1))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                rows.add(each.result())


def _drawn(game: str, rows: Rows, count: int) -> list[tuple[Row, list[Any]]]:
    """Decisions that a quick review called mistakes, by lot: the same ones every time."""
    listed = [(row, mistake) for row in rows.of("calibration", game) for mistake in row["mistakes"]]
    return sorted(listed, key=lambda one: Random(f"{one[0]['seed']} {one[1][:2]}").random())[:count]


def _confirmed(asked: tuple[Row, list[Any]], seed: int) -> Row:
    row, (index, about_bet, loss) = asked
    match = Record.parse(json.dumps(row["record"])).replay()
    moment = next(one for one in moments(match, match.rules.seats) if [one.index, one.about_bet] == [index, about_bet])
    judgement = judge_moment(Judge(match.rules, EFFORTS["deep"], NativeCore(), seed), moment)
    return {
        "task": "confirmation",
        "rules": row["rules"],
        "seed": row["seed"],
        "index": index,
        "about_bet": about_bet,
        "losses": _rounded([loss, judgement.loss]),
        "verdict": judgement.verdict,
    }


def confirmation(found: list[Row]) -> Row:
    """How many decisions `deep` calls mistakes or blunders, too, and how many anything but good."""
    verdicts = [row["verdict"] for row in found]
    return {
        "decisions": len(found),
        "mistakes_too": sum(verdict in MISTAKES for verdict in verdicts),
        "not_good": sum(verdict != "good" for verdict in verdicts),
        "loss_quick_deep": _rounded(list(np.mean([row["losses"] for row in found], 0))),
    }


def _interval(numbers: Any) -> float:
    return float(CONFIDENCE * numbers.std(ddof=1) / np.sqrt(len(numbers)))


def _rounded(numbers: list[float]) -> list[float]:
    return [round(float(number), 2) for number in numbers]


def errors(game: str, options: argparse.Namespace) -> Row:
    """Of the best plays at the first card: how many have a value that fresh worlds agree with, as its error says."""
    within, squares, deals = 0, 0.0, options.deals
    for seed in range(options.seed, options.seed + deals):
        match = Match(game, Rounds(1), seed=seed)
        bots = [make_bot("greedy", seed) for _ in match.rules.seats]
        while match.round.phase is not Phase.PLAY:
            seat = match.to_act[0]
            match = match.act(seat, bots[seat].decide(match.view(seat)).action)
        analysis = analyse(match, seed=seed)
        best, view = analysis.best, match.view(analysis.seat)
        assert all(one.value == best.value for one in analysis.bets if one.action is None)
        judge = Judge(match.rules, EFFORTS["quick"], NativeCore(), seed + 1_000_000)
        rows = at_once(judge.rounds_after(view, view["legal"].index(str(best.action))))
        margins = [row.margin / 2 for row in rows]
        apart = (mean(margins) - best.value) / hypot(best.error, standard_error(margins))
        within += abs(apart) < CONFIDENCE
        squares += apart * apart
    return {"deals": deals, "within": within, "rms": round(sqrt(squares / deals), 2)}


ONE_BY_ONE = {"speed": speed, "endings": solved, "errors": errors}
IN_ROWS = {"calibration": (calibrate, calibration), "confirmation": (confirm, confirmation)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=[*ONE_BY_ONE, *IN_ROWS])
    parser.add_argument("--rules", default=",".join(RULES), help="presets, separated by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--deals", type=int, default=100, help="of the errors, for each game")
    parser.add_argument("--rounds", type=int, default=34, help="of the calibration, for each game")
    parser.add_argument("--decisions", type=int, default=50, help="of the confirmation, for each game")
    parser.add_argument("--bots", default="greedy,master", help="the weaker and the stronger bot of the calibration")
    parser.add_argument("--out", type=Path, help="the file with the rows of the calibration and the confirmation")
    parser.add_argument("--minutes", type=float, default=np.inf, help="after which nothing new is begun")
    options = parser.parse_args()
    games, task = options.rules.split(","), options.task
    if task in ONE_BY_ONE:
        for game in games:
            print(json.dumps({"task": task, "rules": game, **ONE_BY_ONE[task](game, options)}), flush=True)
        return
    rows = Rows(options.out)
    find, sum_up = IN_ROWS[task]
    find(games, options, rows)
    for game in games:
        if found := rows.of(task, game):
            print(json.dumps({"task": task, "rules": game, **sum_up(found)}), flush=True)


if __name__ == "__main__":
    main()
