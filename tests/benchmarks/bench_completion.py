"""How long Tab takes: what the shells' scripts call, on a store with records in it.

python -m tests.benchmarks.bench_completion [rounds]
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.timing import as_installed

BAR = 0.25
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
CASES = (["re"], ["replay", ""], ["show", "0"], ["export", "--for"], ["export", "x", "--format", ""], ["help", ""])


def main() -> int:
    """Print the medians, and 1 if one of them is above the bar."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        environment = {**as_installed(Path(folder)), "QUARTERMASTER_DB": str(Path(folder) / "records.db")}
        qm = [sys.executable, "-m", "cli"]
        for number in range(20):
            subprocess.run([*qm, "new", "tiny", "a", "--title", f"t{number}"], env=environment, check=True, **QUIET)
        for case in CASES:
            wall, cpu = [], []
            for round_ in range(rounds + 1):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                begun = time.perf_counter()
                subprocess.run([*qm, *case], env={**environment, "_QM_COMPLETE": "lines"}, check=True, **QUIET)
                taken = time.perf_counter() - begun
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                if round_:  # the first one compiles
                    wall.append(taken)
                    cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            middle = statistics.median(wall)
            slow |= middle > BAR
            words = " ".join(word or "<Tab>" for word in case)
            used = statistics.median(cpu) * 1000
            print(f"qm {words:<24} {middle * 1000:5.0f} ms (bar {BAR * 1000:.0f}; cpu {used:.0f})")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
