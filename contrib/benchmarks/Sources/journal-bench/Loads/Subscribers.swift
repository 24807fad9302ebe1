// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CEpoll
import Glibc

/// The sockets of subscribers, each of which receives one message for each change.
///
/// Messages are counted, not parsed, so that the server is measured.
final class Subscribers {
    /// The end of a message.
    enum MessageEnd {
        case newline
        case length(Int)
    }

    /// Retained, because a connection closes its descriptor when it is released.
    private let connections: [AnyObject]
    private let descriptors: [Int32]
    private let queue: Int32

    init<Connection: AnyObject>(
        _ connections: [Connection],
        _ descriptor: (Connection) -> Int32
    ) throws {
        self.connections = connections
        descriptors = connections.map(descriptor)
        queue = epoll_create1(0)
        for (index, descriptor) in descriptors.enumerated() {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            event.data.u32 = UInt32(index)
            guard epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
                throw BenchmarkError("epoll_ctl: \(String(cString: strerror(errno)))")
            }
        }
    }

    deinit { close(queue) }

    /// Waits until each subscriber has received one message.
    ///
    /// - Returns: The times at which the first and the last one had it, and the length of a message.
    func waitForAll(_ end: MessageEnd) throws -> (first: Double, last: Double, length: Int) {
        var received = [Int](repeating: 0, count: descriptors.count)
        var missing = descriptors.count
        var first: Double?
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while missing > 0 {
            let ready = Int(epoll_wait(queue, &events, Int32(events.count), 60_000))
            guard ready > 0 else {
                throw BenchmarkError("\(missing) subscribers received nothing within 60 s")
            }
            for event in events[..<ready] {
                let index = Int(event.data.u32)
                let count = recv(descriptors[index], &chunk, chunk.count, 0)
                guard count > 0 else { throw BenchmarkError("a server closed the connection") }
                received[index] += count
                let isComplete =
                    switch end {
                    case .newline: chunk[count - 1] == UInt8(ascii: "\n")
                    case .length(let length): received[index] == length
                    }
                guard isComplete else { continue }
                missing -= 1
                first = first ?? now()
            }
        }
        let last = now()
        return (first ?? last, last, received.first ?? 0)
    }
}
