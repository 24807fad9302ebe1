// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData
internal import SwiftDataHub
internal import SwiftDataSync
internal import SwiftDataSyncSystem

extension ProtocolError {
    /// Creates the error that a client receives.
    init(describing error: any Error) {
        switch error {
        case let error as ProtocolError: self = error
        case let error as InvalidParams: self = error.error
        case let error as JournalError: self.init(error)
        case let error as StoreError: self.init(error)
        case let error as HubError: self.init(error)
        case let error as SyncError: self.init(error)
        case let error as IdentityFileError: self.init(.storeFailed, error.description)
        case is CancellationError: self = .daemonShuttingDown
        default: self.init(.internal, "the daemon failed: \(error)")
        }
    }

    private init(_ error: JournalError) {
        let text = error.description
        switch error.code {
        case .entryNotFound: self.init(.entryNotFound, text)
        case .entryAmbiguous(let candidates):
            let ids = candidates.map { JSON.string($0.text) }
            self.init(.entryAmbiguous, text, details: ["candidates": .array(ids)])
        case .entryEmpty: self.init(.entryEmpty, text)
        case .entryTooLarge(let limit):
            self.init(.entryTooLarge, text, details: ["limit": limit.json])
        case .notebookNotFound: self.init(.notebookNotFound, text)
        case .notebookExists: self.init(.notebookExists, text)
        case .notebookNotEmpty(let entries):
            self.init(.notebookNotEmpty, text, details: ["entries": entries.json])
        case .notebookInvalid: self.init(.notebookInvalid, text)
        case .tagNotFound: self.init(.tagNotFound, text)
        case .tagExists: self.init(.tagExists, text)
        case .tagInvalid: self.init(.tagInvalid, text)
        // Dates were checked with the parameters, so only the zone can be invalid.
        case .dateInvalid: self.init(.dateInvalid, text, details: ["path": "params.zone"])
        case .versionNotFound: self.init(.versionNotFound, text)
        case .entryUnreadable: self.init(.entryUnreadable, text)
        case .attachmentNotFound: self.init(.attachmentNotFound, text)
        case .attachmentExists: self.init(.attachmentExists, text)
        case .attachmentInvalid: self.init(.attachmentInvalid, text)
        case .attachmentUnreadable: self.init(.attachmentUnreadable, text)
        case .attachmentLimit(let limit):
            self.init(.limitAttachments, text, details: ["limit": limit.json])
        case .uploadLimit(let limit):
            self.init(.limitUploads, text, details: ["limit": limit.json])
        case .searchSyntax(let offset):
            self.init(.searchSyntax, text, details: ["offset": offset.json])
        }
    }

    private init(_ error: StoreError) {
        let kind: ErrorKind =
            switch error.code {
            case .full: .storeFull
            case .readOnly: .storeReadOnly
            case .locked: .storeLocked
            case .notAStore, .tooOld: .storeNotAStore
            case .tooNew: .storeTooNew
            case .searchSyntax: .searchSyntax
            case .damaged, .inputOutput, .replaced, .encryptionKey: .storeFailed
            case .interrupted: .cancelled
            default: .internal
            }
        self.init(kind, error.message)
    }

    private init(_ error: HubError) {
        let kind: ErrorKind =
            switch error.code {
            case .denied, .notHub, .invalid, .limit: .syncHub
            default: .syncOffline
            }
        self.init(kind, error.message)
    }

    private init(_ error: SyncError) {
        let kind: ErrorKind =
            switch error.code {
            case .key: .syncKey
            case .format, .schema: .syncFormat
            default: .syncHub
            }
        self.init(kind, error.message)
    }
}

extension ProtocolError {
    /// The error of a request that its client cancelled.
    static var requestCancelled: ProtocolError {
        ProtocolError(.cancelled, "the request was cancelled")
    }

    /// The error of a request that its client cancelled after the deletion.
    static var erasureCancelled: ProtocolError {
        ProtocolError(
            .cancelled,
            "the request was cancelled after the entries were deleted; their content may remain in "
                + "the files of the store; to overwrite it, empty the trash"
        )
    }

    /// The error of a request that needs a store which is locked.
    static var encryptionLocked: ProtocolError {
        ProtocolError(
            .encryptionLocked,
            "the journal is encrypted and locked; unlock it with its passphrase"
        )
    }

    /// The error of a request during a shutdown.
    static var daemonShuttingDown: ProtocolError {
        ProtocolError(.shuttingDown, "the daemon is shutting down; reconnect")
    }
}
