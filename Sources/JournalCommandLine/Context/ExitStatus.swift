// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// The exit statuses of `journal`, with the numbers of `sysexits.h`.
package enum ExitStatus {
    /// A conflict, a name that is taken, an empty result, damage that a check has found, or a
    /// question that was answered with no.
    package static let failure: Int32 = 1
    /// An invalid command line.
    package static let usage: Int32 = 64
    /// Invalid input.
    package static let dataError: Int32 = 65
    /// Something that does not exist, such as an entry or a tag, or a file that cannot be read.
    package static let noInput: Int32 = 66
    /// No daemon is running, and none could be started.
    package static let unavailable: Int32 = 69
    /// An internal error, or a program such as the editor that failed.
    package static let software: Int32 = 70
    /// A file or the output cannot be written.
    package static let cannotCreate: Int32 = 73
    /// The store is damaged or read-only, or a backup cannot be written or read.
    package static let inputOutput: Int32 = 74
    /// The daemon does not respond, is busy, asks to retry, or is locked; or an exchange with the
    /// hub did not end.
    package static let temporaryFailure: Int32 = 75
    /// A message violates the protocol.
    package static let protocolError: Int32 = 76
    /// The daemon runs as another user, or a passphrase or a key is wrong.
    package static let noPermission: Int32 = 77
}

extension ClientError {
    /// The exit status of a command that fails with this error.
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
        case .missing, .unreadable: ExitStatus.noInput
        case .damaged: ExitStatus.inputOutput
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
        case .authUID, .encryptionPassphrase, .syncKey: ExitStatus.noPermission
        case .encryptionLocked, .syncPaused: ExitStatus.temporaryFailure
        case .syncFormat, .storeFailed, .storeReadOnly, .storeNotAStore, .storeTooNew,
            .backupFailed, .entryUnreadable, .attachmentUnreadable:
            ExitStatus.inputOutput
        case .methodUnknown, .protocolUnsupported, .requestInvalid: ExitStatus.protocolError
        case .internal: ExitStatus.software
        default: cause.retryable ? ExitStatus.temporaryFailure : ExitStatus.dataError
        }
    }
}
