// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The control of a journal that is not synchronized.
struct AbsentSync: SyncControl {
    func state() -> SyncState { SyncState(phase: .off) }

    func begin(_ request: SyncInit) throws(ProtocolError) -> SyncInit.Reply {
        throw .syncIsUnavailable
    }

    func join(_ request: SyncJoin) throws(ProtocolError) -> SyncJoin.Reply {
        throw .syncIsUnavailable
    }

    func synchronize(_ request: SyncNow) throws(ProtocolError) -> SyncNow.Reply {
        throw .syncIsOff
    }

    func pause() throws(ProtocolError) { throw .syncIsOff }

    func resume() throws(ProtocolError) { throw .syncIsOff }

    func machines() throws(ProtocolError) -> [SyncMachine] { throw .syncIsOff }

    func remove(_ request: SyncRemove) throws(ProtocolError) { throw .syncIsOff }

    func move(_ request: SyncMove) throws(ProtocolError) { throw .syncIsOff }

    func key(_ request: SyncKey) throws(ProtocolError) -> Secret { throw .syncIsOff }

    func end(_ request: SyncOff) throws(ProtocolError) { throw .syncIsOff }
}

extension ProtocolError {
    /// The error of a request that needs a synchronized journal.
    static var syncIsOff: ProtocolError {
        ProtocolError(
            .syncOff,
            "the journal is not synchronized; begin with journal sync init or journal sync join"
        )
    }

    /// The error of a request that would begin to synchronize a journal which cannot be.
    static var syncIsUnavailable: ProtocolError {
        ProtocolError(.syncOff, "this daemon does not synchronize journals; update it")
    }
}
