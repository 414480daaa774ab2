"""What a reader says of a file that it refuses."""

import pytest

from hyperbaton.errors import InputError
from hyperbaton.text.reading import read_segments


def error_of(spec, read=read_segments):
    with pytest.raises(InputError) as caught:
        read(spec)
    return str(caught.value)
