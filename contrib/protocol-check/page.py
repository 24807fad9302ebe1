# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Comparison of Protocol/README.md with Protocol/openrpc.json.

import json
import re

from specification import error_type

SIGNATURE = re.compile(r"\n### (\S+)\n\n`(\{[^`]*\})`(?: →\n?\s*`(\{[^`]*\})`)?")
ERROR_ROW = re.compile(r"^\| `([\w.]+)` \| (-?[0-9]+) \| (yes )?\| ?(.*?) ?\|$", re.MULTILINE)

# The places of the members of objects that have no table.
OBJECTS = {
    "Notebook": r"\*\*Notebook\*\* `(\{[^`]*\})`", "Tag": r"\*\*tag\*\* `(\{[^`]*\})`",
    "Row": r"row is `(\{[^`]*\})`", "Attachment": r"`attachments` \| `\[(\{[^`]*\})\]`",
    "ChangeItem": r"an item is `(\{op, kind[^`]*\})`",
}


class Member:
    """A member of an object in a signature, such as `limit? = 50`."""

    def __init__(self, text):
        match = re.fullmatch(r"(\w+)(\??)\s*(?:=\s*(.*)|(:?\s*[\[{].*))?", text, re.DOTALL)
        if match is None:
            raise ValueError(f"{text!r} is not a member")
        self.name, optional, values, inner = match.groups()
        self.is_optional = optional == "?"
        self.values = [value.strip() for value in (values or "").split(" | ") if value]
        found = re.search(r"\{.*\}", inner or "", re.DOTALL)
        self.members = members(found[0]) if found else None

    @property
    def literals(self):
        """The allowed values, the default first, or none if they are described in words."""
        try:
            return [json.loads(value) for value in self.values]
        except ValueError:
            return []


def members(text):
    """Splits `{a, b? {c, d}}` into its members, by name."""
    pieces, depth = [""], 0
    for character in text[1:-1]:
        depth += (character in "{[") - (character in "}]")
        if character == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += character
    found = [Member(" ".join(piece.split())) for piece in pieces if piece.strip()]
    return {member.name: member for member in found}


def check(specification, page):
    """Returns the differences between the page and the document."""
    sections = {match[1]: match for match in SIGNATURE.finditer(page)}
    names = list(specification.methods) + list(specification.notifications)
    faults = [f"README.md has no section ### {name}" for name in names if name not in sections]
    faults += [f"openrpc.json has no method {name}" for name in sections if name not in names]
    for name, match in sections.items():
        if name in specification.methods:
            method = specification.methods[name]
            if match[3] is None:
                faults.append(f"{name}: the result is missing")
                continue
            schema = specification.parameters(method)
            faults += _compare(specification, members(match[2]), schema, f"{name} parameters")
            faults += _compare(specification, members(match[3]), method["result"]["schema"],
                               f"{name} result")
        elif name in specification.notifications:
            schema = specification.parameters(specification.notifications[name])
            faults += _compare(specification, members(match[2]), schema, name)
    faults += _check_objects(specification, page)
    faults += _check_batch(specification, page)
    return faults + _check_errors(specification, page)


def capabilities(page):
    """Returns the names in the table of capabilities."""
    table = page.split("\n| capability | |\n", 1)[1].split("\n\n", 1)[0]
    rows = [row.split("|")[1] for row in table.split("\n")]
    return {name for row in rows for name in re.findall(r"`([^`]*)`", row)}


def _compare(specification, described, schema, place):
    schema = specification.resolve(schema)
    properties = dict(schema.get("properties", {}))
    properties.pop("warnings", None)
    faults = [f"{place}: README.md lacks {name}" for name in properties.keys() - described.keys()]
    faults += [f"{place}: openrpc.json lacks {name}"
               for name in described.keys() - properties.keys()]
    for name in described.keys() & properties.keys():
        member, inner = described[name], specification.resolve(properties[name])
        if member.is_optional != (name not in schema.get("required", [])):
            faults.append(f"{place}: {name} is optional in one of the two only")
        faults += _compare_values(member, properties[name], f"{place}: {name}")
        if member.members is not None:
            element = specification.resolve(inner.get("items", inner))
            faults += _compare(specification, member.members, element, f"{place}: {name}")
    return faults


def _compare_values(member, schema, place):
    literals = member.literals
    if literals and literals != [{}] and schema.get("default") != literals[0]:
        return [f"{place}: the default is {literals[0]!r} in README.md"]
    if not member.values and "default" in schema:
        return [f"{place}: README.md has no default"]
    if len(literals) > 1 and not set(literals) <= set(schema.get("enum", [])):
        return [f"{place}: the values differ"]
    return []


def _check_objects(specification, page):
    faults = []
    for title, name in (("Entry", "Entry"), ("Filter", "Filter")):
        table = page.split(f"\n**{title}**", 1)[1].split("\n\n", 2)[1]
        rows = [row.split("|")[1] for row in table.split("\n") if row.startswith("| `")]
        described = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
        faults += _compare_names(specification, described, name)
    for name, pattern in OBJECTS.items():
        match = re.search(pattern, page)
        if match is None:
            faults.append(f"README.md does not have the members of {name}")
            continue
        faults += _compare(specification, members(match[1]),
                           specification.target(f"#/components/schemas/{name}"), name)
    return faults


def _compare_names(specification, described, name):
    properties = set(specification.target(f"#/components/schemas/{name}")["properties"])
    return [f"{name}: {member} is in one of the two only"
            for member in sorted(described ^ properties)]


def _check_batch(specification, page):
    text = page.split("\n### batch\n", 1)[1].split("`results`", 1)[0].split("methods are", 1)[1]
    described = set(re.findall(r"`([\w.]+)`", text))
    batchable = {name for name, method in specification.methods.items() if method["x-batchable"]}
    call = specification.target("#/components/schemas/BatchCall")
    listed = set(call["properties"]["method"]["enum"])
    return [f"batch: {name} is not in all lists"
            for name in sorted((described ^ batchable) | (batchable ^ listed))]


def _check_errors(specification, page):
    rows = {row[0]: row[1:] for row in ERROR_ROW.findall(page)}
    faults = [f"errors: README.md has no {kind}" for kind in specification.errors.keys() - rows]
    for kind, (code, retry, cause) in rows.items():
        if kind not in specification.errors:
            faults.append(f"errors: openrpc.json has no {kind}")
            continue
        error = specification.errors[kind]
        if error["code"] != int(code) or error["data"]["retryable"] != bool(retry):
            faults.append(f"errors: the code or the retry of {kind} differs")
        # The members follow the cause, after a semicolon, or are all that there is.
        is_list = re.fullmatch(r"(`\w+`(, )?)+", cause)
        text = cause if is_list else cause.partition(";")[2]
        schema = specification.target(f"#/components/schemas/{error_type(kind)}/properties/data")
        data = set(schema["properties"]) - {"kind", "retryable", "warnings"}
        if data != set(re.findall(r"`(\w+)`", text)):
            faults.append(f"errors: the data of {kind} differs")
    return faults
