// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the daemon's state and the size of the journal.
package struct Status: MethodCall {
    package static let method = MethodName.status

    /// Creates a status request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}

    /// The daemon's state and the size of the journal.
    package struct Reply: ProtocolObject, Equatable {
        /// The daemon's version.
        package var version: String
        /// The protocol version that the daemon uses.
        package var protocolVersion: Int
        /// The process id of the daemon.
        package var pid: Int
        /// The time at which the daemon started.
        package var startedAt: Timestamp
        /// The time since the daemon started, in seconds.
        package var uptimeSeconds: Double
        /// The path of the store, or nil for an in-memory store.
        package var store: String?
        /// The path of the socket, or nil for an inherited listener without a path.
        package var socket: String?
        /// The current position in the history.
        package var cursor: Cursor
        /// The number of entries outside the trash.
        package var entryCount: Int
        /// The number of entries in the trash.
        package var trashedCount: Int
        /// The number of notebooks.
        package var notebookCount: Int
        /// The number of tags.
        package var tagCount: Int
        /// The number of connected clients, including the caller.
        package var clientCount: Int
        /// The number of subscriptions of all clients.
        package var subscriptionCount: Int
        /// The memory that the daemon uses for its clients.
        package var memory: MemoryRecord
        /// The memory of the daemon's process in bytes, or nil if it is not known.
        package var processMemory: Int?
        /// The version of the SQLite library.
        package var sqliteVersion: String?
        /// Whether the store can only be read, because it cannot be written.
        package var isReadOnly: Bool
        /// Whether the texts in the store are encrypted.
        package var isEncrypted: Bool
        /// Whether the daemon has no key of the encrypted store, so that only `store.unlock` is of
        /// use.
        package var isLocked: Bool
        /// The damage found in the store, which is no longer written; nil if there is none.
        package var damage: String?

        /// Creates a reply, with counts that default to zero.
        package init(
            version: String,
            protocolVersion: Int = Protocol.version,
            pid: Int,
            startedAt: Timestamp,
            uptimeSeconds: Double,
            store: String?,
            socket: String?,
            cursor: Cursor,
            entryCount: Int = 0,
            trashedCount: Int = 0,
            notebookCount: Int = 0,
            tagCount: Int = 0,
            clientCount: Int = 0,
            subscriptionCount: Int = 0,
            memory: MemoryRecord = MemoryRecord(),
            processMemory: Int? = nil,
            sqliteVersion: String? = nil,
            isReadOnly: Bool = false,
            isEncrypted: Bool = false,
            isLocked: Bool = false,
            damage: String? = nil
        ) {
            self.version = version
            self.protocolVersion = protocolVersion
            self.pid = pid
            self.startedAt = startedAt
            self.uptimeSeconds = uptimeSeconds
            self.store = store
            self.socket = socket
            self.cursor = cursor
            self.entryCount = entryCount
            self.trashedCount = trashedCount
            self.notebookCount = notebookCount
            self.tagCount = tagCount
            self.clientCount = clientCount
            self.subscriptionCount = subscriptionCount
            self.memory = memory
            self.processMemory = processMemory
            self.sqliteVersion = sqliteVersion
            self.isReadOnly = isReadOnly
            self.isEncrypted = isEncrypted
            self.isLocked = isLocked
            self.damage = damage
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            version = try fields.required("version", \.version)
            protocolVersion = try fields.required("protocol", \.protocolVersion)
            pid = try fields.required("pid", \.pid)
            startedAt = try fields.required("startedAt", \.startedAt)
            uptimeSeconds = try fields.required("uptime", \.uptimeSeconds)
            store = try fields.optional("store", \.store)
            socket = try fields.optional("socket", \.socket)
            cursor = try fields.required("cursor", \.cursor)
            entryCount = try fields.sent("entries", \.entryCount, ifAbsent: 0)
            trashedCount = try fields.sent("trashed", \.trashedCount, ifAbsent: 0)
            notebookCount = try fields.sent("notebooks", \.notebookCount, ifAbsent: 0)
            tagCount = try fields.sent("tags", \.tagCount, ifAbsent: 0)
            clientCount = try fields.sent("clients", \.clientCount, ifAbsent: 0)
            subscriptionCount = try fields.sent("subscriptions", \.subscriptionCount, ifAbsent: 0)
            fields.derived("memory", \.memory.total)
            memory = try fields.sent("memoryParts", \.memory, ifAbsent: MemoryRecord())
            processMemory = try fields.optional("processMemory", \.processMemory)
            sqliteVersion = try fields.optional("sqlite", \.sqliteVersion)
            isReadOnly = try fields.optional("readOnly", \.isReadOnly, default: false)
            isEncrypted = try fields.optional("encrypted", \.isEncrypted, default: false)
            isLocked = try fields.optional("locked", \.isLocked, default: false)
            damage = try fields.optional("damage", \.damage)
        }
    }
}
