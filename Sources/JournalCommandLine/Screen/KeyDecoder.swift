// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decodes the bytes of a terminal to keys, wherever reads divide them.
///
/// A character in UTF-8, a control sequence or a pasted text that is incomplete is kept until the
/// rest arrives. Only an escape at the end is ambiguous: the caller waits a moment, and then calls
/// `finish`.
struct KeyDecoder {
    private enum State {
        case text
        /// After an escape.
        case escape
        /// After an escape and `O`.
        case singleShift
        /// Within a control sequence, with its bytes so far.
        case sequence([UInt8])
        /// Within a pasted text.
        case paste
    }

    private static let escape: UInt8 = 0x1B
    private static let pasteStart = "200~"
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// The length beyond which a pasted text is cut off.
    private static let maximumPaste = 1 << 16
    /// The length beyond which bytes are no control sequence.
    private static let maximumSequence = 32

    private var state = State.text
    /// The bytes of an incomplete character.
    private var character: [UInt8] = []
    private var pasted: [UInt8] = []
    /// The last bytes of the pasted text, as many as its end has.
    private var tail: [UInt8] = []

    /// Whether the bytes so far end with an escape, which is a key or the beginning of others.
    var isAmbiguous: Bool { if case .escape = state { true } else { false } }

    /// Returns the keys that are complete with further bytes; ignores unknown sequences.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { decode(byte, to: &keys) }
        return keys
    }

    /// Returns the key of an escape after which nothing has arrived.
    mutating func finish() -> [Key] {
        guard isAmbiguous else { return [] }
        state = .text
        return [.escape]
    }

    private mutating func decode(_ byte: UInt8, to keys: inout [Key]) {
        switch state {
        case .text:
            if byte == Self.escape {
                endCharacter(&keys)
                state = .escape
            } else {
                addToCharacter(byte, to: &keys)
            }
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .sequence([])
            case UInt8(ascii: "O"): state = .singleShift
            default:
                keys.append(.escape)
                state = .text
                decode(byte, to: &keys)
            }
        case .singleShift:
            state = .text
            append(sequence: [byte], to: &keys)
        case .sequence(let former): decode(byte, after: former, to: &keys)
        case .paste: decodePasted(byte, to: &keys)
        }
    }

    /// Decodes a byte of a control sequence: parameters, and a final byte from `@` to `~`.
    private mutating func decode(_ byte: UInt8, after former: [UInt8], to keys: inout [Key]) {
        // The console of Linux sends a second bracket before the letter of a function key.
        let isFinal = (0x40...0x7E).contains(byte) && (byte != UInt8(ascii: "[") || !former.isEmpty)
        guard isFinal || (0x20...0x3F).contains(byte) || byte == UInt8(ascii: "["),
            former.count < Self.maximumSequence
        else {
            state = .text
            return decode(byte, to: &keys)
        }
        guard isFinal else {
            state = .sequence(former + [byte])
            return
        }
        state = .text
        append(sequence: former + [byte], to: &keys)
    }

    private mutating func append(sequence bytes: [UInt8], to keys: inout [Key]) {
        let sequence = String(decoding: bytes, as: UTF8.self)
        if sequence == Self.pasteStart {
            (state, pasted, tail) = (.paste, [], [])
        } else if let key = Key(sequence: sequence) {
            keys.append(key)
        }
    }

    private mutating func decodePasted(_ byte: UInt8, to keys: inout [Key]) {
        tail.append(byte)
        if tail == Self.pasteEnd {
            state = .text
            keys.append(.paste(String(decoding: pasted, as: UTF8.self)))
            (pasted, tail) = ([], [])
        } else if tail.count == Self.pasteEnd.count {
            let first = tail.removeFirst()
            if pasted.count < Self.maximumPaste { pasted.append(first) }
        }
    }

    // MARK: Characters

    private mutating func addToCharacter(_ byte: UInt8, to keys: inout [Key]) {
        if byte & 0xC0 != 0x80 { endCharacter(&keys) }
        character.append(byte)
        if character.count >= Self.length(of: character[0]) { endCharacter(&keys) }
    }

    /// Appends the keys of the bytes so far, complete or not.
    private mutating func endCharacter(_ keys: inout [Key]) {
        guard !character.isEmpty else { return }
        for scalar in String(decoding: character, as: UTF8.self).unicodeScalars {
            keys.append(Key(scalar: scalar))
        }
        character = []
    }

    /// Returns the number of bytes of a character by its first one.
    private static func length(of first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
