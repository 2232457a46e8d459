"""The statement that counts support, in the words of the ledger's tables."""

# `walk` goes from what was asked up to all that it is derived from or a copy of (`up`), and from
# each of these down to its copies and no further: what a copy claims besides, the original does
# not, and what a person repeated was derived from is not that person's source. `seen` are the
# observations met. `agreeing` adds who said the same sentence of five words or more without any
# link. `voices` are the primaries among both; those that are one event seen twice merge (a mapping
# does this alone: it lends a witness to nothing that had none, docs/decisions/0026), the earliest
# keeping its witness and its standing. Of one sentence, a voice that had been shown it
# is a confirmation, and stands for itself only where nobody said it before. Each lookup has a
# LIMIT that keeps the planner, which cannot know how short the walk is, from reading the whole
# ledger to join it.
SUPPORT = """
WITH RECURSIVE walk (origin, node, up) AS (
  SELECT asked.origin, asked.node, true
  FROM unnest(%(origins)s::uuid[], %(starts)s::uuid[]) AS asked (origin, node)
  UNION
  SELECT w.origin, s.node, s.up FROM walk w CROSS JOIN LATERAL (
    SELECT e.source_id AS node, true AS up FROM lineage_edge e
      WHERE w.up AND e.workspace_id = %(here)s AND e.observation_id = w.node
        AND e.relation = ANY(%(derivations)s) AND e.source_id IS NOT NULL
    UNION ALL
    SELECT unnest(x.observations), true FROM lineage_edge e
      JOIN exposure x ON x.workspace_id = e.workspace_id AND x.receipt_id = e.recall_id
      WHERE w.up AND e.workspace_id = %(here)s AND e.observation_id = w.node
        AND e.relation = ANY(%(derivations)s) AND e.recall_id IS NOT NULL
    UNION ALL
    SELECT c.original_id, NOT EXISTS (
        SELECT FROM observation n WHERE n.workspace_id = c.workspace_id
          AND n.id = c.observation_id AND n.admitted_as = 'user_primary')
      FROM live_copy c WHERE w.up AND c.workspace_id = %(here)s AND c.observation_id = w.node
        AND c.basis <> 'mapping'
    UNION ALL
    SELECT c.observation_id, false FROM live_copy c
      WHERE c.workspace_id = %(here)s AND c.original_id = w.node AND c.basis <> 'mapping'
  ) s
),
walked AS MATERIALIZED (
  SELECT DISTINCT origin, node FROM (SELECT origin, node FROM walk LIMIT %(most)s) AS met
),
seen AS MATERIALIZED (
  SELECT w.origin, w.node, o.is_primary, o.text_sha256, o.word_count, o.holds
  FROM walked w CROSS JOIN LATERAL (
    SELECT n.admitted_as = 'user_primary' AS is_primary, n.text_sha256, n.word_count,
           HOLDS AS holds
    FROM observation n
    LEFT JOIN current_standing t ON t.workspace_id = n.workspace_id AND t.observation_id = n.id
    WHERE n.workspace_id = %(here)s AND n.id = w.node LIMIT 1
  ) o
),
agreeing AS MATERIALIZED (
  SELECT DISTINCT ON (r.origin, r.text_sha256, o.witness_id, o.after_exposure) r.origin, o.id
  FROM (SELECT DISTINCT origin, text_sha256 FROM seen
        WHERE is_primary AND holds AND word_count >= %(words)s) AS r
  CROSS JOIN LATERAL (
    SELECT n.id, n.witness_id, n.after_exposure, n.position FROM observation n
    LEFT JOIN current_standing t ON t.workspace_id = n.workspace_id AND t.observation_id = n.id
    WHERE n.workspace_id = %(here)s AND n.text_sha256 = r.text_sha256
      AND n.admitted_as = 'user_primary' AND HOLDS
    ORDER BY n.position LIMIT %(agreeing)s
  ) o
  ORDER BY r.origin, r.text_sha256, o.witness_id, o.after_exposure, o.position
),
voices AS MATERIALIZED (
  SELECT origin, node FROM seen WHERE is_primary UNION SELECT origin, id FROM agreeing
),
one_event (node, same) AS (
  SELECT DISTINCT node, node FROM voices
  UNION
  SELECT k.node, s.same FROM one_event k CROSS JOIN LATERAL (
    SELECT c.original_id AS same FROM live_copy c
      WHERE c.workspace_id = %(here)s AND c.observation_id = k.same
        AND c.basis = ANY(%(one_event)s)
    UNION ALL
    SELECT c.observation_id FROM live_copy c
      WHERE c.workspace_id = %(here)s AND c.original_id = k.same
        AND c.basis = ANY(%(one_event)s)
  ) s
),
merged AS MATERIALIZED (
  SELECT DISTINCT ON (k.node) k.node, k.same AS root, o.*
  FROM one_event k CROSS JOIN LATERAL (
    SELECT n.witness_id, n.after_exposure, n.text_sha256, n.position, HOLDS AS holds
    FROM observation n
    LEFT JOIN current_standing t ON t.workspace_id = n.workspace_id AND t.observation_id = n.id
    WHERE n.workspace_id = %(here)s AND n.id = k.same AND n.admitted_as = 'user_primary' LIMIT 1
  ) o
  ORDER BY k.node, o.position
),
sentences AS (
  SELECT v.origin, m.text_sha256,
         array_agg(m.witness_id) FILTER (WHERE NOT m.after_exposure) AS first_hand,
         array_agg(m.witness_id ORDER BY m.position) FILTER (WHERE m.after_exposure) AS again
  FROM voices v JOIN merged m ON m.node = v.node AND m.holds
  GROUP BY v.origin, m.text_sha256
),
adopted AS (
  SELECT w.origin, a.person FROM walked w CROSS JOIN LATERAL (
    SELECT acts.person FROM fact_evidence e
      JOIN fact f ON f.workspace_id = e.workspace_id AND f.id = e.fact_id
      CROSS JOIN LATERAL (
        SELECT f.adoption_id AS turn, f.decided_by_id AS person
        UNION ALL
        SELECT k.adoption_id, k.by_id FROM fact_confirmation k
          WHERE k.workspace_id = f.workspace_id AND k.fact_id = f.id
      ) acts
      JOIN observation n ON n.workspace_id = f.workspace_id AND n.id = acts.turn
      LEFT JOIN current_standing t ON t.workspace_id = n.workspace_id AND t.observation_id = n.id
      WHERE e.workspace_id = %(here)s AND e.observation_id = w.node AND HOLDS
        AND coalesce((SELECT s.standing FROM fact_standing s
                      WHERE s.workspace_id = f.workspace_id AND s.fact_id = f.id
                      ORDER BY s.position DESC LIMIT 1), 'current') <> 'withdrawn'
    UNION ALL
    SELECT d.by_id FROM correction_target g
      JOIN correction c ON c.workspace_id = g.workspace_id AND c.id = g.correction_id
        AND c.kind = 'adopt'
      JOIN correction_decision d ON d.workspace_id = c.workspace_id AND d.correction_id = c.id
        AND d.decision = 'accept'
      WHERE g.workspace_id = %(here)s AND g.observation_id = w.node
        AND NOT EXISTS (SELECT FROM correction_reversal r
                        WHERE r.workspace_id = c.workspace_id AND r.correction_id = c.id)
  ) a
),
people AS (
  SELECT s.origin, p.person AS first_hand, NULL::uuid AS confirming
  FROM sentences s CROSS JOIN LATERAL unnest(coalesce(s.first_hand, s.again[1:1])) AS p (person)
  UNION ALL
  SELECT s.origin, NULL, p.person FROM sentences s CROSS JOIN LATERAL unnest(s.again) AS p (person)
  UNION ALL
  SELECT origin, NULL, person FROM adopted
),
counted AS (
  SELECT origin, count(DISTINCT first_hand) AS independent,
         count(DISTINCT confirming) AS confirmations
  FROM people GROUP BY origin
),
evidence AS (
  SELECT s.origin,
         count(*) FILTER (WHERE s.node <> s.origin AND m.root IS DISTINCT FROM s.node) AS listed
  FROM seen s LEFT JOIN merged m ON m.node = s.node GROUP BY s.origin
)
SELECT e.origin, coalesce(c.independent, 0), coalesce(c.confirmations, 0), e.listed
FROM evidence e LEFT JOIN counted c ON c.origin = e.origin
""".replace(
    "HOLDS",
    "(coalesce(t.standing, 'reported') <> 'withdrawn' AND NOT EXISTS (SELECT FROM erasure x"
    " WHERE x.workspace_id = n.workspace_id AND x.observation_id = n.id))",
)
