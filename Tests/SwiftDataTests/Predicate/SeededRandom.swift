// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A random number generator with a reproducible sequence for each seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    /// A number by which generators of the same sequence pick other samples.
    var shift = 0

    init(seed: UInt64) {
        // Spreads the seeds, because each number advances the state by the same step.
        state = seed &* 0xD1B5_4A32_D192_ED03
        state ^= next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
    /// Returns true with a probability of 1 in `count`.
    mutating func chance(_ count: Int) -> Bool { below(count) == 0 }
    mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }
    /// Returns up to three of the values, which may be the same.
    mutating func some<T>(_ values: [T]) -> [T] { (0..<below(4)).map { _ in pick(values) } }
    /// Returns a value that depends on the shift.
    mutating func sample<T>(_ values: [T]) -> T {
        values[(below(values.count) + shift) % values.count]
    }
    mutating func maybeSample<T>(_ values: [T]) -> T? { chance(3) ? nil : sample(values) }
    mutating func maybe<T>(_ values: [T]) -> T? { chance(3) ? nil : pick(values) }
}
