"""What the command line's commands do, one file a command."""
