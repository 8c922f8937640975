"""What is wrong with a metric name at its place: one verdict a name, the most specific rule first."""
