// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A connection to the daemon that sends and receives lines.
final class LineConnection {
    private let connection: SocketConnection
    /// The number of bytes at the start of the buffer that contain no end of a line.
    private var searched = 0

    init(_ path: String) throws { connection = try SocketConnection(path) }

    var descriptor: Int32 { connection.descriptor }

    /// Sends a request with the identifier 1.
    func send(_ method: String, _ parameters: String) throws {
        try connection.send(Self.request(method, parameters))
    }

    /// Sends a complete line.
    func send(line: String) throws { try connection.send(line) }

    /// Returns the line of a request with the identifier 1.
    static func request(_ method: String, _ parameters: String) -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":\(parameters)}\n"
    }

    /// Reads once from the socket.
    ///
    /// - Returns: A line, if one is complete.
    func receive() throws -> [UInt8]? {
        try connection.fill()
        return completeLine()
    }

    /// Waits for a line.
    func receiveLine() throws -> [UInt8] {
        while true {
            if let line = completeLine() { return line }
            try connection.fill()
        }
    }

    /// Sends a request and waits for its reply, on a connection without subscriptions.
    func call(_ method: String, _ parameters: String) throws -> [UInt8] {
        try send(method, parameters)
        let reply = try receiveLine()
        try Self.requireResult(reply)
        return reply
    }

    /// Throws the reply if it is an error.
    static func requireResult(_ reply: [UInt8]) throws {
        let start = String(decoding: reply.prefix(64), as: UTF8.self)
        guard start.contains("\"result\":") else {
            throw BenchmarkError(String(decoding: reply.prefix(1_000), as: UTF8.self))
        }
    }

    private func completeLine() -> [UInt8]? {
        let end = connection.buffer.withUnsafeBytes { bytes -> Int? in
            guard let start = bytes.baseAddress, searched < bytes.count else { return nil }
            let found = memchr(start + searched, 10, bytes.count - searched)
            return found.map { UnsafeRawPointer($0) - start }
        }
        guard let end else {
            searched = connection.buffer.count
            return nil
        }
        searched = 0
        return Array(connection.take(end + 1).dropLast())
    }
}
