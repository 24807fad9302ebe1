// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// A failure of a call, or of the work around one.
package struct ClientError: Error, Equatable {
    /// The kind of a failure; an open set.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// No daemon is running, and none could be started.
        package static let unavailable = Code(rawValue: "client.unavailable")
        /// The daemon does not respond at all.
        package static let unresponsive = Code(rawValue: "client.unresponsive")
        /// The daemon responds, but did not reply to this request in time.
        package static let busy = Code(rawValue: "client.busy")
        /// The connection was closed before the reply.
        package static let connectionLost = Code(rawValue: "client.connectionLost")
        /// The peer violated the protocol.
        package static let malformedReply = Code(rawValue: "client.malformedReply")
        /// The socket belongs to another user.
        package static let wrongOwner = Code(rawValue: "client.wrongOwner")
        /// The daemon replied with an error.
        package static let refused = Code(rawValue: "client.refused")
        /// A file or a directory could not be written or used.
        package static let file = Code(rawValue: "client.file")
        /// A file could not be read.
        package static let unreadable = Code(rawValue: "client.unreadable")
        /// Something that the command line names does not exist.
        package static let missing = Code(rawValue: "client.missing")
        /// The command line is invalid.
        package static let usage = Code(rawValue: "client.usage")
        /// The input is invalid.
        package static let input = Code(rawValue: "client.input")
        /// Something is damaged in the store.
        package static let damaged = Code(rawValue: "client.damaged")
        /// The result is empty.
        package static let nothingFound = Code(rawValue: "client.nothingFound")
        /// The user has left the pager, so that the rest of the output is not needed.
        package static let abandoned = Code(rawValue: "client.abandoned")
        /// A signal has ended the command before it had changed everything.
        package static let interrupted = Code(rawValue: "client.interrupted")
        /// A program such as the editor failed.
        package static let program = Code(rawValue: "client.program")
    }

    /// The kind of the failure.
    package var code: Code
    /// A description of the failure.
    package var message: String
    /// Further lines for the user, such as a command that resolves the failure.
    package var advice: String?
    /// The error of the daemon, if `code` is `refused`.
    package var cause: ProtocolError?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// Wraps an error of the daemon.
    package init(_ cause: ProtocolError) {
        self.init(.refused, cause.message, advice: Self.advice(on: cause))
        self.cause = cause
    }

    /// Returns the command that helps against an error of the daemon.
    private static func advice(on cause: ProtocolError) -> String? {
        switch cause.kind {
        case .notebookNotFound: "List the notebooks with: journal notebook"
        case .notebookNotEmpty: "Move the entries with: journal notebook delete --move-to NAME"
        case .encryptionLocked: "Unlock it with: journal unlock"
        case .syncPaused: "Continue with: journal sync resume"
        case .syncSpace: spaces(of: cause)
        case .storeFailed: "Check the store with: journal doctor --full"
        case .storeReadOnly: "Find the reason with: journal doctor"
        case .protocolUnsupported where cause.details["missing"].map { $0 != [] } == true:
            "The daemon is older than this program. To let the next command start the installed "
                + "one: journal daemon stop"
        default: nil
        }
    }

    /// Returns the spaces among which a command has to choose.
    private static func spaces(of cause: ProtocolError) -> String? {
        guard case .array(let spaces)? = cause.details["spaces"], !spaces.isEmpty else {
            return nil
        }
        return "Name one of them with --space:\n"
            + spaces.compactMap(\.stringValue).map { "  \($0)" }.joined(separator: "\n")
    }

    /// Combines several failures into one; returns nil if there are none.
    package init?(joining failures: [ClientError]) {
        guard let last = failures.last else { return nil }
        self = last
        guard failures.count > 1 else { return }
        message = "\(failures.count) entries were not written"
        advice = failures.map(\.description).joined(separator: "\n")
    }

    /// Returns the failure with another line of advice.
    package func adding(_ note: String) -> ClientError {
        var error = self
        error.advice = advice.map { "\($0)\n\(note)" } ?? note
        return error
    }

    /// Wraps an error about a path.
    package init(_ error: PathError) {
        self.init(.usage, error.description)
    }

    /// Whether the input is the reason: it is invalid, or it cannot be read.
    package var isAboutInput: Bool { code == .input || code == .unreadable }

    /// Whether the daemon has ended before it replied, so that another one can be called.
    package var isTransient: Bool {
        code == .connectionLost || cause?.kind == .shuttingDown
    }

    /// The stable name: the kind of the daemon's error, or the code.
    package var kind: String { cause?.kind.rawValue ?? code.rawValue }
}

extension ClientError: CustomStringConvertible {
    package var description: String {
        advice.map { "\(message)\n\($0)" } ?? message
    }
}

extension ClientError: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        self.init(
            Code(rawValue: try fields.required("kind")),
            try fields.required("message"),
            advice: try fields.optional("advice")
        )
    }

    /// The error as `--json` prints it on standard error.
    package var json: JSON {
        var object = JSONObject()
        object.append("kind", kind)
        object.append("message", message)
        object.append("advice", advice)
        object.append("cause", cause)
        return .object(object)
    }
}
