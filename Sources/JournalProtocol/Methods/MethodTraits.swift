// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The properties of a method that decide how clients call it and how the daemon schedules it.
package struct MethodTraits: Sendable, Equatable {
    /// The resource that a method accesses.
    package enum Access: String, Sendable {
        /// The connection or the daemon, but not the journal.
        case control
        /// The journal, for reading only.
        case read
        /// The journal, for reading and writing.
        case write
    }

    /// The growth of a method's running time.
    package enum Cost: Sendable {
        /// Independent of the size of the journal.
        case constant
        /// Proportional to the number of entries on a page.
        case page
        /// Proportional to the number of entries in the journal.
        case journal
    }

    /// The resource that the method accesses.
    package let access: Access
    /// The growth of the method's running time.
    package let cost: Cost
    /// Whether a `batch` may contain the method.
    package let isBatchable: Bool
    /// Whether a client may repeat a request after the connection was lost before the reply.
    ///
    /// `MethodCall.isIdempotent` overrides this value if it depends on the parameters.
    package let isIdempotent: Bool
    /// Whether a request for the method can ask for notifications of its progress.
    package let reportsProgress: Bool
    /// Whether the reply of a control method can be as long as that of a read.
    private let hasLongReply: Bool

    private init(
        _ access: Access,
        cost: Cost = .constant,
        isBatchable: Bool = false,
        isIdempotent: Bool,
        reportsProgress: Bool = false,
        hasLongReply: Bool = false
    ) {
        self.access = access
        self.cost = cost
        self.isBatchable = isBatchable
        self.isIdempotent = isIdempotent
        self.reportsProgress = reportsProgress
        self.hasLongReply = hasLongReply
    }

    /// Whether clients use the longer timeout.
    package var mayTakeLong: Bool { cost != .constant }
    /// Whether the method reads the journal without changing it.
    package var reads: Bool { access == .read }
    /// Whether the method changes the journal.
    package var writes: Bool { access == .write }
    /// Whether only some requests for the method may run at once, so that the memory for replies is
    /// limited.
    package var isConcurrencyLimited: Bool { reads || hasLongReply }
}

extension MethodTraits {
    private static let control = MethodTraits(.control, isIdempotent: true)
    private static let listing = MethodTraits(.control, isIdempotent: true, hasLongReply: true)
    private static let shutdown = MethodTraits(.control, isIdempotent: false)
    /// Waits for the derivation of a key, which takes about as long as a long read.
    private static let unlock = MethodTraits(.control, cost: .journal, isIdempotent: true)
    /// Waits for a hub.
    private static let exchange = MethodTraits(.control, cost: .journal, isIdempotent: true)
    /// Waits for a hub, and fails or changes more if it is repeated.
    private static let setup = MethodTraits(.control, cost: .journal, isIdempotent: false)
    private static let batch = MethodTraits(.write, cost: .journal, isIdempotent: false)
    /// Takes several transactions, or overwrites deleted content after one, so it cannot be part of
    /// one.
    private static let purge = MethodTraits(
        .write,
        cost: .journal,
        isIdempotent: false,
        reportsProgress: true
    )
    /// Fails if the file exists, so it is not idempotent.
    private static let backup = MethodTraits(
        .read,
        cost: .journal,
        isIdempotent: false,
        reportsProgress: true
    )
    /// Reads every entry or every page of a file.
    private static let wholeRead = MethodTraits(
        .read,
        cost: .journal,
        isIdempotent: true,
        reportsProgress: true
    )
    private static let upload = MethodTraits(.write, cost: .page, isIdempotent: true)
    private static let resolve = MethodTraits(.write, cost: .constant, isIdempotent: false)
    private static let emptyTrash = MethodTraits(
        .write,
        cost: .journal,
        isIdempotent: true,
        reportsProgress: true
    )
    /// Changes any number of entries, in steps.
    private static let stepwise = MethodTraits(
        .write,
        cost: .journal,
        isBatchable: true,
        isIdempotent: false,
        reportsProgress: true
    )

    private static func read(_ cost: Cost) -> MethodTraits {
        MethodTraits(.read, cost: cost, isIdempotent: true)
    }

    private static func write(_ cost: Cost) -> MethodTraits {
        MethodTraits(.write, cost: cost, isBatchable: true, isIdempotent: false)
    }

    /// Returns the traits of a method.
    package static func of(_ method: MethodName) -> MethodTraits {
        switch method {
        case .hello, .unsubscribe, .listClose, .flush, .cancel, .storeRelease: control
        case .clients, .describe: listing
        case .shutdown, .storeLock: shutdown
        case .storeUnlock: unlock
        case .entryGet, .attachmentList, .status, .subscribe: read(.constant)
        case .entryList, .entryHistory, .listOpen, .syncConflicts: read(.page)
        case .entrySearch, .entryCount: read(.journal)
        case .entryStatistics: wholeRead
        case .notebookList, .tagList: read(.journal)
        case .entryCreate, .entryUpdate, .entryDelete, .entryRestore: write(.constant)
        case .notebookCreate, .notebookRename: write(.constant)
        case .notebookDelete, .tagRename, .tagMerge, .tagDelete: stepwise
        case .attachmentGet: read(.page)
        case .attachmentAdd: upload
        case .attachmentRemove: purge
        case .backup: backup
        case .backupVerify, .storeVerify: wholeRead
        case .entryPurge: purge
        case .trashEmpty, .storeCompact: emptyTrash
        case .syncStatus, .syncPause, .syncResume: control
        case .syncNow, .syncMachines, .syncMove: exchange
        case .syncInit, .syncJoin, .syncRemove, .syncKey, .syncOff: setup
        case .batch: batch
        case .undo, .redo: purge
        case .undoList: read(.page)
        case .syncResolve: resolve
        }
    }
}

extension MethodName {
    /// The traits of the method.
    package var traits: MethodTraits { MethodTraits.of(self) }

    /// Whether a request for the method can name the step to which its changes belong.
    package var namesStep: Bool {
        switch self {
        case .undo, .redo, .storeCompact: false
        default: traits.writes
        }
    }
}
