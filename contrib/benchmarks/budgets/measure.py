# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
"""Loads the two services of contrib/benchmarks/budgets/run in turns, and prints their figures."""

import argparse
import http.client
import json
import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from answers import answers

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = ["budgets", "budgets-sqlite"]
STORES = ["budgets.store", "budgets.sqlite"]
BUDGETS, EXPENSES = 1_000, 100
TITLES = {
    "create": "create an expense",
    "page": "page of 20 expenses",
    "totals": "totals of 20 budgets",
    "refusal": "refusal of a name",
    "mix": "mix",
}
# The parts of the answers that are refusals.
REFUSALS = {"create": 0, "page": 0, "totals": 0, "refusal": 1, "mix": 1 / 20}
TICKS = os.sysconf("SC_CLK_TCK")


class Service:
    """A program with a store in a folder, while it runs."""

    def __init__(self, program, folder, port):
        self.folder = folder
        self.port = port
        with open(f"{folder}/log", "wb") as log:
            self.process = subprocess.Popen([program, str(port)], cwd=folder, stdout=log,
                                            stderr=log, stdin=subprocess.DEVNULL)

    def __enter__(self):
        try:
            self.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def wait(self):
        """Waits until the service answers."""
        for _ in range(300):
            try:
                self.request("GET", "/budgets?size=1")
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        with open(f"{self.folder}/log", encoding="utf-8") as log:
            sys.exit(f"{self.process.args[0]} does not answer:\n{log.read()}")

    def request(self, method, path, value=None):
        """Sends a request that is not refused; returns the value of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body=value and json.dumps(value))
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        if response.status >= 300:
            sys.exit(f"{method} {path}: {response.status} {content.decode()}")
        return json.loads(content)

    def processor(self):
        """Returns the seconds of the processor that the program has used."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


def fill(service):
    """Creates budgets and expenses, which differ between the programs only in the ids."""
    names = [f"budget {number:04}" for number in range(1, BUDGETS + 1)]
    for name in names:
        service.request("POST", "/budgets", {"name": name, "limit": 1_000_000_000})
    for number in range(EXPENSES):
        date = f"2026-{number // 28 + 1:02}-{number % 28 + 1:02}T12:00:00Z"
        expense = {"text": "bus", "cents": 450, "date": date}
        lines = [{"budget": name, "expense": expense} for name in names]
        service.request("POST", "/import", lines)
    with open(f"{service.folder}/ids", "w", encoding="ascii") as file:
        for page in range(1, BUDGETS // 100 + 1):
            budgets = service.request("GET", f"/budgets?size=100&page={page}")["elements"]
            file.writelines(budget["id"] + "\n" for budget in budgets)


def checkpoint(folder):
    """Empties the log of a store, so that each load starts with an empty one."""
    for store in STORES:
        if os.path.exists(f"{folder}/{store}"):
            connection = sqlite3.connect(f"{folder}/{store}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            connection.close()


def load(service, route, options):
    """Returns requests per second, the p99 in seconds, and seconds of the processor per request."""
    def wrk(seconds):
        output = subprocess.run(
            ["wrk", "--threads", "1", "--connections", str(options.connections), "--duration",
             f"{seconds}s", "--timeout", "30s", "--script", f"{HERE}/requests.lua",
             f"http://127.0.0.1:{service.port}", "--", route, f"{service.folder}/ids"],
            check=True, stdout=subprocess.PIPE, encoding="utf-8",
        ).stdout
        line = next(line for line in output.splitlines() if line.startswith("figures "))
        return [int(word) for word in line.split()[1:]]

    wrk(1)
    used = service.processor()
    requests, duration, last, refused, failed = wrk(options.seconds)
    used = service.processor() - used
    # In a mix, requests in flight at the end are not counted.
    tolerance = options.connections if route == "mix" else 0
    if failed or not requests or abs(refused - requests * REFUSALS[route]) > tolerance:
        sys.exit(f"{route}: {refused} of {requests} requests were refused, {failed} failed")
    return requests / duration * 1e6, last / 1e6, used / requests


def compare_answers(start):
    """Exits if the programs answer a request in different ways."""
    both = []
    for program in PROGRAMS:
        with start(program) as service:
            both.append(answers(service.port))
    different = [pair for pair in zip(*both) if pair[0] != pair[1]]
    for pair in different:
        for program, answer in zip(PROGRAMS, pair):
            print(f"{program + ':':16}", *answer)
    if different:
        sys.exit("the programs answer in different ways")
    print(f"The same answers to {len(both[0])} requests.", flush=True)


def measure(start, folder, options):
    """Fills both programs, and prints a row for each route."""
    for program in PROGRAMS:
        with start(program) as service:
            fill(service)
        checkpoint(service.folder)
        shutil.copytree(service.folder, f"{folder}/{program}")
    print(f"{'SwiftData, SQLite, ratio':24}{'requests/s':>36}{'p99, ms':>36}"
          f"{'processor/request, µs':>36}")
    for route in [options.only] if options.only else TITLES:
        rounds = []
        for number in range(options.rounds):
            rounds.append({})
            # The programs take turns in being the first.
            for program in PROGRAMS[:: -1 if number % 2 else 1]:
                with start(program, f"{folder}/{program}") as service:
                    rounds[-1][program] = load(service, route, options)
        show(route, rounds)


def show(route, rounds):
    """Prints medians of the rounds of a route, and the least and the greatest ratio of a round."""
    text = f"{TITLES[route]:24}"
    for index, (unit, places) in enumerate([(1, 0), (1e3, 1), (1e6, 0)]):
        pairs = [[figures[program][index] * unit for program in PROGRAMS] for figures in rounds]
        for values in zip(*pairs):
            text += f"{statistics.median(values):9.{places}f}"
        ratios = sorted(own / other for own, other in pairs)
        text += f"{statistics.median(ratios):6.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})"
    print(text, flush=True)


def parse():
    """Returns the options, which `run` describes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--only", choices=TITLES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--directory", default="/var/tmp")
    parser.add_argument("--check", action="store_true")
    return parser.parse_args()


def main():
    """Compares the answers and the figures of the programs."""
    options = parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    port = random.randrange(20_000, 30_000)
    with tempfile.TemporaryDirectory(dir=options.directory) as folder:
        def start(program, content=None):
            """Starts a program in an empty folder, or in a copy of one."""
            place = f"{folder}/running"
            shutil.rmtree(place, ignore_errors=True)
            if content:
                shutil.copytree(content, place)
            else:
                os.mkdir(place)
            return Service(f"{options.programs}/{program}", place, port)

        compare_answers(start)
        if not options.check:
            measure(start, folder, options)


if __name__ == "__main__":
    main()
