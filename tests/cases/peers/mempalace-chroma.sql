CREATE TABLE collections (id TEXT PRIMARY KEY, name TEXT NOT NULL, dimension INTEGER, database_id TEXT);
CREATE TABLE segments (id TEXT PRIMARY KEY, type TEXT NOT NULL, scope TEXT NOT NULL, collection TEXT NOT NULL);
CREATE TABLE embeddings (id INTEGER PRIMARY KEY, segment_id TEXT NOT NULL, embedding_id TEXT NOT NULL, seq_id BLOB NOT NULL, created_at TIMESTAMP);
CREATE TABLE embedding_metadata (id INTEGER REFERENCES embeddings(id), key TEXT NOT NULL, string_value TEXT, int_value INTEGER, float_value REAL, bool_value INTEGER, PRIMARY KEY (id, key));
INSERT INTO collections VALUES ('c1', 'mempalace_drawers', 384, 'd'), ('c2', 'mempalace_closets', 384, 'd');
INSERT INTO segments VALUES ('s1', 'urn:chroma:segment/metadata/sqlite', 'METADATA', 'c1'), ('s2', 'urn:chroma:segment/metadata/sqlite', 'METADATA', 'c2');
INSERT INTO embeddings VALUES (1, 's1', 'drawer_kitchen_pantry_0a', x'01', '2026-02-03'), (2, 's1', 'drawer_kitchen_oven_0b', x'02', '2026-02-04'), (3, 's2', 'closet_kitchen', x'03', '2026-02-04');
INSERT INTO embedding_metadata (id, key, string_value) VALUES
 (1, 'chroma:document', 'The flour stands on the lowest shelf'), (1, 'wing', 'kitchen'), (1, 'room', 'pantry'), (1, 'filed_at', '2026-02-03T21:15:00'),
 (2, 'chroma:document', '烤箱的温度比显示高五度'), (2, 'wing', 'kitchen'), (2, 'room', 'oven'), (2, 'filed_at', '2026-02-04T08:00:00'),
 (3, 'chroma:document', 'kitchen: flour, oven → drawer_kitchen_pantry_0a'), (3, 'wing', 'kitchen'), (3, 'room', 'pantry');
INSERT INTO embedding_metadata (id, key, int_value) VALUES (1, 'importance', 3);
