"""How the embedding model is made from a public package; users never run it."""
