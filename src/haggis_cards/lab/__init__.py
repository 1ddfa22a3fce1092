"""The rules lab: what a change of rules does to a game, in figures with intervals, from rounds that bots play."""

from haggis_cards.lab.errors import LabError
from haggis_cards.lab.experiment import Arm, Experiment
from haggis_cards.lab.report import Report, Row, make_report
from haggis_cards.lab.run import run

__all__ = ["Arm", "Experiment", "LabError", "Report", "Row", "make_report", "run"]
