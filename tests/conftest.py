"""Settings for all tests."""

from hypothesis import settings

# Time is never asserted; the exhaustive tests carry the weight, so properties need fewer examples.
settings.register_profile("hyperbaton", max_examples=50, deadline=None)
settings.load_profile("hyperbaton")
