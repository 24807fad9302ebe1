// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol

/// A raw connection to a daemon: bytes in, lines out, everything with a deadline.
final class Wire {
    private let descriptor: Int32
    private var framer = LineFramer(limit: Limits.replyLine)
    private var lastID: Int64 = 0
    /// Notifications that came while a reply was waited for.
    private var waiting: [JSON] = []

    /// Connects.
    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        // The object is whole, so its end closes the descriptor in this case too.
        guard isConnected else { throw Stuck("nobody listens at \(path): error \(errno)") }
    }

    deinit { close(descriptor) }

    // MARK: Bytes

    /// Sends a line.
    func send(_ line: String) throws { try send(Array(line.utf8) + [0x0A]) }

    /// Sends bytes as they are.
    func send(_ bytes: [UInt8], within patience: Duration = .seconds(30)) throws {
        let sent = try sendSome(bytes, within: patience)
        guard sent == bytes.count else { throw Stuck("the daemon takes no more") }
    }

    /// Sends as much as the other side takes before it stops taking, and tells how much that was.
    func sendSome(_ bytes: [UInt8], within patience: Duration) throws -> Int {
        var sent = 0
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                guard isReady(POLLOUT, ContinuousClock.now + patience) else { return sent }
            } else {
                throw Stuck("the connection broke: error \(errno)")
            }
        }
        return sent
    }

    /// Ends the writing side.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next line, nil at the end of the connection.
    func line(within patience: Duration = .seconds(30)) throws -> String? {
        let deadline = ContinuousClock.now + patience
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if let line = try framer.next() { return String(decoding: line, as: UTF8.self) }
            guard isReady(POLLIN, deadline) else { throw Stuck("no line within \(patience)") }
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return nil }
            framer.append(Array(chunk[..<count]))
        }
    }

    private func isReady(_ event: Int32, _ deadline: ContinuousClock.Instant) -> Bool {
        var readiness = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while true {
            let rest = max(.zero, ContinuousClock.now.duration(to: deadline))
            let count = poll(&readiness, 1, Int32(rest / .milliseconds(1)))
            if count > 0 { return true }
            if count == 0 || errno != EINTR { return false }
        }
    }

    // MARK: Messages

    /// The next message, nil at the end of the connection.
    func message(within patience: Duration = .seconds(30)) throws -> JSON? {
        try line(within: patience).map { try JSON.parse(Array($0.utf8)) }
    }

    /// The next notification.
    func notification(within patience: Duration = .seconds(30)) throws -> JSON {
        if !waiting.isEmpty { return waiting.removeFirst() }
        guard let message = try message(within: patience) else {
            throw Stuck("the connection ended before a notification")
        }
        return message
    }

    /// Notifications that came while a reply was waited for.
    func takeWaiting() -> [JSON] {
        defer { waiting = [] }
        return waiting
    }

    /// Sends a request and answers its id.
    @discardableResult
    func ask(_ method: String, _ params: JSON = [:]) throws -> Int64 {
        lastID += 1
        let request: JSON = [
            "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params,
        ]
        try send(request.description)
        return lastID
    }

    /// The reply to a request, nil when the connection ends before it.
    func reply(to id: Int64, within patience: Duration = .seconds(30)) throws -> JSON? {
        while let message = try message(within: patience) {
            if message["id"] == .integer(id) { return message }
            waiting.append(message)
        }
        return nil
    }

    /// Sends a request and waits for its result.
    @discardableResult
    func call(
        _ method: String,
        _ params: JSON = [:],
        within patience: Duration = .seconds(30)
    ) throws -> JSON {
        let reply = try reply(to: ask(method, params), within: patience)
        guard let result = reply?["result"] else {
            throw Stuck("\(method) \(params) got \(reply?.description ?? "no reply")")
        }
        return result
    }

    /// Sends a request and waits for its error; nil if there is none.
    func error(_ method: String, _ params: JSON = [:]) throws -> JSON? {
        try reply(to: ask(method, params))?["error"]
    }

    /// Sends a request and waits for the kind of its error; nil if it has a result.
    func kind(_ method: String, _ params: JSON = [:]) throws -> String? {
        try error(method, params)?.kind
    }
}

extension JSON {
    /// The kind of an error, or of a message that carries one.
    var kind: String? { (self["error"] ?? self)["data"]?["kind"]?.stringValue }

    var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    subscript(index: Int) -> JSON? {
        let all = elements
        return all.indices.contains(index) ? all[index] : nil
    }

    static func parse(_ text: String) throws -> JSON { try parse(Array(text.utf8)) }
}
