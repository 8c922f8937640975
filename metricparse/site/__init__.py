"""The reference website: pages written from the compiled knowledge base, hand-written guides, one static site."""
