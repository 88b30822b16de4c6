CREATE TABLE entities (id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT DEFAULT 'unknown', properties TEXT DEFAULT '{}', created_at TEXT);
CREATE TABLE triples (id TEXT PRIMARY KEY, subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, valid_from TEXT, valid_to TEXT, confidence REAL DEFAULT 1.0, source_closet TEXT, source_file TEXT, source_drawer_id TEXT, adapter_name TEXT, extracted_at TEXT);
INSERT INTO entities VALUES ('mara', 'Mara', 'person', '{}', '2026-01-01'), ('ghent', 'Ghent', 'place', '{}', '2026-01-01');
INSERT INTO triples (id, subject, predicate, object, valid_from, valid_to) VALUES
 ('t1', 'mara', 'lives_in', 'ghent', '2024-05-01', NULL),
 ('t2', 'mara', 'works_for', 'the opera', '2020-01-01', '2023-12-31'),
 ('t3', 'mara', '', 'ghent', NULL, NULL);
