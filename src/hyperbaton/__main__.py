"""`python -m hyperbaton`."""

import sys

from hyperbaton.cli import main

sys.exit(main())
