"""Who owes whom (section ``scoring``)."""

from __future__ import annotations

from tienlen.rules.scoring.between import MatchLength, Stake
from tienlen.rules.scoring.books import Cap, Ledger
from tienlen.rules.scoring.cuts import Cuts
from tienlen.rules.scoring.frozen import Frozen
from tienlen.rules.scoring.hands import Cards, Leftovers
from tienlen.rules.scoring.last_card import LastCard
from tienlen.rules.scoring.leaving import Leaving
from tienlen.rules.scoring.liability import Liability, LiableNextLead, LockedOut
from tienlen.rules.scoring.places import Places
from tienlen.rules.scoring.pot import Pot
from tienlen.rules.scoring.prices import CutPrices, LeftoverPrices, Prices

__all__ = [
    "RULES",
    "Cap",
    "Cards",
    "CutPrices",
    "Cuts",
    "Frozen",
    "LastCard",
    "Leaving",
    "Ledger",
    "LeftoverPrices",
    "Leftovers",
    "Liability",
    "LiableNextLead",
    "LockedOut",
    "MatchLength",
    "Places",
    "Pot",
    "Prices",
    "Stake",
]

RULES = (
    Stake,
    Cards,
    Places,
    Prices,
    LeftoverPrices,
    CutPrices,
    Leftovers,
    Cuts,
    Frozen,
    Liability,
    LockedOut,
    LiableNextLead,
    LastCard,
    Leaving,
    Ledger,
    Cap,
    Pot,
    MatchLength,
)
