"""Rounds the weights of a network for the package, whose wheel compresses them then.

    python lab/pack_weights.py weights.npz src/haggis_cards/bots/weights.npz 5
    python lab/pack_weights.py quick.npz src/haggis_cards/bots/quick.npz 4

The number says how many of the ten bits behind the first of a half float go. Training multiplies with seven
(bfloat16); no decision of the bank is worse for it.
"""

import sys

import numpy as np
from numpy.typing import NDArray


def rounded(weights: NDArray[np.float16], dropped: int) -> NDArray[np.float16]:
    """To the nearest value whose last bits are zero; of two, to the even one."""
    bits = weights.view(np.uint16).astype(np.uint32)
    half = (1 << (dropped - 1)) - 1 + (bits >> dropped & 1)
    return ((bits + half) >> dropped << dropped).astype(np.uint16).view(np.float16)


def main(source: str, target: str, dropped: str = "4") -> None:
    """Rounds every array of a file."""
    with np.load(source) as file:
        arrays = {
            name: rounded(array, int(dropped)) if array.dtype == np.float16 else array for name, array in file.items()
        }
    np.savez(target, **arrays)  # type: ignore[arg-type] # its types know of no such names


if __name__ == "__main__":
    main(*sys.argv[1:4])
