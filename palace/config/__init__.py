"""What a person can set, and where files lie: paths, settings, keys and themes, parsed and checked."""
