"""Sentences to begin with on the live page."""

from __future__ import annotations

EXAMPLES = (
    {
        "name": "A phrase too early",
        "reference": "At noon we met in the lobby of the old hotel.",
        "hypothesis": "In the lobby of the old hotel we met at noon.",
        "language": "en",
    },
    {
        "name": "German order in English",
        "reference": "She did not attend the meeting because she had caught a cold.",
        "hypothesis": "She has because she a cold caught had the meeting not attended.",
        "language": "en",
    },
    {
        "name": "Verb in the wrong place (German)",
        "reference": "Gestern habe ich im Park einen alten Freund getroffen.",
        "hypothesis": "Gestern ich habe getroffen einen alten Freund im Park.",
        "language": "de",
    },
    {
        "name": "Japanese",
        "reference": "私は昨日図書館で本を読みました。",
        "hypothesis": "図書館で私は本を昨日読みました。",
        "language": "ja",
    },
    {
        "name": "Arabic, from right to left",
        "reference": "التقينا ظهرا في ردهة الفندق القديم",
        "hypothesis": "في ردهة الفندق القديم التقينا ظهرا",
        "language": "ar",
    },
)
