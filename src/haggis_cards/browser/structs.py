"""The part of msgspec that the messages use, in plain Python: no wheel of msgspec runs in a browser.

Only Pyodide imports it, under the name `msgspec`. A test compares the two on every message.
"""

import inspect
import json as plain_json
import operator
from collections.abc import Callable, Iterable, Mapping
from types import NoneType, SimpleNamespace, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

T = TypeVar("T")


class DecodeError(ValueError):
    """A text that is no JSON."""


class ValidationError(DecodeError):
    """JSON that does not fit its type."""


class UnsetType:
    """The type of UNSET, which says that a field is not there."""

    def __bool__(self) -> bool:
        return False


UNSET: Final = UnsetType()


class Raw(bytes):
    """JSON that is written already."""


class Meta(NamedTuple):
    """The limits of a value."""

    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    description: str = ""


_REQUIRED: Final = object()  # the default of a field that has none


class _Config(NamedTuple):
    """What a class of structs says of itself; None is as in its base."""

    omit_defaults: bool | None = None
    forbid_unknown_fields: bool | None = None
    tag_field: str | None = None
    tag: Callable[[str], str] | str | None = None


@dataclass_transform(frozen_default=True)
class Struct:
    """A frozen value that can be written and read as a JSON object."""

    _config: ClassVar[_Config] = _Config()
    _tag: ClassVar[str | None] = None
    _defaults: ClassVar[Mapping[str, Any]] = {}
    _types: ClassVar[Mapping[str, Any]] = {}
    _places: ClassVar[tuple[str, ...]] = ()  # fields that can be given by place

    def __init_subclass__(cls, *, frozen: bool = True, kw_only: bool = False, **config: Any) -> None:
        cls._config = cls._config._replace(**config)
        tag = cls._config.tag
        cls._tag = tag(cls.__name__) if callable(tag) else tag
        hints = get_type_hints(cls, include_extras=True)
        own = [name for name in inspect.get_annotations(cls) if get_origin(hints[name]) is not ClassVar]
        cls._defaults = {**cls._defaults, **{name: cls.__dict__.get(name, _REQUIRED) for name in own}}
        cls._types = {name: hints[name] for name in cls._defaults}
        cls._places = (*cls._places, *(() if kw_only else own))

    # Not a dataclass: to make one takes a browser two milliseconds, and there are more than a hundred of them.
    def __init__(self, *values: Any, **named: Any) -> None:
        given = {**dict(zip(self._places, values, strict=False)), **named}
        if len(values) > len(self._places) or given.keys() - self._defaults.keys():
            raise TypeError(f"{type(self).__name__} has no such fields: {values} {named}")
        for name, default in self._defaults.items():
            value = given.get(name, default)
            if value is _REQUIRED:
                raise TypeError(f"{type(self).__name__} needs {name}")
            self.__dict__[name] = value.copy() if name not in given and isinstance(value, list | dict) else value

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} cannot change")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def _built(self) -> dict[str, Any]:
        """As plain data."""
        config = self._config
        found: dict[str, Any] = {config.tag_field: self._tag} if config.tag_field else {}
        for name, default in self._defaults.items():
            value = getattr(self, name)
            if value is not UNSET and not (config.omit_defaults and value == default):
                found[name] = _plain(value)
        return found

    @classmethod
    def _read(cls, data: Any, where: str) -> Self:
        if not isinstance(data, Mapping):
            raise ValidationError(f"Expected `object`, got `{_kind(data)}`{where}")
        hints, config = cls._types, cls._config
        unknown = data.keys() - hints.keys() - {config.tag_field}
        if unknown and config.forbid_unknown_fields:
            raise ValidationError(f"Object contains unknown field `{min(unknown)}`{where}")
        missing = [name for name, default in cls._defaults.items() if default is _REQUIRED and name not in data]
        if missing:
            raise ValidationError(f"Object missing required field `{missing[0]}`{where}")
        given = {name: kind for name, kind in hints.items() if name in data}
        return cls(**{name: convert(data[name], kind, f"{where}.{name}") for name, kind in given.items()})


# Writing


_ATOMS: Final = frozenset({str, int, float, bool, NoneType})


def _plain(value: Any) -> Any:
    if value.__class__ in _ATOMS:  # most values are; the questions below take a browser long
        return value
    if isinstance(value, Struct):
        return value._built()
    if isinstance(value, Raw):
        return plain_json.loads(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    return value


def encode(value: Any) -> bytes:
    """A value as JSON."""
    return plain_json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":")).encode()


class Encoder:
    """Writes JSON."""

    def encode(self, value: Any) -> bytes:
        return encode(value)


# Reading


def decode(text: str | bytes, type: Any = Any) -> Any:
    """JSON as a value of a type."""
    try:
        data = plain_json.loads(text)
    except ValueError as error:
        raise DecodeError(f"JSON is malformed: {error}") from None
    return convert(data, type)


class Decoder:
    """Reads JSON of one type."""

    def __init__(self, type: Any = Any) -> None:
        self._type = type

    def decode(self, text: str | bytes) -> Any:
        return decode(text, self._type)


def convert(data: Any, type: Any, where: str = "") -> Any:
    """Plain data as a value of a type."""
    origin, args = get_origin(type), get_args(type)
    if type is Any:
        return data
    if origin is Annotated:
        return _within(convert(data, args[0], where), args[1:], where)
    if origin in (Union, UnionType):
        return _one_of(data, args, where)
    if origin is Literal:
        if not any(data is one or (isinstance(data, str) and data == one) for one in args):
            raise ValidationError(f"Invalid enum value {data!r}{where}")
        return data
    if origin is list and isinstance(data, list):
        return [convert(one, args[0], f"{where}[{place}]") for place, one in enumerate(data)]
    if origin is dict and isinstance(data, dict):
        return {key: convert(one, args[1], f"{where}[...]") for key, one in data.items()}
    if is_typeddict(type) and isinstance(data, dict):
        hints = get_type_hints(type)
        if missing := [name for name in hints if name not in data]:
            raise ValidationError(f"Object missing required field `{missing[0]}`{where}")
        return {name: convert(data[name], kind, f"{where}.{name}") for name, kind in hints.items()}
    if isinstance(type, type_of_types) and issubclass(type, Struct):
        return type._read(data, where)
    if data is None and type in (None, NoneType):
        return None
    if type in (bool, int, str) and data.__class__ is type:
        return data
    if type is float and data.__class__ in (int, float):
        return float(data)
    raise ValidationError(f"Expected `{getattr(type, '__name__', type)}`, got `{_kind(data)}`{where}")


type_of_types: Final = type  # `type` is an argument above, as in msgspec


def _one_of(data: Any, kinds: Iterable[Any], where: str) -> Any:
    """A value of one of several types; structs are told apart by their tag."""
    tagged = {kind._tag: kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct) and kind._tag}
    if tagged and isinstance(data, dict):
        field = next(iter(tagged.values()))._config.tag_field
        if field not in data:
            raise ValidationError(f"Object missing required field `{field}`{where}")
        if not isinstance(data[field], str) or data[field] not in tagged:
            raise ValidationError(f"Invalid value {data[field]!r} - at `$.{field}`")
        return tagged[data[field]]._read(data, where)
    wrong = ValidationError(f"Expected another type than `{_kind(data)}`{where}")
    for kind in kinds:
        try:
            return convert(data, kind, where)
        except ValidationError as error:
            if not str(error).startswith("Expected"):
                wrong = error  # the type fits, the value does not
    raise wrong


_HOLDS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "ge": operator.ge,
    "gt": operator.gt,
    "le": operator.le,
    "min_length": lambda value, bound: len(value) >= bound,
    "max_length": lambda value, bound: len(value) <= bound,
}


def _within(value: T, limits: Iterable[Meta], where: str) -> T:
    """The value, if it is within its limits."""
    for limit in limits:
        for name, holds in _HOLDS.items():
            bound = getattr(limit, name)
            if bound is not None and not holds(value, bound):
                raise ValidationError(f"Should have {name} {bound}{where}")
    return value


def _kind(data: Any) -> str:
    return {dict: "object", list: "array", NoneType: "null"}.get(type(data)) or type(data).__name__


def _replace(value: Any, **changes: Any) -> Any:
    return type(value)(**{**value.__dict__, **changes})


def _asdict(value: Any) -> dict[str, Any]:
    return dict(value.__dict__)


json: Final = SimpleNamespace(Encoder=Encoder, Decoder=Decoder, encode=encode, decode=decode)
structs: Final = SimpleNamespace(asdict=_asdict, replace=_replace)
