"""Programs that are run and not linked, each with a stand-in that is called in the same way."""

import sys

from hyperbaton.bitext import aligning

# Links words at equal positions; the reverse direction leaves out the last one.
EFLOMAL = """\
#!{python}
import sys
arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
pairs = list(zip(open(arguments["-s"], encoding="utf-8"), open(arguments["-t"], encoding="utf-8")))
if not any(source.split() for source, _ in pairs):
    sys.exit("nothing to align")
with open(arguments["-f"], "w") as forward, open(arguments["-r"], "w") as reverse:
    for source, target in pairs:
        n = min(len(source.split()), len(target.split()))
        print(*(f"{{i}}-{{i}}" for i in range(n)), file=forward)
        print(*(f"{{n - 1 - i}}-{{n - 1 - i}}" for i in range(1, n)), file=reverse)
"""


def make_eflomal(folder):
    program = folder / aligning.PROGRAM
    program.write_text(EFLOMAL.format(python=sys.executable))
    program.chmod(0o755)
