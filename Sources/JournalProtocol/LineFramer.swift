// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Cuts a stream of bytes into lines, and refuses a line that grows past its limit.
///
/// A trailing carriage return is dropped and empty lines are skipped, so `printf`, `telnet` and
/// a blank heartbeat all work. After a line was too long the stream has no known boundary left:
/// every further call throws, and the connection must end.
package struct LineFramer: Sendable {
    /// A line is longer than a peer may send.
    package struct LineTooLong: Error, Equatable {
        /// The limit in bytes.
        package var limit: Int

        /// Names the limit.
        package init(limit: Int) { self.limit = limit }
    }

    private let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var scanned = 0
    private var failed = false

    /// Starts at the beginning of a line.
    package init(limit: Int = Limits.line) {
        self.limit = limit
    }

    /// How many bytes of an unfinished line (and of lines not yet taken) are held.
    package var pendingCount: Int { buffer.count - start }

    /// Adds bytes as they came from the peer.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        // Bytes of an oversized line are worth nothing, and must not pile up.
        guard !failed else { return }
        compact()
        buffer.append(contentsOf: bytes)
    }

    /// Adds bytes as they came from the peer.
    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// The next whole line without its ending, or nil when more bytes are needed.
    ///
    /// - Complexity: Amortised O(*n*) in the bytes received; no byte is looked at twice.
    package mutating func next() throws(LineTooLong) -> [UInt8]? {
        guard !failed else { throw LineTooLong(limit: limit) }
        while let newline = findNewline() {
            var end = newline
            if end > start, buffer[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            let line = start..<end
            start = newline + 1
            scanned = start
            if line.isEmpty { continue }
            if line.count > limit { try fail() }
            return Array(buffer[line])
        }
        // One byte of grace for a carriage return whose newline is still under way.
        if pendingCount > limit + 1 { try fail() }
        return nil
    }

    /// Ends the stream and returns the bytes of a line that never got its newline.
    package mutating func finish() -> [UInt8]? {
        defer {
            buffer = []
            start = 0
            scanned = 0
        }
        return pendingCount > 0 ? Array(buffer[start...]) : nil
    }

    private mutating func findNewline() -> Int? {
        let from = scanned
        let found = buffer.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, from < bytes.count else { return nil }
            guard let hit = memchr(base + from, 0x0A, bytes.count - from) else { return nil }
            return UnsafeRawPointer(hit) - base
        }
        if found == nil { scanned = buffer.count }
        return found
    }

    private mutating func fail() throws(LineTooLong) {
        failed = true
        buffer = []
        start = 0
        scanned = 0
        throw LineTooLong(limit: limit)
    }

    private mutating func compact() {
        guard start > 0 else { return }
        buffer.removeSubrange(..<start)
        scanned -= start
        start = 0
    }
}
