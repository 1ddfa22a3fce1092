"""Reviews of matches: what each decision was worth, by what the seat knew then, and why.

- `Reviewer` judges every decision of a match; its data is plain and ready for JSON (`model.py`).
- `analyse` says what each option of a seat is worth now.
- `explain` tells a seat what to do and why: a hint.
- `sentence` puts a reason into words.

They are imported when they are first used, so that who needs only the types (`model.py`) loads no network.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from haggis_cards.review.analysis import Analysis, Option, analyse
    from haggis_cards.review.errors import ReviewError
    from haggis_cards.review.explanation import Explanation, explain
    from haggis_cards.review.judge import EFFORTS
    from haggis_cards.review.model import DecisionData, ReviewData, RoundData
    from haggis_cards.review.reviewer import Reviewer
    from haggis_cards.review.sentences import SENTENCES, sentence

__all__ = [
    "EFFORTS",
    "SENTENCES",
    "Analysis",
    "DecisionData",
    "Explanation",
    "Option",
    "ReviewData",
    "ReviewError",
    "Reviewer",
    "RoundData",
    "analyse",
    "explain",
    "sentence",
]

_MODULES: Final = {
    "EFFORTS": "judge",
    "SENTENCES": "sentences",
    "Analysis": "analysis",
    "DecisionData": "model",
    "Explanation": "explanation",
    "Option": "analysis",
    "ReviewData": "model",
    "ReviewError": "errors",
    "Reviewer": "reviewer",
    "RoundData": "model",
    "analyse": "analysis",
    "explain": "explanation",
    "sentence": "sentences",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # All names of the submodule are kept here at once: one may be the submodule's own, which has just taken its place.
    module = import_module(f"{__name__}.{_MODULES[name]}")
    globals().update({known: getattr(module, known) for known, home in _MODULES.items() if home == _MODULES[name]})
    return globals()[name]
