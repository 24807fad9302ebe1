// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSpace

/// A hub in another process or on another machine.
///
/// If the connection was lost, a call is repeated once over a new one, except a wait.
package final class RemoteHub: BlockingHub {
    private let address: String?
    private let connect: () throws(HubError) -> WireConnection
    private var connection: WireConnection?

    /// Creates a hub.
    ///
    /// - Parameters:
    ///   - address: The address of the hub, if the process serves any; otherwise nil.
    ///   - connect: Makes a connection; called for the first call, and after each failure.
    package init(
        address: String? = nil,
        connect: @escaping () throws(HubError) -> WireConnection
    ) {
        self.address = address
        self.connect = connect
    }

    /// Creates the hub of a folder on another machine.
    ///
    /// - Parameters:
    ///   - target: The machine and the folder.
    ///   - ssh: The program ssh.
    ///   - remoteCommand: The command on the other machine that serves a folder.
    package convenience init(_ target: SSHTarget, ssh: String, remoteCommand: String) {
        let arguments = target.arguments(ssh: ssh, command: remoteCommand)
        self.init { () throws(HubError) in
            try WireConnection(starting: arguments, name: "ssh://\(target.destination)")
        }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func create() throws(HubError) { _ = try exchange(WireRequest(op: .create)) }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func spaces() throws(HubError) -> [SpaceID] {
        let tail = try exchange(WireRequest(op: .spaces), limit: Wire.listingLength).tail
        let lines = tail.split(separator: UInt8(ascii: "\n"))
        let spaces = lines.compactMap { SpaceID(String(decoding: $0, as: UTF8.self)) }
        guard spaces.count == lines.count else { throw damaged("a list of spaces") }
        return spaces.sorted()
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func list(_ prefix: HubPrefix) throws(HubError) -> HubListing {
        let request = WireRequest(op: .list, prefix: prefix.description)
        let (reply, tail) = try exchange(request, limit: Wire.listingLength)
        guard let time = reply.time,
            let listing = try Wire.listing(tail, of: prefix, time: time)
        else { throw damaged("a list of \(prefix)") }
        return listing
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func get(_ name: HubName) throws(HubError) -> [UInt8]? {
        let request = WireRequest(op: .get, name: name.description)
        let (reply, tail) = try exchange(request, limit: HubLimits.objectSize)
        return reply.absent == true ? nil : tail
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func put(_ bytes: [UInt8], as name: HubName) throws(HubError) {
        try HubLimits.check(bytes, of: name)
        let request = WireRequest(op: .put, name: name.description, tail: bytes.count)
        _ = try exchange(request, sending: bytes)
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func delete(_ name: HubName) throws(HubError) {
        _ = try exchange(WireRequest(op: .delete, name: name.description))
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant,
        interruptedBy interruption: Int32
    ) throws(HubError) {
        let request = WireRequest(
            op: .wait,
            prefix: prefix.description,
            mark: Hexadecimal.text(mark.rawValue),
            milliseconds: Int(Readiness.milliseconds(until: deadline))
        )
        _ = try exchange(request) { channel throws(WireChannel.Failure) in
            var ready: Set<Int32>
            repeat {
                // A signal ends it early.
                ready = Readiness.wait(toRead: [channel.input, interruption], until: deadline)
            } while ready.isEmpty && ContinuousClock.now < deadline
            // An empty line ends the wait at the other end.
            if ready.contains(interruption) { try channel.write([UInt8(ascii: "\n")]) }
        }
    }

    // MARK: Connections

    /// The reply to a request, with the bytes after it.
    private typealias Answer = (reply: WireReply, tail: [UInt8])

    private func exchange(
        _ request: WireRequest,
        sending bytes: [UInt8] = [],
        limit: Int = 0,
        beforeReply: (WireChannel) throws(WireChannel.Failure) -> Void = { _ in }
    ) throws(HubError) -> Answer {
        let isReused = self.connection != nil
        let connection = try opened()
        let answer: Answer?
        do throws(WireChannel.Failure) {
            try connection.channel.write(Wire.line(request) + bytes)
            try beforeReply(connection.channel)
            answer = try receive(from: connection.channel, limit: limit)
        } catch {
            self.connection = nil
            guard isReused, error == .closed, request.op != .wait else {
                throw connection.error(error)
            }
            return try exchange(request, sending: bytes, limit: limit, beforeReply: beforeReply)
        }
        guard let answer else {
            self.connection = nil
            throw damaged("a reply")
        }
        if let error = Self.error(of: answer.reply, from: connection) { throw error }
        return answer
    }

    /// Returns the error that a reply reports.
    private static func error(of reply: WireReply, from connection: WireConnection) -> HubError? {
        guard let code = reply.error else { return nil }
        let message =
            reply.message?.filter { !$0.isControl }
            ?? "\(connection.name) failed; try again later"
        return HubError(HubError.Code(rawValue: code), message: message)
    }

    private func opened() throws(HubError) -> WireConnection {
        if let connection { return connection }
        let connection = try connect()
        try greet(connection)
        self.connection = connection
        return connection
    }

    /// Returns the next reply; nil if it is malformed.
    private func receive(
        from channel: WireChannel,
        limit: Int
    ) throws(WireChannel.Failure) -> Answer? {
        switch try channel.readLine() {
        case .end: throw .closed
        case .tooLong: return nil
        case .line(let line):
            guard let reply = Wire.message(WireReply.self, from: line),
                (0...limit).contains(reply.tail ?? 0)
            else { return nil }
            return (reply, try channel.readBytes(reply.tail ?? 0))
        }
    }

    /// Checks that the other end is a hub.
    private func greet(_ connection: WireConnection) throws(HubError) {
        let line: WireChannel.Line
        do throws(WireChannel.Failure) {
            try connection.channel.write(
                Wire.line(WireRequest(op: .hello, version: Wire.version, url: address))
            )
            line = try connection.channel.readLine()
        } catch {
            throw connection.error(error)
        }
        guard line != .end else { throw connection.error(.closed) }
        guard case .line(let bytes) = line,
            let reply = Wire.message(WireReply.self, from: bytes),
            reply.hub == Wire.name || reply.error != nil
        else { throw foreign(line, from: connection) }
        if let error = Self.error(of: reply, from: connection) { throw error }
        guard reply.version == Wire.version else {
            throw HubError(
                .notHub,
                message:
                    "\(connection.name) has version \(reply.version ?? 0) of the protocol, and "
                    + "this program version \(Wire.version); update the older one"
            )
        }
    }

    private func foreign(_ line: WireChannel.Line, from connection: WireConnection) -> HubError {
        let bytes = if case .line(let bytes) = line { bytes } else { [UInt8]() }
        let text = String(decoding: bytes.prefix(80), as: UTF8.self).filter { !$0.isControl }
        return HubError(
            .notHub,
            message:
                "\(connection.name) sent \"\(text)\" instead of the reply of a hub; if a shell "
                + "there prints it, make it silent for commands"
        )
    }

    private func damaged(_ part: String) -> HubError {
        let name = connection?.name ?? "the hub"
        return HubError(.damaged, message: "\(name) sent \(part) that is malformed; update it")
    }
}
