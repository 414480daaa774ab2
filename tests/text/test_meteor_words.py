"""Words as METEOR 1.5 makes them: by rule and by property."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.text.meteor_words import meteor_tokenizer

LANGUAGES = ["cs", "de", "en", "es", "fr", "ru"]

# Text, and the words that METEOR's own normalizer made of it, with spaces between:
# java -Dfile.encoding=UTF-8 -cp meteor-1.5.jar edu.cmu.meteor.util.Normalizer LANGUAGE true
ENGLISH = [
    ("", ""),
    (" \t ", ""),
    ("Hello\tWorld\fagain", "Hello World again"),  # capitals stay
    ("a(b) 50% $3 x/y@z <i>", "a ( b ) 50 % $ 3 x / y @ z < i >"),  # each mark is a word
    ("naïve Žižek Привет aԀꙮꚗᴀᵿb", "naïve Žižek Привет aԀꙮꚗᴀᵿb"),  # Latin and Cyrillic are letters
    ("αβ 日本 Ɓob × ſ", "α β 日 本 Ɓ ob × ſ"),  # all others are marks
    ("e\u0301t x\u200by 𝒜b", "e \u0301 t x \u200b y 𝒜 b"),  # also accents that stand alone
    ("wait...what .. a.... ...-b", "wait ... what .. a .... ... -b"),  # dots stay together
    ("1,000 yes,no 3,a b,4 end, x", "1,000 yes , no 3 , a b , 4 end , x"),  # commas of numbers
    ("a,b,c", "a , b,c"),  # a comma too near to the one before stays
    ("a,,b ,c", "a , ,b , c"),
    ("1,a,b,2", "1 , a , b , 2"),  # unless a digit stands beside it
    ("“a” ‘b’ `c` ``d''", "\" a \" ' b ' ' c ' \" d \""),  # all quotes become straight
    ("don’t ''''", 'don \'t " "'),
    ("well-known 2-3 -a a- -", "well known 2 3 -a a- -"),  # a dash between words goes
    (".-x .-", ". x .-"),  # also after a full stop
    ("a-b-c", "a b-c"),  # but not one too near to the one before
    ("a--b a---b", "a b a--b"),  # a double dash is a dash
    ("a – b a–b a—b", "a - b a - b a — b"),  # an en dash becomes a mark, an em dash is one
    ("don't James' 'tis", "don 't James ' ' tis"),  # contractions
    ("the 1990's the '90s", "the 1990 's the ' 90s"),
    ("5'a 5'8 x'5 'a'", "5'a 5 ' 8 x ' 5 ' a '"),
    ("6' '90s", "6 ' '90s"),  # the space was the other apostrophe's
    ("a'b'c", "a 'b'c"),
    ("It ends.", "It ends ."),
    ("It ended. Then", "It ended . Then"),
    ("it ended. then", "it ended. then"),  # as if abbreviated, before lower case
    ("It ended. été", "It ended . été"),  # of ASCII only
    ("It ended. ...then", "It ended . ... then"),
    ("U.S. U.S.A. e.g., www.a.com.", "US USA eg , wwwacom"),  # stops inside words with letters
    ("U.S.-led U.S", "US led U.S"),
    ("3.5 1.2. 3. May 3. may", "3.5 1.2 . 3 . May 3. may"),  # numbers have no abbreviations
    ("Mr. Bell vs. Him p. X", "Mr. Bell vs. Him p . X"),  # known abbreviations
    ("mr. Bell", "mr . Bell"),  # known with these capitals only
    ("No. 5 No. Never", "No. 5 No . Never"),  # known before numbers only
    ("No.", "No ."),
    ("Mr.", "Mr."),
    ("Dr.. -. '. .", "Dr .. - . ' . ."),
    ("a\xa0b\u2003c\u3000d", "a b c d"),  # wide spaces are spaces
    ("left.\xa0then", "left . then"),  # but stand between a full stop and what follows
    ("a\x85b\u2028c\x1fd", "a \x85 b \u2028 c \x1f d"),  # other odd spaces are marks
    ("\x01a\x01b\x01", "a \x01 b"),  # control characters at the ends go
    ("\x01 \x02", ""),
]
OTHERS = [
    ("fr", "l'eau aujourd'hui d’été", "l' eau aujourd' hui d' été"),  # elisions
    ("fr", "'eau 90' 5'a a'b'c les'", "' eau 90 ' 5 ' a a' b'c les '"),
    ("fr", "M. Bell etc. Puis av. X", "M. Bell etc. Puis av. X"),
    ("fr", "fin. Fin", "fin . Fin"),
    ("de", "Hans' geht's", "Hans ' geht ' s"),  # every apostrophe is a word
    ("de", "am 3. Mai das 100. Mal", "am 3. Mai das 100 . Mal"),  # ordinals up to 99
    ("de", "z.B. Dr. Eck. Und", "zB Dr. Eck . Und"),
    ("cs", "Dr. Novák A. B", "Dr . Novák A . B"),  # there are no abbreviations
    ("es", "núm. Uno EE.UU. Hoy d'Or", "núm. Uno EEUU Hoy d ' Or"),
    ("ru", "ул. Мира дом. он", "ул. Мира дом . он"),  # lower case is that of ASCII
    ("ru", "5г. Мы 15г. Мы", "5г. Мы 15г . Мы"),
]
CASES = [("en", *case) for case in ENGLISH] + OTHERS


@pytest.mark.parametrize(("language", "text", "words"), CASES)
def test_words(language, text, words):
    assert " ".join(meteor_tokenizer(language)(text)) == words


def test_vertical_tabs_separate():  # METEOR leaves them inside words
    assert meteor_tokenizer("en")("a\vb") == ["a", "b"]


AWKWARD = st.sampled_from([*"aBé7Жα.,'`’-–“ \t\xa0\x01\x85", "...", "Mr.", "No.", "U.S."])
TEXT = st.text() | st.lists(AWKWARD).map("".join)


@given(TEXT, st.sampled_from(LANGUAGES))
def test_words_are_not_empty_and_hold_no_space(text, language):
    words = meteor_tokenizer(language)(text)
    assert all(words)
    assert not re.search("[ \t\n\v\f\r\xa0\u2000-\u200a\u202f\u205f\u3000]", "".join(words))


@given(TEXT, st.sampled_from(LANGUAGES))
def test_no_letter_or_digit_is_lost_or_changed(text, language):
    def kept(text):
        return [character for character in text if character.isalnum()]

    assert kept("".join(meteor_tokenizer(language)(text))) == kept(text)


@given(TEXT, st.sampled_from(LANGUAGES))
def test_spaces_around_a_line_change_nothing(text, language):
    assert meteor_tokenizer(language)(f" {text}\t") == meteor_tokenizer(language)(text)
