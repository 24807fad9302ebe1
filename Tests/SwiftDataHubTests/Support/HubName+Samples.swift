// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import Testing

extension SpaceID {
    /// Returns a name in the space.
    func name(_ path: String) throws -> HubName {
        try #require(HubName(space: self, path: path))
    }

    /// Returns a prefix in the space.
    func prefix(_ path: String) throws -> HubPrefix {
        try #require(HubPrefix(space: self, path: path))
    }

    /// Returns the name of an object in a log.
    func object(_ number: Int) throws -> HubName {
        try name("log/00000000000000a1/\(number)-\(number + 1)-0123456789abcdef0123456789abcdef")
    }
}

/// Returns bytes with all values.
func sampleBytes(_ count: Int, seed: Int = 0) -> [UInt8] {
    var state = UInt64(truncatingIfNeeded: seed) &+ 1
    let block = (0..<min(count, 4_096)).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
    let blocks = (0...count / 4_096).reduce(into: [UInt8]()) { bytes, _ in bytes += block }
    return Array(blocks.prefix(count))
}

extension ContinuousClock.Instant {
    /// A time that no test reaches.
    static var distant: Self { .now + .seconds(600) }
}
