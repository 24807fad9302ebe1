// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A load of durable creates, with one request in flight on each connection.
struct Load {
    private struct Client {
        let connection: LineConnection
        var sentAt = 0.0
    }

    private var clients: [Client]
    private var text: SampleText
    private var polls: [pollfd]
    private(set) var acknowledged = 0

    init(_ socket: String, connections: Int) throws {
        clients = try (0..<connections).map { _ in Client(connection: try LineConnection(socket)) }
        text = SampleText(seed: UInt64(connections))
        polls = clients.map {
            pollfd(fd: $0.connection.descriptor, events: Int16(POLLIN), revents: 0)
        }
    }

    /// Runs the load for a duration.
    ///
    /// - Returns: The number of entries per second and the latencies.
    mutating func run(seconds: Double) throws -> (rate: Double, latencies: Samples) {
        var latencies = Samples()
        let start = now()
        for index in clients.indices { try sendNext(index) }
        var waiting = clients.count
        while waiting > 0 {
            guard poll(&polls, nfds_t(polls.count), 10_000) > 0 else {
                throw BenchmarkError("the daemon did not reply within 10 s")
            }
            for index in clients.indices where polls[index].revents != 0 {
                for reply in try clients[index].connection.receive() {
                    guard reply.contains("\"result\"") else { throw BenchmarkError(reply) }
                    let time = now()
                    latencies.add(time - clients[index].sentAt)
                    acknowledged += 1
                    if time - start < seconds { try sendNext(index) } else { waiting -= 1 }
                }
            }
        }
        return (Double(latencies.seconds.count) / (now() - start), latencies)
    }

    private mutating func sendNext(_ index: Int) throws {
        let line = """
            {"jsonrpc":"2.0","id":1,"method":"entry.create","params":{"id":"\(text.identifier())",\
            "text":"\(text.next())","createdAt":"2026-11-21T10:15:00.250+01:00",\
            "zone":"Europe/Berlin"}}

            """
        clients[index].sentAt = now()
        try clients[index].connection.send(line)
    }
}
