// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol

/// Standard output, written in large pieces; a reader that went away ends the program quietly.
package final class StandardOutput {
    private var buffer: [UInt8] = []

    /// Starts with nothing written.
    package init() {}

    /// Adds a line.
    package func line(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        endLine()
    }

    /// Adds a value as one line of JSON.
    package func line(_ json: JSON) {
        json.append(to: &buffer)
        endLine()
    }

    /// Adds bytes and a line end.
    package func line(_ bytes: [UInt8]) {
        buffer.append(contentsOf: bytes)
        endLine()
    }

    /// Writes what was added.
    package func flush() throws(ClientError) {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        guard FileSystem.write(buffer, descriptor: 1) else {
            throw ClientError(.file, "cannot write the output: \(SystemError.text(errno))")
        }
    }

    private func endLine() {
        buffer.append(0x0A)
        if buffer.count > 65_536 { try? flush() }
    }
}

/// Standard error, for what is said to a person and is no data.
package enum StandardError {
    /// Writes lines at once.
    package static func say(_ text: String) {
        _ = FileSystem.write(Array((text + "\n").utf8), descriptor: 2)
    }
}
