"""The trainer: it learns, goes on where it stopped, and refuses what does not fit."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from haggis_cards.bots import make  # noqa: E402
from haggis_cards.encoding import bet_threshold  # noqa: E402
from haggis_cards.errors import HaggisError  # noqa: E402
from haggis_cards.rules import RULES  # noqa: E402
from haggis_cards.training.losses import Weighing, judge  # noqa: E402
from haggis_cards.training.network import Critic, PolicyNetwork, Shape  # noqa: E402
from haggis_cards.training.rollout import Core, Opponent, Rollout, act, asks_for_bet, margin  # noqa: E402
from haggis_cards.training.trainer import Settings, Trainer, seats_of_guests  # noqa: E402

SMALL = Settings(
    games=("haggis-2",),
    shape=Shape(32, 1, 32),
    plan=1000,
    decisions=4000,
    waves=2,
    threads=1,
    batch=512,
    rate=(2e-3, 2e-3),
    device="cpu",
)
CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def train(trainer: Trainer, updates: int) -> list[dict[str, float]]:
    """So many updates, whatever the time, and their figures."""
    seen = []

    class Enough(Exception):
        pass

    def report(figures: dict[str, float]) -> None:
        seen.append(figures)
        if trainer.updates >= updates:
            raise Enough

    with pytest.raises(Enough):
        trainer.run(1000, None, report)
    return seen


@pytest.mark.parametrize("method", ["policy", "values"])
def test_it_learns(method: str) -> None:
    """After some updates it is well ahead of where it began."""
    trainer = Trainer(replace(SMALL, method=method))  # type: ignore[arg-type]
    before = act(trainer.network)
    train(trainer, 120)
    mean, half = margin("haggis-2", act(trainer.network, heat=0), before, 200, seed=1, threads=1, device=CPU)
    assert mean - half > 5
    assert trainer.decisions > 0
    assert trainer.rounds > 0


@pytest.mark.parametrize(
    "opponent", [act(PolicyNetwork(SMALL.shape)), Core(), Core(8)], ids=["frozen", "policy", "search"]
)
def test_it_learns_against_an_opponent_who_does_not(opponent: Opponent) -> None:
    """As in the probe for weaknesses: one side is learnt, the others are frozen."""
    trainer = Trainer(replace(SMALL, decisions=600, batch=128), opponent)
    train(trainer, 10)
    wave = Rollout(RULES["haggis-2"], 10, seed=1, threads=1, device=CPU)
    experience = wave.play(act(trainer.network), opponent, np.tile([False, True], (10, 1)))
    assert experience is not None
    assert set((experience.lanes % 2).tolist()) == {0}


@pytest.mark.parametrize("game", RULES)
def test_guests_take_all_sides_but_one_in_their_part_of_the_rounds(game: str) -> None:
    rules = RULES[game]
    wave = Rollout(rules, 40, seed=1, threads=1, device=CPU)
    theirs = seats_of_guests(wave, 0.3)
    assert not theirs[12:].any()
    for side in range(rules.side_count):
        mine = ~theirs[side : 12 : rules.side_count]
        assert (mine == (np.array(rules.sides) == side)).all()
    experience = wave.play(act(PolicyNetwork(SMALL.shape)), Core(), theirs)
    assert experience is not None
    assert set(experience.lanes.tolist()) == set(np.flatnonzero(~theirs).tolist()), "what guests do is not learnt"


def test_in_self_play_some_rounds_are_against_guests() -> None:
    alone, *_ = train(Trainer(replace(SMALL, guests=0)), 1)
    guided, *_ = train(Trainer(replace(SMALL, guests=1)), 1)
    assert guided["rounds"] == alone["rounds"]
    assert guided["decisions"] < 0.8 * alone["decisions"]


def test_the_search_is_a_better_opponent_than_the_policy() -> None:
    player = act(PolicyNetwork(SMALL.shape), heat=0)
    over = [margin("haggis-2", player, Core(n), 30, seed=1, threads=2, device=CPU)[0] for n in (0, 20)]
    assert over[0] > over[1] + 20


def test_it_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    trainer = Trainer(SMALL)
    trainer.run(0.1, tmp_path)
    again = Trainer(SMALL)
    assert again.load(tmp_path)
    assert (again.decisions, again.updates, again.elapsed) == (trainer.decisions, trainer.updates, trainer.elapsed)
    assert all(torch.equal(a, b) for a, b in zip(again.network.parameters(), trainer.network.parameters(), strict=True))
    again.run(0.1, tmp_path)
    assert again.decisions > trainer.decisions


def test_it_goes_on_from_weights_alone(tmp_path: Path) -> None:
    trainer = Trainer(SMALL)
    trainer.run(0.1, tmp_path)
    (tmp_path / "checkpoint.pt").unlink()
    assert Trainer(SMALL).load(tmp_path)
    (tmp_path / "critic.npz").unlink()
    again = Trainer(SMALL)
    assert again.load(tmp_path)
    assert again.decisions == trainer.decisions
    for a, b in zip(again.network.parameters(), trainer.network.parameters(), strict=True):
        assert torch.allclose(a, b, atol=1e-2)


def test_an_interruption_saves(tmp_path: Path) -> None:
    trainer = Trainer(SMALL)

    def stop(_: dict[str, float]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trainer.run(1000, tmp_path, stop)
    assert Trainer(SMALL).load(tmp_path)


def test_another_size_is_refused(tmp_path: Path) -> None:
    Trainer(SMALL).save(tmp_path)
    with pytest.raises(HaggisError, match="another size"):
        Trainer(replace(SMALL, shape=Shape(16, 1, 16))).load(tmp_path)


@pytest.mark.parametrize(("apart", "near"), [(0.0, 0.01), (0.5, 0.5)])  # weights are kept as half floats
def test_a_network_that_grows_plays_as_before(
    apart: float, near: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("haggis_cards.training.widen.APART", apart)
    trainer, grown = Trainer(SMALL), Trainer(replace(SMALL, shape=Shape(64, 1, 64)))
    train(trainer, 20)
    trainer.save(tmp_path)
    assert grown.load(tmp_path, grows=True)
    assert grown.decisions == trainer.decisions
    rows = Rollout(RULES["haggis-3"], 20, seed=1, threads=1, device=CPU).play(act(trainer.network))
    assert rows is not None
    with torch.no_grad():
        before, after = (
            (*one.network(rows.states, rows.actions, rows.lists), one.critic(rows.states, rows.hidden))
            for one in (trainer, grown)
        )
    for was, now in zip(before, after, strict=True):
        assert (now - was).std() < near * was.std()
    first, second = grown.network.action.weight.chunk(2)
    assert torch.allclose(first, second) == (apart == 0), "alike, they would learn alike"


def test_a_network_that_has_grown_goes_on(tmp_path: Path) -> None:
    Trainer(SMALL).run(0.1, tmp_path)
    large = replace(SMALL, shape=Shape(64, 1, 64))
    grown = Trainer(large)
    assert grown.load(tmp_path, grows=True)
    assert grown.elapsed == 0, "with a plan of its own"
    grown.run(0.1, tmp_path)
    assert Trainer(large).load(tmp_path)
    with pytest.raises(HaggisError, match="another size"):
        Trainer(SMALL).load(tmp_path, grows=True)


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(HaggisError, match="there is no device 'abacus'"):
        Trainer(replace(SMALL, device="abacus"))


@pytest.mark.parametrize("game", RULES)
def test_a_wave_asks_every_seat_and_ends_every_round(game: str) -> None:
    wave = Rollout(RULES[game], 20, seed=1, threads=2, device=CPU)
    experience = wave.play(act(PolicyNetwork(SMALL.shape)))
    assert experience is not None
    assert sum(experience.steps) == len(experience.lists) == len(experience.lanes)
    assert len(set(experience.lanes.tolist())) == 20 * RULES[game].players
    assert bool((experience.lists.offsets.diff() > 1).all()), "forced actions are not asked for"
    ahead, first = wave.ends()
    assert (first.sum(1) == 1).all()
    assert np.allclose(ahead[:, :2].sum(1) if RULES[game].partners else ahead.sum(1), 0, atol=1e-3)


def test_bets_are_asked_for_alone_and_made_by_the_chance_to_be_first() -> None:
    """R7.4: a made bet pays, a lost one goes to another; above the break-even chance the highest is made."""
    assert bet_threshold(RULES["haggis-2"]) == 1 / 2
    assert bet_threshold(RULES["haggis-3"]) == pytest.approx(1 / 3)
    assert bet_threshold(RULES["neeps-4"]) == pytest.approx(1 / 3)
    assert bet_threshold(RULES["haggis-2"].replace(bet_rule="score")) == 1
    highest = len(RULES["haggis-2"].bets)
    for bias, expected in ((-9.0, 0), (9.0, highest)):
        network = PolicyNetwork(SMALL.shape)
        network.value.bias.data.fill_(bias)
        experience = Rollout(RULES["haggis-2"], 20, seed=1, threads=1, device=CPU).play(act(network))
        assert experience is not None
        bets = asks_for_bet(experience.actions, experience.lists)
        assert bool(bets.any())
        assert set(experience.lists.offsets.diff()[bets].tolist()) == {1 + highest}
        assert set((experience.chosen - experience.lists.offsets[:-1])[bets].tolist()) == {expected}


def test_with_a_trace_of_one_only_the_end_counts() -> None:
    experience = Rollout(RULES["haggis-3"], 10, seed=2, threads=1, device=CPU).play(act(PolicyNetwork(SMALL.shape)))
    assert experience is not None
    torch.manual_seed(3)
    critic = Critic(SMALL.shape)
    torch.nn.init.normal_(critic.out.weight)
    lessons = [judge(experience, critic, "policy", Weighing(0.5, 0, trace, 0.2), 96) for trace in (1, 1 - 1e-7, 0)]
    assert torch.allclose(lessons[0].advantages, lessons[1].advantages, atol=1e-3)
    assert not torch.allclose(lessons[0].advantages, lessons[2].advantages, atol=1e-1)


def test_the_same_seed_gives_the_same_deals() -> None:
    rules = RULES["neeps-4"]
    points = []
    for threads in (1, 3):
        torch.manual_seed(4)
        wave = Rollout(rules, 30, seed=7, threads=threads, device=CPU)
        wave.play(act(PolicyNetwork(SMALL.shape), heat=0))
        points.append(wave.ends()[0])
    assert np.array_equal(points[0], points[1])


def test_exported_weights_play(tmp_path: Path) -> None:
    Trainer(SMALL).save(tmp_path)
    assert make(f"neural:{tmp_path / 'weights.npz'}").name.startswith("neural:")


def test_a_pupil_comes_to_play_like_its_teacher() -> None:
    """Of another size, and without any luck of the cards: it hears what the teacher would do."""
    torch.manual_seed(5)
    teacher = PolicyNetwork(Shape(48, 0, 24))
    torch.nn.init.normal_(teacher.out.weight)  # a mind of its own, if not a good one
    first, *_, last = train(Trainer(SMALL, teacher=teacher), 120)
    assert last["apart"] < first["apart"] / 2
