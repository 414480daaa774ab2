"""`hyperbaton` and `python -m hyperbaton`: signals are heeded before anything large is imported."""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of, and at once there
import sys


def hold_signals_back() -> set[int]:
    """Signals wait until the program says what it does with them; returns those that did before.

    An interrupt in the middle of an import may come out of it as any other error.
    """
    if not hasattr(_signal, "pthread_sigmask"):
        return set()
    held = {_signal.SIGINT, _signal.SIGTERM, _signal.SIGHUP}
    return set(_signal.pthread_sigmask(_signal.SIG_BLOCK, held))


def let_signals_through(before: set[int]) -> None:
    """Signals that have waited arrive now, but for those that were to wait before."""
    if hasattr(_signal, "pthread_sigmask"):
        _signal.pthread_sigmask(_signal.SIG_SETMASK, before)


def main() -> int:
    """The program: runs the command that its arguments name and returns the exit code."""
    waiting = hold_signals_back()
    try:
        from hyperbaton.runtime.process.descriptors import occupy_standard_descriptors
        from hyperbaton.runtime.process.leaving import leave_undisturbed, leave_when_told

        occupy_standard_descriptors()
        leave_when_told()
        let_signals_through(waiting)
        from hyperbaton.cli import main as run
        from hyperbaton.cli.edge.quiet import quieten_libraries
    except (MemoryError, ImportError, OSError, SystemError) as error:  # the last where Python fails
        print(f"hyperbaton: cannot start ({str(error) or 'not enough memory'})", file=sys.stderr)
        return 2
    quieten_libraries()
    code = run()
    leave_undisturbed()
    return code


if __name__ == "__main__":  # also imported where parsing starts further processes
    sys.exit(main())
