// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The SHA-256 digest (FIPS 180-4) of bytes that are passed in pieces.
///
/// The client must not load a cryptographic library, which would take longer than the rest of its
/// start.
package struct SHA256Digest: Sendable {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
        0x5BE0_CD19,
    ]
    private var pending: [UInt8] = []
    private var count: UInt64 = 0
    private var words = [UInt32](repeating: 0, count: 64)

    private static let blockLength = 64

    /// Creates the digest of no bytes.
    package init() { pending.reserveCapacity(Self.blockLength) }

    /// Appends bytes.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        count += UInt64(bytes.count)
        if bytes.withContiguousStorageIfAvailable({ append($0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { append($0) }
        }
    }

    /// The digest of all bytes so far, as 64 lowercase hexadecimal digits.
    package var hexadecimal: String {
        var copy = self
        let length = count &* 8
        var padding: [UInt8] = [0x80]
        let used = (pending.count + 1 + 8) % Self.blockLength
        if used > 0 { padding += Array(repeating: 0, count: Self.blockLength - used) }
        for shift in stride(from: 56, through: 0, by: -8) {
            padding.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
        }
        padding.withUnsafeBufferPointer { copy.append($0) }
        return copy.state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.utf8.count) + digits
        }.joined()
    }

    /// The first and the next eight bytes of the digest.
    package var halves: (high: UInt64, low: UInt64) {
        let digits = hexadecimal
        let high = UInt64(digits.prefix(16), radix: 16) ?? 0
        return (high, UInt64(digits.dropFirst(16).prefix(16), radix: 16) ?? 0)
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        if !pending.isEmpty {
            position = min(Self.blockLength - pending.count, bytes.count)
            pending += bytes[..<position]
            guard pending.count == Self.blockLength else { return }
            let block = pending
            pending.removeAll(keepingCapacity: true)
            block.withUnsafeBufferPointer { compress($0, from: 0) }
        }
        while bytes.count - position >= Self.blockLength {
            compress(bytes, from: position)
            position += Self.blockLength
        }
        pending += bytes[position...]
    }

    private mutating func compress(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        words.withUnsafeMutableBufferPointer { words in
            Self.expand(bytes, from: start, into: words)
            state.withUnsafeMutableBufferPointer { Self.mix(words, into: $0) }
        }
    }

    private static func expand(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        into words: UnsafeMutableBufferPointer<UInt32>
    ) {
        for index in 0..<16 {
            let at = start &+ index &* 4
            words[index] =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at &+ 1]) << 16
                | UInt32(bytes[at &+ 2]) << 8 | UInt32(bytes[at &+ 3])
        }
        for index in 16..<64 {
            let (early, late) = (words[index &- 15], words[index &- 2])
            let first = rotated(early, by: 7) ^ rotated(early, by: 18) ^ (early >> 3)
            let second = rotated(late, by: 17) ^ rotated(late, by: 19) ^ (late >> 10)
            words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
        }
    }

    private static func mix(
        _ words: UnsafeMutableBufferPointer<UInt32>,
        into state: UnsafeMutableBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        constants.withUnsafeBufferPointer { constants in
            for index in 0..<64 {
                let first = rotated(e, by: 6) ^ rotated(e, by: 11) ^ rotated(e, by: 25)
                let choice = (e & f) ^ (~e & g)
                let one = h &+ first &+ choice &+ constants[index] &+ words[index]
                let second = rotated(a, by: 2) ^ rotated(a, by: 13) ^ rotated(a, by: 22)
                let majority = (a & b) ^ (a & c) ^ (b & c)
                (h, g, f, e) = (g, f, e, d &+ one)
                (d, c, b, a) = (c, b, a, one &+ second &+ majority)
            }
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() {
            state[index] = state[index] &+ word
        }
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 &- count)
    }

    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
        0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
        0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
        0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
        0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
        0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
        0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
        0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
        0xC671_78F2,
    ]
}
