// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Executes the requests of connections.
///
/// All methods are called on the event loop.
protocol ConnectionHandlerDelegate: AnyObject {
    /// Called when a connection is open.
    func opened(_ connection: ConnectionHandler)
    /// Executes a request; its outcome is passed to `ConnectionHandler.finish(_:_:)`.
    func start(
        _ request: RoutedRequest,
        token: RequestToken,
        id: RequestID?,
        of connection: ConnectionHandler
    )
    /// Stops executing a request that its peer cancelled.
    func cancel(_ token: RequestToken, of connection: ConnectionHandler)
    /// Called when the socket of a connection is writable again.
    func becameWritable(_ connection: ConnectionHandler)
    /// Called when the memory that a connection uses, or a transfer that it waits for, changes.
    func changedUse(_ connection: ConnectionHandler)
    /// Returns whether the budget of memory permits reading from a connection; if not, its
    /// `resumeReading()` is called later.
    func mayRead(_ connection: ConnectionHandler) -> Bool
    /// Called when a suspended connection has no request in flight any more.
    func suspended(_ connection: ConnectionHandler)
    /// Called when a connection is closed.
    func closed(_ connection: ConnectionHandler)
}
