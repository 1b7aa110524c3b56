"""How long `qm` takes to start, against a bare typer app with one command. All cases take turns in one run.

python -m tests.benchmarks.bench_start [rounds]
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.timing import ROOT, as_installed

BARE = """
import typer
app = typer.Typer({options})
@app.command()
def hello(name: str) -> None:
    "Say hello."
app()
"""
BAR = 1.5


def cases(folder: Path) -> dict[str, list[str]]:
    """The command lines to time."""
    (folder / "bare.py").write_text(BARE.format(options=""))
    (folder / "bare_plain.py").write_text(BARE.format(options="rich_markup_mode=None"))
    qm = [sys.executable, "-m", "cli"]
    record = folder / "game.jsonl"
    record.write_text('{"quartermaster":1,"game":"bench","players":[{"seat":"blue"}]}\n{"do":"setup"}\n')
    db = str(folder / "records.db")
    subprocess.run([*qm, "import", str(record), "--db", db], cwd=ROOT, check=True, capture_output=True)
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "bare typer app --help": [sys.executable, str(folder / "bare.py"), "--help"],
        "bare typer app --help, no rich": [sys.executable, str(folder / "bare_plain.py"), "--help"],
        "qm --help": [*qm, "--help"],
        "qm --version": [*qm, "--version"],
        "qm new --help": [*qm, "new", "--help"],
        "qm show FILE": [*qm, "show", str(record)],
        "qm list": [*qm, "list", "--db", db],
    }


def measure(rounds: int) -> dict[str, float]:
    """The median milliseconds of each case."""
    taken: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        commands = cases(Path(folder))
        environment = as_installed(Path(folder))
        for round_ in range(rounds + 1):
            for name, command in commands.items():
                begun = time.perf_counter()
                subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
                if round_:  # the first one compiles
                    taken.setdefault(name, []).append(time.perf_counter() - begun)
    return {name: 1000 * statistics.median(times) for name, times in taken.items()}


def main() -> int:
    """Print the medians and their ratio to the bare app, and 1 if it is above the bar."""
    medians = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
    bare, plain = medians["bare typer app --help"], medians["bare typer app --help, no rich"]
    print(f"{'':32}{'ms':>8}{'/ bare':>8}{'/ no rich':>10}")
    for name, median in medians.items():
        print(f"{name:32}{median:8.0f}{median / bare:8.2f}{median / plain:10.2f}")
    ratio = medians["qm --help"] / bare
    print(f"qm --help / bare typer app: {ratio:.2f} (at most {BAR}): {'ok' if ratio <= BAR else 'TOO SLOW'}")
    return 1 if ratio > BAR else 0


if __name__ == "__main__":
    sys.exit(main())
