// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The requests that wait for the synchronization.
///
/// Runs on the event loop.
final class SyncRequests {
    private let sync: any SyncControl
    private let loop: any EventLoop
    /// The connections that follow the state.
    let followers: SyncFollowers
    private var tasks: [ReplyToken: Task<Void, Never>] = [:]

    init(_ sync: any SyncControl, loop: any EventLoop) {
        self.sync = sync
        self.loop = loop
        followers = SyncFollowers(sync, loop: loop)
    }

    /// Passes a request to the synchronization, and its outcome back.
    func reply(to method: any SyncMethod, token: RequestToken, on connection: ConnectionHandler) {
        let reply = ReplyToken(connection: connection.number, request: token)
        // Before the state is read, so that no change is missed.
        if let follows = (method as? SyncStatusCall)?.follow {
            followers.set(follows, for: connection)
        }
        let bound = NIOLoopBound((self, connection), eventLoop: loop)
        tasks[reply] = Task { [sync, loop] in
            let outcome = await method.outcome(of: sync)
            loop.execute {
                let (requests, connection) = bound.value
                requests.tasks[reply] = nil
                connection.finish(token, with: outcome)
                connection.flush()
            }
        }
    }

    /// Cancels a request; false if there is none.
    func cancel(_ reply: ReplyToken) -> Bool {
        guard let task = tasks[reply] else { return false }
        task.cancel()
        return true
    }

    /// Cancels the requests of a closed connection.
    func closed(_ connection: ConnectionHandler) {
        followers.closed(connection)
        for (reply, task) in tasks where reply.connection == connection.number { task.cancel() }
    }

    /// Cancels all requests.
    func stop() {
        followers.stop()
        for task in tasks.values { task.cancel() }
    }
}

extension SyncMethod {
    /// Returns the reply as JSON, or the error.
    fileprivate func outcome(of sync: any SyncControl) async -> Result<JSON, ProtocolError> {
        do throws(ProtocolError) {
            return .success(try await reply(of: sync).json)
        } catch {
            return .failure(error)
        }
    }
}
