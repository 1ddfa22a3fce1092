"""Bots as programs: the protocol, the example, and what the guard does with programs that misbehave."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from haggis_cards import Match
from haggis_cards.bots import BotError, Guarded, Incident, make_bot
from haggis_cards.bots.guard import safe
from haggis_cards.bots.host import serve
from haggis_cards.bots.process import ProcessBot
from tests.bots.helpers import GREETING, first_view, play, program
from tests.support import PRESETS, choose

EXAMPLE = Path(__file__).parents[2] / "examples" / "lowest_bot.py"
FAIR = 'say(type="decision", id=id, action=legal[0], why="first")'


def test_the_example_speaks_the_protocol_line_by_line() -> None:
    """The documented dialogue, without a line of ours between."""
    view = first_view("haggis-3")
    questions = [
        {"type": "hello", "protocol": 1, "seed": 5},
        {"type": "decide", "id": 1, "budget": 1.0, "view": view},
        {"type": "quit"},
    ]
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([sys.executable, EXAMPLE], input=lines, capture_output=True, text=True, check=True)
    hello, decision = map(json.loads, done.stdout.splitlines())
    assert hello == {"type": "hello", "protocol": 1, "name": "lowest"}
    assert (decision["type"], decision["id"], decision["why"]) == ("decision", 1, "my lowest")
    assert decision["action"] == view["legal"][0]  # the engine lists the lowest single first


@pytest.mark.parametrize("preset", PRESETS)
def test_the_example_plays_every_game(preset: str) -> None:
    incidents: list[Incident] = []
    example = Guarded(make_bot("process:" + shlex.join([sys.executable, str(EXAMPLE)])), incidents.append)
    match = play(preset, [example, *(make_bot("random", seed) for seed in range(3))])
    example.close()
    assert match.over
    assert not incidents


def test_a_built_in_can_be_hosted_as_a_program() -> None:
    """The host gives the same answers as the bot within this process."""
    hosted = make_bot("process:" + shlex.join([sys.executable, "-m", "haggis_cards.bots.host", "greedy"]), 2)
    for preset in PRESETS:
        view = first_view(preset)
        assert hosted.decide(view) == make_bot("greedy", 2).decide(view)
    hosted.close()


def test_the_host_goes_on_after_a_line_that_is_not_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    view = json.dumps(Match("haggis-2", seed=1, dealer=1).view(0))
    wrong = [
        "hello",
        "[" * 100_000,
        "5",
        "[]",
        '{"type": "dance"}',
        '{"type": "decide", "id": 1}',
        f'{{"view": {view}}}',
    ]
    lines = [*wrong, '{"type": "hello"}', *wrong, f'{{"type": "decide", "id": 7, "view": {view}}}', '{"type": "quit"}']
    said = io.StringIO()
    serve("greedy", io.StringIO("\n".join(lines)), said)
    hello, decision = map(json.loads, said.getvalue().splitlines())
    assert (hello["type"], decision["id"]) == ("hello", 7)
    complaints = capsys.readouterr().err.splitlines()
    assert len(complaints) == 2 * len(wrong)
    assert complaints[0] == "'hello' is not a message of the protocol that fits here"
    assert max(map(len, complaints)) < 200


def test_the_host_of_an_unknown_bot_says_so_in_one_line() -> None:
    command = [sys.executable, "-m", "haggis_cards.bots.host", "nobody"]
    done = subprocess.run(command, input='{"type": "hello"}\n', capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "nobody" in done.stderr


def test_a_program_keeps_running_between_decisions_and_ends_with_close(tmp_path: Path) -> None:
    bot = make_bot(program(tmp_path, 'say(type="decision", id=id, action=legal[0], why=str(os.getpid()))'))
    assert isinstance(bot, ProcessBot)
    pids = {bot.decide(first_view(seed=seed)).why for seed in range(3)}
    assert len(pids) == 1
    bot.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pids.pop()), 0)


# Of the same answers, but a program that may be greeted again.
AGAIN = GREETING.replace('name="test")', 'name="test", again=True)').replace(
    '    if question["type"] == "quit":',
    """    if question["type"] == "hello":
        seed = question["seed"]
        say(type="hello", protocol=1, name="test", again=True)
        continue
    if question["type"] == "quit":""",
)


@pytest.mark.parametrize(("start", "processes"), [(GREETING, 3), (AGAIN, 1)], ids=["starts anew", "is greeted again"])
def test_a_program_with_a_new_seed(start: str, processes: int, tmp_path: Path) -> None:
    """One that does not know of second greetings gets none."""
    answer = 'say(type="decision", id=id, action=legal[0], why=f"{seed} {os.getpid()}")'
    bot = make_bot(program(tmp_path, answer, start), 1)
    assert isinstance(bot, ProcessBot)
    said = []
    for seed in (1, 2, 3):
        bot.reseed(seed)
        said += [bot.decide(first_view()).why.split() for _ in range(2)]
    bot.close()
    assert [int(seed) for seed, _ in said] == [1, 1, 2, 2, 3, 3]
    assert len({pid for _, pid in said}) == processes


MISBEHAVIOUR = {
    "crash": ("raise RuntimeError('no cards please')", "RuntimeError: no cards please"),
    "exit": ("sys.exit(3)", "ended with exit status 3"),
    "hang": ("time.sleep(1000)", "no answer within 0.3 s"),
    "hang with a child": ("os.fork() or time.sleep(1000); time.sleep(1000)", "no answer within 0.3 s"),
    "not JSON": ("sys.stdout.write('E4!\\n'); sys.stdout.flush()", "'E4!', which is not JSON"),
    "no object": ("sys.stdout.write('[1]\\n'); sys.stdout.flush()", "which is not a JSON object"),
    "no text": ("sys.stdout.buffer.write(bytes(range(128, 200)) + b'\\n'); sys.stdout.flush()", "which is not JSON"),
    "deep": ("sys.stdout.write('[' * 60000 + '\\n'); sys.stdout.flush()", "which is not JSON"),
    "wrong id": ('say(type="decision", id=id - 1, action=legal[0])', "expected a decision with id"),
    "wrong type": ('say(type="hello", protocol=1, name="again")', "expected a decision with id"),
    "no action": ('say(type="decision", id=id)', "a decision has an action"),
    "strange why": ('say(type="decision", id=id, action=legal[0], why=[])', "a decision has an action"),
    "illegal": ('say(type="decision", id=id, action="play Kb", why="")', "'play Kb' is not among the legal actions"),
    "flood": ("while True: sys.stdout.write('x' * 1000000)", "bytes without the end of the line"),
    "flood of complaints": ("while True: sys.stderr.write('x' * 100000)", "no answer within 0.3 s"),
    "closed output": ("os.close(1); time.sleep(1000)", "closed its output"),
}


@pytest.mark.parametrize("case", MISBEHAVIOUR)
def test_misbehaviour_costs_one_decision_and_is_reported(case: str, tmp_path: Path) -> None:
    """The bot misbehaves at the first question of each life that it gets, and is fair afterwards."""
    deed, says = MISBEHAVIOUR[case]
    flag = tmp_path / "done"
    lines = (
        f"if not os.path.exists({str(flag)!r}):\n    open({str(flag)!r}, 'w').close()\n    {deed}\n    continue\n{FAIR}"
    )
    incidents: list[Incident] = []
    bot = Guarded(make_bot(program(tmp_path, lines)), incidents.append)
    view = first_view()
    # The first answer of a program takes its start, too: the short budget is for the hang.
    first = bot.decide(view, -0.7 if says.startswith("no answer") else 20.0)
    assert first.action == safe(view)
    assert [(incident.decision, incident.action) for incident in incidents] == [(1, safe(view))]
    assert says in incidents[0].what, incidents[0].what
    assert incidents[0].bot == bot.name
    again = bot.decide(view, 20.0)
    assert (again.action, again.why) == (view["legal"][0], "first")
    assert len(incidents) == 1
    bot.close()


does_not_greet = pytest.mark.parametrize(
    ("start", "says"),
    [
        ("import sys\nfor line in sys.stdin:\n    pass\n", "ended with exit status 0"),
        ("raise SystemExit('not today')\nwhile True:\n", "not today"),
        (GREETING.replace("protocol=1", "protocol=2"), "expected a hello with protocol 1"),
    ],
)


@does_not_greet
def test_a_program_that_does_not_greet_is_refused(start: str, says: str, tmp_path: Path) -> None:
    spec = program(tmp_path, "break", start)
    with pytest.raises(BotError, match=r"the bot 'process:.* cannot play: .*" + re.escape(says)):
        make_bot(spec)


@does_not_greet
def test_a_program_that_greets_no_more_is_given_up(start: str, says: str, tmp_path: Path) -> None:
    incidents: list[Incident] = []
    bot = Guarded(make_bot(program(tmp_path, FAIR)), incidents.append, patience=2)
    assert bot.decide(first_view()).why == "first"
    bot.close()
    program(tmp_path, "break", start)  # from its next life on
    for _ in range(4):
        assert bot.decide(first_view()).action == safe(first_view())
    assert len(incidents) == 2  # then it is asked no more
    assert says in incidents[0].what


def test_a_program_that_cannot_be_started_is_refused() -> None:
    with pytest.raises(BotError, match=r"'\./no-such-bot' cannot be started: No such file or directory"):
        make_bot("process:./no-such-bot")


def test_a_program_that_reads_nothing_does_not_hold_us_up(tmp_path: Path) -> None:
    """A view is longer than a pipe is wide."""
    bot = make_bot(
        program(tmp_path, "", 'import time\nprint(\'{"type":"hello","protocol":1}\', flush=True)\ntime.sleep(1000)\n')
    )
    view = first_view()
    view["players"] = ["x" * 1_000_000, "y"]
    with pytest.raises(BotError, match="no answer within"):
        bot.decide(view, -0.7)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_survives_a_bot_that_always_fails(preset: str) -> None:
    class Broken:
        name = "broken"

        def decide(self, view: object, budget: float | None = None) -> None:
            raise KeyError("hand")

        def close(self) -> None:
            raise OSError("no")

    incidents: list[Incident] = []
    broken = Guarded(Broken(), incidents.append)  # type: ignore[arg-type]
    match = play(preset, [broken, *(make_bot("random", seed) for seed in range(3))], rounds=2)
    broken.close()
    assert match.over
    assert [incident.what for incident in incidents] == ["crashed with KeyError: 'hand'"] * 5


def test_the_safe_default_is_always_legal_and_never_a_bet() -> None:
    rng = Random(5)
    for preset in PRESETS:
        match = Match(preset, seed=3)
        while not match.finished:
            view = match.view(match.to_act[0])
            assert safe(view) in view["legal"]
            assert not safe(view).startswith("bet")
            match = match.act(*choose(match.round, rng))
