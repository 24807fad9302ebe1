// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The stable name of an error, sent as `data.kind`, for programs to branch on.
///
/// The set is open: a kind introduced by a newer peer survives a round trip. Names and codes are
/// never reused. `Protocol/README.md` documents each kind.
package struct ErrorKind: RawRepresentable, Hashable, Sendable {
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

    // Entries.
    package static let entryNotFound = ErrorKind(rawValue: "entry.notFound")
    package static let entryAmbiguous = ErrorKind(rawValue: "entry.ambiguous")
    package static let entryEmpty = ErrorKind(rawValue: "entry.empty")
    package static let entryTooLarge = ErrorKind(rawValue: "entry.tooLarge")
    package static let entryExists = ErrorKind(rawValue: "entry.exists")
    package static let dateInvalid = ErrorKind(rawValue: "date.invalid")
    package static let conflict = ErrorKind(rawValue: "conflict")

    // Notebooks and tags.
    package static let notebookNotFound = ErrorKind(rawValue: "notebook.notFound")
    package static let notebookExists = ErrorKind(rawValue: "notebook.exists")
    package static let notebookNotEmpty = ErrorKind(rawValue: "notebook.notEmpty")
    package static let notebookInvalid = ErrorKind(rawValue: "notebook.invalid")
    package static let tagNotFound = ErrorKind(rawValue: "tag.notFound")
    package static let tagExists = ErrorKind(rawValue: "tag.exists")
    package static let tagInvalid = ErrorKind(rawValue: "tag.invalid")

    // Cursors, queries, transactions and subscriptions.
    package static let cursorInvalid = ErrorKind(rawValue: "cursor.invalid")
    package static let cursorForeign = ErrorKind(rawValue: "cursor.foreign")
    package static let searchSyntax = ErrorKind(rawValue: "search.syntax")
    package static let batchFailed = ErrorKind(rawValue: "batch.failed")
    package static let subscriptionNotFound = ErrorKind(rawValue: "subscription.notFound")

    // The store.
    package static let storeFull = ErrorKind(rawValue: "store.full")
    package static let storeReadOnly = ErrorKind(rawValue: "store.readOnly")
    package static let storeNotAStore = ErrorKind(rawValue: "store.notAStore")
    package static let storeTooNew = ErrorKind(rawValue: "store.tooNew")
    package static let storeLocked = ErrorKind(rawValue: "store.locked")
    package static let storeFailed = ErrorKind(rawValue: "store.failed")

    // The connection.
    package static let authUID = ErrorKind(rawValue: "auth.uid")
    package static let shuttingDown = ErrorKind(rawValue: "shutting.down")
    package static let protocolUnsupported = ErrorKind(rawValue: "protocol.unsupported")
}

extension ErrorKind {
    /// One row of the error table.
    package struct Row: Sendable {
        /// The stable name of the error.
        package let kind: ErrorKind
        /// The JSON-RPC code: a code from the specification, or an application code from 1000 up.
        package let code: Int
        /// Whether the same request, sent again unchanged, may succeed later.
        package let retryable: Bool
    }

    private static func row(_ kind: ErrorKind, _ code: Int, retryable: Bool = false) -> Row {
        Row(kind: kind, code: code, retryable: retryable)
    }

    /// All kinds defined by this version of the protocol.
    package static let table: [Row] = [
        row(.parseInvalid, -32700),
        row(.parseUTF8, -32700),
        row(.requestInvalid, -32600),
        row(.requestDuplicateID, -32600),
        row(.methodUnknown, -32601),
        row(.paramsInvalid, -32602),
        row(.internal, -32603),
        row(.cancelled, -32800),
        row(.limitLine, 1001),
        row(.limitDepth, 1002),
        row(.limitSubscriptions, 1004),
        row(.limitConnections, 1005, retryable: true),
        row(.entryNotFound, 1101),
        row(.entryAmbiguous, 1102),
        row(.entryEmpty, 1103),
        row(.entryTooLarge, 1104),
        row(.entryExists, 1105),
        row(.dateInvalid, 1106),
        row(.conflict, 1107),
        row(.notebookNotFound, 1201),
        row(.notebookExists, 1202),
        row(.notebookNotEmpty, 1203),
        row(.notebookInvalid, 1204),
        row(.tagNotFound, 1211),
        row(.tagExists, 1212),
        row(.tagInvalid, 1213),
        row(.cursorInvalid, 1301),
        row(.cursorForeign, 1302),
        row(.searchSyntax, 1303),
        row(.batchFailed, 1304),
        row(.subscriptionNotFound, 1305),
        row(.storeFull, 1401, retryable: true),
        row(.storeReadOnly, 1402),
        row(.storeNotAStore, 1403),
        row(.storeTooNew, 1404),
        row(.storeLocked, 1405, retryable: true),
        row(.storeFailed, 1406),
        row(.authUID, 1501),
        row(.shuttingDown, 1502, retryable: true),
        row(.protocolUnsupported, 1503),
    ]

    private static let rows = Dictionary(uniqueKeysWithValues: table.map { ($0.kind, $0) })

    /// The table row of this kind, or nil for a kind from a newer version.
    package var row: Row? { Self.rows[self] }
}

extension ErrorKind: CustomStringConvertible {
    package var description: String { rawValue }
}
