"""The speed bench: Cartada and its peer draw the same games in turn. ``python run.py [--runs N] [--only NAME] …``

Each run is a whole process, measured by ``wait4``: user and system CPU seconds and the largest resident memory. It
measures and does not judge: a missed bound is said and the exit code is 0. See docs/speed.md.
"""

from __future__ import annotations

import argparse
import compileall
import os
import pstats
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

# A child's peak memory counts from its parent's at the fork: nothing heavy may be imported or made in this process.
from workloads import WORKLOADS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CPU_RATIO = 1.0
PDF_RATIO = 1.0
PEAK_MIB = 300
PEAK_AT = "scale10000"
RUNS, RUNS_LARGE = 5, 3
PROFILE_ROWS = 25
PAGES = "import pypdfium2, sys; print(*[len(pypdfium2.PdfDocument(path)) for path in sys.argv[1:]])"


class Run(NamedTuple):
    """One process: CPU seconds, user and system together, and its largest resident memory."""

    cpu: float
    peak_mib: float


class Tool(NamedTuple):
    """A command that draws a game, and the PDF that it writes."""

    name: str
    command: tuple[str, ...]
    pdf: Path


def cartada(name: str, data: Path) -> Tool:
    """Ours, as a person starts it."""
    out = data / "out"
    options = ("--root", str(data), "--out", str(out), "--only", "cards.pdf", "-q")
    return Tool("Cartada", ("-m", "generator.cli", "pdf", name, *options), out / name / "pt" / "cards.pdf")


def peer(name: str, data: Path) -> Tool:
    """Typst, on the same data."""
    pdf = data / "peer" / f"{name}.pdf"
    pdf.parent.mkdir(exist_ok=True)
    backs = ("--backs",) if WORKLOADS[name].backs else ()
    return Tool("Typst", (str(HERE / "peer.py"), str(data / "cards" / name), str(pdf), *backs), pdf)


def measure(tool: Tool) -> Run:
    """Run it once, from nothing. RuntimeError with the tool's own words if it fails."""
    tool.pdf.unlink(missing_ok=True)
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            (sys.executable, *tool.command), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode or not tool.pdf.is_file():
            said.seek(0)
            words = said.read().decode("utf-8", "replace").strip()
            raise RuntimeError(f"{tool.name} failed (exit {process.returncode}):\n{words}")
    return Run(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def compare(name: str, data: Path, runs: int) -> None:
    """Ours and the peer in turn, one warm-up each; prints the table."""
    tools = (cartada(name, data), peer(name, data))
    print(f"\n{name}: {WORKLOADS[name]}; {runs} pairs after a warm-up")
    for tool in tools:
        measure(tool)
    pairs = [(measure(tools[0]), measure(tools[1])) for _ in range(runs)]
    pages = subprocess.run(
        (sys.executable, "-c", PAGES, *(str(tool.pdf) for tool in tools)), check=True, capture_output=True, text=True
    ).stdout.split()
    print(f"  {'':8} {'CPU s, median (min–max)':26} {'peak MiB':>8} {'PDF MB':>8} {'pages':>6}")
    for tool, own, count in zip(tools, zip(*pairs, strict=True), pages, strict=True):
        cpu = [run.cpu for run in own]
        spread = f"{statistics.median(cpu):.2f} ({min(cpu):.2f}–{max(cpu):.2f})"
        peak, size = max(run.peak_mib for run in own), tool.pdf.stat().st_size / 1e6
        print(f"  {tool.name:8} {spread:26} {peak:8.0f} {size:8.1f} {int(count):6,}")
        if int(count) != WORKLOADS[name].pages:
            print(f"  {tool.name} drew {count} pages, not {WORKLOADS[name].pages}: the two cannot be compared")
    ours = [own for own, _ in pairs]
    verdict("CPU, ours / peer, median of pairs", statistics.median(a.cpu / b.cpu for a, b in pairs), CPU_RATIO, ".2f")
    verdict("PDF, ours / peer", tools[0].pdf.stat().st_size / tools[1].pdf.stat().st_size, PDF_RATIO, ".2f")
    if name == PEAK_AT:
        verdict("peak memory, ours, MiB", max(run.peak_mib for run in ours), PEAK_MIB, ".0f")


def verdict(what: str, value: float, bound: float, form: str) -> None:
    """A figure beside its bound."""
    print(f"  {what:34} {value:8{form}}   bound {bound:{form}}: {'met' if value <= bound else 'missed'}")


def profile(name: str, data: Path) -> None:
    """Ours once under cProfile (several times slower so): the functions with the most time of their own."""
    tool, stats = cartada(name, data), data / "profile"
    command = (sys.executable, "-m", "cProfile", "-o", str(stats), *tool.command)
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if not tool.pdf.is_file():
        raise RuntimeError(f"{tool.name} failed:\n{done.stdout}{done.stderr}".strip())
    pstats.Stats(str(stats)).sort_stats("tottime").print_stats(PROFILE_ROWS)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Cartada and Typst draw the same games in turn; see docs/speed.md.")
    parser.add_argument(
        "--runs", type=int, metavar="N", help=f"counted pairs (default {RUNS}; {PEAK_AT}: {RUNS_LARGE})"
    )
    parser.add_argument("--only", action="append", choices=WORKLOADS, help="only this game; repeatable")
    parser.add_argument("--profile", choices=WORKLOADS, help="instead: where our time goes on this game")
    asked = parser.parse_args(arguments)
    if asked.runs is not None and asked.runs < 1:
        parser.error("--runs must be at least 1")
    if not sys.platform.startswith("linux"):
        sys.exit("The speed bench runs on Linux only: CPU and memory of a process are counted otherwise elsewhere.")
    names = [asked.profile] if asked.profile else asked.only or list(WORKLOADS)
    # As after an installation: Python keeps what it compiled, unless the environment forbids it to write.
    compileall.compile_dir(ROOT / "generator", quiet=1)
    data = Path(tempfile.mkdtemp(prefix="cartada-bench-"))
    try:
        if subprocess.run((sys.executable, HERE / "workloads.py", data, *names), check=False).returncode:
            sys.exit("The workloads could not be made.")
        for name in dict.fromkeys(names):
            try:
                if asked.profile:
                    profile(name, data)
                else:
                    compare(name, data, asked.runs or (RUNS_LARGE if name == PEAK_AT else RUNS))
            except RuntimeError as error:
                print(f"  {error}")
            sys.stdout.flush()
    finally:
        shutil.rmtree(data)


if __name__ == "__main__":
    main()
