// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The tools that assistants can call.
enum MCPTool: String, CaseIterable {
    case list = "list_entries"
    case search = "search_entries"
    case read = "read_entry"
    case write = "write_entry"
    case edit = "edit_entry"
    case delete = "delete_entry"
    case notebooks = "list_notebooks"
    case tags = "list_tags"

    /// A parameter of a tool.
    struct Parameter {
        var name: String
        /// The schema of the value without its description.
        var type: JSON
        var description: String
        var isRequired = false
    }

    /// The title for people.
    var title: String {
        switch self {
        case .list: "List entries"
        case .search: "Search entries"
        case .read: "Read an entry"
        case .write: "Write an entry"
        case .edit: "Edit an entry"
        case .delete: "Delete an entry"
        case .notebooks: "List notebooks"
        case .tags: "List tags"
        }
    }

    /// The description for the assistant.
    var summary: String {
        switch self {
        case .list:
            "Lists entries of the journal, newest first, with the beginnings of their texts."
        case .search:
            "Finds entries that contain all words of a query, the best match first. Conditions: "
                + "\"a phrase\", prefix*, -excluded, OR, parentheses, tag:NAME, notebook:NAME, "
                + "after:DATE, before:DATE. Matching words in snippets are between **."
        case .read: "Reads an entry with its whole text and its revision."
        case .write:
            "Writes a new entry. Words such as #garden in the text become tags. A notebook that "
                + "does not exist is created."
        case .edit:
            "Replaces the text, the notebook, the tags or the star of an entry. It fails if the "
                + "entry was changed since the revision ifRev, and then returns the current entry."
        case .delete:
            "Moves an entry to the trash, from which the user can restore it. The user is asked "
                + "first; if the client cannot ask, confirm must be true."
        case .notebooks: "Lists the notebooks with the numbers of their entries."
        case .tags: "Lists the tags with the numbers of their entries."
        }
    }

    /// The parameters in the order of the schema.
    var parameters: [Parameter] {
        switch self {
        case .list: Self.conditions + [Self.limit]
        case .search:
            [Parameter(name: "query", type: Self.text, description: "The query.", isRequired: true)]
                + Self.conditions + [Self.limit]
        case .read: [Self.id]
        case .write:
            [
                Parameter(name: "text", type: Self.text, description: "The text.", isRequired: true)
            ] + Self.attributes + [
                Parameter(
                    name: "at",
                    type: Self.text,
                    description: "The date, such as yesterday 9am or 2026-11-21 18:30."
                )
            ]
        case .edit:
            [
                Self.id,
                Parameter(
                    name: "ifRev",
                    type: ["type": "integer"],
                    description: "The revision (rev) of the entry as it was read.",
                    isRequired: true
                ),
                Parameter(name: "text", type: Self.text, description: "The new text."),
            ] + Self.attributes
        case .delete:
            [
                Self.id,
                Parameter(
                    name: "confirm",
                    type: Self.flag,
                    description: "True if the user has confirmed the deletion."
                ),
            ]
        case .notebooks, .tags: []
        }
    }

    /// The tool as `tools/list` returns it.
    var json: JSON {
        let properties = parameters.map { parameter in
            var schema = parameter.type
            if case .object(var object) = schema {
                object["description"] = .string(parameter.description)
                schema = .object(object)
            }
            return JSONObject.Member(key: parameter.name, value: schema)
        }
        let required = parameters.filter(\.isRequired).map { JSON.string($0.name) }
        let changes = [MCPTool.write, .edit, .delete].contains(self)
        return [
            "name": .string(rawValue),
            "title": .string(title),
            "description": .string(summary),
            "inputSchema": [
                "type": "object",
                "properties": .object(JSONObject(properties)),
                "required": .array(required),
                "additionalProperties": false,
            ],
            "annotations": [
                "title": .string(title),
                "readOnlyHint": .bool(!changes),
                "destructiveHint": .bool(self == .edit || self == .delete),
                "openWorldHint": false,
            ],
        ]
    }
}

extension MCPTool {
    private static let text: JSON = ["type": "string"]
    private static let flag: JSON = ["type": "boolean"]
    private static let names: JSON = ["type": "array", "items": ["type": "string"]]

    private static let id = Parameter(
        name: "id",
        type: text,
        description: "The id of the entry, or its first digits.",
        isRequired: true
    )
    private static let limit = Parameter(
        name: "limit",
        type: ["type": "integer", "minimum": 1, "maximum": 100],
        description: "The maximum number of entries (default: 20)."
    )
    private static let conditions = [
        Parameter(name: "notebook", type: text, description: "Only entries of this notebook."),
        Parameter(name: "tags", type: names, description: "Only entries with all of these tags."),
        Parameter(
            name: "since",
            type: text,
            description: "Only entries from this date on, such as 2026-11-21, yesterday, 3d."
        ),
        Parameter(name: "until", type: text, description: "Only entries up to this date."),
        Parameter(name: "starred", type: flag, description: "True for starred entries only."),
    ]
    private static let attributes = [
        Parameter(name: "notebook", type: text, description: "The notebook of the entry."),
        Parameter(name: "tags", type: names, description: "The tags of the entry."),
        Parameter(name: "starred", type: flag, description: "Whether the entry is starred."),
    ]
}
