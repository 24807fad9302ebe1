// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
/// Hands lines of standard input to the daemon and its lines to standard output, as they are.
package struct StdioBridge {
    private let connection: Connection
    private let output: StandardOutput

    /// Relays over a connection.
    package init(connection: Connection, output: StandardOutput) {
        self.connection = connection
        self.output = output
    }

    /// Relays until the daemon has answered everything and closed.
    ///
    /// Replies are taken while requests wait to be sent: a daemon whose replies nobody takes reads no
    /// further request. Input is read when what was read before has been sent.
    ///
    /// - Parameter input: The descriptor to read requests from.
    /// - Throws: When the daemon sends what is no line, or the output cannot be written.
    package func run(input: Int32 = 0) throws(ClientError) {
        var isReading = true
        var waiting: ArraySlice<UInt8> = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let wanted = Int16(waiting.isEmpty ? POLLIN : POLLIN | POLLOUT)
            var entries = [
                pollfd(fd: connection.descriptor, events: wanted, revents: 0),
                pollfd(
                    fd: isReading && waiting.isEmpty ? input : -1,
                    events: Int16(POLLIN),
                    revents: 0
                ),
            ]
            guard poll(&entries, 2, -1) > 0 else { continue }
            if entries[1].revents != 0 {
                let count = read(input, &chunk, chunk.count)
                if count > 0 {
                    waiting = chunk[..<count]
                } else {
                    isReading = false
                    connection.finishSending()
                }
            }
            if !waiting.isEmpty {
                guard let sent = connection.sendAvailable(waiting) else {
                    // The daemon has gone; what it said before still comes.
                    isReading = false
                    waiting = []
                    continue
                }
                waiting = waiting.dropFirst(sent)
            }
            if entries[0].revents & ~Int16(POLLOUT) != 0, try !relayAvailableLines() { return }
        }
    }

    /// Returns false once the daemon has closed.
    private func relayAvailableLines() throws(ClientError) -> Bool {
        let open = try connection.receiveAvailable { output.line($0) }
        try output.flush()
        return open
    }
}
