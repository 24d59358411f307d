"""What is done and asked between the deal and the first lead (section ``phases``)."""

from __future__ import annotations

from tienlen.rules.phases.aside import SetAside
from tienlen.rules.phases.calls import Declare, StealLead
from tienlen.rules.phases.exchange import Exchange

__all__ = ["RULES", "Declare", "Exchange", "SetAside", "StealLead"]

RULES = (SetAside, StealLead, Declare, Exchange)
