// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Splits a byte stream into messages with `Content-Length` headers.
///
/// A header ends with an empty line; lines end with `\r\n` or `\n`. Other header fields are
/// ignored.
package struct HeaderFramer: Sendable {
    /// The maximum length of a header in bytes.
    package static let headerLimit = 4096

    private let limit: Int
    private var buffer = FramingBuffer()
    /// The length of the message after the header; nil before the end of the header.
    private var length: Int?
    private var failure: FramingError?

    /// Creates a framer positioned at the start of a header, with a limit on the length of a
    /// message.
    package init(limit: Int = Limits.line) { self.limit = limit }

    /// The number of buffered bytes.
    package var pendingCount: Int { buffer.count }

    /// Whether a part of a message or of its header was received, and the rest was not.
    package var isIncomplete: Bool { length != nil || pendingCount > 0 }

    /// The buffered bytes, after the header of the message to which they belong.
    var undecoded: [UInt8] {
        guard let length else { return buffer.pending }
        return Array("Content-Length: \(length)\r\n\r\n".utf8) + buffer.pending
    }

    /// The memory in bytes that is allocated for messages.
    var capacity: Int { buffer.capacity }

    /// Appends bytes received from the peer.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        buffer.append(bytes)
    }

    /// Returns the next complete message, or nil if more bytes are needed.
    ///
    /// - Complexity: Amortized O(*n*) in the bytes received.
    package mutating func next() throws(FramingError) -> [UInt8]? {
        if let failure { throw failure }
        while true {
            if let length {
                guard pendingCount >= length else { return nil }
                let end = buffer.start + length
                let message = buffer.copy(of: buffer.start..<end)
                buffer.consume(upTo: end)
                self.length = nil
                if !message.isEmpty { return message }
            } else {
                guard try readHeader() else { return nil }
            }
        }
    }

    /// Ends the stream and discards an incomplete message.
    package mutating func finish() {
        buffer.removeAll()
        length = nil
    }

    /// Consumes a header and stores the length in it; returns false if more bytes are needed.
    private mutating func readHeader() throws(FramingError) -> Bool {
        skipEmptyLines()
        let start = buffer.start
        var lineStart = start
        var position = max(buffer.scanned, start)
        // The last line may have begun before the bytes that were searched already.
        while lineStart < position,
            let end = buffer.bytes[lineStart..<position].firstIndex(of: 0x0A)
        {
            lineStart = end + 1
        }
        while position < buffer.bytes.count {
            defer { position += 1 }
            guard position - start < Self.headerLimit else {
                try fail(.invalidHeader("a header exceeds \(Self.headerLimit) bytes"))
            }
            guard buffer.bytes[position] == 0x0A else { continue }
            let isEmpty = Self.trimmed(buffer.bytes[lineStart..<position]).isEmpty
            if isEmpty {
                length = try parse(buffer.bytes[start..<lineStart])
                buffer.consume(upTo: position + 1)
                return true
            }
            lineStart = position + 1
        }
        buffer.scanned = buffer.bytes.count
        return false
    }

    private mutating func skipEmptyLines() {
        var position = buffer.start
        while position < buffer.bytes.count,
            buffer.bytes[position] == 0x0A || buffer.bytes[position] == 0x0D
        { position += 1 }
        if position > buffer.start { buffer.consume(upTo: position) }
    }

    private mutating func parse(_ header: ArraySlice<UInt8>) throws(FramingError) -> Int {
        var found: Int?
        for line in header.split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                try fail(.invalidHeader("a line of the header lacks a colon"))
            }
            let name = String(decoding: Self.trimmed(line[..<colon]), as: UTF8.self)
            guard name.lowercased() == "content-length" else { continue }
            let text = String(decoding: Self.trimmed(line[(colon + 1)...]), as: UTF8.self)
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !text.isEmpty else {
                try fail(.invalidHeader("Content-Length must be a number of bytes"))
            }
            guard let length = Int(text), length <= limit else { try fail(.tooLong(limit: limit)) }
            if let found, found != length {
                try fail(.invalidHeader("the Content-Length fields of a header must be equal"))
            }
            found = length
        }
        if let found { return found }
        try fail(.invalidHeader("the header lacks Content-Length"))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        let rest = bytes.drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return [] }
        return rest[...last]
    }

    private mutating func fail(_ error: FramingError) throws(FramingError) -> Never {
        failure = error
        finish()
        throw error
    }
}
