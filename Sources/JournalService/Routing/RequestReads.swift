// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore
internal import SwiftData

/// The reads that requests wait for: those that run, and those that need a reader or memory first.
///
/// Runs on the event loop.
final class RequestReads {
    private let readers: ReaderPool
    private let broadcaster: Broadcaster
    private let monitor: PeerMonitor<ConnectionHandler>
    private let loop: any EventLoop
    private var queue = ReadQueue()
    private var counts = CountReplies()
    /// The cancellations of reads that wait or run.
    private var cancellations: [ReplyToken: ReadInterruption] = [:]

    init(
        _ readers: ReaderPool,
        broadcaster: Broadcaster,
        monitor: PeerMonitor<ConnectionHandler>,
        loop: any EventLoop
    ) {
        self.readers = readers
        self.broadcaster = broadcaster
        self.monitor = monitor
        self.loop = loop
    }

    /// Reads what a request asks for, and replies.
    func reply(to method: any ReadMethod, token: RequestToken, on connection: ConnectionHandler) {
        let revision = broadcaster.cursor.revision
        let subject = method.countedSubject
        if let subject, let reply = counts.reply(subject, at: revision) {
            connection.finishAfterTurn(token, with: .success(reply))
            return
        }
        let bound = NIOLoopBound(self, eventLoop: loop)
        let progress =
            connection.wantsProgress(of: token) ? progress(of: token, on: connection) : nil
        read(token, connection, isLong: method.isLong, progress: progress) { context in
            context.progress = progress
            return try method.run(in: context)
        } completion: { connection, outcome in
            if let subject, case .success(let reply) = outcome {
                bound.value.counts.add(reply, subject, at: revision)
            }
            connection.finish(token, with: outcome)
        }
    }

    /// Returns the progress of a read, which is sent to its peer.
    private func progress(
        of token: RequestToken,
        on connection: ConnectionHandler
    ) -> ReadProgress {
        let bound = NIOLoopBound(connection, eventLoop: loop)
        return ReadProgress { [loop] progress in
            loop.execute { bound.value.report(progress, of: token) }
        }
    }

    /// Reads on a reader thread, once there is one and memory for the reply, and passes the outcome
    /// to `completion` on the event loop.
    func read<Value: Sendable>(
        _ token: RequestToken,
        _ connection: ConnectionHandler,
        isLong: Bool = false,
        progress: ReadProgress? = nil,
        _ body: @escaping @Sendable (ReadContext) throws -> Value,
        completion: @escaping @Sendable (ConnectionHandler, Result<Value, ProtocolError>) -> Void
    ) {
        let reply = ReplyToken(connection: connection.number, request: token)
        let cancellation = ReadInterruption(polled: progress.map { $0.workContinues })
        cancellations[reply] = cancellation
        let bound = NIOLoopBound((self, connection), eventLoop: loop)
        let read = ReadQueue.Read(
            connection: connection.number,
            isLong: isLong,
            cancellation: cancellation
        ) { [broadcaster, readers, loop] in
            readers.read(
                at: broadcaster.cursor,
                isLong: isLong,
                cancellation: cancellation,
                body
            ) { outcome in
                loop.execute {
                    let (reads, connection) = bound.value
                    reads.broadcaster.results.perform {
                        reads.cancellations[reply] = nil
                        completion(connection, outcome)
                        connection.flush()
                        reads.queue.finished(isLong: isLong)
                        reads.start()
                    }
                }
            }
        }
        queue.add(read)
        start()
    }

    /// Starts the reads for which there are readers and memory.
    func start() {
        while let read = queue.next(within: monitor.budget) { read.start() }
    }

    /// Cancels a read; false if there is none.
    func cancel(_ reply: ReplyToken) -> Bool {
        guard let cancellation = cancellations[reply] else { return false }
        cancellation.request()
        return true
    }

    /// Cancels the reads of a closed connection.
    func closed(_ connection: ConnectionHandler) {
        for (token, cancellation) in cancellations where token.connection == connection.number {
            cancellation.request()
            cancellations[token] = nil
        }
        start()
    }
}
