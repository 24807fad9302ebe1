# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
"""Compares two journals, and both with what was acknowledged.

usage: compare.py FOLDER FOLDER PLACE

A folder has what `dump` in machines.bash writes. A line of PLACE/ledger is an id, a tab and a text,
which must be the present or an earlier text of this entry in both journals; PLACE/attached has
digests of attached files instead. PLACE/gone has ids of entries that must not be there, and
PLACE/purged those of which parts may be.
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


def contents(folder):
    """Returns the present and earlier texts, and the digests of files, of each entry."""
    found = {}
    for entry in lines(folder + "/entries.jsonl"):
        earlier = [item["text"] for item in entry.get("earlierTexts", [])]
        files = [item["digest"] for item in entry.get("attachments", [])]
        found.setdefault(entry["id"], set()).update([entry["text"], *earlier, *files])
    for entry in lines(folder + "/trash.jsonl"):
        versions = lines(f"{folder}/trash-{entry['id']}.json")[0]["versions"]
        files = lines(f"{folder}/files-{entry['id']}.json")[0]["attachments"]
        found.setdefault(entry["id"], set()).update(
            [entry["text"], *(item["text"] for item in versions)],
            [item["digest"] for item in files],
        )
    return found


def rows(path):
    """Returns the fields in the lines of a file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file]


def main(first, second, place):
    """Prints the differences; returns the exit status."""
    problems = list(
        difflib.unified_diff(values(first), values(second), first, second, n=0, lineterm="")
    )
    gone = {row[0] for row in rows(place + "/gone")}
    purged = {row[0] for row in rows(place + "/purged")}
    written = rows(place + "/ledger") + rows(place + "/attached")
    for folder in [first, second]:
        found = contents(folder)
        for entry, content in written:
            if entry not in gone | purged and content not in found.get(entry, set()):
                problems.append(f"{folder}: {content!r} of {entry} is lost")
        for entry in gone & set(found):
            problems.append(f"{folder}: {entry} was deleted and is there")
    for problem in problems[:60]:
        print(problem, file=sys.stderr)
    print(f"{len(values(first))} values, {len(written)} texts and files")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
