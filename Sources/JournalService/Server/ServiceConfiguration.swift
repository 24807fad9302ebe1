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
    /// The time after which a connection is closed if its client does not continue a transfer.
    package var stallTimeout: Duration
    /// The memory in bytes that all connections may use for requests and unsent output before long
    /// requests wait.
    package var memoryLimit: Int
    /// The time after which the broadcaster postpones subscriptions and live lists, so that the
    /// requests of others are read.
    package var broadcastTurn: Duration
    /// The time after the start at which the indexes of the store are checked.
    package var indexCheckDelay: Duration
    /// A descriptor that receives one byte and is closed once the daemon is ready; nil for none.
    package var readyDescriptor: Int32?
    /// The store through which connections pass to the next daemon; nil to close them.
    package var descriptorStore: (any DescriptorStore)?
    /// The passphrase of an encrypted store; nil to wait for a client that has it.
    package var credential: PassphraseCredential?
    /// The source of the hubs with which the store is synchronized.
    package var hubs: HubSource
    /// The synchronization of a test; nil for the one of the store.
    var sync: (any SyncControl)?

    /// Creates a configuration.
    package init(
        version: String,
        store: Store,
        endpoint: Endpoint,
        idleExit: Duration? = nil,
        trashRetention: Duration? = nil,
        stallTimeout: Duration = .seconds(Limits.stall),
        memoryLimit: Int = Limits.memory,
        broadcastTurn: Duration = .milliseconds(20),
        indexCheckDelay: Duration = .seconds(1),
        readyDescriptor: Int32? = nil,
        descriptorStore: (any DescriptorStore)? = nil,
        credential: PassphraseCredential? = nil,
        hubs: HubSource = HubSource(Environment([:]))
    ) {
        self.version = version
        self.store = store
        self.endpoint = endpoint
        self.idleExit = idleExit
        self.trashRetention = trashRetention
        self.stallTimeout = stallTimeout
        self.memoryLimit = memoryLimit
        self.broadcastTurn = broadcastTurn
        self.indexCheckDelay = indexCheckDelay
        self.readyDescriptor = readyDescriptor
        self.descriptorStore = descriptorStore
        self.credential = credential
        self.hubs = hubs
    }
}

/// The text form of a duration: `600`, `90s`, `10min`, `2h`, `1d`.
package enum DurationText {
    private static let units: [String: Int64] = [
        "": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400,
    ]

    /// Parses a duration in whole units; a number without a unit is in seconds.
    ///
    /// Returns nil for other text.
    package static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text[digits.endIndex...].drop { $0 == " " }
        guard let count = Int64(digits), let factor = units[String(unit)] else { return nil }
        let (seconds, isTooLong) = count.multipliedReportingOverflow(by: factor)
        guard !isTooLong, seconds <= 10 * 365 * 86_400 else { return nil }
        return .seconds(seconds)
    }
}
