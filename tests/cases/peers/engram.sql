CREATE TABLE sessions (id TEXT PRIMARY KEY, project TEXT);
CREATE TABLE observations (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL, tool_name TEXT, project TEXT, scope TEXT, topic_key TEXT, normalized_hash TEXT, revision_count INTEGER, duplicate_count INTEGER, last_seen_at TEXT, created_at TEXT, updated_at TEXT, deleted_at TEXT);
CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, content TEXT);
INSERT INTO observations (id, session_id, type, title, content, project, created_at, deleted_at) VALUES
 (1, 's', 'bugfix', 'Tickets printed twice', 'The printer repeats a job unless it is acknowledged within two seconds', 'ferry', '2026-02-20 10:00:00', NULL),
 (2, 's', 'decision', 'Old', 'No longer true', 'ferry', '2026-02-21 10:00:00', '2026-02-22 10:00:00');
