// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import NIOPosix
internal import SwiftData

/// The threads that read the store, so that neither the event loop nor the writer waits for a read.
///
/// Short reads have dedicated threads, so that a search delays no lookup. The length of the queues
/// is bounded by the number of reads that each connection may run at once.
final class ReaderPool: Sendable {
    private let quick: NIOThreadPool
    private let long: NIOThreadPool
    private let container: ModelContainer
    private let isEncrypted: Bool
    private let storeGuard: StoreGuard
    private let statistics = StatisticsCache()

    init(
        _ container: ModelContainer,
        storeGuard: StoreGuard = StoreGuard(),
        threads: Int = 2
    ) {
        self.container = container
        isEncrypted = JournalContainer.isEncrypted(container)
        self.storeGuard = storeGuard
        quick = NIOThreadPool(numberOfThreads: threads)
        long = NIOThreadPool(numberOfThreads: threads)
    }

    /// Starts the threads.
    func start() {
        quick.start()
        long.start()
    }

    /// Stops the threads; queued reads fail.
    func stop() async throws {
        try await quick.shutdownGracefully()
        try await long.shutdownGracefully()
    }

    /// Reads on a reader thread.
    ///
    /// - Parameters:
    ///   - cursor: The position of the last commit.
    ///   - isLong: Whether the read may take long.
    ///   - cancellation: Ends the read with the error `cancelled` when it is requested.
    ///   - body: Reads the journal.
    ///   - completion: Receives the result, on the reader thread.
    func read<Value: Sendable>(
        at cursor: Cursor,
        isLong: Bool = false,
        cancellation: ReadInterruption? = nil,
        _ body: @escaping @Sendable (ReadContext) throws -> Value,
        completion: @escaping @Sendable (Result<Value, ProtocolError>) -> Void
    ) {
        let pool = isLong ? long : quick
        pool.submit { [container, isEncrypted, storeGuard, statistics] state in
            guard case .active = state else {
                completion(.failure(.daemonShuttingDown))
                return
            }
            guard cancellation?.isRequested != true else {
                completion(.failure(.requestCancelled))
                return
            }
            let context = ReadContext(container, cursor: cursor, isEncrypted: isEncrypted)
            context.models.readInterruption = cancellation
            context.statistics = statistics
            do {
                try storeGuard.checkFiles()
                completion(.success(try body(context)))
            } catch {
                storeGuard.note(error)
                completion(.failure(ProtocolError(describing: error)))
            }
        }
    }
}
