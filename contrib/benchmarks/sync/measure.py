# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
"""Measures of contrib/benchmarks/sync/run.

usage: measure.py entries|rows COUNT            prints entries to import, or rows to copy
       measure.py lag SOCKET SOCKET COUNT NAME  from a commit to the notification elsewhere
       measure.py git FOLDER COUNT              the same with git push and pull, and the bytes
       measure.py processes COUNT JOURNAL SOCKET SOCKET
                                                journal new with synchronization and without
"""

import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients"))
from journal import Journal  # noqa: E402

LENGTH = 400
WORDS = 5000


def texts(count):
    """Returns texts of words that are as frequent as in languages, the same in each run."""
    source = random.Random(1)
    words = ["".join(source.choices("abcdefghijklmnoprstuvw", k=source.randint(2, 9)))
             for _ in range(WORDS)]
    weights = [1 / (rank + 1) for rank in range(WORDS)]
    for _ in range(count):
        yield " ".join(source.choices(words, weights, k=100))[:LENGTH].strip()


def moments(count):
    """Returns ids and times of ten years."""
    source = random.Random(2)
    for number in range(count):
        second = 1_450_000_000 + number * 315_000_000 // count
        time_text = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(second))
        yield str(uuid.UUID(int=source.getrandbits(128), version=4)), time_text


def entries(count):
    """Prints entries as journal export writes them."""
    for (identity, moment), text in zip(moments(count), texts(count)):
        print(json.dumps({"id": identity, "notebook": "journal", "createdAt": moment,
                          "zone": "Etc/UTC", "starred": False, "tags": [], "text": text}))


def rows(count):
    """Prints the same entries for COPY."""
    for (identity, moment), text in zip(moments(count), texts(count)):
        print(f"{identity}\t{moment}\t{text}")


def show(measure, what, seconds):
    """Prints the median and the 99th percentile."""
    ordered = sorted(seconds)
    last = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    print(f"{measure:16} {what:44} p50 {statistics.median(ordered) * 1000:.1f} ms, "
          f"p99 {last * 1000:.1f} ms")


def lag(first, second, count, name):
    """Creates entries on one machine, and waits for each on the other."""
    writer, reader = Journal(first), Journal(second)
    arrivals, arrived = {}, threading.Condition()

    def listen():
        reader.subscribe("lag")
        with arrived:
            arrivals[""] = 0
            arrived.notify()
        for _, params in reader.changes():
            now = time.monotonic()
            with arrived:
                arrivals.update((item["id"], now) for item in params.get("items", []))
                arrived.notify()

    threading.Thread(target=listen, daemon=True).start()

    def arrival(identity):
        with arrived:
            if not arrived.wait_for(lambda: identity in arrivals, timeout=120):
                sys.exit(f"{identity} did not arrive within 120 s")
            return arrivals[identity]

    arrival("")
    times = []
    for text in texts(count):
        identity = writer.create(text)["id"]
        committed = time.monotonic()
        times.append(arrival(identity) - committed)
        # So that the changes do not keep the rhythm of the exchanges.
        time.sleep(random.random() / 2)
    show("lag", f"entry, {name}", times)


def git(folder, count):
    """Commits, pushes and pulls notes through a bare repository, without a pause between them."""
    os.mkdir(folder)

    def run(place, *arguments):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@localhost", "-c", "gc.auto=0",
             "-C", f"{folder}/{place}", *arguments],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def size():
        return sum(os.path.getsize(os.path.join(path, name))
                   for path, _, names in os.walk(f"{folder}/hub/objects") for name in names)

    for place in ["hub", "one", "two"]:
        os.mkdir(f"{folder}/{place}")
    run("hub", "init", "--bare", "--initial-branch=main")
    for place in ["one", "two"]:
        run(place, "init", "--initial-branch=main")
        run(place, "remote", "add", "origin", f"{folder}/hub")
    times, sizes = [], []
    for number, text in enumerate(texts(count)):
        with open(f"{folder}/one/{number}.md", "w", encoding="utf-8") as file:
            file.write(f"starred: false\n\n{text}\n")
        run("one", "add", ".")
        run("one", "commit", "-m", "entry")
        committed = time.monotonic()
        run("one", "push", "origin", "main")
        run("two", "pull", "--ff-only", "origin", "main")
        times.append(time.monotonic() - committed)
    for number in range(min(count, 9)):
        with open(f"{folder}/one/{number}.md", "r+", encoding="utf-8") as file:
            file.write("starred: true ")
        before = size()
        run("one", "commit", "-a", "-m", "star")
        run("one", "push", "origin", "main")
        sizes.append(size() - before)
    show("lag", "file, git push and pull at once", times)
    print(f"{'bytes':16} {'a star, git push':44} {statistics.median(sizes):.0f}")


def processes(count, journal, synchronized, alone):
    """Runs journal new in turns with two daemons."""
    times = {synchronized: [], alone: []}
    for text in texts(count):
        for socket in times:
            start = time.monotonic()
            subprocess.run([journal, "new", "--socket", socket, text], check=True,
                           stdout=subprocess.DEVNULL)
            times[socket].append(time.monotonic() - start)
    show("journal new", "with synchronization", times[synchronized])
    show("journal new", "without", times[alone])


if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    globals()[name](*(int(word) if word.isdigit() else word for word in arguments))
