// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

extension ClientError {
    /// The exit status of a command that fails with this error, from `sysexits.h`.
    package var exitStatus: Int32 {
        switch code {
        case .unavailable, .connectionLost: ExitStatus.unavailable
        case .busy, .unresponsive: ExitStatus.temporaryFailure
        case .malformedReply: ExitStatus.protocolError
        case .wrongOwner: ExitStatus.noPermission
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
