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
        package static let absent = Code(rawValue: "client.absent")
        /// Somebody listens and does not answer in time.
        package static let hung = Code(rawValue: "client.hung")
        /// The daemon answers, but what was asked of it takes longer than agreed.
        package static let busy = Code(rawValue: "client.busy")
        /// The connection ended before the answer.
        package static let lost = Code(rawValue: "client.lost")
        /// The other side does not speak the protocol.
        package static let garbled = Code(rawValue: "client.garbled")
        /// The socket belongs to another user.
        package static let foreign = Code(rawValue: "client.foreign")
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
    init?(joining failures: [ClientError]) {
        guard let last = failures.last else { return nil }
        self = last
        guard failures.count > 1 else { return }
        message = "\(failures.count) texts were not written"
        advice = failures.map(\.description).joined(separator: "\n")
    }

    /// The failure with more to say about what to do.
    func adding(_ note: String) -> ClientError {
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

extension ClientError {
    /// The exit status of a command that fails with this error, from `sysexits.h`.
    package var exitStatus: Int32 {
        switch code {
        case .absent, .lost: ExitStatus.unavailable
        case .busy, .hung: ExitStatus.temporaryFailure
        case .garbled: ExitStatus.protocolError
        case .foreign: ExitStatus.noPermission
        case .refused: cause.map(Self.status) ?? ExitStatus.software
        case .file: ExitStatus.cannotCreate
        case .usage: ExitStatus.usage
        case .input: ExitStatus.dataError
        case .nothingFound: ExitStatus.failure
        default: ExitStatus.software
        }
    }

    private static func status(_ cause: ProtocolError) -> Int32 {
        switch cause.kind {
        case .entryNotFound, .entryAmbiguous, .notebookNotFound, .tagNotFound:
            ExitStatus.noInput
        case .conflict, .entryExists, .notebookExists, .notebookNotEmpty, .tagExists:
            ExitStatus.failure
        case .authUID: ExitStatus.noPermission
        case .storeFailed, .storeReadOnly, .storeNotAStore, .storeTooNew: ExitStatus.inputOutput
        case .methodUnknown, .protocolUnsupported, .requestInvalid: ExitStatus.protocolError
        case .internal: ExitStatus.software
        default: cause.retryable ? ExitStatus.temporaryFailure : ExitStatus.dataError
        }
    }
}

/// The exit statuses of `journal`, with the numbers of `sysexits.h`.
package enum ExitStatus {
    /// A conflict, or nothing was found.
    package static let failure: Int32 = 1
    /// The command line makes no sense.
    package static let usage: Int32 = 64
    /// The input is wrong.
    package static let dataError: Int32 = 65
    /// What was named does not exist.
    package static let noInput: Int32 = 66
    /// No daemon, and none could be started.
    package static let unavailable: Int32 = 69
    /// A fault in the program.
    package static let software: Int32 = 70
    /// A file cannot be written.
    package static let cannotCreate: Int32 = 73
    /// The store or a file is damaged.
    package static let inputOutput: Int32 = 74
    /// The daemon does not answer, is busy, or says to try again.
    package static let temporaryFailure: Int32 = 75
    /// The two sides do not understand each other.
    package static let protocolError: Int32 = 76
    /// The daemon belongs to another user.
    package static let noPermission: Int32 = 77
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
