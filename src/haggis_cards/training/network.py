"""The network: what a seat knows goes through a trunk once, each legal action through a small head.

Rows of words (`native/encode.hpp`) are sent as they are and become features here, on the device that computes. Lists of
actions have different lengths: they lie one behind the other, and `Lists` tells which action belongs to which decision.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from haggis_cards import _native
from haggis_cards.encoding import HAND_FEATURES
from haggis_cards.errors import HaggisError

STATE: Final = 64 * _native.STATE_WORDS
HIDDEN: Final = 64 * _native.HIDDEN_WORDS
ACTION: Final = 64 * _native.CHOICE_WORDS
ROWS: Final = 1 << 20  # actions at once, so that no array outgrows what devices can count

Weights = dict[str, Tensor]  # by their names in a module


@dataclass(frozen=True)
class Shape:
    """The sizes of a network."""

    width: int = 512
    blocks: int = 2
    head: int = 256


@dataclass
class Lists:
    """Lists of actions one behind the other: where each begins and ends, and whose each action is."""

    offsets: Tensor
    owner: Tensor

    @classmethod
    def of(cls, offsets: Tensor, total: int) -> "Lists":
        """The lists between these offsets, of which the last is `total`: known, it need not be waited for."""
        numbers = torch.arange(len(offsets) - 1, device=offsets.device)
        return cls(offsets, numbers.repeat_interleave(offsets.diff(), output_size=total))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def most(self, values: Tensor) -> Tensor:
        """The largest value of each list."""
        return values.new_full((len(self),), -torch.inf).scatter_reduce(0, self.owner, values, "amax")

    def sum(self, values: Tensor) -> Tensor:
        """The sum of each list."""
        return values.new_zeros(len(self)).index_add(0, self.owner, values)

    def best(self, values: Tensor) -> Tensor:
        """The index of the largest value of each list, over all lists."""
        is_best = values == self.most(values)[self.owner]
        places = torch.where(is_best, torch.arange(len(values), device=values.device), -1)
        return places.new_full((len(self),), -1).scatter_reduce(0, self.owner, places, "amax")

    def log_softmax(self, logits: Tensor) -> Tensor:
        """The logarithms of the chances within each list."""
        shifted = logits - self.most(logits.detach())[self.owner]
        return shifted - self.sum(shifted.exp()).log()[self.owner]

    def take(self, chosen: Tensor) -> tuple["Lists", Tensor]:
        """Some of the lists, in the order asked for, and the indices of their actions."""
        counts = self.offsets.diff()[chosen]
        offsets = functional.pad(counts.cumsum(0), (1, 0))
        lists = Lists.of(offsets, int(offsets[-1]))
        within = torch.arange(len(lists.owner), device=chosen.device) - offsets[lists.owner]
        return lists, self.offsets[chosen][lists.owner] + within


def has_fast_halves(device: torch.device) -> bool:
    """Whether bf16 is worth it: on GPUs it is, and on CPUs with instructions of their own for it."""
    able: dict[str, bool] = getattr(torch.cpu, "get_capabilities", dict)()  # not in all versions
    return device.type == "cuda" or bool(able.get("avx512_bf16") or able.get("amx_bf16"))


def unpack(words: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """The bits of rows of words as features, the lowest bit of the first word first."""
    shifts = torch.arange(8, dtype=torch.uint8, device=words.device)
    bits = words.view(torch.uint8).unsqueeze(-1).bitwise_right_shift(shifts).bitwise_and(1)
    return bits.flatten(1).to(dtype)


def _features(words: Tensor, layer: nn.Linear) -> Tensor:
    """The same, as precise as the layer that takes them computes."""
    kind = words.device.type
    return unpack(words, torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else layer.weight.dtype)


class _Spread(torch.autograd.Function):
    """Gives the row of each decision to all its actions. The way back adds lists up, much faster than by index."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, owner: Tensor, offsets: Tensor) -> Tensor:
        ctx.save_for_backward(offsets)
        return rows.index_select(0, owner)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        (offsets,) = ctx.saved_tensors
        (gradient,) = gradients
        summed = torch.segment_reduce(gradient.float(), "sum", offsets=offsets, axis=0)
        return summed.to(gradient.dtype), None, None


class Block(nn.Module):
    """Two layers beside which the input goes on."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """The input and what the layers add."""
        added: Tensor = self.outer(functional.relu(self.inner(self.norm(x))))
        return x + added


def _trunk(features: int, width: int, blocks: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(features, width), nn.ReLU(), *(Block(width) for _ in range(blocks)))


class PolicyNetwork(nn.Module):
    """Values for all legal actions of many decisions, and what the seat can expect."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.trunk = _trunk(STATE, shape.width, shape.blocks)
        self.norm = nn.LayerNorm(shape.width)
        self.situation = nn.Linear(shape.width + HAND_FEATURES, shape.head)
        self.action = nn.Linear(ACTION, shape.head, bias=False)
        self.inner = nn.Linear(shape.head, shape.head)
        self.out = nn.Linear(shape.head, 1)
        self.value = nn.Linear(shape.width, 2)  # points ahead at the end of the round, and the log odds to be first out
        nn.init.zeros_(self.out.weight)  # at first every action is as good as the others
        nn.init.zeros_(self.value.weight)

    def forward(self, states: Tensor, actions: Tensor, lists: Lists) -> tuple[Tensor, Tensor]:
        """A value for each action (logits, or points), and two for each state."""
        known = _features(states, self.action)
        seen = self.norm(self.trunk(known))
        situation = self.situation(torch.cat([seen, known[:, :HAND_FEATURES].to(seen.dtype)], 1))
        if torch.is_grad_enabled():
            values = self._judge(actions, _Spread.apply(situation, lists.owner, lists.offsets))  # type: ignore[no-untyped-call]
        else:
            parts = zip(torch.split(actions, ROWS), torch.split(lists.owner, ROWS), strict=True)
            values = torch.cat([self._judge(part, situation[owner]) for part, owner in parts])
        return values, self.value(seen).float()

    def _judge(self, actions: Tensor, situation: Tensor) -> Tensor:
        x = functional.relu(self.action(_features(actions, self.action)) + situation)
        x = functional.relu(self.inner(x))
        values: Tensor = self.out(x).squeeze(-1).float()
        return values


class Critic(nn.Module):
    """What a seat can expect, told by one who sees all hands: a measure in training, never a player."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.trunk = _trunk(STATE + HIDDEN, shape.width, shape.blocks)
        self.out = nn.Linear(shape.width, 2)
        nn.init.zeros_(self.out.weight)

    def forward(self, states: Tensor, hidden: Tensor) -> Tensor:
        """Points ahead at the end of the round, and the log odds to be first out."""
        values: Tensor = self.out(self.trunk(_features(torch.cat([states, hidden], 1), self.out)))
        return values.float()


def export(module: PolicyNetwork | Critic, path: Path, about: dict[str, Any]) -> None:
    """Writes weights as half floats, with what is to be known of them: what the bot `neural` reads."""
    arrays = {name: tensor.detach().cpu().numpy().astype(np.float16) for name, tensor in module.state_dict().items()}
    np.savez(path, about=np.array(json.dumps({"shape": asdict(module.shape), **about})), **arrays)


@contextmanager
def _reading(path: Path) -> Iterator[Any]:
    """The arrays of a file that was exported; any other file is refused."""
    try:
        with np.load(path) as arrays:
            yield arrays
    except (OSError, ValueError, KeyError, RuntimeError, BadZipFile) as error:
        raise HaggisError(f"{path} is no file of weights as `haggis train` writes them: {error}") from None


def read_about(path: Path) -> dict[str, Any]:
    """What is to be known of exported weights."""
    with _reading(path) as arrays:
        about: dict[str, Any] = json.loads(str(arrays["about"]))
    return about


def restore(module: PolicyNetwork | Critic, path: Path, change: Callable[[Weights], Weights] = dict) -> None:
    """Takes weights that were exported, as they are or changed."""
    with _reading(path) as arrays:
        state = {name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays.files if name != "about"}
        module.load_state_dict(change(state))


def read_network(path: Path) -> PolicyNetwork:
    """The network of exported weights."""
    network = PolicyNetwork(Shape(**read_about(path)["shape"]))
    restore(network, path)
    return network
