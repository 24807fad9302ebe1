// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Formats the status of the daemon.
package enum StatusText {
    /// Returns a table with one row for each value.
    package static func table(_ status: Status.Reply) -> Table {
        var table = Table()
        table.add("daemon", "\(status.version), process \(status.pid)")
        table.add("protocol", String(status.protocolVersion))
        table.add("uptime", uptime(seconds: Int(clamped: status.uptimeSeconds)))
        let access = status.isReadOnly ? " (read-only)" : ""
        table.add("store", (status.store ?? "in memory") + access)
        if status.isEncrypted {
            let state = status.isLocked ? "locked; to unlock it: journal unlock" : "unlocked"
            table.add("encryption", state)
        }
        if let damage = status.damage { table.add("damage", damage) }
        if let socket = status.socket { table.add("socket", socket) }
        // The daemon reads nothing of a locked store.
        if !status.isLocked {
            table.add("entries", String(status.entryCount))
            table.add("in the trash", String(status.trashedCount))
            table.add("notebooks", String(status.notebookCount))
            table.add("tags", String(status.tagCount))
        }
        table.add("clients", String(status.clientCount))
        table.add("subscriptions", String(status.subscriptionCount))
        table.add("memory for clients", memory(status.memory))
        if let resident = status.processMemory { table.add("memory", kilobytes(resident)) }
        table.add("cursor", status.cursor.description)
        if let sqlite = status.sqliteVersion { table.add("sqlite", sqlite) }
        return table
    }

    /// Returns the memory with its parts, the largest first.
    private static func memory(_ memory: MemoryRecord) -> String {
        let parts = memory.parts.filter { $0.byteCount > 0 }.sorted { $0.byteCount > $1.byteCount }
        guard parts.count > 1 || memory.total >= 1000 else { return kilobytes(memory.total) }
        let list = parts.map { "\($0.name) \(kilobytes($0.byteCount))" }.joined(separator: ", ")
        return "\(kilobytes(memory.total)): \(list)"
    }

    private static func kilobytes(_ count: Int) -> String { "\((count + 999) / 1000) kB" }

    /// Returns a duration in its two largest units.
    static func uptime(seconds: Int) -> String {
        let units = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
            (seconds % 60, "s"),
        ]
        let shown = units.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
        return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

extension Int {
    fileprivate init(clamped value: Double) {
        self = value.isFinite ? Int(Swift.min(Swift.max(value, 0), 1e15)) : 0
    }
}
