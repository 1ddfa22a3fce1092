"""Values that notebooks show as pictures. `svg` registers how each is drawn, so that none needs to know `svg`."""

from functools import singledispatch


@singledispatch
def picture(value: object) -> str:
    """A value as SVG text."""
    raise TypeError(f"there is no picture of {type(value).__name__}")


class Pictured:
    """A value that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return picture(self)
