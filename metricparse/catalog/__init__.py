"""The compiled knowledge base: records, loading, look-up, availability."""
