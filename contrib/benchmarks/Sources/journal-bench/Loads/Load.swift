// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A load of durable creates, with one request in flight on each connection.
struct Load<Client: LoadClient> {
    /// The measurements of a run.
    struct Result {
        /// The number of entries per second.
        let rate: Double
        let latencies: Samples
    }

    private let clients: [Client]
    private let isTagged: Bool
    private var sentAt: [Double]
    private var text: SampleText
    private var polls: [pollfd]
    private(set) var acknowledged = 0

    /// Creates a load on connections, with a tag for each entry or without tags.
    init(_ clients: [Client], isTagged: Bool, seed: Int) {
        self.clients = clients
        self.isTagged = isTagged
        sentAt = clients.map { _ in 0 }
        text = SampleText(seed: UInt64(seed))
        polls = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    /// Runs the load for a duration.
    mutating func run(seconds: Double) throws -> Result {
        var latencies = Samples()
        let start = now()
        for index in clients.indices { try sendNext(index) }
        var waiting = clients.count
        while waiting > 0 {
            guard poll(&polls, nfds_t(polls.count), 60_000) > 0 else {
                throw BenchmarkError("a server did not reply within 60 s")
            }
            for index in clients.indices where polls[index].revents != 0 {
                guard try clients[index].receiveReply() else { continue }
                let time = now()
                latencies.add(time - sentAt[index])
                acknowledged += 1
                if time - start < seconds { try sendNext(index) } else { waiting -= 1 }
            }
        }
        return Result(
            rate: Double(latencies.seconds.count) / (now() - start),
            latencies: latencies
        )
    }

    private mutating func sendNext(_ index: Int) throws {
        let entry = text.entry(isTagged: isTagged)
        sentAt[index] = now()
        try clients[index].sendCreate(entry)
    }
}

extension Load<LineConnection> {
    /// Opens the connections to a daemon.
    init(_ daemon: Daemon, connections: Int, isTagged: Bool, seed: Int = 1) throws {
        self.init(
            try (0..<connections).map { _ in try LineConnection(daemon.socket) },
            isTagged: isTagged,
            seed: seed * 1_000 + connections
        )
    }
}
