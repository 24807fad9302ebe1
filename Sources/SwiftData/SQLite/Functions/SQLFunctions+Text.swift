// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLFunctions {
    /// Functions that search and measure text by extended grapheme clusters, as Swift does.
    static let textFunctions: [(String, (arguments: Int32, body: Function))] = [
        ("swift_contains", (2, contains)),
        ("swift_starts_with", (2, startsWith)),
        ("swift_character_count", (1, characterCount)),
        ("swift_first_character", (1, firstCharacter)),
        ("swift_last_character", (1, lastCharacter)),
    ]

    private static let contains: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        let fast = call.withBytes(0) { text in
            call.withBytes(1) { part in
                text.isSingleByteText && part.isSingleByteText ? text.contains(part) : nil
            }
        }
        call.result(fast ?? call.text(0).contains(call.text(1)))
    }

    private static let startsWith: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        let fast = call.withBytes(0) { text in
            call.withBytes(1) { part in
                text.isSingleByteText && part.isSingleByteText ? text.starts(with: part) : nil
            }
        }
        call.result(fast ?? call.text(0).starts(with: call.text(1)))
    }

    private static let characterCount: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        let fast = call.withBytes(0) { $0.isSingleByteText ? $0.count : nil }
        call.result(fast ?? call.text(0).count)
    }

    private static let firstCharacter: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        if let character = call.text(0).first { call.result(String(character)) }
    }

    private static let lastCharacter: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        if let character = call.text(0).last { call.result(String(character)) }
    }

    /// Compares text by canonical equivalence, as `String` does.
    static let compareStrings: Collation = { _, leftCount, left, rightCount, right in
        let left = UnsafeBufferPointer(text: left, count: leftCount)
        let right = UnsafeBufferPointer(text: right, count: rightCount)
        // Equal bytes are equal text.
        let common = left.commonPrefix(right)
        if common == left.count, common == right.count { return 0 }
        // An ASCII character never combines with what precedes it, and combines with what follows
        // only if that is not ASCII. So if both strings continue with separate ASCII characters, or
        // end, these determine the order.
        if left.hasSeparateASCII(at: common), right.hasSeparateASCII(at: common) {
            if common == left.count { return -1 }
            if common == right.count { return 1 }
            return left[common] < right[common] ? -1 : 1
        }
        let first = String(decoding: left, as: UTF8.self)
        let second = String(decoding: right, as: UTF8.self)
        return first == second ? 0 : first < second ? -1 : 1
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Creates a buffer over a text that SQLite passes to a collation.
    init(text: UnsafeRawPointer?, count: Int32) {
        self.init(
            start: text?.assumingMemoryBound(to: UInt8.self),
            count: text == nil ? 0 : Int(count)
        )
    }

    /// The bytes from a position on, as one number.
    ///
    /// The buffer must contain eight bytes from there on.
    private func word(at position: Int) -> UInt64 {
        UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    /// Returns whether the next two bytes from a position on are ASCII or beyond the end.
    fileprivate func hasSeparateASCII(at position: Int) -> Bool {
        (position >= count || self[position] < 0x80)
            && (position + 1 >= count || self[position + 1] < 0x80)
    }

    /// Whether each byte is a separate character: ASCII without CR, because CR LF is one character.
    var isSingleByteText: Bool { allSatisfy { $0 < 0x80 && $0 != 0x0D } }

    func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= count else { return false }
        var position = 0
        while position <= count - part.count {
            if self[position] == first, self[position...].starts(with: part) { return true }
            position += 1
        }
        return false
    }

    /// Returns the number of bytes at the beginning that are equal in both buffers.
    func commonPrefix(_ other: UnsafeBufferPointer<UInt8>) -> Int {
        let end = Swift.min(count, other.count)
        var position = 0
        while position + 8 <= end {
            let difference = word(at: position) ^ other.word(at: position)
            guard difference == 0 else {
                return position + difference.littleEndian.trailingZeroBitCount / 8
            }
            position += 8
        }
        while position < end, self[position] == other[position] { position += 1 }
        return position
    }
}
