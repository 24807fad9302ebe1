// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Splits the input of a connection into messages, in the framing that its first bytes select.
///
/// - `{`, and anything else that is not listed here: lines.
/// - `C` or `c`, the start of `Content-Length`: headers.
/// - `[` before a digit: Vim's channel form, which is a line too.
///
/// White space before the first message is skipped.
package struct MessageFramer: Sendable {
    private enum State {
        /// The bytes so far do not select a framing: none, or a bracket.
        case undecided(hasBracket: Bool)
        case lines(LineFramer)
        case headers(HeaderFramer)
    }

    private let limit: Int
    private var state = State.undecided(hasBracket: false)
    /// The framing; nil before it is known.
    package private(set) var framing: Framing?

    /// Creates a framer with a limit on the length of a message in bytes.
    package init(limit: Int = Limits.line) { self.limit = limit }

    /// Creates a framer at the start of a message in a stream whose framing is known.
    package init(limit: Int = Limits.line, resuming framing: Framing) {
        self.limit = limit
        self.framing = framing
        state =
            switch framing {
            case .lines, .channel: .lines(LineFramer(limit: limit))
            case .headers: .headers(HeaderFramer(limit: limit))
            }
    }

    /// The bytes that are not part of a returned message, from the start of a message.
    package var undecoded: [UInt8] {
        switch state {
        case .undecided(let hasBracket): hasBracket ? [UInt8(ascii: "[")] : []
        case .lines(let framer): framer.undecoded
        case .headers(let framer): framer.undecoded
        }
    }

    /// The number of buffered bytes.
    package var pendingCount: Int {
        switch state {
        case .undecided: 0
        case .lines(let framer): framer.pendingCount
        case .headers(let framer): framer.pendingCount
        }
    }

    /// Whether a part of a message, or a message that was not returned, is in the buffer.
    package var isIncomplete: Bool {
        switch state {
        case .undecided(let hasBracket): hasBracket
        case .lines(let framer): framer.pendingCount > 0
        case .headers(let framer): framer.isIncomplete
        }
    }

    /// Appends bytes received from the peer.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .undecided(let hasBracket): decide(bytes, hadBracket: hasBracket)
        case .lines(var framer):
            // Released first, so that the buffer is not copied.
            state = .undecided(hasBracket: false)
            framer.append(bytes)
            state = .lines(framer)
        case .headers(var framer):
            state = .undecided(hasBracket: false)
            framer.append(bytes)
            state = .headers(framer)
        }
    }

    /// Appends bytes received from the peer.
    package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Returns the next complete message, or nil if more bytes are needed.
    package mutating func next() throws(FramingError) -> [UInt8]? {
        switch state {
        case .undecided: return nil
        case .lines(var framer):
            state = .undecided(hasBracket: false)
            defer { state = .lines(framer) }
            do {
                return try framer.next()
            } catch {
                throw .tooLong(limit: error.limit)
            }
        case .headers(var framer):
            state = .undecided(hasBracket: false)
            defer { state = .headers(framer) }
            return try framer.next()
        }
    }

    /// Ends the stream and discards an incomplete message.
    package mutating func finish() {
        switch state {
        case .undecided: break
        case .lines(var framer):
            // Released first, so that the buffer itself is overwritten, and not a copy.
            state = .undecided(hasBracket: false)
            framer.removeAll()
            state = .lines(framer)
        case .headers(var framer):
            state = .undecided(hasBracket: false)
            framer.finish()
            state = .headers(framer)
        }
    }

    private mutating func decide(_ bytes: UnsafeRawBufferPointer, hadBracket: Bool) {
        var hasBracket = hadBracket
        for (offset, byte) in bytes.enumerated() {
            switch byte {
            case 0x0A where hasBracket: break
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "[") where !hasBracket:
                hasBracket = true
                continue
            case UInt8(ascii: "C"), UInt8(ascii: "c"):
                if !hasBracket {
                    framing = .headers
                    var framer = HeaderFramer(limit: limit)
                    framer.append(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
                    state = .headers(framer)
                    return
                }
            default: break
            }
            let isNumber = byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
            framing = hasBracket && isNumber ? .channel : .lines
            var framer = LineFramer(limit: limit)
            if hasBracket { framer.append([UInt8(ascii: "[")]) }
            framer.append(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            state = .lines(framer)
            return
        }
        state = .undecided(hasBracket: hasBracket)
    }
}
