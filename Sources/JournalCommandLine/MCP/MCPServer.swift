// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol
internal import JournalSystem

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
        while case let chunk = try Self.read(input), !chunk.isEmpty {
            framer.append(chunk)
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

    /// Returns the next part of the input; an empty one at its end.
    private static func read(_ input: Int32) throws(ClientError) -> [UInt8] {
        do throws(SystemError) {
            return try DescriptorIO.read(input, upTo: 65_536)
        } catch {
            throw ClientError(.input, "cannot read standard input: \(error)")
        }
    }
}
