// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The tools that assistants can call.
enum MCPTool: String, CaseIterable {
    case list = "list_entries"
    case search = "search_entries"
    case read = "read_entry"
    case attachments = "list_attachments"
    case readAttachment = "read_attachment"
    case statistics = "read_statistics"
    case write = "write_entry"
    case edit = "edit_entry"
    case delete = "delete_entry"
    case undo = "undo_change"
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
        case .attachments: "List the attachments of an entry"
        case .readAttachment: "Read an attached text"
        case .statistics: "Read statistics"
        case .write: "Write an entry"
        case .edit: "Edit an entry"
        case .delete: "Delete an entry"
        case .undo: "Undo the last change"
        case .notebooks: "List notebooks"
        case .tags: "List tags"
        }
    }

    /// The description for the assistant.
    var summary: String {
        switch self {
        case .list:
            "Lists entries of the journal, newest first, with the beginning of each. "
                + Self.pages
        case .search:
            "Finds entries that contain all words of a query, the best match first. Conditions: "
                + "\"a phrase\", prefix*, -excluded, OR, parentheses, tag:NAME, notebook:NAME, "
                + "after:DATE, before:DATE. Matching words in snippets are between **. "
                + Self.pages
        case .read:
            "Reads an entry with its whole text, its revision and the list of its attachments."
        case .attachments: "Lists the files of an entry with their media types and sizes."
        case .readAttachment:
            "Reads an attached file that is UTF-8 text, at most \(MCPTools.attachedTextLength) bytes "
                + "at a time. If the result has nextOffset, the rest begins there."
        case .statistics:
            "Counts the entries that match, their words and days: by day between since (default: "
                + "30 days ago, at most 371 days) and until, by hour, by weekday from Monday on, "
                + "by tag, and the longest and the current streak of days."
        case .write:
            "Writes a new entry. Words such as #garden in the text become tags. A notebook that "
                + "does not exist is created."
        case .edit:
            "Replaces the text, the notebook, the tags, the star or the date of an entry. It fails "
                + "if the entry was changed since the revision ifRev, and then returns the current "
                + "entry."
        case .delete:
            "Moves an entry to the trash, from which the user can restore it. The user is asked "
                + "first; if the client cannot ask, confirm must be true."
        case .undo:
            "Takes back the last change that was made with these tools, unless the user has "
                + "changed something since."
        case .notebooks: "Lists the notebooks with the numbers of their entries."
        case .tags: "Lists the tags with the numbers of their entries."
        }
    }

    /// The parameters in the order of the schema.
    var parameters: [Parameter] {
        switch self {
        case .list: Self.conditions + [Self.limit, Self.page]
        case .search:
            [Parameter(name: "query", type: Self.text, description: "The query.", isRequired: true)]
                + Self.conditions + [Self.limit, Self.page]
        case .read, .attachments: [Self.id]
        case .readAttachment:
            [
                Parameter(
                    name: "id",
                    type: Self.text,
                    description: "The whole id of the attachment.",
                    isRequired: true
                ),
                Parameter(
                    name: "offset",
                    type: ["type": "integer", "minimum": 0],
                    description: "The nextOffset of the previous result (default: 0)."
                ),
            ]
        case .statistics:
            [Parameter(name: "query", type: Self.text, description: "A query, as in a search.")]
                + Self.conditions
        case .write:
            [
                Parameter(name: "text", type: Self.text, description: "The text.", isRequired: true)
            ] + Self.attributes
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
                Parameter(
                    name: "addTags",
                    type: Self.names,
                    description: "Tags to add to the entry."
                ),
                Parameter(
                    name: "removeTags",
                    type: Self.names,
                    description: "Tags to remove from the entry."
                ),
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
        case .undo, .notebooks, .tags: []
        }
    }

    /// Whether the tool can change the journal.
    var changes: Bool {
        switch self {
        case .write, .edit, .delete, .undo: true
        case .list, .search, .read, .attachments, .readAttachment, .statistics, .notebooks, .tags:
            false
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
    private static let pages =
        "If hasMore is true, call again with the same arguments and "
        + "page: nextPage."
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
        type: [
            "type": "integer", "minimum": 1, "maximum": .integer(Int64(MCPArguments.maximumLimit)),
        ],
        description: "The maximum number of entries (default: 20)."
    )
    private static let page = Parameter(
        name: "page",
        type: text,
        description: "The nextPage of the previous result, for the entries after it."
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
        Parameter(name: "tags", type: names, description: "All tags of the entry."),
        Parameter(name: "starred", type: flag, description: "Whether the entry is starred."),
        Parameter(
            name: "at",
            type: text,
            description: "The date, such as yesterday 9am or 2026-11-21 18:30."
        ),
    ]
}
