// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The synchronization of the journal, as requests control it.
///
/// A task that calls a method is cancelled when its request is, when its connection is closed, and
/// when the daemon stops.
protocol SyncControl: Sendable {
    /// Calls a body, from any thread, after the state may have changed.
    func whenChanged(_ body: @escaping @Sendable () -> Void)
    /// The state of the synchronization.
    func state() async throws(ProtocolError) -> SyncState
    /// Makes a space on a hub and begins to synchronize with it.
    func begin(_ request: SyncInit) async throws(ProtocolError) -> SyncInit.Reply
    /// Begins to synchronize with a space that other machines use.
    func join(_ request: SyncJoin) async throws(ProtocolError) -> SyncJoin.Reply
    /// Exchanges changes until the journal and the hub have everything.
    func synchronize(_ request: SyncNow) async throws(ProtocolError) -> SyncNow.Reply
    /// Stops exchanging changes.
    func pause() async throws(ProtocolError)
    /// Exchanges changes again.
    func resume() async throws(ProtocolError)
    /// The machines of the space.
    func machines() async throws(ProtocolError) -> [SyncMachine]
    /// Takes over the log of a machine that does not come back.
    func remove(_ request: SyncRemove) async throws(ProtocolError)
    /// Continues the space on another hub.
    func move(_ request: SyncMove) async throws(ProtocolError)
    /// The key of the space, a new one if the request says so.
    func key(_ request: SyncKey) async throws(ProtocolError) -> Secret
    /// Ends the synchronization.
    func end(_ request: SyncOff) async throws(ProtocolError)
}
