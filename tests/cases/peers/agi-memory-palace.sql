CREATE TABLE memories (id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL, deprecated BOOLEAN DEFAULT 0, migrated_to INTEGER, created_at DATETIME, vitality_score REAL, last_accessed_at DATETIME, access_count INTEGER);
CREATE TABLE paths (domain TEXT NOT NULL, path TEXT NOT NULL, memory_id INTEGER, priority INTEGER DEFAULT 0, disclosure TEXT, created_at DATETIME, PRIMARY KEY (domain, path));
CREATE TABLE memory_chunks_vec (memory_id INTEGER, vector TEXT, model TEXT, dim INTEGER);
INSERT INTO memories (id, content, deprecated, migrated_to, created_at) VALUES
 (1, 'The user prefers short answers', 1, 2, '2026-01-02 03:04:05'),
 (2, 'The user prefers short answers with an example', 0, NULL, '2026-02-02 03:04:05'),
 (3, '发布前先在预发环境跑一遍', 0, NULL, '2026-02-05 03:04:05');
INSERT INTO paths VALUES ('core', 'user/style', 2, 0, 'when an answer is written', NULL), ('core', 'misc', 2, 5, '', NULL), ('project', '发布', 3, 1, NULL, NULL);
