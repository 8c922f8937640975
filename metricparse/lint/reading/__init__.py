"""What a document says, as far as rules need it: sentences, denials, names, commands, stated chips and releases."""
