// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The stable name of an error, sent as `data.kind`, for programs to branch on.
///
/// The set is open: a kind introduced by a newer peer survives a round trip. Names and codes are
/// never reused. `Protocol/README.md` documents each kind.
package struct ErrorKind: OpenWord, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

extension ErrorKind {
    // Malformed lines and requests.
    package static let parseInvalid = ErrorKind(rawValue: "parse.invalid")
    package static let parseUTF8 = ErrorKind(rawValue: "parse.utf8")
    package static let requestInvalid = ErrorKind(rawValue: "request.invalid")
    package static let requestDuplicateID = ErrorKind(rawValue: "request.duplicateId")
    package static let methodUnknown = ErrorKind(rawValue: "method.unknown")
    package static let paramsInvalid = ErrorKind(rawValue: "params.invalid")
    package static let cancelled = ErrorKind(rawValue: "cancelled")
    package static let `internal` = ErrorKind(rawValue: "internal")

    // Exceeded limits, as advertised by `hello`.
    package static let limitLine = ErrorKind(rawValue: "limit.line")
    package static let limitDepth = ErrorKind(rawValue: "limit.depth")
    package static let limitSubscriptions = ErrorKind(rawValue: "limit.subscriptions")
    package static let limitConnections = ErrorKind(rawValue: "limit.connections")
    package static let limitStalled = ErrorKind(rawValue: "limit.stalled")
    package static let limitMemory = ErrorKind(rawValue: "limit.memory")
    package static let limitAttachments = ErrorKind(rawValue: "limit.attachments")
    package static let limitUploads = ErrorKind(rawValue: "limit.uploads")
    package static let limitUnlocks = ErrorKind(rawValue: "limit.unlocks")

    // Entries.
    package static let entryNotFound = ErrorKind(rawValue: "entry.notFound")
    package static let entryAmbiguous = ErrorKind(rawValue: "entry.ambiguous")
    package static let entryEmpty = ErrorKind(rawValue: "entry.empty")
    package static let entryTooLarge = ErrorKind(rawValue: "entry.tooLarge")
    package static let entryExists = ErrorKind(rawValue: "entry.exists")
    package static let dateInvalid = ErrorKind(rawValue: "date.invalid")
    package static let conflict = ErrorKind(rawValue: "conflict")
    package static let versionNotFound = ErrorKind(rawValue: "version.notFound")
    package static let entryUnreadable = ErrorKind(rawValue: "entry.unreadable")

    // Notebooks and tags.
    package static let notebookNotFound = ErrorKind(rawValue: "notebook.notFound")
    package static let notebookExists = ErrorKind(rawValue: "notebook.exists")
    package static let notebookNotEmpty = ErrorKind(rawValue: "notebook.notEmpty")
    package static let notebookInvalid = ErrorKind(rawValue: "notebook.invalid")
    package static let tagNotFound = ErrorKind(rawValue: "tag.notFound")
    package static let tagExists = ErrorKind(rawValue: "tag.exists")
    package static let tagInvalid = ErrorKind(rawValue: "tag.invalid")

    // Attachments.
    package static let attachmentNotFound = ErrorKind(rawValue: "attachment.notFound")
    package static let attachmentExists = ErrorKind(rawValue: "attachment.exists")
    package static let attachmentInvalid = ErrorKind(rawValue: "attachment.invalid")
    package static let attachmentDigest = ErrorKind(rawValue: "attachment.digest")
    package static let attachmentUnreadable = ErrorKind(rawValue: "attachment.unreadable")

    // Cursors, queries, transactions and subscriptions.
    package static let cursorInvalid = ErrorKind(rawValue: "cursor.invalid")
    package static let cursorForeign = ErrorKind(rawValue: "cursor.foreign")
    package static let searchSyntax = ErrorKind(rawValue: "search.syntax")
    package static let batchFailed = ErrorKind(rawValue: "batch.failed")
    package static let subscriptionNotFound = ErrorKind(rawValue: "subscription.notFound")
    package static let listNotFound = ErrorKind(rawValue: "list.notFound")

    // The store.
    package static let storeFull = ErrorKind(rawValue: "store.full")
    package static let storeReadOnly = ErrorKind(rawValue: "store.readOnly")
    package static let storeNotAStore = ErrorKind(rawValue: "store.notAStore")
    package static let storeTooNew = ErrorKind(rawValue: "store.tooNew")
    package static let storeLocked = ErrorKind(rawValue: "store.locked")
    package static let storeFailed = ErrorKind(rawValue: "store.failed")
    package static let backupFailed = ErrorKind(rawValue: "backup.failed")

    // Encrypted journals.
    package static let encryptionLocked = ErrorKind(rawValue: "encryption.locked")
    package static let encryptionPassphrase = ErrorKind(rawValue: "encryption.passphrase")
    package static let encryptionAbsent = ErrorKind(rawValue: "encryption.absent")

    // Undo.
    package static let undoNothing = ErrorKind(rawValue: "undo.nothing")
    package static let undoNotFound = ErrorKind(rawValue: "undo.notFound")
    package static let undoPermanent = ErrorKind(rawValue: "undo.permanent")

    // Synchronization.
    package static let syncOff = ErrorKind(rawValue: "sync.off")
    package static let syncOffline = ErrorKind(rawValue: "sync.offline")
    package static let syncKey = ErrorKind(rawValue: "sync.key")
    package static let syncSpace = ErrorKind(rawValue: "sync.space")
    package static let syncPaused = ErrorKind(rawValue: "sync.paused")
    package static let syncFormat = ErrorKind(rawValue: "sync.format")
    package static let syncHub = ErrorKind(rawValue: "sync.hub")

    // The connection.
    package static let authUID = ErrorKind(rawValue: "auth.uid")
    package static let shuttingDown = ErrorKind(rawValue: "shutting.down")
    package static let protocolUnsupported = ErrorKind(rawValue: "protocol.unsupported")
}

extension ErrorKind {
    /// The code and the properties of a kind, a row of the error table in `Protocol/README.md`.
    package struct Definition: Sendable {
        /// The stable name of the error.
        package let kind: ErrorKind
        /// The JSON-RPC code: a code from the specification, or an application code from 1000 up.
        package let code: Int
        /// Whether the same request, sent again unchanged, may succeed later.
        package let retryable: Bool
    }

    private static func define(_ kind: ErrorKind, _ code: Int, retryable: Bool = false)
        -> Definition
    {
        Definition(kind: kind, code: code, retryable: retryable)
    }

    /// The kinds defined by this version of the protocol.
    package static let definitions: [Definition] = [
        define(.parseInvalid, -32700),
        define(.parseUTF8, -32700),
        define(.requestInvalid, -32600),
        define(.requestDuplicateID, -32600),
        define(.methodUnknown, -32601),
        define(.paramsInvalid, -32602),
        define(.internal, -32603),
        define(.cancelled, -32800),
        define(.limitLine, 1001),
        define(.limitDepth, 1002),
        define(.limitSubscriptions, 1004),
        define(.limitConnections, 1005, retryable: true),
        define(.limitStalled, 1006, retryable: true),
        define(.limitMemory, 1007, retryable: true),
        define(.limitAttachments, 1008),
        define(.limitUploads, 1009, retryable: true),
        define(.limitUnlocks, 1010, retryable: true),
        define(.entryNotFound, 1101),
        define(.entryAmbiguous, 1102),
        define(.entryEmpty, 1103),
        define(.entryTooLarge, 1104),
        define(.entryExists, 1105),
        define(.dateInvalid, 1106),
        define(.conflict, 1107),
        define(.versionNotFound, 1108),
        define(.entryUnreadable, 1109),
        define(.notebookNotFound, 1201),
        define(.notebookExists, 1202),
        define(.notebookNotEmpty, 1203),
        define(.notebookInvalid, 1204),
        define(.tagNotFound, 1211),
        define(.tagExists, 1212),
        define(.tagInvalid, 1213),
        define(.attachmentNotFound, 1221),
        define(.attachmentExists, 1222),
        define(.attachmentInvalid, 1223),
        define(.attachmentDigest, 1224),
        define(.attachmentUnreadable, 1225),
        define(.cursorInvalid, 1301),
        define(.cursorForeign, 1302),
        define(.searchSyntax, 1303),
        define(.batchFailed, 1304),
        define(.subscriptionNotFound, 1305),
        define(.listNotFound, 1306),
        define(.storeFull, 1401, retryable: true),
        define(.storeReadOnly, 1402),
        define(.storeNotAStore, 1403),
        define(.storeTooNew, 1404),
        define(.storeLocked, 1405, retryable: true),
        define(.storeFailed, 1406),
        define(.backupFailed, 1407),
        define(.encryptionLocked, 1411),
        define(.encryptionPassphrase, 1412),
        define(.encryptionAbsent, 1413),
        define(.undoNothing, 1421),
        define(.undoNotFound, 1422),
        define(.undoPermanent, 1423),
        define(.syncOff, 1431),
        define(.syncOffline, 1432, retryable: true),
        define(.syncKey, 1433),
        define(.syncSpace, 1434),
        define(.syncPaused, 1435),
        define(.syncFormat, 1436),
        define(.syncHub, 1437),
        define(.authUID, 1501),
        define(.shuttingDown, 1502, retryable: true),
        define(.protocolUnsupported, 1503),
    ]

    private static let byKind = Dictionary(uniqueKeysWithValues: definitions.map { ($0.kind, $0) })

    /// The definition of this kind, or nil for a kind from a newer version.
    package var definition: Definition? { Self.byKind[self] }
}

extension ErrorKind: CustomStringConvertible {
    package var description: String { rawValue }
}
