"""From kb/ to the compiled file; not imported at run time."""
