// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The arguments of a call of a tool.
struct MCPArguments {
    /// The maximum number of entries of a page.
    static let maximumLimit = 100
    private static let defaultLimit = 20

    private let fields: JSONFields

    /// Reads arguments, which have no other names than the parameters of the tool.
    init(_ arguments: JSON, of tool: MCPTool) throws(ClientError) {
        if case .object(let object) = arguments {
            let names = tool.parameters.map(\.name)
            for member in object.members where !names.contains(member.key) {
                let known = names.isEmpty ? "no arguments" : names.joined(separator: ", ")
                let message = "unknown argument \"\(member.key)\"; \(tool.rawValue) has \(known)"
                throw ClientError(.usage, message)
            }
        }
        fields = try Self.usage { () throws(InvalidParams) in try JSONFields(arguments) }
    }

    /// Returns an argument, or nil if it is absent or null.
    func optional<Value: JSONConvertible>(
        _ name: String,
        as type: Value.Type = Value.self
    ) throws(ClientError) -> Value? {
        try Self.usage { () throws(InvalidParams) in try fields.optional(name) }
    }

    /// Returns an argument that the tool requires.
    func required<Value: JSONConvertible>(
        _ name: String,
        as type: Value.Type = Value.self
    ) throws(ClientError) -> Value {
        try Self.usage { () throws(InvalidParams) in try fields.required(name) }
    }

    /// Returns a number, or nil if it is absent or null.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(ClientError) -> Int? {
        try Self.usage { () throws(InvalidParams) in try fields.integer(name, in: range) }
    }

    /// Returns the entry that the tool is for.
    func entry() throws(ClientError) -> EntryReference {
        try EntryArgument.reference(required("id"))
    }

    /// Returns the names of tags, each of which can be a list such as `a,b`; nil if there are none.
    func tags(_ name: String = "tags") throws(ClientError) -> [String]? {
        let tags: [String]? = try Self.usage { () throws(InvalidParams) in
            try fields.array(name)
        }
        return tags.map { $0.isEmpty ? [] : TextTags.names(in: $0) }
    }

    /// Returns the maximum number of entries.
    func limit() throws(ClientError) -> Int {
        try integer("limit", in: 1...Self.maximumLimit) ?? Self.defaultLimit
    }

    private static func usage<Value>(
        _ read: () throws(InvalidParams) -> Value
    ) throws(ClientError) -> Value {
        do throws(InvalidParams) {
            return try read()
        } catch {
            throw ClientError(.usage, error.message(root: "arguments"))
        }
    }
}
