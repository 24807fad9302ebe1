// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Counts the lines of a JSON-RPC stream that are one half of a request and its reply.
///
/// Only the names of a message's own members are read: a notification has a method and no id, and
/// every other line is a reply or demands one. A line that is no message demands the reply that
/// rejects it.
struct RepliedMessages: Sendable {
    /// The number of complete lines that are requests or replies.
    private(set) var count = 0
    /// Whether the last line is incomplete.
    private(set) var isInLine = false

    /// The state of the line so far.
    private var message = Message()

    private struct Message {
        var depth = 0
        var isInString = false
        var isEscaped = false
        /// Whether the next string at the depth of the message's members is a name.
        var isBeforeName = false
        /// The bytes of a string that may be a name, in one number.
        var name: UInt64 = 0
        var hasID = false
        var hasMethod = false

        /// Whether no reply belongs to the line.
        var isNotification: Bool { hasMethod && !hasID && depth == 0 }
    }

    private static let id: UInt64 = 0x6964
    private static let method: UInt64 = 0x6D_6574_686F_64

    /// Appends bytes of the stream.
    ///
    /// - Complexity: O(*n*) in the bytes; none are kept.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if byte != UInt8(ascii: "\r") {
                isInLine = true
                if message.isInString { appendToString(byte) } else { appendOutside(byte) }
            }
        }
    }

    /// Ends the line; an empty one is ignored, as by the daemon.
    mutating func endLine() {
        defer {
            message = Message()
            isInLine = false
        }
        if isInLine, !message.isNotification { count += 1 }
    }

    private mutating func appendToString(_ byte: UInt8) {
        if message.isEscaped {
            message.isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            message.isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            message.isInString = false
            endName()
            return
        }
        guard message.isBeforeName else { return }
        // A name that fills the number is longer than those that are compared.
        let isFull = message.name >> 56 != 0
        if !isFull { message.name = message.name << 8 | UInt64(byte) }
    }

    private mutating func endName() {
        guard message.isBeforeName, message.depth == 1 else { return }
        message.isBeforeName = false
        if message.name == Self.id { message.hasID = true }
        if message.name == Self.method { message.hasMethod = true }
    }

    private mutating func appendOutside(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""):
            message.isInString = true
            message.name = 0
        case UInt8(ascii: "{"):
            message.depth += 1
            message.isBeforeName = message.depth == 1
        case UInt8(ascii: "["): message.depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): message.depth -= 1
        case UInt8(ascii: ","): message.isBeforeName = message.depth == 1
        default: break
        }
    }
}
