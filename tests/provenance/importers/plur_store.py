"""An invented PLUR store."""

from .stores import jsonl

ENGRAMS = """engrams:
- id: ENG-2026-0501-001
  status: active
  type: architectural
  scope: project:orchard
  statement: Prune in March.
  rationale: Sap rises in April.
  contraindications:
  - cherries
  derived_from: null
  commitment: decided
  sources:
  - scope: project:orchard
    session_id: s-1
    stored_at: '2026-05-01T08:00:00Z'
  episode_ids: [EP-1-aaaa]
  temporal: {learned_at: 2026-04-30, valid_from: 2026-05-01, valid_until: '2026-05-31'}
- id: ENG-2026-0401-001
  status: retired
  type: behavioral
  scope: global
  statement: Prune in May.
  content_hash: e3b0c442
  relations:
    superseded_by: [ENG-2026-0501-001]
- {id: META-2026-0502-001, status: active, type: behavioral, scope: global, statement: Prunes late.}
- id: no id at all
  status: active
  type: procedural
  scope: global
  statement: 剪定は三月。
- id: ENG-2026-0503-001
  statement: [not, a, text]
"""
EPISODES = """- id: EP-1-aaaa
  summary: Pruning was discussed
  agent: codex
  session_id: s-1
  timestamp: '2026-05-01T07:00:00.000Z'
- id: EP-1-aaaa
  summary: Pruning was discussed
- summary: Without an id
"""
HISTORY = jsonl(
    {"event": "engram_retired", "engram_id": "ENG-2026-0401-001"}
    | {"timestamp": "2026-05-01T09:00:00Z", "data": {}},
    {"event": "engram_duplicate_absorbed", "engram_id": "ENG-2026-0501-001"}
    | {"timestamp": "2026-05-02T09:00:00Z", "data": {"statement": "Water in June."}},
    {"event": "engram_duplicate_absorbed", "engram_id": "ENG-2026-0501-001"}
    | {"timestamp": "2026-05-02T09:00:00Z", "data": {"statement": "Prune in May."}},
)
PLUR = {
    ".plur/engrams.yaml": ENGRAMS.encode(),
    ".plur/episodes.yaml": EPISODES.encode(),
    ".plur/history/2026-05.jsonl": HISTORY,
    ".plur/config.yaml": b"decay: default\n",
}
