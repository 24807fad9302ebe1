// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalSystem
internal import NIOCore
internal import SwiftData

// MARK: - Requests that unlock, lock or release the store

extension RequestRouter {
    /// Derives the key of a locked store on another thread; then the process opens the store and
    /// continues all connections.
    func unlock(
        _ request: StoreUnlock,
        token: RequestToken,
        on connection: ConnectionHandler
    ) throws(ProtocolError) {
        guard let store = dependencies.access.lockedStore else {
            try requireEncryption()
            connection.finishAfterTurn(token, with: .success(Empty().json))
            return
        }
        // A request of a connection that was closed is not executed; so one connection cannot keep
        // the daemon busy, even if it does not read the replies.
        guard unlocking[connection.number] == nil else {
            throw .tooManyUnlocks(
                "another attempt of this connection to unlock is waiting",
                limit: 1
            )
        }
        let reply = ReplyToken(connection: connection.number, request: token)
        let interruption = ReadInterruption()
        let bound = NIOLoopBound((self, connection), eventLoop: loop)
        try store.unlock(request.passphrase, interruption: interruption) {
            [loop, continueAfter = dependencies.continueAfter] outcome in
            loop.execute {
                let (router, connection) = bound.value
                let connections = router.connections
                router.unlocking[connection.number] = nil
                // Before the reply, so that the unlocked service answers all later requests.
                if case .success = outcome { connections.hold() }
                connection.finish(token, with: outcome.map { Empty().json })
                connection.flush()
                if case .success = outcome { continueAfter("unlocked") }
            }
        }
        unlocking[connection.number] = (reply, interruption)
    }

    /// Ends the process, so that nothing of the store is left in its memory.
    func lock(
        _ token: RequestToken,
        on connection: ConnectionHandler
    ) throws(ProtocolError) {
        try requireEncryption()
        connection.finishAfterTurn(token, with: .success(Empty().json))
        if dependencies.access.lockedStore == nil { dependencies.shutdown("locked by a client") }
    }

    /// Closes the store; this process opens it again when no other program reserves it, and
    /// continues all connections.
    func release(
        _ request: StoreRelease,
        token: RequestToken,
        on connection: ConnectionHandler
    ) throws(ProtocolError) {
        guard dependencies.identity.store != nil else {
            throw ProtocolError(.storeFailed, "the journal is only in memory; it has no file")
        }
        if let passphrase = request.passphrase {
            CoreDump.disable()
            dependencies.passage.keep(passphrase: passphrase)
        }
        guard !dependencies.access.isReserved else {
            return connection.finishAfterTurn(token, with: .success(Empty().json))
        }
        // The request may start while the connection decodes lines.
        let bound = NIOLoopBound((self, connection), eventLoop: loop)
        loop.execute {
            let (router, connection) = bound.value
            // Before the reply, so that the next service answers all later requests.
            router.connections.hold()
            connection.finish(token, with: .success(Empty().json))
            connection.flush()
            router.dependencies.continueAfter("released by a client")
        }
    }

    private func requireEncryption() throws(ProtocolError) {
        guard dependencies.access.isEncrypted else {
            throw ProtocolError(.encryptionAbsent, "the journal is not encrypted")
        }
    }
}
