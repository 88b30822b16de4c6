CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE files (path TEXT PRIMARY KEY, source TEXT, hash TEXT, mtime INTEGER, size INTEGER);
CREATE TABLE chunks (id TEXT PRIMARY KEY, path TEXT, source TEXT, start_line INTEGER, end_line INTEGER, hash TEXT, model TEXT, dims INTEGER, text TEXT, embedding TEXT, updated_at INTEGER);
INSERT INTO chunks (id, path, text) VALUES ('1', 'MEMORY.md', 'Ordered two filters');
