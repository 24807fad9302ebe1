// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

/// A request with decoded parameters.
enum DecodedRequest: Sendable {
    /// The cancellation of another request of the same connection, which handles it at once.
    case cancel(Cancel)
    /// A request that the daemon executes.
    case routed(RoutedRequest)

    /// Decodes a request.
    ///
    /// - Throws: `method.unknown`, or the error of the parameters.
    init(_ request: Request) throws(ProtocolError) {
        guard let method = MethodName(rawValue: request.method) else {
            throw ProtocolError.unknownMethod(request.method)
        }
        do throws(InvalidParams) {
            self = try Self.decode(method, params: request.params)
            if case .routed(var routed) = self {
                routed.add(try CallOptions(of: method, params: request.params))
                self = .routed(routed)
            }
        } catch {
            throw error.error
        }
    }

    /// Decodes a write inside a batch.
    ///
    /// - Throws: The error of the parameters, or of a method that a batch cannot contain.
    static func batchable(
        _ method: MethodName,
        params: JSON
    ) throws(InvalidParams) -> any WriteStep {
        guard method.traits.isBatchable,
            case .routed(let request) = try decode(method, params: params),
            case .writer(let write) = request.destination
        else { throw InvalidParams("a batch cannot contain \(method.rawValue)") }
        return write
    }

    private static func decode(
        _ method: MethodName,
        params: JSON
    ) throws(InvalidParams) -> DecodedRequest {
        func routed(_ destination: RoutedRequest.Destination) -> DecodedRequest {
            .routed(RoutedRequest(method, destination: destination))
        }
        return switch method {
        case .cancel: .cancel(try Cancel(json: params))
        case .hello: try routed(.hello(Hello(json: params)))
        case .shutdown: try routed(ignoring(Shutdown(json: params), destination: .shutdown))
        case .storeUnlock: try routed(.unlock(StoreUnlock(json: params)))
        case .storeLock: try routed(ignoring(StoreLock(json: params), destination: .lock))
        case .storeRelease: try routed(.release(StoreRelease(json: params)))
        case .subscribe: try routed(.subscribe(Subscribe(json: params)))
        case .unsubscribe: try routed(.unsubscribe(Unsubscribe(json: params)))
        case .listOpen: try routed(.openList(ListOpen(json: params)))
        case .listClose: try routed(.closeList(ListClose(json: params)))
        case .flush: try routed(ignoring(Flush(json: params), destination: .flush))
        case .describe: try routed(ignoring(Describe(json: params), destination: .describe))
        case .clients: try routed(ignoring(Clients(json: params), destination: .clients))
        case .status: try routed(ignoring(Status(json: params), destination: .statistics))
        case .entryGet: try routed(.reader(EntryGet(json: params)))
        case .entryHistory: try routed(.reader(EntryHistory(json: params)))
        case .entryList: try routed(.reader(EntryList(json: params)))
        case .entrySearch: try routed(.reader(EntrySearch(json: params)))
        case .entryCount: try routed(.reader(EntryCount(json: params)))
        case .entryStatistics: try routed(.reader(EntryStatistics(json: params)))
        case .notebookList: try routed(.reader(NotebookList(json: params)))
        case .tagList: try routed(.reader(TagList(json: params)))
        case .backup: try routed(.reader(Backup(json: params)))
        case .backupVerify: try routed(.reader(BackupVerify(json: params)))
        case .storeCompact: try routed(.writer(StoreCompact(json: params)))
        case .storeVerify: try routed(.reader(StoreVerify(json: params)))
        case .entryCreate: try routed(.writer(EntryCreate(json: params)))
        case .entryUpdate: try routed(.writer(EntryUpdate(json: params)))
        case .entryDelete: try routed(.writer(EntryDelete(json: params)))
        case .entryRestore: try routed(.writer(EntryRestore(json: params)))
        case .entryPurge: try routed(.writer(EntryPurge(json: params)))
        case .trashEmpty: try routed(.writer(TrashEmpty(json: params)))
        case .attachmentAdd: try routed(.writer(AttachmentAdd(json: params)))
        case .attachmentGet: try routed(.reader(AttachmentGet(json: params)))
        case .attachmentList: try routed(.reader(AttachmentList(json: params)))
        case .attachmentRemove: try routed(.writer(AttachmentRemove(json: params)))
        case .notebookCreate: try routed(.writer(NotebookCreate(json: params)))
        case .notebookRename: try routed(.writer(NotebookRename(json: params)))
        case .notebookDelete: try routed(.writer(NotebookDelete(json: params)))
        case .tagRename: try routed(.writer(TagRename(json: params)))
        case .tagMerge: try routed(.writer(TagMerge(json: params)))
        case .tagDelete: try routed(.writer(TagDelete(json: params)))
        case .syncInit: try routed(.sync(SyncInit(json: params)))
        case .syncJoin: try routed(.sync(SyncJoin(json: params)))
        case .syncStatus: try routed(.sync(SyncStatusCall(json: params)))
        case .syncNow: try routed(.sync(SyncNow(json: params)))
        case .syncPause: try routed(.sync(SyncPause(json: params)))
        case .syncResume: try routed(.sync(SyncResume(json: params)))
        case .syncMachines: try routed(.sync(SyncMachines(json: params)))
        case .syncRemove: try routed(.sync(SyncRemove(json: params)))
        case .syncMove: try routed(.sync(SyncMove(json: params)))
        case .syncKey: try routed(.sync(SyncKey(json: params)))
        case .syncConflicts: try routed(.reader(SyncConflicts(json: params)))
        case .syncResolve: try routed(.writer(SyncResolve(json: params)))
        case .syncOff: try routed(.sync(SyncOff(json: params)))
        case .batch: try routed(.writer(Batch(json: params)))
        case .undo: try routed(.writer(StepMove(.undo, selection: Undo(json: params).selection)))
        case .redo: try routed(.writer(StepMove(.redo, selection: Redo(json: params).selection)))
        case .undoList: try routed(.reader(UndoList(json: params)))
        }
    }

    /// Returns `destination` once the parameters of a method without parameters were decoded.
    private static func ignoring(
        _ params: some MethodCall,
        destination: RoutedRequest.Destination
    ) -> RoutedRequest.Destination {
        destination
    }
}

/// A request with decoded parameters, and the part of the daemon that executes it.
struct RoutedRequest: Sendable {
    /// The part of the daemon that executes a request.
    enum Destination: Sendable {
        /// The writer, which changes the journal.
        case writer(any WriteStep)
        /// A reader thread.
        case reader(any ReadMethod)
        /// The synchronization.
        case sync(any SyncMethod)
        /// The main actor, which keeps the statistics.
        case statistics
        /// The broadcaster, which runs subscriptions.
        case subscribe(Subscribe)
        case unsubscribe(Unsubscribe)
        case openList(ListOpen)
        case closeList(ListClose)
        case flush
        /// The router itself.
        case hello(Hello)
        case describe
        case clients
        case shutdown
        case unlock(StoreUnlock)
        case lock
        case release(StoreRelease)
    }

    let method: MethodName
    private(set) var destination: Destination
    /// Whether the peer receives notifications of the progress.
    private(set) var reportsProgress = false

    init(_ method: MethodName, destination: Destination) {
        self.method = method
        self.destination = destination
    }

    /// Adds the options of the request: a write becomes a part of the step that they name.
    mutating func add(_ options: CallOptions) {
        reportsProgress = options.progress ?? false
        if let step = options.step, case .writer(let write) = destination {
            destination = .writer(NamedWrite(write, step: step, of: method))
        }
    }

    /// The traits of the method.
    var traits: MethodTraits { method.traits }

    /// Whether the request is answered while the store is locked.
    var isPermittedWhileLocked: Bool {
        switch destination {
        case .hello, .describe, .clients, .statistics, .shutdown, .unlock, .lock, .release: true
        // The structure of a backup can be checked without the key.
        case .reader(let method): method is BackupVerify
        case .sync(let method): method is SyncStatusCall
        default: false
        }
    }

    /// Whether the reply depends on the store, as the epoch in the reply to `hello` does.
    var needsStore: Bool {
        switch destination {
        case .describe, .clients, .shutdown, .release: false
        default: true
        }
    }
}
