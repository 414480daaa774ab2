"""`hyperbaton` and `python -m hyperbaton`: signals are heeded before anything large is imported."""

import sys

try:
    from hyperbaton.runtime.process.descriptors import occupy_standard_descriptors
    from hyperbaton.runtime.process.leaving import leave_undisturbed, leave_when_told
except KeyboardInterrupt:
    sys.exit(130)


def main() -> int:
    """The program: runs the command that its arguments name and returns the exit code."""
    try:
        occupy_standard_descriptors()
        leave_when_told()
        from hyperbaton.cli import main as run
        from hyperbaton.cli.edge.quiet import quieten_libraries
    except KeyboardInterrupt:
        return 130
    except (MemoryError, ImportError, OSError, SystemError) as error:  # the last where Python fails
        print(f"hyperbaton: cannot start ({str(error) or 'not enough memory'})", file=sys.stderr)
        return 2
    quieten_libraries()
    code = run()
    leave_undisturbed()
    return code


if __name__ == "__main__":  # also imported where parsing starts further processes
    sys.exit(main())
