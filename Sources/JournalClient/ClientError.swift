// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Why a call, or something around it, did not succeed.
package struct ClientError: Error, Equatable {
    /// What kind of failure it is; an open set.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// Nobody listens, and nobody could be started.
        package static let unavailable = Code(rawValue: "client.unavailable")
        /// Somebody listens and does not answer in time.
        package static let unresponsive = Code(rawValue: "client.unresponsive")
        /// The daemon answers, but what was asked of it takes longer than agreed.
        package static let busy = Code(rawValue: "client.busy")
        /// The connection ended before the answer.
        package static let connectionLost = Code(rawValue: "client.connectionLost")
        /// The other side does not speak the protocol.
        package static let malformedReply = Code(rawValue: "client.malformedReply")
        /// The socket belongs to another user.
        package static let wrongOwner = Code(rawValue: "client.wrongOwner")
        /// The daemon answered with an error.
        package static let refused = Code(rawValue: "client.refused")
        /// A file or a directory could not be used.
        package static let file = Code(rawValue: "client.file")
        /// What was asked for makes no sense.
        package static let usage = Code(rawValue: "client.usage")
        /// The input is not what it should be.
        package static let input = Code(rawValue: "client.input")
        /// Everything went well, and there is nothing to show.
        package static let nothingFound = Code(rawValue: "client.nothingFound")
        /// A program such as the editor failed.
        package static let program = Code(rawValue: "client.program")
    }

    /// What kind of failure it is.
    package var code: Code
    /// What failed.
    package var message: String
    /// What to do about it.
    package var advice: String?
    /// The daemon's error, when `code` is `refused`.
    package var cause: ProtocolError?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// Takes over an error of the daemon.
    package init(_ cause: ProtocolError) {
        self.init(.refused, cause.message, advice: Self.advice(on: cause))
        self.cause = cause
    }

    /// What the command line offers against an error, in its own words.
    private static func advice(on cause: ProtocolError) -> String? {
        switch cause.kind {
        case .notebookNotFound: "See the notebooks with: journal notebook"
        case .notebookNotEmpty: "Say where its entries go: journal notebook delete --move-to NAME"
        case .tagExists: "Make both one with: journal tag rename --merge"
        default: nil
        }
    }

    /// Joins several failures to one; nil when there are none.
    package init?(joining failures: [ClientError]) {
        guard let last = failures.last else { return nil }
        self = last
        guard failures.count > 1 else { return }
        message = "\(failures.count) texts were not written"
        advice = failures.map(\.description).joined(separator: "\n")
    }

    /// The failure with more to say about what to do.
    package func adding(_ note: String) -> ClientError {
        var error = self
        error.advice = advice.map { "\($0)\n\(note)" } ?? note
        return error
    }

    /// Takes over a failed choice of a path.
    package init(_ error: PathError) {
        self.init(.usage, error.description)
    }

    /// The stable name, the daemon's kind or one of ours.
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

    /// What `--json` prints on standard error.
    package var json: JSON {
        var object = JSONObject()
        object.append("kind", kind)
        object.append("message", message)
        object.append("advice", advice)
        object.append("cause", cause)
        return .object(object)
    }
}
