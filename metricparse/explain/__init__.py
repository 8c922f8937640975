"""From records to an explanation."""
