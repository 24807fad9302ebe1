// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalSystem

/// Copies lines between standard input and output and the daemon, unchanged.
///
/// Requests and replies are counted, so that an end of the connection that leaves a request without
/// its reply is an error.
package struct StdioBridge {
    private let connection: Connection
    private let output: StandardOutput
    private let input: Int32
    private var unsent: ArraySlice<UInt8> = []
    private var isReading = true
    /// Whether the daemon closed the connection before the input was sent.
    private var isCut = false
    private var requests = RepliedMessages()
    private var replies = RepliedMessages()

    /// Creates a bridge over a connection.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - output: Receives the lines of the daemon.
    ///   - input: The descriptor that requests are read from.
    package init(connection: Connection, output: StandardOutput, input: Int32 = 0) {
        self.connection = connection
        self.output = output
        self.input = input
    }

    /// Copies until the daemon has replied to everything and closed the connection.
    ///
    /// Replies are read while requests wait to be sent: the daemon stops reading requests while its
    /// replies are not read. Input is read only after earlier input was sent.
    ///
    /// - Throws: An error if the daemon closes the connection although a request has no reply or
    ///   was not sent, if it sends a line over the limit, or if the input cannot be read or the
    ///   output not be written.
    package mutating func run() throws(ClientError) {
        while true {
            let events = Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT)
            var entries = [
                pollfd(fd: connection.descriptor, events: events, revents: 0),
                pollfd(
                    fd: isReading && unsent.isEmpty ? input : -1,
                    events: Int16(POLLIN),
                    revents: 0
                ),
            ]
            guard poll(&entries, 2, -1) > 0 else { continue }
            if entries[1].revents != 0 { try readInput() }
            if !unsent.isEmpty { sendInput() }
            if entries[0].revents & ~Int16(POLLOUT) != 0, try !copyAvailableLines() {
                return try requireReplies()
            }
        }
    }

    /// Reads a part of the input; its end also ends the last line.
    private mutating func readInput() throws(ClientError) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(input, &chunk, chunk.count)
        guard count >= 0 else {
            if errno == EINTR || errno == EAGAIN { return }
            throw ClientError(.input, "cannot read standard input: \(SystemError.last)")
        }
        if count > 0 {
            unsent = chunk[..<count]
        } else {
            isReading = false
            if requests.isInLine { unsent = [UInt8(ascii: "\n")] }
        }
        requests.append(unsent)
        if unsent.isEmpty { connection.finishSending() }
    }

    private mutating func sendInput() {
        guard let sent = connection.sendAvailable(unsent) else {
            // The daemon closed the connection; its earlier replies can still be read.
            isReading = false
            isCut = true
            unsent = []
            return
        }
        unsent = unsent.dropFirst(sent)
        if unsent.isEmpty, !isReading { connection.finishSending() }
    }

    /// Copies the lines that have arrived; returns false once the daemon has closed the connection.
    private mutating func copyAvailableLines() throws(ClientError) -> Bool {
        var replies = replies
        let isOpen = try connection.receiveAvailable { line in
            output.line(line)
            replies.append(line)
            replies.endLine()
        }
        self.replies = replies
        try output.flush()
        return isOpen
    }

    // MARK: The end of the connection

    /// Throws an error if the connection ended before all requests had a reply.
    private func requireReplies() throws(ClientError) {
        let isCut = isCut || !unsent.isEmpty || requests.isInLine || hasInput
        let missing = max(0, requests.count - replies.count)
        guard isCut || missing > 0 else { return }
        throw ClientError(
            .connectionLost,
            isCut
                ? "the daemon closed the connection before all requests were sent"
                : "the daemon closed the connection before it replied to "
                    + (missing == 1 ? "1 request" : "\(missing) requests")
        )
    }

    /// Whether there is input that was not read.
    private var hasInput: Bool {
        guard isReading else { return false }
        var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 0) > 0 else { return false }
        var byte: UInt8 = 0
        return read(input, &byte, 1) > 0
    }
}
