"""Fair timing on a machine with neighbours: all cases take turns in one run; medians are compared, never two runs."""

import gc
import os
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

ROOT = Path(__file__).parents[2]

Case = Callable[[], float]
"""Does one round of work and returns a figure for it, mostly its rate: events per second."""
Name = TypeVar("Name")


class Target(NamedTuple):
    """`case` must be at least (or, with `most`, at most) `ratio` times `base`."""

    case: str
    base: str
    ratio: float
    most: bool = False


def as_installed(folder: Path, tree: Path = ROOT) -> dict[str, str]:
    """An environment in which modules are compiled once, as an installer does it, whatever the shell has set."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def rate(events: int, work: Callable[[], object]) -> float:
    """Events per second of one piece of work."""
    start = time.perf_counter()
    work()
    return events / (time.perf_counter() - start)


def cpu_rate(events: int, work: Callable[[], object]) -> float:
    """Events per second of processor time, which neighbours on the machine disturb less."""
    gc.collect()
    start = time.process_time()
    work()
    return events / (time.process_time() - start)


def in_turn(cases: Mapping[Name, Case], rounds: int) -> dict[Name, list[float]]:
    """What every case gives in every round; in each round all run once, beginning with another one."""
    names = list(cases)
    found: dict[Name, list[float]] = {name: [] for name in names}
    for round_ in range(rounds):
        shift = round_ % len(names)
        for name in names[shift:] + names[:shift]:
            found[name].append(cases[name]())
    return found


def medians(cases: Mapping[Name, Case], rounds: int) -> dict[Name, float]:
    """The median of every case."""
    return {name: statistics.median(found) for name, found in in_turn(cases, rounds).items()}


def report(title: str, found: Mapping[str, float], targets: list[Target], unit: str = "events/s") -> bool:
    """Print the figures and the ratios; whether every target was met."""
    print(f"\n{title}")
    for name, value in found.items():
        print(f"  {name:<42} {value:>12,.1f} {unit}")
    met = True
    for target in targets:
        ratio = found[target.case] / found[target.base]
        good = ratio <= target.ratio if target.most else ratio >= target.ratio
        met = met and good
        sign = "at most" if target.most else "at least"
        verdict = "ok" if good else "MISSED"
        print(f"  {target.case} / {target.base}: {ratio:.2f} ({sign} {target.ratio:.2f}: {verdict})")
    return met


def report_runs(
    title: str, found: Mapping[str, list[float]], targets: list[Target], unit: str = "events/CPU s", *, why: str = ""
) -> bool:
    """Print medians and ranges, and ratios round by round; whether every target was met. `why`: if one is not."""
    print(f"\n{title}")
    for name, runs in found.items():
        print(f"  {name:<45} {statistics.median(runs):>10,.0f} ({min(runs):,.0f}-{max(runs):,.0f}) {unit}")
    met = True
    for target in targets:
        ratios = [one / base for one, base in zip(found[target.case], found[target.base], strict=True)]
        ratio = statistics.median(ratios)
        good = ratio <= target.ratio if target.most else ratio >= target.ratio
        met = met and good
        sign = "at most" if target.most else "at least"
        told = f"{ratio:.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
        print(f"  {target.case} / {target.base}: {told}, {sign} {target.ratio:.2f}: {'ok' if good else 'MISSED'}")
    if why and not met:
        print(f"  {why}")
    return met
