// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Random entries of a few dozen words with a realistic word frequency.
struct SampleText {
    private var state: UInt64
    private let words: [String]

    init(seed: UInt64) {
        state = seed
        let starts = [
            "be", "ca", "do", "fi", "go", "hu", "la", "mo", "ne", "po", "ra", "se", "ta", "vi",
        ]
        let ends = ["n", "rd", "st", "lling", "ter", "mond", "ss", "per", "ng", "ke"]
        let middles = ["", "ra", "li", "no", "te"]
        words = middles.flatMap { middle in
            starts.flatMap { start in ends.map { start + middle + $0 } }
        }
    }

    mutating func next() -> String {
        let count = 12 + Int(random() % 28)
        return (0..<count).map { _ in
            // The square makes words at the start of the list more frequent.
            let share = Double(random() >> 11) / Double(1 << 53)
            return words[Int(share * share * Double(words.count))]
        }
        .joined(separator: " ")
    }

    /// Returns a random UUID in the format of the protocol.
    mutating func identifier() -> String {
        let digits = Array("0123456789abcdef".utf8)
        var high = random()
        var low = random()
        var bytes: [UInt8] = []
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { bytes.append(UInt8(ascii: "-")) }
            let value = index < 16 ? high & 15 : low & 15
            if index < 16 { high >>= 4 } else { low >>= 4 }
            switch index {
            case 12: bytes.append(UInt8(ascii: "4"))
            case 16: bytes.append(digits[Int(8 + value & 3)])
            default: bytes.append(digits[Int(value)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a random number from 0 to the limit, which it does not reach.
    mutating func random(below limit: Int) -> Int { Int(random() >> 11) % limit }

    private mutating func random() -> UInt64 {
        // The SplitMix64 algorithm.
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
