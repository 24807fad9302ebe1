// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A request whose method is known and whose parameters were read.
enum ServiceCall: Sendable {
    /// Changes the journal, in the writer.
    case write(any WriteMethod)
    /// Asks the journal, on a reader's thread.
    case read(any ReadMethod)
    /// Looks at the daemon's own view, on the main actor.
    case look(any LookMethod)
    case subscribe(Subscribe)
    case hello(Hello)
    case unsubscribe(Unsubscribe)
    case flush
    case cancel(Cancel)
    case shutdown

    /// Reads a request.
    ///
    /// - Throws: `method.unknown`, or what is wrong with the parameters.
    init(_ request: Request) throws(ProtocolError) {
        guard let method = MethodName(rawValue: request.method) else {
            throw ProtocolError.unknownMethod(request.method)
        }
        do throws(InvalidParams) {
            self = try Self.call(method, request.params)
        } catch {
            throw error.error
        }
    }

    /// Whether it goes to the writer.
    var isWrite: Bool {
        if case .write = self { true } else { false }
    }

    /// Whether it asks the journal, on a reader's thread or on the main actor.
    var isRead: Bool {
        switch self {
        case .read, .look, .subscribe: true
        default: false
        }
    }

    private static func call(
        _ method: MethodName,
        _ params: JSON
    ) throws(InvalidParams) -> ServiceCall {
        switch method {
        case .hello: .hello(try Hello(json: params))
        case .subscribe: .subscribe(try Subscribe(json: params))
        case .unsubscribe: .unsubscribe(try Unsubscribe(json: params))
        case .cancel: .cancel(try Cancel(json: params))
        case .flush:
            try nothing(Flush(json: params), .flush)
        case .shutdown:
            try nothing(Shutdown(json: params), .shutdown)
        case .batch: .write(try Batch(json: params))
        case .entryGet: .read(try EntryGet(json: params))
        case .entryList: .read(try EntryList(json: params))
        case .entrySearch: .read(try EntrySearch(json: params))
        case .entryCount: .read(try EntryCount(json: params))
        case .notebookList: .read(try NotebookList(json: params))
        case .tagList: .read(try TagList(json: params))
        case .status: .look(try Status(json: params))
        case .entryCreate, .entryUpdate, .entryDelete, .entryRestore, .notebookCreate,
            .notebookRename, .notebookDelete, .tagRename:
            .write(try write(method, params))
        }
    }

    /// Reads the parameters of a method that a batch may hold too.
    static func write(
        _ method: MethodName,
        _ params: JSON
    ) throws(InvalidParams) -> any WriteMethod {
        switch method {
        case .entryCreate: try EntryCreate(json: params)
        case .entryUpdate: try EntryUpdate(json: params)
        case .entryDelete: try EntryDelete(json: params)
        case .entryRestore: try EntryRestore(json: params)
        case .notebookCreate: try NotebookCreate(json: params)
        case .notebookRename: try NotebookRename(json: params)
        case .notebookDelete: try NotebookDelete(json: params)
        case .tagRename: try TagRename(json: params)
        default: throw InvalidParams("\(method.rawValue) does not write")
        }
    }

    private static func nothing(_ params: some MethodCall, _ call: ServiceCall) -> ServiceCall {
        call
    }
}
