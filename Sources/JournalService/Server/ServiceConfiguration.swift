// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The configuration of a daemon.
package struct ServiceConfiguration: Sendable {
    /// The location of the journal.
    package enum Store: Sendable {
        case file(String)
        case memory
    }

    /// The socket at which clients connect.
    package enum Endpoint: Sendable {
        /// A path that the daemon binds.
        case socket(SocketPath)
        /// An inherited listening socket, as from systemd.
        case descriptor(Int32)
    }

    /// The version that the daemon reports.
    package var version: String
    /// The location of the journal.
    package var store: Store
    /// The socket at which clients connect.
    package var endpoint: Endpoint
    /// The time without a connection after which the daemon exits; nil for no limit.
    package var idleExit: Duration?
    /// The time for which the trash keeps an entry; nil to keep it forever.
    package var trashRetention: Duration?
    /// A descriptor that receives one byte and is closed once the daemon is ready; nil for none.
    package var readyDescriptor: Int32?

    /// Creates a configuration.
    package init(
        version: String,
        store: Store,
        endpoint: Endpoint,
        idleExit: Duration? = nil,
        trashRetention: Duration? = nil,
        readyDescriptor: Int32? = nil
    ) {
        self.version = version
        self.store = store
        self.endpoint = endpoint
        self.idleExit = idleExit
        self.trashRetention = trashRetention
        self.readyDescriptor = readyDescriptor
    }
}
