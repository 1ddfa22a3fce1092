"""Doctests of modules whose library is optional are collected only where it is installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["haggis_cards/envs/openspiel.py"]
