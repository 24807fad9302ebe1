// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A connection that speaks the part of the Redis protocol that messages need.
final class RedisConnection {
    private let connection: SocketConnection

    init(_ path: String) throws { connection = try SocketConnection(path) }

    var descriptor: Int32 { connection.descriptor }

    /// Subscribes to a channel.
    func subscribe(_ channel: String) throws {
        try send(["SUBSCRIBE", channel])
        try receive(Self.array(["subscribe", channel], count: 3) + ":1\r\n")
    }

    /// Sends a message to the subscribers of a channel.
    func publish(_ channel: String, _ payload: String) throws {
        try send(["PUBLISH", channel, payload])
    }

    /// Waits for the reply to a message.
    func receivePublished(subscribers: Int) throws { try receive(":\(subscribers)\r\n") }

    /// Returns the number of bytes in which a subscriber receives a message.
    static func messageLength(_ channel: String, _ payload: String) -> Int {
        array(["message", channel, payload], count: 3).utf8.count
    }

    private func send(_ words: [String]) throws {
        try connection.send(Self.array(words, count: words.count))
    }

    private func receive(_ expected: String) throws {
        let count = expected.utf8.count
        while connection.buffer.count < count { try connection.fill() }
        let reply = String(decoding: connection.take(count), as: UTF8.self)
        guard reply == expected else { throw BenchmarkError("Redis replied \(reply)") }
    }

    private static func array(_ words: [String], count: Int) -> String {
        words.reduce(into: "*\(count)\r\n") { $0 += "$\($1.utf8.count)\r\n\($1)\r\n" }
    }
}
