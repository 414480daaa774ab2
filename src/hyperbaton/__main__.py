"""`python -m hyperbaton`."""

import sys

from hyperbaton.cli import main

if __name__ == "__main__":  # also imported where parsing starts further processes
    sys.exit(main())
