// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Splits a byte stream into lines and rejects lines that exceed a limit.
///
/// A trailing carriage return is dropped and empty lines are skipped, so `printf`, `telnet` and a
/// blank heartbeat all work. After an oversized line the stream cannot be resynchronized: every
/// further call throws, and the connection must be closed.
package struct LineFramer: Sendable {
    /// An error for a line that exceeds the limit.
    package struct LineTooLong: Error, Equatable {
        /// The exceeded limit in bytes.
        package var limit: Int

        /// Creates an error for a limit in bytes.
        package init(limit: Int) { self.limit = limit }
    }

    private let limit: Int
    private var buffer = FramingBuffer()
    private var failed = false

    /// Creates a framer positioned at the start of a line.
    package init(limit: Int = Limits.line) {
        self.limit = limit
    }

    /// The number of buffered bytes, in lines not yet returned and in an incomplete line.
    package var pendingCount: Int { buffer.count }

    /// The buffered bytes.
    var undecoded: [UInt8] { buffer.pending }

    /// The memory in bytes that is allocated for lines.
    var capacity: Int { buffer.capacity }

    /// Appends bytes received from the peer.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        // The rest of an oversized line is discarded so that the buffer cannot grow.
        guard !failed else { return }
        buffer.append(bytes)
    }

    /// Appends bytes received from the peer.
    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Returns the next complete line without its line ending, or nil if more bytes are needed.
    ///
    /// - Complexity: Amortized O(*n*) in the bytes received; no byte is scanned twice.
    package mutating func next() throws(LineTooLong) -> [UInt8]? {
        guard !failed else { throw LineTooLong(limit: limit) }
        while let newline = findNewline() {
            var end = newline
            if end > buffer.start, buffer.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            if end - buffer.start > limit { try fail() }
            let line = buffer.copy(of: buffer.start..<end)
            buffer.consume(upTo: newline + 1)
            if !line.isEmpty { return line }
        }
        // One extra byte for a carriage return whose newline has not arrived yet.
        if pendingCount > limit + 1 { try fail() }
        return nil
    }

    /// Ends the stream and returns the unterminated last line, if there is one.
    package mutating func finish() -> [UInt8]? {
        defer { buffer.removeAll() }
        return pendingCount > 0 ? buffer.pending : nil
    }

    /// Discards all bytes.
    mutating func removeAll() { buffer.removeAll() }

    private mutating func findNewline() -> Int? {
        let from = buffer.scanned
        let found = buffer.bytes.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, from < bytes.count else { return nil }
            guard let hit = memchr(base + from, 0x0A, bytes.count - from) else { return nil }
            return UnsafeRawPointer(hit) - base
        }
        if found == nil { buffer.scanned = buffer.bytes.count }
        return found
    }

    private mutating func fail() throws(LineTooLong) {
        failed = true
        buffer.removeAll()
        throw LineTooLong(limit: limit)
    }
}
