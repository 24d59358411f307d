from tienlen import errors as errors
from tienlen.errors import IllegalMove as IllegalMove
from tienlen.errors import LogError as LogError
from tienlen.errors import NotationError as NotationError
from tienlen.errors import PluginError as PluginError
from tienlen.errors import TienlenError as TienlenError
from tienlen.errors import UsageError as UsageError
from tienlen.errors import VariantError as VariantError
from tienlen.game import Game as Game
from tienlen.game import Match as Match
from tienlen.hookspecs import hookimpl as hookimpl
from tienlen.loading import load as load
from tienlen.loading import shipped as shipped
from tienlen.moves import Declare as Declare
from tienlen.moves import Give as Give
from tienlen.moves import Leave as Leave
from tienlen.moves import Pass as Pass
from tienlen.moves import Play as Play
from tienlen.moves import Reason as Reason
from tienlen.moves import Refused as Refused
from tienlen.moves import TimeOut as TimeOut
from tienlen.players import Bot as Bot
from tienlen.players import CarefulBot as CarefulBot
from tienlen.players import RandomBot as RandomBot
from tienlen.players import play_out as play_out
from tienlen.referee import answer as answer
from tienlen.rules.base import Rule as Rule
from tienlen.ruleset import RuleSet as RuleSet
from tienlen.ruleset import Verdict as Verdict
from tienlen.state import Line as Line
from tienlen.state import Session as Session
from tienlen.state import View as View

__version__: str

__all__ = [
    "Bot",
    "CarefulBot",
    "Declare",
    "Game",
    "Give",
    "IllegalMove",
    "Leave",
    "Line",
    "LogError",
    "Match",
    "NotationError",
    "Pass",
    "Play",
    "PluginError",
    "RandomBot",
    "Reason",
    "Refused",
    "Rule",
    "RuleSet",
    "Session",
    "TienlenError",
    "TimeOut",
    "UsageError",
    "VariantError",
    "Verdict",
    "View",
    "__version__",
    "answer",
    "errors",
    "hookimpl",
    "load",
    "play_out",
    "shipped",
]
