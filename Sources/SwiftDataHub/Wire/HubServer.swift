// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The other end of `RemoteHub`: executes the requests of one connection, one after the other.
///
/// A malformed request is answered with an error, and the connection continues.
package final class HubServer {
    private let open: (String) throws(HubError) -> any BlockingHub
    private var openHub: (any BlockingHub)?
    private let channel: WireChannel

    /// Creates a server, which does not close the descriptors.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - input: The descriptor of the requests.
    ///   - output: The descriptor of the replies.
    ///   - timeout: The time after which a transfer that does not continue ends the connection.
    package init(
        _ hub: any BlockingHub,
        input: Int32,
        output: Int32,
        timeout: Duration = .seconds(60)
    ) {
        openHub = hub
        open = { _ in hub }
        channel = WireChannel(input: input, output: output, timeout: timeout)
    }

    /// Creates a server of the hub that the other end names in its greeting.
    ///
    /// - Parameters:
    ///   - input: The descriptor of the requests.
    ///   - output: The descriptor of the replies.
    ///   - timeout: The time after which a transfer that does not continue ends the connection.
    ///   - open: Returns the hub at an address.
    package init(
        input: Int32,
        output: Int32,
        timeout: Duration = .seconds(60),
        opening open: @escaping (String) throws(HubError) -> any BlockingHub
    ) {
        self.open = open
        channel = WireChannel(input: input, output: output, timeout: timeout)
    }

    private var hub: any BlockingHub {
        get throws(HubError) {
            guard let openHub else { throw invalid("the greeting has no address") }
            return openHub
        }
    }

    /// Replies to requests until the end of the input.
    package func run() {
        do throws(WireChannel.Failure) {
            while true {
                switch try channel.readLine(until: .now + .seconds(1 << 32)) {
                case .end: return
                case .tooLong: try send(WireReply(invalid("a line is too long")))
                // It ended a wait.
                case .line([]): break
                case .line(let line): try reply(to: line)
                }
            }
        } catch {
            // Nothing can be sent to the other end any more.
        }
    }

    private func reply(to line: [UInt8]) throws(WireChannel.Failure) {
        guard let request = Wire.message(WireRequest.self, from: line), request.tail ?? 0 >= 0
        else {
            return try send(WireReply(invalid("a request is malformed")))
        }
        let length = request.tail ?? 0
        guard length <= HubLimits.objectSize else {
            try channel.skip(length)
            let message =
                "an object has \(length) bytes, and at most \(HubLimits.objectSize) are allowed"
            return try send(WireReply(HubError(.limit, message: message + "; divide it")))
        }
        let bytes = try channel.readBytes(length)
        let reply: WireReply
        var tail: [UInt8] = []
        do throws(HubError) {
            reply = try execute(request, object: bytes, tail: &tail)
        } catch {
            reply = WireReply(error)
        }
        try send(reply, tail: tail)
    }

    private func send(_ reply: WireReply, tail: [UInt8] = []) throws(WireChannel.Failure) {
        var reply = reply
        if !tail.isEmpty { reply.tail = tail.count }
        try channel.write(Wire.line(reply) + tail)
    }

    private func execute(
        _ request: WireRequest,
        object bytes: [UInt8],
        tail: inout [UInt8]
    ) throws(HubError) -> WireReply {
        switch request.op {
        case .hello:
            if openHub == nil, let url = request.url { openHub = try open(url) }
            return WireReply(hub: Wire.name, version: Wire.version)
        case .create: try hub.create()
        case .spaces: tail = try hub.spaces().flatMap { Array("\($0)\n".utf8) }
        case .list:
            let listing = try hub.list(try prefix(of: request))
            tail = Wire.bytes(listing)
            return WireReply(time: listing.time)
        case .get:
            guard let object = try hub.get(try name(of: request)) else {
                return WireReply(absent: true)
            }
            tail = object
        case .put: try hub.put(bytes, as: try name(of: request))
        case .delete: try hub.delete(try name(of: request))
        case .wait: try wait(request)
        }
        return WireReply()
    }

    private func wait(_ request: WireRequest) throws(HubError) {
        guard let mark = request.mark.flatMap({ UInt64($0, radix: 16) }),
            let milliseconds = request.milliseconds, milliseconds >= 0
        else { throw invalid("a wait has no mark or time") }
        let prefix = try prefix(of: request)
        // The next request has ended the wait.
        if channel.hasBufferedInput { return }
        try hub.wait(
            for: prefix,
            toDifferFrom: HubMark(rawValue: mark),
            until: .now + .milliseconds(min(milliseconds, 86_400_000)),
            interruptedBy: channel.input
        )
    }

    private func name(of request: WireRequest) throws(HubError) -> HubName {
        guard let name = request.name.flatMap(HubName.init) else {
            throw invalid("a request has no valid name")
        }
        return name
    }

    private func prefix(of request: WireRequest) throws(HubError) -> HubPrefix {
        guard let prefix = request.prefix.flatMap(HubPrefix.init) else {
            throw invalid("a request has no valid prefix")
        }
        return prefix
    }

    private func invalid(_ problem: String) -> HubError {
        HubError(.invalid, message: "\(problem); update the program that sent it")
    }
}
