"""Error rates: edits that turn a hypothesis into its nearest reference."""
