// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalProtocol

/// Serves the journal over standard input and output, one message per line.
package struct MCPServer {
    private let context: CommandContext
    private let isReadOnly: Bool

    /// Creates a server with the daemon of a run.
    ///
    /// - Parameters:
    ///   - context: The run.
    ///   - isReadOnly: Whether only tools are offered that cannot change the journal.
    package init(context: CommandContext, isReadOnly: Bool) {
        self.context = context
        self.isReadOnly = isReadOnly
    }

    /// Serves one client until its input ends.
    ///
    /// - Parameter input: The descriptor that messages are read from.
    /// - Throws: An error if a line is too long, or the output cannot be written.
    package func run(input: Int32 = 0) throws(ClientError) {
        var session = MCPSession(context: context, isReadOnly: isReadOnly)
        var framer = LineFramer()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(input, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            framer.append(Array(chunk[..<count]))
            do throws(LineFramer.LineTooLong) {
                while let line = try framer.next() {
                    for message in session.receive(line) { context.output.line(message) }
                }
            } catch {
                throw ClientError(.input, "a message is longer than \(error.limit) bytes")
            }
            try context.output.flush()
        }
        if let line = framer.finish() {
            for message in session.receive(line) { context.output.line(message) }
        }
        try context.output.flush()
    }
}
