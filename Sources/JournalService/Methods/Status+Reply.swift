// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

extension Status.Reply {
    /// Creates the reply from the state of the daemon and the counts of its journal.
    init(_ server: ServerSnapshot, counts: JournalStatistics.Counts) {
        let identity = server.identity
        self.init(
            version: identity.version,
            pid: identity.pid,
            startedAt: Timestamp(identity.startedAt),
            uptimeSeconds: identity.startInstant.duration(to: .now) / .seconds(1),
            store: identity.store,
            socket: identity.socket,
            cursor: server.cursor,
            entryCount: counts.entries,
            trashedCount: counts.trashed,
            notebookCount: counts.notebooks,
            tagCount: counts.tags,
            clientCount: server.clientCount,
            subscriptionCount: server.subscriptionCount,
            memory: server.memory,
            processMemory: FreedMemory.residentByteCount,
            sqliteVersion: SQLiteLibrary.version,
            isReadOnly: server.isReadOnly,
            isEncrypted: server.isEncrypted,
            isLocked: server.isLocked,
            damage: server.damage
        )
    }

    /// Creates the reply of a daemon that cannot count the entries.
    init(_ server: ServerSnapshot, damage: String?) {
        self.init(
            server,
            counts: JournalStatistics.Counts(entries: 0, trashed: 0, notebooks: 0, tags: 0)
        )
        self.damage = damage
    }
}
