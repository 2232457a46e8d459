"""The nouns of the ledger, one file each."""

from .api_key import ApiKey, KeyRevocation
from .awaited import AwaitedStanding
from .chronicle import ChronicleEvent
from .content import Content
from .correction import (
    Correction,
    CorrectionDecision,
    CorrectionReversal,
    CorrectionTarget,
)
from .erasure import Erasure
from .exposure import Exposure
from .fact import Fact, FactConfirmation, FactEvidence, FactStanding
from .grant import Grant, GrantRevocation, GrantScope
from .import_plan import ImportAct, ImportItem, ImportOutcome, ImportPlan
from .import_run import ImportRun
from .import_upload import ImportUpload
from .index_work import IndexWork
from .last_look import LastLook
from .likeness import ProvenCopy, UnresolvedPair
from .lineage_edge import LineageEdge
from .mapping import MappingRetraction, PairSettlement
from .observation import Observation
from .policy import PolicyActivation, PolicyVersion
from .principal import Principal
from .producer import Producer
from .receipt import Question, Receipt
from .saved_question import (
    CheckRun,
    ExpectedObservation,
    QuestionCheck,
    RetiredQuestion,
    SavedQuestion,
)
from .session import Session
from .standing import CurrentStanding, StandingEvent
from .statement import Statement
from .subject import Subject
from .text_language import TextLanguage
from .workspace import Workspace

__all__ = [
    "ApiKey",
    "AwaitedStanding",
    "CheckRun",
    "ChronicleEvent",
    "Content",
    "Correction",
    "CorrectionDecision",
    "CorrectionReversal",
    "CorrectionTarget",
    "CurrentStanding",
    "Erasure",
    "ExpectedObservation",
    "Exposure",
    "Fact",
    "FactConfirmation",
    "FactEvidence",
    "FactStanding",
    "Grant",
    "GrantRevocation",
    "GrantScope",
    "ImportAct",
    "ImportItem",
    "ImportOutcome",
    "ImportPlan",
    "ImportRun",
    "ImportUpload",
    "IndexWork",
    "KeyRevocation",
    "LastLook",
    "LineageEdge",
    "MappingRetraction",
    "Observation",
    "PairSettlement",
    "PolicyActivation",
    "PolicyVersion",
    "Principal",
    "Producer",
    "ProvenCopy",
    "Question",
    "QuestionCheck",
    "Receipt",
    "RetiredQuestion",
    "SavedQuestion",
    "Session",
    "StandingEvent",
    "Statement",
    "Subject",
    "TextLanguage",
    "UnresolvedPair",
    "Workspace",
]
