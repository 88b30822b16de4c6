CREATE TABLE session_ledger (id TEXT, summary TEXT);
CREATE TABLE session_handoffs (id TEXT, project TEXT);
CREATE TABLE memory_links (a TEXT, b TEXT);
