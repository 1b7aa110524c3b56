"""Every benchmark, one after the other: `python -m tests.benchmarks`, or only those whose names are given."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> int:
    """Run them; 1 if one of them missed a target."""
    wanted, sys.argv[1:] = sys.argv[1:], []
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
