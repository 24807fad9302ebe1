// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// Buffered standard output.
///
/// After the first failure nothing more is written, so that the output has no gap, and every
/// `flush` fails. Control characters are replaced on a terminal; a pipe receives every byte.
package final class StandardOutput {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var failure: ClientError?
    private let isTerminal: Bool
    private var paging = Paging.none

    /// The state of a pager.
    private enum Paging {
        /// The output goes to the descriptor.
        case none
        /// The output is kept until it is longer than the screen; it has this many rows yet.
        case waiting(Pager, rows: Int)
        /// The output goes to the pager.
        case running(Pager.Running)
    }

    /// Whether the user has left the pager, so that further output is not shown.
    package private(set) var isAbandoned = false

    /// Creates an output with an empty buffer.
    package init(descriptor: Int32 = 1, isTerminal: Bool? = nil) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal ?? StandardDescriptors.isTerminal(descriptor)
    }

    /// Appends a line.
    package func line(_ text: String) {
        line(styled: isTerminal ? Terminal.sanitized(text) : text)
    }

    /// Appends a line with emphasis that a `Terminal` has sanitized.
    package func line(styled text: String) {
        buffer.append(contentsOf: text.utf8)
        if case .waiting(let pager, let rows) = paging {
            count(rows + Pager.rows(of: text, width: pager.width), for: pager)
        }
        endLine()
    }

    /// Passes the output to a pager if it becomes longer than the screen.
    package func page(with pager: Pager) { paging = .waiting(pager, rows: 0) }

    /// Starts the pager once the rows do not fit on the screen with the next prompt of the shell.
    private func count(_ rows: Int, for pager: Pager) {
        guard rows >= pager.height else {
            paging = .waiting(pager, rows: rows)
            return
        }
        paging = pager.start().map { .running($0) } ?? .none
    }

    /// Appends a value as one line of JSON.
    package func line(_ json: JSON) {
        guard !isTerminal else { return line(json.description) }
        json.append(to: &buffer)
        endLine()
    }

    /// Appends bytes and a line break.
    package func line(_ bytes: [UInt8]) {
        guard !isTerminal else { return line(String(decoding: bytes, as: UTF8.self)) }
        buffer.append(contentsOf: bytes)
        endLine()
    }

    /// Appends a part of a file without adding a line break.
    package func append(_ bytes: [UInt8]) throws(ClientError) {
        if isTerminal {
            buffer.append(
                contentsOf: Terminal.sanitized(String(decoding: bytes, as: UTF8.self)).utf8
            )
        } else {
            buffer.append(contentsOf: bytes)
        }
        if buffer.count > 65_536 { try flush() }
    }

    /// Writes the buffer.
    ///
    /// - Throws: The first failure of this or an earlier write.
    package func flush() throws(ClientError) {
        writeOut()
        if let failure { throw failure }
    }

    /// Writes the buffer and waits until the user leaves the pager.
    package func finish() {
        writeOut()
        if case .running(let pager) = paging { pager.finish() }
        paging = .none
    }

    private func endLine() {
        buffer.append(0x0A)
        if buffer.count > 65_536 { writeOut() }
    }

    private func writeOut() {
        defer { buffer.removeAll(keepingCapacity: true) }
        if case .running(let pager) = paging {
            if !isAbandoned, !pager.write(buffer) { isAbandoned = true }
            return
        }
        guard failure == nil, !FileSystem.write(buffer, descriptor: descriptor) else { return }
        failure = ClientError(.file, "cannot write to standard output: \(SystemError.last)")
    }
}

/// Standard error, for messages.
package enum StandardError {
    /// Writes lines immediately; control characters are replaced on a terminal.
    package static func say(_ text: String) {
        let shown = StandardDescriptors.isTerminal(2) ? Terminal.sanitized(text) : text
        _ = FileSystem.write(Array((shown + "\n").utf8), descriptor: 2)
    }
}
