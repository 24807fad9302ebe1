// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem

/// A raw connection to a daemon, with a timeout for every operation.
final class Wire {
    private let descriptor: Int32
    private let framing: Framing
    private var framer = LineFramer(limit: Limits.replyLine)
    private var headerFramer = HeaderFramer(limit: Limits.replyLine)
    private var lastID: Int64 = 0
    /// Notifications received while waiting for a response.
    private var waiting: [JSON] = []

    /// Connects to the socket at a path, for messages in a form.
    init(_ path: String, _ framing: Framing = .lines) throws {
        self.framing = framing
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
        let isConnected = (try? UnixSocketAddress(path: path)?.connect(descriptor)) != nil
        // All properties are initialized, so `deinit` closes the descriptor in this case too.
        guard isConnected else { throw Stuck("cannot connect to \(path): error \(errno)") }
    }

    deinit { close(descriptor) }

    // MARK: Bytes

    /// Sends a line.
    func send(_ line: String) throws { try send(Array(line.utf8) + [0x0A]) }

    /// Sends bytes without adding a newline.
    func send(_ bytes: [UInt8], within timeout: Duration = .seconds(30)) throws {
        let sent = try sendSome(bytes, within: timeout)
        guard sent == bytes.count else { throw Stuck("the daemon stopped reading") }
    }

    /// Sends until the peer stops reading, and returns the number of bytes sent.
    func sendSome(_ bytes: [UInt8], within timeout: Duration) throws -> Int {
        var sent = 0
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                guard isReady(POLLOUT, ContinuousClock.now + timeout) else { return sent }
            } else {
                throw Stuck("the connection broke: error \(errno)")
            }
        }
        return sent
    }

    /// Passes what has arrived to a closure, without waiting; false at the end of the stream.
    func readAvailable(_ body: (ArraySlice<UInt8>) -> Void) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return count < 0 && errno == EAGAIN }
            body(chunk[..<count])
        }
    }

    /// Shuts down the sending half of the connection.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns the next line, or nil at the end of the stream.
    func line(within timeout: Duration = .seconds(30)) throws -> String? {
        let deadline = ContinuousClock.now + timeout
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if let line = try framer.next() { return String(decoding: line, as: UTF8.self) }
            guard isReady(POLLIN, deadline) else { throw Stuck("no line within \(timeout)") }
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return nil }
            framer.append(Array(chunk[..<count]))
        }
    }

    /// Returns the next message with a `Content-Length` header, or nil at the end of the stream.
    func messageWithHeader(within timeout: Duration = .seconds(30)) throws -> String? {
        let deadline = ContinuousClock.now + timeout
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if let message = try headerFramer.next() {
                return String(decoding: message, as: UTF8.self)
            }
            guard isReady(POLLIN, deadline) else { throw Stuck("no message within \(timeout)") }
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return nil }
            chunk[..<count].withUnsafeBytes { headerFramer.append($0) }
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

    /// Sends a request in the form of the connection.
    func send(request id: Int64, _ method: String, _ params: JSON) throws {
        let request: JSON = [
            "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params,
        ]
        switch framing {
        case .lines: try send(request.description)
        case .headers:
            let body = Array(request.description.utf8)
            try send(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
        case .channel:
            let object: JSON = ["method": .string(method), "params": params]
            try send(JSON.array([.integer(id), object]).description)
        }
    }

    /// Returns the next message, or nil at the end of the stream.
    func message(within timeout: Duration = .seconds(30)) throws -> JSON? {
        switch framing {
        case .lines: return try line(within: timeout).map { try JSON.parse($0) }
        case .headers:
            return try messageWithHeader(within: timeout).map { try JSON.parse($0) }
        case .channel:
            guard let text = try line(within: timeout) else { return nil }
            let pair = try JSON.parse(text)
            guard pair.elements.count == 2, let number = pair[0]?.integerValue,
                let message = pair[1], number == message["id"]?.integerValue ?? 0
            else { throw Stuck("not a message of a channel: \(text)") }
            return message
        }
    }

    /// Returns the next notification.
    func notification(within timeout: Duration = .seconds(30)) throws -> JSON {
        if !waiting.isEmpty { return waiting.removeFirst() }
        guard let message = try message(within: timeout) else {
            throw Stuck("the connection ended before a notification")
        }
        return message
    }

    /// Removes and returns the notifications received while waiting for responses.
    func takeWaiting() -> [JSON] {
        defer { waiting = [] }
        return waiting
    }

    /// Sends a request and returns its id.
    @discardableResult
    func ask(_ method: String, _ params: JSON = [:]) throws -> Int64 {
        lastID += 1
        try send(request: lastID, method, params)
        return lastID
    }

    /// Returns the response to a request, or nil if the connection closes before it arrives.
    func reply(to id: Int64, within timeout: Duration = .seconds(30)) throws -> JSON? {
        while let message = try message(within: timeout) {
            if message["id"] == .integer(id) { return message }
            waiting.append(message)
        }
        return nil
    }

    /// Sends a request and returns its result.
    @discardableResult
    func call(
        _ method: String,
        _ params: JSON = [:],
        within timeout: Duration = .seconds(30)
    ) throws -> JSON {
        let reply = try reply(to: ask(method, params), within: timeout)
        guard let result = reply?["result"] else {
            throw Stuck("\(method) \(params) got \(reply?.description ?? "no reply")")
        }
        return result
    }

    /// Sends a request and returns its error, or nil if it succeeds.
    func error(_ method: String, _ params: JSON = [:]) throws -> JSON? {
        try reply(to: ask(method, params))?["error"]
    }

    /// Sends a request and returns the kind of its error, or nil if it succeeds.
    func kind(_ method: String, _ params: JSON = [:]) throws -> String? {
        try error(method, params)?.kind
    }
}

extension JSON {
    /// The kind of an error, or of the error in a response.
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
