"""Ways of matching words: stems and synonyms, paraphrases, soft matches.

A matcher either puts words into classes, so that two words match if they have a class in common
(`WordMatcher`), or finds the matches of every pair of sentences by itself (`PairMatches`).
"""
