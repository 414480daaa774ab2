"""Ways of matching words, one module each: equal words, stems, synonyms, paraphrases, vectors.

A matcher either puts words into classes, so that two words match if they have a class in common
(`WordMatcher`), or finds the matches of every pair of sentences by itself (`PairMatcher`). Both
look at the references once, whatever the number of systems.
"""
