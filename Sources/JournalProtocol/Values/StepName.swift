// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The step to which a write belongs: the changes that a client combines, so that `undo` takes
/// them back together.
package struct StepName: ProtocolObject, Equatable {
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

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        client = try fields.required("client", \.client, as: Self.name)
        command = try fields.optional("command", \.command, as: Self.name)
    }

    private static var name: FieldForm<String> { .text(1...maximumLength) }
}
