// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The step to which a write belongs: the changes that a client combines, so that `undo` takes
/// them back together.
package struct StepName: JSONConvertible, Equatable {
    /// The maximum length of the name of a client and of a command, in bytes of UTF-8.
    package static let maximumLength = 64

    /// The identity of the step; all writes with the same one are one step.
    package var id: EntryID
    /// The name of the client.
    package var client: String
    /// The command of the client, such as `edit`; nil for the name of the method.
    package var command: String?

    /// Names a step.
    package init(id: EntryID, client: String, command: String? = nil) {
        self.id = id
        self.client = client
        self.command = command
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        client = try fields.required("client")
        command = try fields.optional("command")
        try Self.check(client, key: "client")
        if let command { try Self.check(command, key: "command") }
    }

    private static func check(_ text: String, key: String) throws(InvalidParams) {
        guard (1...maximumLength).contains(text.utf8.count) else {
            throw InvalidParams("expected 1 to \(maximumLength) bytes, got \(text.utf8.count)")
                .under(key)
        }
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("client", client)
        object.append("command", command)
        return .object(object)
    }
}
