CREATE TABLE collections (id TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE segments (id TEXT PRIMARY KEY, collection TEXT NOT NULL);
CREATE TABLE embeddings (id INTEGER PRIMARY KEY, segment_id TEXT NOT NULL);
CREATE TABLE embedding_metadata (id INTEGER, key TEXT NOT NULL, string_value TEXT);
INSERT INTO collections VALUES ('c1', 'shop');
INSERT INTO segments VALUES ('s1', 'c1');
INSERT INTO embeddings VALUES (1, 's1');
INSERT INTO embedding_metadata VALUES (1, 'chroma:document', 'a shirt');
