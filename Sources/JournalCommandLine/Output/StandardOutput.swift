// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// Standard output, written in large pieces.
///
/// A piece that could not be written is remembered: nothing more is written after the gap, and every
/// `flush` from then on fails. A terminal is shown nothing that it would obey; a pipe gets every byte.
package final class StandardOutput {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var failure: ClientError?
    private let isTerminal: Bool

    /// Starts with nothing written.
    package init(descriptor: Int32 = 1, isTerminal: Bool? = nil) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal ?? StandardDescriptors.isTerminal(descriptor)
    }

    /// Adds a line.
    package func line(_ text: String) {
        line(styled: isTerminal ? Terminal.harmless(text) : text)
    }

    /// Adds a line with emphasis, whose parts a `Terminal` has made harmless.
    package func line(styled text: String) {
        buffer.append(contentsOf: text.utf8)
        endLine()
    }

    /// Adds a value as one line of JSON.
    package func line(_ json: JSON) {
        guard !isTerminal else { return line(json.description) }
        json.append(to: &buffer)
        endLine()
    }

    /// Adds bytes and a line end.
    package func line(_ bytes: [UInt8]) {
        guard !isTerminal else { return line(String(decoding: bytes, as: UTF8.self)) }
        buffer.append(contentsOf: bytes)
        endLine()
    }

    /// Writes what was added.
    ///
    /// - Throws: The first failure to write, whenever it was.
    package func flush() throws(ClientError) {
        writeOut()
        if let failure { throw failure }
    }

    private func endLine() {
        buffer.append(0x0A)
        if buffer.count > 65_536 { writeOut() }
    }

    private func writeOut() {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard failure == nil, !FileSystem.write(buffer, descriptor: descriptor) else { return }
        failure = ClientError(.file, "cannot write the output: \(SystemError.last)")
    }
}

/// Standard error, for what is said to a person and is no data.
package enum StandardError {
    /// Writes lines at once; what they quote cannot give a terminal orders.
    package static func say(_ text: String) {
        let shown = StandardDescriptors.isTerminal(2) ? Terminal.harmless(text) : text
        _ = FileSystem.write(Array((shown + "\n").utf8), descriptor: 2)
    }
}
