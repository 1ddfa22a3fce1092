"""The network: the state of a decision passes through a trunk once, each of its actions through a small head.

Rows of words (`native/encode.hpp`) travel as they are and become features here, on the device that computes. Decisions
have different numbers of actions: all actions lie in one array, and `Ragged` says which belong to which decision.
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
BELIEF: Final = "belief."  # what the names of a belief's arrays begin with (`belief.py`), in a file of weights
ACTION_ROWS: Final = 1 << 20  # evaluated at once, so that no array outgrows 32-bit indices

Weights = dict[str, Tensor]  # by name, as in a module's state


@dataclass(frozen=True)
class Shape:
    """The sizes of a network."""

    width: int = 512
    blocks: int = 2
    head: int = 256


@dataclass
class Ragged:
    """An index of lists that lie one behind the other: where each one starts and ends, and which one owns an entry."""

    offsets: Tensor
    owner: Tensor

    @classmethod
    def from_offsets(cls, offsets: Tensor, total: int) -> "Ragged":
        """The lists between these offsets. The last one is `total`: given here, nobody waits for the device."""
        numbers = torch.arange(len(offsets) - 1, device=offsets.device)
        return cls(offsets, numbers.repeat_interleave(offsets.diff(), output_size=total))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def max(self, values: Tensor) -> Tensor:
        """The largest value of each list."""
        return values.new_full((len(self),), -torch.inf).scatter_reduce(0, self.owner, values, "amax")

    def sum(self, values: Tensor) -> Tensor:
        """The sum of each list."""
        return values.new_zeros(len(self)).index_add(0, self.owner, values)

    def argmax(self, values: Tensor) -> Tensor:
        """The index of the largest value of each list, counted over all lists."""
        is_max = values == self.max(values)[self.owner]
        indices = torch.where(is_max, torch.arange(len(values), device=values.device), -1)
        return indices.new_full((len(self),), -1).scatter_reduce(0, self.owner, indices, "amax")

    def log_softmax(self, logits: Tensor) -> Tensor:
        """The log-probabilities within each list."""
        shifted = logits - self.max(logits.detach())[self.owner]
        return shifted - self.sum(shifted.exp()).log()[self.owner]

    def select(self, chosen: Tensor, total: int | None = None) -> tuple["Ragged", Tensor]:
        """Some of the lists, in the order asked for, and the indices of their entries.

        If you know how many entries these are (`total`), nobody waits for the device.
        """
        counts = self.offsets[1:][chosen] - self.offsets[:-1][chosen]
        offsets = functional.pad(counts.cumsum(0), (1, 0))
        ragged = Ragged.from_offsets(offsets, int(offsets[-1]) if total is None else total)
        within = torch.arange(len(ragged.owner), device=chosen.device) - offsets[ragged.owner]
        return ragged, self.offsets[chosen][ragged.owner] + within


def has_fast_bf16(device: torch.device) -> bool:
    """Whether bfloat16 is fast here: on GPUs, and on CPUs with instructions for it."""
    able: dict[str, bool] = getattr(torch.cpu, "get_capabilities", dict)()  # not in all versions
    return device.type == "cuda" or bool(able.get("avx512_bf16") or able.get("amx_bf16"))


def unpack_bits(words: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """The bits of rows as features, lowest bit first: `haggis_cards.encoding.unpack` on the device."""
    shifts = torch.arange(8, dtype=torch.uint8, device=words.device)
    words = words if words.numel() else words.new_empty(words.shape)  # of NumPy an empty one has no strides
    bits = words.view(torch.uint8).unsqueeze(-1).bitwise_right_shift(shifts).bitwise_and(1)
    return bits.flatten(1).to(dtype)


def bit_features(words: Tensor, layer: nn.Linear) -> Tensor:
    """The bits of rows in the precision in which the layer that takes them computes."""
    kind = words.device.type
    return unpack_bits(words, torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else layer.weight.dtype)


class _Spread(torch.autograd.Function):
    """Copies the row of each decision to all its actions; the backward pass sums segments, faster than by index."""

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
    """A residual block of two layers."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """The input plus what the layers add."""
        added: Tensor = self.outer(functional.relu(self.inner(self.norm(x))))
        return x + added


def _trunk(features: int, width: int, blocks: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(features, width), nn.ReLU(), *(Block(width) for _ in range(blocks)))


class PolicyNetwork(nn.Module):
    """A value for each action of many decisions, and what each seat can expect."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.trunk = _trunk(STATE, shape.width, shape.blocks)
        self.norm = nn.LayerNorm(shape.width)
        self.situation = nn.Linear(shape.width + HAND_FEATURES, shape.head)
        self.action = nn.Linear(ACTION, shape.head, bias=False)
        self.inner = nn.Linear(shape.head, shape.head)
        self.out = nn.Linear(shape.head, 1)
        self.value = nn.Linear(shape.width, 2)  # the margin at the end of the round, the log odds of going out first
        nn.init.zeros_(self.out.weight)  # at first all actions are equally good
        nn.init.zeros_(self.value.weight)

    def forward(self, states: Tensor, actions: Tensor, ragged: Ragged) -> tuple[Tensor, Tensor]:
        """A value for each action (a logit, or a return), and two for each state."""
        features = bit_features(states, self.action)
        trunk = self.norm(self.trunk(features))
        situation = self.situation(torch.cat([trunk, features[:, :HAND_FEATURES].to(trunk.dtype)], 1))
        if torch.is_grad_enabled():
            values = self._head(actions, _Spread.apply(situation, ragged.owner, ragged.offsets))  # type: ignore[no-untyped-call]
        else:
            parts = zip(torch.split(actions, ACTION_ROWS), torch.split(ragged.owner, ACTION_ROWS), strict=True)
            values = torch.cat([self._head(part, situation[owner]) for part, owner in parts])
        return values, self.value(trunk).float()

    def _head(self, actions: Tensor, situation: Tensor) -> Tensor:
        x = functional.relu(self.action(bit_features(actions, self.action)) + situation)
        x = functional.relu(self.inner(x))
        values: Tensor = self.out(x).squeeze(-1).float()
        return values


class Critic(nn.Module):
    """What a seat can expect, from all hands: a baseline for training, never a player."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.trunk = _trunk(STATE + HIDDEN, shape.width, shape.blocks)
        self.out = nn.Linear(shape.width, 2)
        nn.init.zeros_(self.out.weight)

    def forward(self, states: Tensor, hidden: Tensor) -> Tensor:
        """The margin at the end of the round, and the log odds of going out first."""
        values: Tensor = self.out(self.trunk(bit_features(torch.cat([states, hidden], 1), self.out)))
        return values.float()


def export(module: PolicyNetwork | Critic, path: Path, about: dict[str, Any]) -> None:
    """Writes weights as half floats with some facts about them, in the format that the bot `neural` reads."""
    arrays = {name: tensor.detach().cpu().numpy().astype(np.float16) for name, tensor in module.state_dict().items()}
    np.savez(path, about=np.array(json.dumps({"shape": asdict(module.shape), **about})), **arrays)


@contextmanager
def _reading(path: Path) -> Iterator[Any]:
    """The arrays of an exported file; any other file is refused."""
    try:
        with np.load(path) as arrays:
            yield arrays
    except (OSError, ValueError, KeyError, RuntimeError, BadZipFile) as error:
        raise HaggisError(f"{path} is not a weights file of `haggis train`: {error}") from None


def read_about(path: Path) -> dict[str, Any]:
    """The facts that were exported with weights."""
    with _reading(path) as arrays:
        about: dict[str, Any] = json.loads(str(arrays["about"]))
    return about


def restore(module: PolicyNetwork | Critic, path: Path, change: Callable[[Weights], Weights] = dict) -> None:
    """Loads exported weights into a module, changed if a change is given."""
    with _reading(path) as arrays:
        names = [name for name in arrays.files if name != "about" and not name.startswith(BELIEF)]
        module.load_state_dict(change({name: torch.from_numpy(arrays[name].astype(np.float32)) for name in names}))


def read_network(path: Path) -> PolicyNetwork:
    """The network of exported weights."""
    network = PolicyNetwork(Shape(**read_about(path)["shape"]))
    restore(network, path)
    return network
