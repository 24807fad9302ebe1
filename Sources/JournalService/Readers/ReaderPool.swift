// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOPosix
internal import SwiftData

/// The threads that ask the store, so that neither the event loop nor the writer waits for it.
///
/// Quick questions have threads of their own: a search of everything delays no lookup. How much waits
/// is bounded by what each connection may have running.
final class ReaderPool: Sendable {
    private let quick: NIOThreadPool
    private let long: NIOThreadPool
    private let container: ModelContainer

    init(_ container: ModelContainer, threads: Int = 2) {
        self.container = container
        quick = NIOThreadPool(numberOfThreads: threads)
        long = NIOThreadPool(numberOfThreads: threads)
    }

    /// Starts the threads.
    func start() {
        quick.start()
        long.start()
    }

    /// Ends the threads; what waits is not done any more.
    func stop() async throws {
        try await quick.shutdownGracefully()
        try await long.shutdownGracefully()
    }

    /// Asks a question on a reader's thread.
    ///
    /// - Parameters:
    ///   - facts: What the daemon knows now.
    ///   - isLong: Whether the answer may take long.
    ///   - claim: Who waits for the answer; nil for somebody who always does. What is read ends when
    ///     it is withdrawn, and the answer is `cancelled`.
    ///   - question: What to ask.
    ///   - completion: Gets the answer, on the reader's thread.
    func ask<Answer: Sendable>(
        _ facts: ServiceFacts,
        isLong: Bool = false,
        claim: Claim? = nil,
        _ question: @escaping @Sendable (ReadDesk) throws -> Answer,
        completion: @escaping @Sendable (Result<Answer, ProtocolError>) -> Void
    ) {
        let pool = isLong ? long : quick
        pool.submit { [container] state in
            guard case .active = state else {
                completion(.failure(ProtocolError(.shuttingDown, "the daemon ends")))
                return
            }
            guard claim?.isWithdrawn != true else {
                completion(.failure(ProtocolError(.cancelled, "nobody waits for the answer")))
                return
            }
            let desk = ReadDesk(container, facts)
            desk.context.readInterruption = claim?.interruption
            do {
                completion(.success(try question(desk)))
            } catch {
                completion(.failure(ProtocolError(describing: error)))
            }
        }
    }
}
