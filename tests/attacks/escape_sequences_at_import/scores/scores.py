"""Is refused at import with escape sequences in name and text."""

raise type("\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1m\u202e\u2066\x00\r\n\t\x7f".replace("\0", ""), (Exception,), {})("\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1m\u202e\u2066\x00\r\n\t\x7f")
