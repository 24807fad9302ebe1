// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient

/// Copies lines between standard input and output and the daemon, unchanged.
package struct StdioBridge {
    private let connection: Connection
    private let output: StandardOutput

    /// Creates a bridge over a connection.
    package init(connection: Connection, output: StandardOutput) {
        self.connection = connection
        self.output = output
    }

    /// Copies until the daemon has replied to everything and closed the connection.
    ///
    /// Replies are read while requests wait to be sent: a daemon whose replies are not read stops
    /// reading requests. Input is read only after earlier input was sent.
    ///
    /// - Parameter input: The descriptor that requests are read from.
    /// - Throws: An error if the daemon sends a line over the limit, or the output cannot be
    ///   written.
    package func run(input: Int32 = 0) throws(ClientError) {
        var isReading = true
        var unsent: ArraySlice<UInt8> = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
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
            if entries[1].revents != 0 {
                let count = read(input, &chunk, chunk.count)
                if count > 0 {
                    unsent = chunk[..<count]
                } else {
                    isReading = false
                    connection.finishSending()
                }
            }
            if !unsent.isEmpty {
                guard let sent = connection.sendAvailable(unsent) else {
                    // The daemon closed the connection; its earlier replies can still be read.
                    isReading = false
                    unsent = []
                    continue
                }
                unsent = unsent.dropFirst(sent)
            }
            if entries[0].revents & ~Int16(POLLOUT) != 0, try !copyAvailableLines() { return }
        }
    }

    /// Copies the lines that have arrived; returns false once the daemon has closed the connection.
    private func copyAvailableLines() throws(ClientError) -> Bool {
        let isOpen = try connection.receiveAvailable { output.line($0) }
        try output.flush()
        return isOpen
    }
}
