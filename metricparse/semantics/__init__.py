"""What a full name stands for: facets."""
