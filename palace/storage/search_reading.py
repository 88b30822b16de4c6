"""Reading what helps to search: the scenes there are, the searches that were saved, what was asked before."""

from collections.abc import Mapping

from palace.domain.saved_search import SavedSearch
from palace.storage import usage
from palace.storage.database import Database
from palace.storage.filter_sql import SEARCHABLE
from palace.storage.rows import saved_search_of
from palace.storage.tables import SAVED_SEARCH


class SearchReading:
    """See `ports.SearchReading`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def scenes(self) -> Mapping[str, int]:
        """Return in how many memories each scene stands, the commonest first; case is put aside."""
        rows = self._database.rows(
            "SELECT scene.value, count(*) FROM memory, json_each(memory.scenes) AS scene"
            f" WHERE memory.scenes <> '[]' AND {SEARCHABLE}"
            " GROUP BY scene.value COLLATE NOCASE ORDER BY 2 DESC, 1"
        )
        return {str(row[0]): row[1] for row in rows}

    def saved(self) -> list[SavedSearch]:
        """Return every saved search, oldest first; none in a palace whose schema has no room for them."""
        if not self._database.number(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", (SAVED_SEARCH.name,)
        ):
            return []
        rows = self._database.rows(f"SELECT {SAVED_SEARCH.listed} FROM {SAVED_SEARCH.name} ORDER BY id")
        return [saved_search_of(row) for row in rows]

    def counted(self, limit: int) -> list[str]:
        """Return what the palace itself counted as asked lately, newest first, none twice."""
        return usage.recent_questions(self._database, limit)
