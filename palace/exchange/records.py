"""The records that every reading produces; they belong to the import service, which works with them."""

from palace.services.readings import FileReading, FoundMemory, Remark, SkippedLine

__all__ = ["FileReading", "FoundMemory", "Remark", "SkippedLine"]
