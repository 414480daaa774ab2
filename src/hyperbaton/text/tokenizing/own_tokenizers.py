"""Tokenizers of the user's own: any function from text to words.

    >>> from hyperbaton import Preprocessing
    >>> Preprocessing(tokenize=str.split).signature
    'tok:builtins.str.split|case:mixed'

Its signature is its module and name, with a digest of its code where Python can see it. What it
returns is checked at every call.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterable
from types import BuiltinFunctionType, MethodDescriptorType, MethodType
from typing import Any

from hyperbaton.checks import as_list, as_text, shown
from hyperbaton.errors import ArgumentTypeError, HyperbatonError, InputError
from hyperbaton.text.tokenizing.function_digest import function_digest, qualified_name

ACCEPTED = "a list of words, none of them empty or with white space in it"
WITHOUT_CODE = (BuiltinFunctionType, MethodDescriptorType, type)
TokenizingFunction = Callable[[str], Iterable[str]]


class OwnTokenizer:
    """A function of the user's that splits text into words.

    Two are equal if they call the same function. Statistics made with one are never kept on disk,
    since no digest can tell whether what it calls has changed.

    Attributes:
        function: what is called with the text, as it is written but for joined subwords.
        name: what signatures call it.
    """

    def __init__(self, function: TokenizingFunction) -> None:
        self.function = function
        self.name = _name(function)

    def __call__(self, text: str) -> list[str]:
        """The words of a text.

        Raises:
            InputError: the function returns something else.
        """
        try:
            found = self.function(text)
        except Exception as error:
            add_note(error, f"tokenize: {self.name} was given the text {shown(text)}")
            raise
        place = f"tokenize: what {self.name} returns for {shown(text)}"
        try:
            words = list(as_list(found, place, ACCEPTED))
            for number, word in enumerate(words):
                if isinstance(word, str) and not (type(word) is str and word.isascii()):
                    words[number] = word = as_text(word, place)
                if not isinstance(word, str) or word.split() != [word]:
                    raise InputError(f"{place}: expected {ACCEPTED}, got {shown(word)} among them")
        except ArgumentTypeError as error:
            raise InputError(str(error)) from None
        return words

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<tokenizer {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnTokenizer) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[int, ...]:
        if isinstance(self.function, MethodType):
            return id(self.function.__self__), id(self.function.__func__)
        return (id(self.function),)

    def __reduce__(self) -> tuple[type[OwnTokenizer], tuple[TokenizingFunction]]:
        try:
            pickle.dumps(self.function)
        except HyperbatonError:
            raise
        except Exception as error:
            raise ArgumentTypeError(
                "tokenize",
                "a function that can be sent to other processes",
                self.name,
                f"define it with def at the top of a module ({error})",
            ) from None
        return OwnTokenizer, (self.function,)


def _name(function: Any) -> str:
    """What signatures call a function: what it says itself, or its name and a digest."""
    own = getattr(function, "signature", None)
    if isinstance(own, str):
        if re.search(r"[|\s]", own) or not own:
            raise InputError(
                f"tokenize: expected a signature without white space and |, got {shown(own)}"
            )
        return own
    name = qualified_name(function)
    return name if isinstance(function, WITHOUT_CODE) else f"{name}#{function_digest(function)}"


def add_note(error: BaseException, note: str) -> None:
    """Adds a line to what is shown of an error that is passed on, also before Python 3.11."""
    error.__notes__ = [*getattr(error, "__notes__", ()), note]
