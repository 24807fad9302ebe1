// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
/// Hands lines of standard input to the daemon and its lines to standard output, as they are.
package struct Relay {
    private let connection: Connection
    private let output: StandardOutput

    /// Relays over a connection.
    package init(connection: Connection, output: StandardOutput) {
        self.connection = connection
        self.output = output
    }

    /// Relays until the daemon has answered everything and closed.
    ///
    /// - Parameter input: The descriptor to read requests from.
    /// - Throws: When the daemon cannot be written to, or sends what is no line.
    package func run(input: Int32 = 0) throws(ClientError) {
        var reading = true
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            var entries = [
                pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: reading ? input : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, 2, -1) > 0 else { continue }
            if entries[1].revents != 0 {
                let count = read(input, &chunk, chunk.count)
                if count > 0 {
                    try connection.sendRaw(Array(chunk[..<count]))
                } else {
                    reading = false
                    connection.finishSending()
                }
            }
            if entries[0].revents != 0, try !relayAvailableLines() { return }
        }
    }

    /// Returns false once the daemon has closed.
    private func relayAvailableLines() throws(ClientError) -> Bool {
        let open = try connection.receiveAvailable { output.line($0) }
        try output.flush()
        return open
    }
}
