CREATE TABLE memories (id INTEGER PRIMARY KEY, created_at DATETIME, updated_at DATETIME, instance_id TEXT, project TEXT, memory_type TEXT, subject TEXT, content TEXT, keywords TEXT, tags TEXT, importance INTEGER, source_type TEXT, source_context TEXT, source_session_id TEXT, embedding TEXT, last_accessed_at DATETIME, access_count INTEGER, expires_at DATETIME, is_archived BOOLEAN);
CREATE TABLE memory_edges (id INTEGER PRIMARY KEY, source_id INTEGER, target_id INTEGER, relation_type TEXT, strength REAL, bidirectional BOOLEAN, edge_metadata TEXT, created_by TEXT);
INSERT INTO memories (id, created_at, project, memory_type, subject, content, keywords, tags, importance, expires_at, is_archived) VALUES
 (1, '2026-02-11 09:00:00', 'ferry', 'decision', 'timetable', 'The winter timetable starts in the second week of October', '["winter"]', '["timetable", "ferry"]', 8, NULL, 0),
 (2, '2026-02-12 09:00:00', 'ferry', 'fact', 'pier', 'Pier two is closed for repairs', '[]', '[]', 5, '2026-06-30 00:00:00', 0),
 (3, '2026-02-13 09:00:00', 'ferry', 'fact', 'pier', 'Pier nine was never built', '[]', '[]', 2, NULL, 1);
