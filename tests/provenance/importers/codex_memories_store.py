"""An invented folder of memories that Codex wrote."""

ONE, TWO = "019f0000-0000-7000-8000-000000000001", "019f0000-0000-7000-8000-000000000002"
REGISTRY = f"""# Task Group: greenhouse

scope: watering
applies_to: cwd=/srv/greenhouse

## Task 1: set the timer, success

### rollout_summary_files

- rollout_summaries/a.md (cwd=/srv/greenhouse, updated_at=2026-03-01T10:00:00+00:00, thread_id={ONE})

### keywords

- timer, ferns

## Task 2: mend the hose, partial

### rollout_summary_files

- rollout_summaries/gone.md (cwd=/srv/greenhouse, updated_at=, thread_id=)

## Reusable knowledge

- The timer is in the shed [Task 1]
  behind the door
- The hose is old [Task 2]
"""
RAW = f"""# Raw Memories

## Thread `{ONE}`
updated_at: 2026-03-01T10:00:00+00:00
cwd: /srv/greenhouse

- timer set to six

## Thread `{TWO}`
updated_at: 2026-03-02T10:00:00+00:00
"""
MEMORIES = {
    "memories/MEMORY.md": REGISTRY.encode(),
    "memories/raw_memories.md": RAW.encode(),
    "memories/memory_summary.md": b"v1\n\n## User Profile\n\nGrows ferns.\n\n## Tips\n\n- be brief\n",
    "memories/rollout_summaries/a.md": (
        f"thread_id: {ONE}\nupdated_at: 2026-03-01T10:00:00+00:00\ngit_branch: main\n\nTimer set.\n"
    ).encode(),
    "memories/skills/watering/SKILL.md": b"---\nname: watering\n---\n1. open the tap\n",
    "memories/extensions/ad_hoc/notes/2026-03-03T08-00-00-tap.md": b"The tap is stiff.\n",
    "memories/extensions/calendar/instructions.md": b"Look at the calendar.\n",
    "memories/phase2_workspace_diff.md": b"diff\n",
}
