"""`hyperbaton` and `python -m hyperbaton`."""

import signal
import sys
from types import FrameType


def main() -> int:
    """Runs the command that the arguments name and returns the exit code."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        from hyperbaton.cli import main as run

        return run()
    except KeyboardInterrupt:  # while modules are imported
        return 130


def _terminate(number: int, _: FrameType | None) -> None:
    """Lets everything that is open be closed and temporary files be removed."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
