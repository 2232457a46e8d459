"""The nouns of the ledger, one file each."""

from .api_key import ApiKey, KeyRevocation
from .chronicle import ChronicleEvent
from .content import Content
from .exposure import Exposure
from .grant import Grant, GrantRevocation, GrantScope
from .index_work import IndexWork
from .likeness import ProvenCopy, UnresolvedPair
from .lineage_edge import LineageEdge
from .observation import Observation
from .principal import Principal
from .producer import Producer
from .receipt import Question, Receipt
from .session import Session
from .standing import CurrentStanding, StandingEvent
from .subject import Subject
from .workspace import Workspace

__all__ = [
    "ApiKey",
    "ChronicleEvent",
    "Content",
    "CurrentStanding",
    "Exposure",
    "Grant",
    "GrantRevocation",
    "GrantScope",
    "IndexWork",
    "KeyRevocation",
    "LineageEdge",
    "Observation",
    "Principal",
    "Producer",
    "ProvenCopy",
    "Question",
    "Receipt",
    "Session",
    "StandingEvent",
    "Subject",
    "UnresolvedPair",
    "Workspace",
]
