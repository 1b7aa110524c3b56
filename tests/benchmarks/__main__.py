"""Every benchmark, one after the other: `python -m tests.benchmarks`, or only those whose names are given.

With `--against PATH_OR_REV` this tree is compared with another one instead: see tests/benchmarks/against.py.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from tests.benchmarks import against


def main() -> int:
    """Run them; 1 if one of them missed a target."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help="run only benchmarks, or with --against rows, with this in their name")
    parser.add_argument("--against", metavar="PATH_OR_REV", help="compare this tree with another one, row by row")
    parser.add_argument("--rounds", type=int, default=against.ROUNDS, help="with --against: how often each row runs")
    given = parser.parse_args()
    if given.against:
        return 0 if against.main(given.against, given.rounds, given.name) else 1
    return _run(given.name)


def _run(wanted: list[str]) -> int:
    sys.argv[1:] = []  # a benchmark that is run by itself reads them
    missed = []
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if not wanted or any(name in path.stem for name in wanted):
            print(f"\n=== {path.stem.removeprefix('bench_')}", flush=True)
            answer = import_module(f"tests.benchmarks.{path.stem}").main()
            if answer is False or (answer is not True and answer):  # a benchmark answers True or, as a program, 0
                missed.append(path.stem)
    if missed:
        print(f"\ntargets missed in: {', '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
