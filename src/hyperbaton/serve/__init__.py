"""The live page: sentences that you type, explained, and a JSON API behind it."""
