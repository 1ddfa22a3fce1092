"""What a network learns from a wave: two methods, each a way to judge decisions and a loss.

- `policy`: a policy gradient with clipped steps and a bonus for variety; a critic who sees all hands tells the luck.
- `values`: Monte-Carlo action values; the network tells the points of each action and the best is played.

A pupil does not find out for itself: it learns what its teacher would have done, and what the teacher expects.
"""

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

from haggis_cards.training.network import Critic, Lists, PolicyNetwork
from haggis_cards.training.rollout import Experience, asks_for_bet

Method = Literal["policy", "values"]
Figures = dict[str, Tensor]
MOST = 1 << 17  # states that the critic judges at once


@dataclass(frozen=True)
class Weighing:
    """What counts how much, at some time of the training."""

    haste: float  # being first out, beside points
    variety: float  # entropy
    trace: float  # 1: only the end of a round counts; less: the critic's word along the way too
    clip: float


@dataclass
class Lesson:
    """Decisions, what came of them, and how much better than expected."""

    experience: Experience
    targets: Tensor  # points in units of the game's scale, and whether the seat was first out
    advantages: Tensor


@torch.no_grad()
def judge(experience: Experience, critic: Critic, method: Method, weighing: Weighing, unit: float) -> Lesson:
    """The lesson of a wave."""
    ends = torch.stack([experience.points / unit, experience.first], 1)
    end, targets = ends[:, 0] + weighing.haste * ends[:, 1], ends[experience.lanes]
    if method == "values":
        return Lesson(experience, targets, end[experience.lanes])
    rows = zip(torch.split(experience.states, MOST), torch.split(experience.hidden, MOST), strict=True)
    expected = torch.cat([critic(states, hidden) for states, hidden in rows])
    worth = expected[:, 0] + weighing.haste * expected[:, 1].sigmoid()
    if weighing.trace == 1:
        gains = end[experience.lanes] - worth
    else:
        gains = _along_the_way(experience, worth, end, weighing.trace)
    gains *= ~asks_for_bet(experience.actions, experience.lists)  # bets are not learnt this way
    return Lesson(experience, targets, gains / gains.std().clamp(min=1e-3))


def _along_the_way(experience: Experience, worth: Tensor, end: Tensor, trace: float) -> Tensor:
    """From the last step back: what comes next, as the critic sees it, and part of what came after that."""
    after, gain = end.clone(), torch.zeros_like(end)
    parts = []
    steps = zip(torch.split(worth, experience.steps), torch.split(experience.lanes, experience.steps), strict=True)
    for value, lanes in reversed(list(steps)):
        gain[lanes] = after[lanes] - value + trace * gain[lanes]
        after[lanes] = value
        parts.append(gain[lanes])
    return torch.cat(parts[::-1])


def policy_loss(
    network: PolicyNetwork, critic: Critic, lesson: Lesson, some: Tensor, weighing: Weighing
) -> tuple[Tensor, Figures]:
    """Better decisions become more likely, but not by much at once."""
    experience, target, advantage = lesson.experience, lesson.targets[some], lesson.advantages[some]
    lists, rows = experience.lists.take(some)
    picked = lists.offsets[:-1] + (experience.chosen - experience.lists.offsets[:-1])[some]
    logits, guess = network(experience.states[some], experience.actions[rows], lists)
    expected = critic(experience.states[some], experience.hidden[some])
    chances = lists.log_softmax(logits)
    change = (chances[picked] - experience.chances[some]).exp()
    clipped = change.clamp(1 - weighing.clip, 1 + weighing.clip)
    gain = torch.minimum(change * advantage, clipped * advantage).mean()
    variety = -lists.sum(chances.exp() * chances).mean()
    error, blind = _error(expected, target), _error(guess, target)
    loss = error + 0.25 * blind - gain - weighing.variety * variety
    return loss, {"variety": variety, "change": (change - 1).abs().mean(), "critic": error, "blind": blind}


def values_loss(network: PolicyNetwork, lesson: Lesson, some: Tensor) -> tuple[Tensor, Figures]:
    """The values of the chosen actions come nearer to what they brought."""
    experience, target, brought = lesson.experience, lesson.targets[some], lesson.advantages[some]
    rows = experience.actions[experience.chosen[some]]
    each = Lists.of(torch.arange(len(some) + 1, device=some.device), len(some))
    values, guess = network(experience.states[some], rows, each)
    blind = _error(guess, target)
    loss = functional.smooth_l1_loss(values, brought) + 0.25 * blind
    return loss, {"values": (values - brought).square().mean(), "blind": blind}


def pupil_loss(
    network: PolicyNetwork, teacher: PolicyNetwork, experience: Experience, some: Tensor
) -> tuple[Tensor, Figures]:
    """The pupil's chances, and what it expects, come nearer to its teacher's."""
    lists, rows = experience.lists.take(some)
    asked = (experience.states[some], experience.actions[rows], lists)
    logits, guess = network(*asked)
    with torch.no_grad():
        shown, expected = teacher(*asked)
    chances, wanted = lists.log_softmax(logits), lists.log_softmax(shown)
    apart = lists.sum(wanted.exp() * (wanted - chances)).mean()
    blind = _error(guess, torch.stack([expected[:, 0], expected[:, 1].sigmoid()], 1))
    return apart + 0.25 * blind, {"apart": apart, "blind": blind}


def _error(guess: Tensor, target: Tensor) -> Tensor:
    """How far off the expectations are: points squared, and the surprise at who was first out."""
    points = functional.mse_loss(guess[:, 0], target[:, 0])
    return points + 0.5 * functional.binary_cross_entropy_with_logits(guess[:, 1], target[:, 1])
