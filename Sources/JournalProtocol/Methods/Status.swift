// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Asks how the daemon is.
package struct Status: MethodCall {
    package static let method = MethodName.status

    /// Asks for it.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// How the daemon is.
    package struct Reply: JSONConvertible, Equatable {
        /// The daemon's version.
        package var version: String
        /// The protocol version it speaks.
        package var protocolVersion: Int
        /// The daemon's process.
        package var pid: Int
        /// When it started.
        package var startedAt: Timestamp
        /// How long it has been running.
        package var uptimeSeconds: Double
        /// The path of the store, or nil for one in memory.
        package var store: String?
        /// The path of the socket, or nil when the daemon was handed a listener without one.
        package var socket: String?
        /// Where the history stands.
        package var cursor: Cursor
        /// How many entries are outside the trash.
        package var entryCount: Int
        /// How many entries are in the trash.
        package var trashedCount: Int
        /// How many notebooks there are.
        package var notebookCount: Int
        /// How many tags there are.
        package var tagCount: Int
        /// How many clients are connected, the asking one included.
        package var clientCount: Int
        /// How many subscriptions they have.
        package var subscriptionCount: Int
        /// The version of SQLite.
        package var sqliteVersion: String?

        /// Describes a daemon; counts start at zero.
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
            sqliteVersion: String? = nil
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
            self.sqliteVersion = sqliteVersion
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            version = try fields.required("version")
            protocolVersion = try fields.required("protocol")
            pid = try fields.required("pid")
            startedAt = try fields.required("startedAt")
            uptimeSeconds = try fields.required("uptime")
            store = try fields.optional("store")
            socket = try fields.optional("socket")
            cursor = try fields.required("cursor")
            entryCount = try fields.optional("entries") ?? 0
            trashedCount = try fields.optional("trashed") ?? 0
            notebookCount = try fields.optional("notebooks") ?? 0
            tagCount = try fields.optional("tags") ?? 0
            clientCount = try fields.optional("clients") ?? 0
            subscriptionCount = try fields.optional("subscriptions") ?? 0
            sqliteVersion = try fields.optional("sqlite")
        }

        package var json: JSON {
            var object = JSONObject()
            object.append("version", version)
            object.append("protocol", protocolVersion)
            object.append("pid", pid)
            object.append("startedAt", startedAt)
            object.append("uptime", uptimeSeconds)
            object.append("store", store)
            object.append("socket", socket)
            object.append("cursor", cursor)
            object.append("entries", entryCount)
            object.append("trashed", trashedCount)
            object.append("notebooks", notebookCount)
            object.append("tags", tagCount)
            object.append("clients", clientCount)
            object.append("subscriptions", subscriptionCount)
            object.append("sqlite", sqliteVersion)
            return .object(object)
        }
    }
}
