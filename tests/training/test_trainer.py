"""The trainer: it learns, continues where it stopped, and refuses what does not fit."""

from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from haggis_cards.bots import make_bot  # noqa: E402
from haggis_cards.bots.network import QUICK, WEIGHTS  # noqa: E402
from haggis_cards.encoding import bet_threshold  # noqa: E402
from haggis_cards.errors import HaggisError  # noqa: E402
from haggis_cards.rules import RULES  # noqa: E402
from haggis_cards.training.batch import LossWeights  # noqa: E402
from haggis_cards.training.network import Critic, PolicyNetwork, Shape, read_about, read_network  # noqa: E402
from haggis_cards.training.ppo import advantage_batch  # noqa: E402
from haggis_cards.training.rollout import (  # noqa: E402
    CoreOpponent,
    Opponent,
    Rollout,
    is_bet_decision,
    make_policy,
    measure_margin,
)
from haggis_cards.training.trainer import Trainer, opponent_seats  # noqa: E402
from tests.training.small import SMALL, train_updates  # noqa: E402

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.mark.parametrize("method", ["policy", "values"])
def test_it_learns(method: str) -> None:
    """After some updates it is well ahead of its first policy."""
    trainer = Trainer(replace(SMALL, method=method))  # type: ignore[arg-type]
    before = make_policy(trainer.network)
    train_updates(trainer, 120)
    mean, half = measure_margin(
        "haggis-2", make_policy(trainer.network, temperature=0), before, 200, seed=1, threads=1, device=CPU
    )
    assert mean - half > 5
    assert trainer.decisions > 0
    assert trainer.rounds > 0


@pytest.mark.parametrize(
    "opponent",
    [make_policy(PolicyNetwork(SMALL.shape)), CoreOpponent(), CoreOpponent(8)],
    ids=["frozen", "policy", "search"],
)
def test_it_learns_against_a_frozen_opponent(opponent: Opponent) -> None:
    """Only the decisions of the side that learns are experience."""
    trainer = Trainer(replace(SMALL, rollout_decisions=600, batch_size=128), opponent)
    train_updates(trainer, 10)
    rollout = Rollout(RULES["haggis-2"], 10, seed=1, threads=1, device=CPU)
    experience = rollout.play(make_policy(trainer.network), opponent, np.tile([False, True], (10, 1)))
    assert experience is not None
    assert set((experience.trajectory % 2).tolist()) == {0}


@pytest.mark.parametrize("game", RULES)
def test_the_policy_takes_all_sides_but_one_in_its_share_of_the_rounds(game: str) -> None:
    rules = RULES[game]
    rollout = Rollout(rules, 40, seed=1, threads=1, device=CPU)
    others = opponent_seats(rollout, 0.3)
    assert not others[12:].any()
    for side in range(rules.side_count):
        mine = ~others[side : 12 : rules.side_count]
        assert (mine == (np.array(rules.sides) == side)).all()
    experience = rollout.play(make_policy(PolicyNetwork(SMALL.shape)), CoreOpponent(), others)
    assert experience is not None
    assert set(experience.trajectory.tolist()) == set(np.flatnonzero(~others).tolist()), (
        "the opponent's decisions are not experience"
    )


def test_in_self_play_a_share_of_rounds_is_against_the_policy() -> None:
    alone, *_ = train_updates(Trainer(replace(SMALL, policy_share=0)), 1)
    guided, *_ = train_updates(Trainer(replace(SMALL, policy_share=1)), 1)
    assert guided["rounds"] == alone["rounds"]
    assert guided["decisions"] < 0.8 * alone["decisions"]


def test_the_search_is_a_better_opponent_than_the_policy() -> None:
    policy = make_policy(PolicyNetwork(SMALL.shape), temperature=0)
    over = [measure_margin("haggis-2", policy, CoreOpponent(n), 30, seed=1, threads=2, device=CPU)[0] for n in (0, 20)]
    assert over[0] > over[1] + 20


def test_it_continues_from_a_checkpoint(tmp_path: Path) -> None:
    trainer = Trainer(SMALL)
    trainer.run(0.1, tmp_path)
    again = Trainer(SMALL)
    assert again.load(tmp_path)
    assert (again.decisions, again.updates, again.elapsed) == (trainer.decisions, trainer.updates, trainer.elapsed)
    assert all(torch.equal(a, b) for a, b in zip(again.network.parameters(), trainer.network.parameters(), strict=True))
    again.run(0.1, tmp_path)
    assert again.decisions > trainer.decisions


def test_it_continues_from_weights_alone(tmp_path: Path) -> None:
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


def test_the_format_of_checkpoints_and_weights_stays(tmp_path: Path) -> None:
    """Old folders must still load: these names are the format."""
    Trainer(SMALL).save(tmp_path)
    saved = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert saved.keys() == {"network", "critic", "optimizer", "elapsed", "decisions", "rounds", "updates", "dealt"}
    about = read_about(tmp_path / "weights.npz")
    assert about.keys() == {"shape", "method", "games", "seconds", "decisions", "rounds"}
    assert about["shape"].keys() == {"width", "blocks", "head"}
    layers = {name.split(".")[0] for name in saved["network"]}
    assert layers == {"trunk", "norm", "situation", "action", "inner", "out", "value"}


@pytest.mark.parametrize("name", [WEIGHTS, QUICK])
def test_the_weights_of_the_package_load(name: str) -> None:
    with as_file(files("haggis_cards.bots") / name) as path:
        network = read_network(path)
        assert read_about(path)["decisions"] > 1_000_000
    assert network.value.weight.any()


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


@pytest.mark.parametrize(("noise", "tolerance"), [(0.0, 0.01), (0.5, 0.5)])  # weights are kept as half floats
def test_a_widened_network_plays_as_before(
    noise: float, tolerance: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("haggis_cards.training.widen.NOISE", noise)
    trainer, wide = Trainer(SMALL), Trainer(replace(SMALL, shape=Shape(64, 1, 64)))
    train_updates(trainer, 20)
    trainer.save(tmp_path)
    assert wide.load(tmp_path, widens=True)
    assert wide.decisions == trainer.decisions
    rows = Rollout(RULES["haggis-3"], 20, seed=1, threads=1, device=CPU).play(make_policy(trainer.network))
    assert rows is not None
    with torch.no_grad():
        before, after = (
            (*one.network(rows.states, rows.actions, rows.ragged), one.critic(rows.states, rows.hidden))
            for one in (trainer, wide)
        )
    for was, now in zip(before, after, strict=True):
        assert (now - was).std() < tolerance * was.std()
    first, second = wide.network.action.weight.chunk(2)
    assert torch.allclose(first, second) == (noise == 0), "identical units would learn the same"


def test_a_widened_network_continues(tmp_path: Path) -> None:
    Trainer(SMALL).run(0.1, tmp_path)
    large = replace(SMALL, shape=Shape(64, 1, 64))
    wide = Trainer(large)
    assert wide.load(tmp_path, widens=True)
    assert wide.elapsed == 0, "with a schedule of its own"
    wide.run(0.1, tmp_path)
    assert Trainer(large).load(tmp_path)
    with pytest.raises(HaggisError, match="another size"):
        Trainer(SMALL).load(tmp_path, widens=True)


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(HaggisError, match="device 'abacus' is not available"):
        Trainer(replace(SMALL, device="abacus"))


@pytest.mark.parametrize("game", RULES)
def test_a_rollout_asks_every_seat_and_ends_every_round(game: str) -> None:
    rollout = Rollout(RULES[game], 20, seed=1, threads=2, device=CPU)
    experience = rollout.play(make_policy(PolicyNetwork(SMALL.shape)))
    assert experience is not None
    assert sum(experience.step_sizes) == len(experience.ragged) == len(experience.trajectory)
    assert len(set(experience.trajectory.tolist())) == 20 * RULES[game].players
    assert bool((experience.ragged.offsets.diff() > 1).all()), "forced actions are not asked for"
    margins, first = rollout.ends()
    assert (first.sum(1) == 1).all()
    assert np.allclose(margins[:, :2].sum(1) if RULES[game].partners else margins.sum(1), 0, atol=1e-3)


def test_bets_are_decisions_of_their_own_made_by_the_chance_to_go_out_first() -> None:
    """R7.4: a bet that succeeds pays, one that fails goes to another side; above the threshold the highest is made."""
    assert bet_threshold(RULES["haggis-2"]) == 1 / 2
    assert bet_threshold(RULES["haggis-3"]) == pytest.approx(1 / 3)
    assert bet_threshold(RULES["neeps-4"]) == pytest.approx(1 / 3)
    assert bet_threshold(RULES["haggis-2"].replace(bet_rule="score")) == 1
    highest = len(RULES["haggis-2"].bets)
    for bias, expected in ((-9.0, 0), (9.0, highest)):
        network = PolicyNetwork(SMALL.shape)
        network.value.bias.data.fill_(bias)
        experience = Rollout(RULES["haggis-2"], 20, seed=1, threads=1, device=CPU).play(make_policy(network))
        assert experience is not None
        bets = is_bet_decision(experience.actions, experience.ragged)
        assert bool(bets.any())
        assert set(experience.ragged.offsets.diff()[bets].tolist()) == {1 + highest}
        assert set((experience.taken - experience.ragged.offsets[:-1])[bets].tolist()) == {expected}


def test_with_a_gae_lambda_of_one_only_the_end_counts() -> None:
    experience = Rollout(RULES["haggis-3"], 10, seed=2, threads=1, device=CPU).play(
        make_policy(PolicyNetwork(SMALL.shape))
    )
    assert experience is not None
    torch.manual_seed(3)
    critic = Critic(SMALL.shape)
    torch.nn.init.normal_(critic.out.weight)
    one, almost, zero = (
        advantage_batch(experience, critic, LossWeights(0.5, 0, gae_lambda, 0.2), 96).advantages
        for gae_lambda in (1, 1 - 1e-7, 0)
    )
    assert torch.allclose(one, almost, atol=1e-3)
    assert not torch.allclose(one, zero, atol=1e-1)


def test_advantages_are_those_of_a_walk_back_through_the_steps() -> None:
    """All trajectories at once against one step after the other."""
    rollout = Rollout(RULES["haggis-3"], 20, seed=1, threads=1, device=CPU)
    seats = opponent_seats(rollout, 0.3)
    experience = rollout.play(make_policy(PolicyNetwork(SMALL.shape)), CoreOpponent(), seats)
    assert experience is not None
    critic = Critic(SMALL.shape)
    torch.nn.init.normal_(critic.out.weight)
    batch = advantage_batch(experience, critic, LossWeights(0, 0, 0.9, 0.2), 96)
    with torch.no_grad():
        values = critic(experience.states, experience.hidden)[:, 0]
    next_value, advantage = experience.margins / 96, torch.zeros(60)
    parts = []
    steps = (torch.split(rows, experience.step_sizes) for rows in (values, experience.trajectory))
    for value, trajectory in reversed(list(zip(*steps, strict=True))):
        advantage[trajectory] = next_value[trajectory] - value + 0.9 * advantage[trajectory]
        next_value[trajectory] = value
        parts.append(advantage[trajectory])
    expected = torch.cat(parts[::-1]) * ~is_bet_decision(experience.actions, experience.ragged)
    assert torch.allclose(batch.advantages, expected / expected.std(), atol=1e-4)


def test_an_error_in_a_rollout_stops_the_training() -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the cards are wet")

    with pytest.raises(RuntimeError, match="wet"):
        Trainer(SMALL, fail).run(1000)  # type: ignore[arg-type]


def test_a_policy_takes_new_weights_in_the_middle_of_a_rollout() -> None:
    """From that step on its choices are others, and not before."""
    network, other = (PolicyNetwork(SMALL.shape) for _ in range(2))
    torch.nn.init.normal_(other.out.weight)

    def choices(change: int) -> list[list[int]]:
        policy = make_policy(network, temperature=0)
        seen: list[list[int]] = []

        def play(rules: Any, states: Any, actions: Any, ragged: Any) -> Any:
            if len(seen) == change:
                policy.update(other)
            taken, log_probs = policy(rules, states, actions, ragged)
            seen.append(taken.tolist())
            return taken, log_probs

        Rollout(RULES["haggis-2"], 10, seed=1, threads=1, device=CPU).play(play)
        return seen

    never, later = choices(-1), choices(4)
    assert never[:4] == later[:4]
    assert never[4:] != later[4:]


def test_the_same_seed_gives_the_same_deals() -> None:
    rules = RULES["neeps-4"]
    points = []
    for threads in (1, 3):
        torch.manual_seed(4)
        rollout = Rollout(rules, 30, seed=7, threads=threads, device=CPU)
        rollout.play(make_policy(PolicyNetwork(SMALL.shape), temperature=0))
        points.append(rollout.ends()[0])
    assert np.array_equal(points[0], points[1])


def test_exported_weights_play(tmp_path: Path) -> None:
    Trainer(SMALL).save(tmp_path)
    assert make_bot(f"neural:{tmp_path / 'weights.npz'}").name.startswith("neural:")


def test_a_student_comes_to_play_like_its_teacher() -> None:
    """Also if its shape is another: each decision shows the teacher's whole distribution."""
    torch.manual_seed(5)
    teacher = PolicyNetwork(Shape(48, 0, 24))
    torch.nn.init.normal_(teacher.out.weight)  # so that it has preferences
    first, *_, last = train_updates(Trainer(SMALL, teacher=teacher), 120)
    assert last["kl"] < first["kl"] / 2
