// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A JSON object of which the bytes arrive one by one; empty before the first.
struct PartialJSONObject {
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []
    /// The brackets that were opened and not closed yet.
    private var brackets: [UInt8] = []
    private var isInString = false
    private var isEscaped = false
    private var stringStart = 0
    private var keyRange = 0..<0

    /// Whether no byte was read.
    var isEmpty: Bool { bytes.isEmpty }

    /// Whether the last byte ended the object.
    var isComplete: Bool { brackets.isEmpty }

    /// The last key of the object itself, in quotation marks; empty before its value.
    var key: String { String(decoding: bytes[keyRange], as: UTF8.self) }

    /// The members before the last key.
    var members: JSON {
        var members = Array(bytes[..<keyRange.lowerBound])
        while let last = members.last, last != UInt8(ascii: "{"), last != UInt8(ascii: ",") {
            members.removeLast()
        }
        if members.last == UInt8(ascii: ",") { members.removeLast() }
        members.append(UInt8(ascii: "}"))
        return (try? JSON.parse(members)) ?? .null
    }

    /// Begins another object with its bracket.
    mutating func begin() {
        removeAll()
        bytes.append(UInt8(ascii: "{"))
        brackets = bytes
    }

    /// Forgets the object.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        brackets = []
        isInString = false
        isEscaped = false
        keyRange = 0..<0
    }

    /// Returns whether a byte begins an array that is the value of a member of the object itself.
    func beginsMember(with byte: UInt8) -> Bool {
        byte == UInt8(ascii: "[") && !isInString && brackets.count == 1
    }

    /// Appends a byte after the bracket with which the object begins.
    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
        if isInString { return appendToString(byte) }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            stringStart = bytes.count - 1
        case UInt8(ascii: "["), UInt8(ascii: "{"): brackets.append(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): brackets.removeLast()
        case UInt8(ascii: ",") where brackets.count == 1: keyRange = 0..<0
        default: break
        }
    }

    private mutating func appendToString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            if brackets.count == 1, keyRange.isEmpty { keyRange = stringStart..<bytes.count }
        }
    }

    /// Returns whether a byte cannot belong to the object, in a file of lines.
    ///
    /// A string has no line breaks. An object that begins a line is the next one unless it can be a
    /// value at this place. The limit of nested objects, beyond which none is valid, also limits
    /// how often a line is read.
    func isBroken(before byte: UInt8, atLineStart isLineStart: Bool) -> Bool {
        switch byte {
        case 0x0A: return isInString
        case UInt8(ascii: "{") where !isInString:
            guard brackets.count < Limits.depth else { return true }
            guard isLineStart, let last = bytes.last(where: { $0 > 0x20 }) else { return false }
            let isInArray = brackets.last == UInt8(ascii: "[")
            return !"[:".utf8.contains(last) && !(last == UInt8(ascii: ",") && isInArray)
        default: return false
        }
    }
}
