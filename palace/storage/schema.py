"""The tables of a palace, as its first migration makes them.

Instants are text in UTC with microseconds and `Z`, so that they sort as they follow each other; lists are
JSON. A row of `vector_chunk` holds the scan of 1,024 vectors; its small columns stand first because a BLOB
is reached from the start of its row.
"""

TABLES = (
    """
    CREATE TABLE memory (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL,
        wing TEXT NOT NULL
            CHECK (wing IN ('identity', 'knowledge', 'social', 'history', 'reflection', 'intent')),
        band TEXT NOT NULL CHECK (band IN ('hot', 'warm', 'cold')),
        layer TEXT NOT NULL CHECK (layer IN ('working', 'persistent', 'skill', 'archive')),
        priority TEXT NOT NULL CHECK (priority IN ('P0', 'P1', 'P2')),
        kind TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('active', 'note', 'archived', 'trashed')),
        pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
        scenes TEXT NOT NULL,
        heading TEXT NOT NULL,
        binding_when TEXT NOT NULL,
        binding_do TEXT NOT NULL,
        binding_unless TEXT NOT NULL,
        importance REAL NOT NULL CHECK (importance BETWEEN 0 AND 1),
        confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
        source_kind TEXT NOT NULL,
        source_quality REAL NOT NULL CHECK (source_quality BETWEEN 0 AND 1),
        origin TEXT NOT NULL,
        session TEXT NOT NULL,
        agent TEXT NOT NULL,
        valid_from TEXT,
        valid_to TEXT,
        recorded_at TEXT NOT NULL,
        retired_at TEXT,
        hits INTEGER NOT NULL,
        loads INTEGER NOT NULL,
        last_hit_at TEXT,
        last_loaded_at TEXT,
        calibrated_at TEXT,
        content_hash TEXT NOT NULL,
        version INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE memory_version (
        memory_id INTEGER NOT NULL REFERENCES memory (id),
        version INTEGER NOT NULL,
        text TEXT NOT NULL,
        replaced_at TEXT NOT NULL,
        PRIMARY KEY (memory_id, version)
    )
    """,
    """
    CREATE TABLE candidate (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL,
        first_seen_at TEXT NOT NULL,
        wing TEXT NOT NULL
            CHECK (wing IN ('identity', 'knowledge', 'social', 'history', 'reflection', 'intent')),
        band TEXT NOT NULL CHECK (band IN ('hot', 'warm', 'cold')),
        priority TEXT NOT NULL CHECK (priority IN ('P0', 'P1', 'P2')),
        kind TEXT NOT NULL,
        scenes TEXT NOT NULL,
        binding_when TEXT NOT NULL,
        binding_do TEXT NOT NULL,
        binding_unless TEXT NOT NULL,
        importance REAL NOT NULL CHECK (importance BETWEEN 0 AND 1),
        source_kind TEXT NOT NULL,
        source_quality REAL NOT NULL CHECK (source_quality BETWEEN 0 AND 1),
        origin TEXT NOT NULL,
        session TEXT NOT NULL,
        agent TEXT NOT NULL,
        valid_from TEXT,
        valid_to TEXT,
        express INTEGER NOT NULL CHECK (express IN (0, 1)),
        flags TEXT NOT NULL,
        heading TEXT NOT NULL,
        note TEXT NOT NULL,
        checks_passed INTEGER NOT NULL,
        checked_at TEXT,
        last_hit_at TEXT,
        failed_at TEXT,
        verdict TEXT NOT NULL CHECK (verdict IN ('open', 'approved', 'rejected', 'merged')),
        decided_at TEXT,
        memory_id INTEGER REFERENCES memory (id),
        skipped_hash TEXT NOT NULL,
        snoozed_until TEXT,
        content_hash TEXT NOT NULL,
        version INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE evidence (
        candidate_id INTEGER NOT NULL REFERENCES candidate (id),
        source TEXT NOT NULL,
        day TEXT NOT NULL,
        seen_at TEXT NOT NULL,
        origin TEXT NOT NULL,
        session TEXT NOT NULL,
        PRIMARY KEY (candidate_id, source, day)
    )
    """,
    """
    CREATE TABLE conflict (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        left_memory_id INTEGER NOT NULL REFERENCES memory (id),
        right_memory_id INTEGER REFERENCES memory (id),
        right_candidate_id INTEGER REFERENCES candidate (id),
        found_at TEXT NOT NULL,
        axis TEXT NOT NULL,
        reason TEXT NOT NULL,
        similarity REAL NOT NULL,
        resolution TEXT NOT NULL,
        decided_at TEXT,
        left_hash TEXT NOT NULL,
        right_hash TEXT NOT NULL,
        version INTEGER NOT NULL,
        CHECK ((right_memory_id IS NULL) <> (right_candidate_id IS NULL))
    )
    """,
    """
    CREATE TABLE link (
        from_id INTEGER NOT NULL REFERENCES memory (id),
        to_id INTEGER NOT NULL REFERENCES memory (id),
        kind TEXT NOT NULL CHECK (kind IN ('supersedes', 'merged_from', 'derived_from', 'cites')),
        made_at TEXT NOT NULL,
        PRIMARY KEY (from_id, to_id, kind)
    )
    """,
    """
    CREATE TABLE tombstone (
        content_hash TEXT NOT NULL PRIMARY KEY,
        reason TEXT NOT NULL,
        made_at TEXT NOT NULL,
        memory_id INTEGER,
        candidate_id INTEGER
    )
    """,
    """
    CREATE TABLE decision (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        decision_group TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        verb TEXT NOT NULL,
        subject TEXT NOT NULL,
        subject_id INTEGER NOT NULL,
        summary TEXT NOT NULL,
        override INTEGER NOT NULL CHECK (override IN (0, 1)),
        undoes INTEGER REFERENCES decision (id),
        undone_by INTEGER REFERENCES decision (id),
        changes TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE embedding (
        memory_id INTEGER NOT NULL REFERENCES memory (id),
        model_id TEXT NOT NULL,
        dimension INTEGER NOT NULL,
        text_hash TEXT NOT NULL,
        prefix_mode TEXT NOT NULL,
        chunk INTEGER NOT NULL,
        slot INTEGER NOT NULL,
        vector BLOB NOT NULL,
        PRIMARY KEY (memory_id, model_id)
    )
    """,
    """
    CREATE TABLE vector_chunk (
        id INTEGER PRIMARY KEY,
        model_id TEXT NOT NULL,
        chunk INTEGER NOT NULL,
        dimension INTEGER NOT NULL,
        codes BLOB NOT NULL,
        ids BLOB NOT NULL,
        scans BLOB NOT NULL,
        UNIQUE (model_id, chunk)
    )
    """,
    """
    CREATE TABLE vector_revision (
        model_id TEXT NOT NULL,
        chunk INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (model_id, chunk)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE vector_free_slot (
        model_id TEXT NOT NULL,
        chunk INTEGER NOT NULL,
        slot INTEGER NOT NULL,
        PRIMARY KEY (model_id, chunk, slot)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE usage (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        event TEXT NOT NULL CHECK (event IN ('hit', 'load', 'search')),
        memory_id INTEGER,
        question TEXT,
        mode TEXT,
        hits INTEGER,
        took_ms REAL
    )
    """,
    """
    CREATE TABLE job_run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        job TEXT NOT NULL,
        due_at TEXT NOT NULL,
        started_at TEXT NOT NULL,
        finished_at TEXT,
        outcome TEXT NOT NULL,
        summary TEXT NOT NULL,
        decision_group TEXT
    )
    """,
    "CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    """
    CREATE VIRTUAL TABLE memory_text USING fts5(
        body, context, tokenize = "porter unicode61 remove_diacritics 2"
    )
    """,
    """
    CREATE VIRTUAL TABLE candidate_text USING fts5(
        body, context, tokenize = "porter unicode61 remove_diacritics 2"
    )
    """,
)

INDEXES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "memory_by_room",
        "memory",
        (
            "wing",
            "band",
            "status",
            "kind",
            "priority",
            "pinned",
            "importance",
            "hits",
            "recorded_at",
            "last_hit_at",
        ),
    ),
    ("memory_by_instant", "memory", ("recorded_at", "status")),
    ("memory_by_hash", "memory", ("content_hash",)),
    ("candidate_by_verdict", "candidate", ("verdict", "first_seen_at")),
    ("candidate_by_hash", "candidate", ("content_hash",)),
    ("candidate_by_memory", "candidate", ("memory_id",)),
    ("conflict_by_resolution", "conflict", ("resolution", "found_at")),
    ("conflict_by_left", "conflict", ("left_memory_id",)),
    ("conflict_by_right_memory", "conflict", ("right_memory_id",)),
    ("conflict_by_right_candidate", "conflict", ("right_candidate_id",)),
    ("link_by_target", "link", ("to_id", "kind")),
    ("decision_by_group", "decision", ("decision_group",)),
    ("decision_by_subject", "decision", ("subject", "subject_id")),
    ("decision_by_undone", "decision", ("undoes",)),
    ("embedding_by_model", "embedding", ("model_id", "memory_id", "text_hash")),
    ("embedding_by_slot", "embedding", ("model_id", "chunk", "slot")),
    ("usage_by_memory", "usage", ("memory_id", "at")),
    ("usage_by_event", "usage", ("event", "at")),
    ("job_run_by_job", "job_run", ("job", "due_at")),
)
"""Name, table and columns of each index. `memory_by_room` covers all that weights and counts ask for."""

PARTIAL_INDEXES = (
    """
    CREATE INDEX memory_searchable ON memory (id, content_hash)
    WHERE status <> 'trashed' AND retired_at IS NULL
    """,
)
