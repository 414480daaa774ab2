"""Ways of matching words: stems and synonyms, paraphrases, soft matches."""
