# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Protocol/openrpc.json, and the validation of messages with it.

import json, re

import jsonschema


class Placeholder(str):
    """A string of a transcript that stands for any value."""


class Violation(Exception):
    """A difference between a message or a page and the specification."""


def parse(text, placeholders=False):
    """Parses JSON as the daemon does: duplicate members and NaN are errors."""
    def members(pairs):
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            raise ValueError("duplicate member")
        return dict(pairs)

    def constant(name):
        raise ValueError(name)

    value = json.loads(text, object_pairs_hook=members, parse_constant=constant)
    return _with_placeholders(value) if placeholders else value


def _with_placeholders(value):
    if isinstance(value, str) and value.startswith("$"):
        return Placeholder(value)
    if isinstance(value, list):
        return [_with_placeholders(item) for item in value]
    if isinstance(value, dict):
        return {name: _with_placeholders(item) for name, item in value.items()}
    return value


def _except_placeholders(keyword):
    def check(validator, value, instance, schema):
        if not isinstance(instance, Placeholder):
            yield from keyword(validator, value, instance, schema) or ()
    return check


_Validator = jsonschema.validators.extend(jsonschema.Draft7Validator, {
    name: _except_placeholders(check)
    for name, check in jsonschema.Draft7Validator.VALIDATORS.items()
})

# What OpenRPC requires of a document, as far as this one uses it.
_REFERENCE = {"type": "object", "required": ["$ref"], "additionalProperties": False,
              "properties": {"$ref": {"type": "string", "pattern": "^#/components/"}}}
_DESCRIPTOR = {"type": "object", "required": ["name", "schema"], "additionalProperties": False,
               "properties": {"name": {"type": "string", "minLength": 1},
                              "description": {"type": "string"}, "required": {"type": "boolean"},
                              "schema": {"$ref": "http://json-schema.org/draft-07/schema#"}}}
_ERROR = {"type": "object", "required": ["code", "message", "data"],
          "additionalProperties": False, "properties": {
              "code": {"type": "integer"}, "message": {"type": "string"},
              "data": {"type": "object", "required": ["kind", "retryable"]}}}
_METHOD = {"type": "object", "required": ["name", "summary", "paramStructure", "params"],
           "additionalProperties": False, "patternProperties": {"^x-": {}},
           "properties": {"name": {"type": "string", "minLength": 1},
                          "summary": {"type": "string", "pattern": "\\.$"},
                          "paramStructure": {"const": "by-name"},
                          "params": {"type": "array", "items": _DESCRIPTOR},
                          "result": _DESCRIPTOR,
                          "errors": {"type": "array", "items": _ERROR}}}
# The names of schemas become the names of types in generated clients.
_TYPE_NAME = "^[A-Z][A-Za-z0-9]*$"
_DOCUMENT = {
    "type": "object", "required": ["openrpc", "info", "methods", "components"],
    "additionalProperties": False, "patternProperties": {"^x-": {}},
    "properties": {
        "openrpc": {"type": "string", "pattern": "^1\\.[0-9]+\\.[0-9]+$"},
        "info": {"type": "object", "required": ["title", "version"]},
        "methods": {"type": "array", "items": {**_METHOD, "required": [*_METHOD["required"],
                                                                     "result", "errors"]}},
        "x-notifications": {"type": "array", "items": _METHOD},
        "x-requestErrors": {"type": "array", "items": _REFERENCE},
        "x-connectionErrors": {"type": "array", "items": _REFERENCE},
        "components": {
            "type": "object", "additionalProperties": False,
            "properties": {
                "schemas": {"type": "object", "propertyNames": {"pattern": _TYPE_NAME},
                            "additionalProperties": {
                                "$ref": "http://json-schema.org/draft-07/schema#"}},
                "errors": {"type": "object", "additionalProperties": _ERROR}}}}}


class Specification:
    """The methods, notifications, values and errors of the protocol."""

    def __init__(self, document):
        self.document = document
        self.methods = {method["name"]: method for method in document["methods"]}
        self.notifications = {note["name"]: note for note in document["x-notifications"]}
        self.errors = document["components"]["errors"]
        self.request_errors = _names(document["x-requestErrors"])
        self.connection_errors = _names(document["x-connectionErrors"])
        self._validators = {}

    def resolve(self, schema):
        """Follows references, also one that has a default value beside it."""
        while "$ref" in schema or "allOf" in schema and "type" not in schema:
            target = schema.get("$ref") or schema["allOf"][0]["$ref"]
            schema = self.target(target)
        return schema

    def target(self, reference):
        value = self.document
        for step in reference.removeprefix("#/").split("/"):
            value = value[step]
        return value

    def parameters(self, method, strict=False):
        """The schema of the parameters of a method or notification."""
        parameters = method["params"]
        schema = {"type": "object", "properties": {p["name"]: p["schema"] for p in parameters},
                  "required": [p["name"] for p in parameters if p.get("required")]}
        return {**schema, "additionalProperties": False} if strict else schema

    def validate(self, value, schema, place):
        key = json.dumps(schema)
        if key not in self._validators:
            self._validators[key] = _Validator(
                {"allOf": [schema], "components": self.document["components"]})
        error = jsonschema.exceptions.best_match(self._validators[key].iter_errors(value))
        if error is not None:
            path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}"
                           for step in error.absolute_path)
            raise Violation(f"{place}{path}: {error.message[:400]}")

    def validate_component(self, value, name):
        self.validate(value, {"$ref": f"#/components/schemas/{name}"}, name)

    def validate_request(self, method, params):
        """Checks the parameters of a known method; null counts as absent."""
        params = without_null(params)
        self.validate(params, self.parameters(self.methods[method]), "params")
        if method == "batch":
            for call in params["calls"]:
                self.validate_request(call["method"], call.get("params", {}))

    def validate_result(self, method, params, result):
        """Checks a result; the results of a batch are those of its calls."""
        self.validate(result, self.methods[method]["result"]["schema"], "result")
        if method == "batch" and not isinstance(result["results"], Placeholder):
            calls = params["calls"]
            if len(calls) != len(result["results"]):
                raise Violation("result.results: has another length than the calls")
            for call, part in zip(calls, result["results"]):
                if not isinstance(part, Placeholder):
                    self.validate_result(call["method"], call.get("params"), part)

    def validate_error(self, method, params, error):
        """Checks the error of a request, whose method may be unknown."""
        self.validate_failure(error)
        kind, allowed = error["data"]["kind"], set(self.request_errors)
        if method in self.methods:
            allowed |= {error["data"]["kind"] for error in self.methods[method]["errors"]}
        if kind not in allowed:
            raise Violation(f"error.data.kind: {method} has no error {kind}")
        if kind == "batch.failed":
            call = params["calls"][error["data"]["index"]]
            self.validate_error(call["method"], call.get("params"), error["data"]["cause"])

    def validate_failure(self, error):
        """Checks an error by its kind, which yields better messages than the whole union."""
        data = error.get("data") if isinstance(error, dict) else None
        kind = data.get("kind") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in self.errors:
            raise Violation(f"error.data.kind: {kind} is not the kind of an error")
        self.validate(error, {"$ref": f"#/components/schemas/{error_type(kind)}"}, "error")

    def validate_notification(self, message):
        self.validate_component(message, "Notification")
        note = self.notifications[message["method"]]
        self.validate(message["params"], self.parameters(note, strict=True), message["method"])

    def unknown_members(self, method, params):
        """Returns the paths that the daemon reports as warnings."""
        return self._unknown(self.parameters(self.methods[method]), params, "params")[:16]

    def _unknown(self, schema, value, path):
        schema = self.resolve(schema)
        if isinstance(value, list) and "items" in schema:
            return [place for index, item in enumerate(value)
                    for place in self._unknown(schema["items"], item, f"{path}[{index}]")]
        if not isinstance(value, dict) or "properties" not in schema:
            return []
        found = []
        for name, item in value.items():
            if item is None:
                continue
            if name not in schema["properties"]:
                found.append(f"{path}.{name}")
            elif schema is self.target("#/components/schemas/BatchCall") and name == "params":
                inner = self.methods.get(value.get("method"))
                if inner:
                    found += self._unknown(self.parameters(inner), item, f"{path}.params")
            else:
                found += self._unknown(schema["properties"][name], item, f"{path}.{name}")
        return found

    def check(self):
        """Returns the faults of the document itself."""
        faults = [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
                  for error in jsonschema.Draft7Validator(_DOCUMENT).iter_errors(self.document)]
        for group in ("methods", "x-notifications"):
            names = [method["name"] for method in self.document[group]]
            faults += [f"{group}: {name} occurs twice" for name in names if names.count(name) > 1]
        faults += self._check_references()
        faults += self._check_errors()
        faults += self._check_objects()
        return faults

    def _check_references(self):
        faults, used, pending = [], set(), []
        roots = [value for name, value in self.document.items() if name != "components"]
        pending += list(_references(roots))
        while pending:
            reference = pending.pop()
            if reference in used:
                continue
            used.add(reference)
            try:
                pending += _references(self.target(reference))
            except (KeyError, TypeError):
                faults.append(f"{reference} does not exist")
        contained = [error for method in self.methods.values() for error in method["errors"]]
        for group, components in self.document["components"].items():
            faults += [f"{group}/{name} is not used" for name, component in components.items()
                       if f"#/components/{group}/{name}" not in used and component not in contained]
        return faults

    def _check_errors(self):
        faults = []
        schemas = self.document["components"]["schemas"]
        listed = [reference["$ref"].split("/")[-1] for reference in schemas["Error"]["oneOf"]]
        if listed != [error_type(kind) for kind in self.errors]:
            faults.append("schemas/Error does not list the kinds of components/errors")
        for kind, error in self.errors.items():
            try:
                schema = schemas[error_type(kind)]["properties"]
                data = schema["data"]["properties"]
                described = (schema["code"]["const"], data["kind"]["const"],
                             data["retryable"]["const"])
            except KeyError as missing:
                faults.append(f"schemas/{error_type(kind)} lacks {missing}")
                continue
            if described != (error["code"], kind, error["data"]["retryable"]):
                faults.append(f"schemas/{error_type(kind)} and errors/{kind} differ")
        # Methods contain their errors, because parsers of OpenRPC reject references there.
        for name, method in self.methods.items():
            faults += [f"{name}: {json.dumps(error)} is not one of components/errors"
                       for error in method["errors"] if error not in self.errors.values()]
        return faults

    def _check_objects(self):
        """Objects that the daemon sends name all of their members."""
        lenient = set()

        def visit(schema, place):
            if isinstance(schema, dict):
                if "properties" in schema and "type" in schema:
                    if schema.get("additionalProperties") is not False:
                        lenient.add(place)
                if "$ref" in schema and len(schema) > 1:
                    lenient.add(f"{place} (members beside $ref)")
                for name, item in schema.items():
                    visit(item, f"{place}/{name}")
            elif isinstance(schema, list):
                for index, item in enumerate(schema):
                    visit(item, f"{place}/{index}")

        for name, schema in self.document["components"]["schemas"].items():
            if name not in ("Request", "Filter", "BatchCall", "StepName"):
                visit(schema, name)
        for method in self.document["methods"]:
            visit(method["result"], method["name"])
        return [f"{place} allows unknown members" for place in sorted(lenient)]


def without_null(value):
    if isinstance(value, dict):
        return {name: without_null(item) for name, item in value.items() if item is not None}
    return {} if value is None else value


def is_equal(first, second):
    """Whether two JSON values are equal; 1 and true are not."""
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)


def error_type(kind):
    """Returns the name of the schema of an error: EntryNotFoundError for entry.notFound."""
    return "".join(word[0].upper() + word[1:] for word in kind.split(".")) + "Error"


def _names(references):
    return [reference["$ref"].removeprefix("#/components/errors/") for reference in references]


def _references(value):
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)
