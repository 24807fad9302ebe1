// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// What a daemon serves, where and for how long.
package struct ServiceConfiguration: Sendable {
    /// Where the journal is kept.
    package enum Store: Sendable {
        case file(String)
        case memory
    }

    /// Where requests come in.
    package enum Entrance: Sendable {
        /// A path that the daemon binds.
        case socket(SocketPath)
        /// A listening socket that somebody passed.
        case descriptor(Int32)
    }

    /// The version that the daemon tells.
    package var version: String
    /// Where the journal is kept.
    package var store: Store
    /// Where requests come in.
    package var entrance: Entrance
    /// How long the daemon stays without a connection; nil for ever.
    package var idleExit: Duration?
    /// How long the trash keeps an entry; nil for ever.
    package var trashRetention: Duration?
    /// Gets one byte and is closed once the daemon answers; nil when nobody waits for that.
    package var readyDescriptor: Int32?

    /// Describes a daemon that stays.
    package init(
        version: String,
        store: Store,
        entrance: Entrance,
        idleExit: Duration? = nil,
        trashRetention: Duration? = nil,
        readyDescriptor: Int32? = nil
    ) {
        self.version = version
        self.store = store
        self.entrance = entrance
        self.idleExit = idleExit
        self.trashRetention = trashRetention
        self.readyDescriptor = readyDescriptor
    }
}
