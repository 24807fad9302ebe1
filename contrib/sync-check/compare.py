# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
"""Compares two journals, and both with what was acknowledged.

usage: compare.py FOLDER FOLDER LEDGER GONE

A folder has what `dump` in machines.bash writes. A line of the ledger is an id, a tab and a text,
which must be the present or an earlier text of this entry in both journals, unless the file GONE
has the id.
"""

import difflib
import json
import os
import sys

# Numbers that each store counts for itself, and times of its own.
LOCAL = {"rev", "cursor", "snippet"}


def shared(value):
    """Returns a value without what is local, in a form that does not depend on the order."""
    if isinstance(value, dict):
        return {name: shared(item) for name, item in value.items() if name not in LOCAL}
    if isinstance(value, list):
        return sorted((shared(item) for item in value), key=json.dumps)
    return value


def lines(path):
    """Returns the values in the lines of a file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def values(folder):
    """Returns all values of a journal as sorted lines, each with the name of its file."""
    return sorted(
        f"{name}: {json.dumps(shared(value), sort_keys=True, ensure_ascii=False)}"
        for name in os.listdir(folder)
        for value in lines(os.path.join(folder, name))
    )


def texts(folder):
    """Returns the present and earlier texts of each entry."""
    found = {}
    for entry in lines(folder + "/entries.jsonl"):
        earlier = [item["text"] for item in entry.get("earlierTexts", [])]
        found.setdefault(entry["id"], set()).update([entry["text"], *earlier])
    for entry in lines(folder + "/trash.jsonl"):
        earlier = lines(f"{folder}/trash-{entry['id']}.json")[0]["versions"]
        found.setdefault(entry["id"], set()).update(
            [entry["text"], *(item["text"] for item in earlier)]
        )
    return found


def ledger(path):
    """Returns the ids and texts of a ledger."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file]


def main(first, second, written, gone):
    """Prints the differences; returns the exit status."""
    problems = list(
        difflib.unified_diff(values(first), values(second), first, second, n=0, lineterm="")
    )
    removed = {row[0] for row in ledger(gone)}
    for folder in [first, second]:
        found = texts(folder)
        for entry, text in ledger(written):
            if entry not in removed and text not in found.get(entry, set()):
                problems.append(f"{folder}: the text {text!r} of {entry} is lost")
        for entry in removed & set(found):
            problems.append(f"{folder}: {entry} was deleted and is there")
    for problem in problems[:60]:
        print(problem, file=sys.stderr)
    print(f"{len(values(first))} values, {len(ledger(written))} texts", file=sys.stdout)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
