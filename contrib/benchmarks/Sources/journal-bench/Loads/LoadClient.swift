// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A connection of a load, with one request in flight.
protocol LoadClient: AnyObject {
    var descriptor: Int32 { get }

    /// Sends a request to create an entry durably and to notify the subscribers.
    func sendCreate(_ entry: SampleEntry) throws

    /// Reads once from the socket.
    ///
    /// - Returns: Whether the reply is complete.
    func receiveReply() throws -> Bool
}

extension LineConnection: LoadClient {
    func sendCreate(_ entry: SampleEntry) throws { try send("entry.create", entry.parameters) }

    func receiveReply() throws -> Bool {
        guard let reply = try receive() else { return false }
        try Self.requireResult(reply)
        return true
    }
}

extension PostgreSQLConnection: LoadClient {
    func sendCreate(_ entry: SampleEntry) throws {
        try sendCreate(entry, payload: entry.identifier)
    }
}
