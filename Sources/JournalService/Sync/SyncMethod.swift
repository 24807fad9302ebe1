// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A method that concerns the synchronization of the journal.
protocol SyncMethod: MethodCall {
    /// Returns the reply.
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Reply
}

extension SyncStatusCall: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Reply {
        try await sync.state()
    }
}

extension SyncInit: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Reply {
        try await sync.begin(self)
    }
}

extension SyncJoin: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Reply {
        try await sync.join(self)
    }
}

extension SyncNow: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Reply {
        try await sync.synchronize(self)
    }
}

extension SyncPause: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Empty {
        try await sync.pause()
        return Empty()
    }
}

extension SyncResume: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Empty {
        try await sync.resume()
        return Empty()
    }
}

extension SyncMachines: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Reply {
        Reply(machines: try await sync.machines())
    }
}

extension SyncRemove: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Empty {
        try await sync.remove(self)
        return Empty()
    }
}

extension SyncMove: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Empty {
        try await sync.move(self)
        return Empty()
    }
}

extension SyncKey: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Reply {
        Reply(key: try await sync.key(self))
    }
}

extension SyncOff: SyncMethod {
    func reply(of sync: any SyncControl) async throws(ProtocolError) -> Empty {
        try await sync.end(self)
        return Empty()
    }
}
