// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData

/// The identities of versions from stores of schema 1, in which versions had none.
///
/// They are derived from the content of the row: two copies of a store, migrated separately, have
/// equal identities.
enum EarlierTextIdentity {
    /// The number of rows in memory at a time.
    private static let chunkLength = 500

    /// Assigns an identity to each earlier text.
    @Sendable static func assign(in context: ModelContext) throws {
        var assigned: Set<UUID> = []
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<EarlierText>())
        for start in stride(from: 0, to: identifiers.count, by: chunkLength) {
            let chunk = Array(identifiers[start..<min(start + chunkLength, identifiers.count)])
            var descriptor = FetchDescriptor<EarlierText>(
                predicate: #Predicate { chunk.contains($0.persistentModelID) },
                sortBy: [SortDescriptor(\.persistentModelID)]
            )
            descriptor.relationshipKeyPathsForPrefetching = [\.entry]
            for earlier in try context.fetch(descriptor) {
                let identity = identity(of: earlier)
                // One batch can replace the same text of an entry twice; the second row keeps the
                // random identity that the migration gave it.
                if assigned.insert(identity).inserted { earlier.uuid = identity }
            }
            try context.save()
            MigrationProgress.report()
        }
    }

    private static func identity(of earlier: EarlierText) -> UUID {
        let entry = earlier.entry?.uuid.halves ?? (high: 0, low: 0)
        let time = UInt64(bitPattern: earlier.replacedAt.milliseconds)
        var text: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in earlier.text.utf8 { text = (text ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let high = mixed(mixed(entry.high ^ time) ^ text)
        let low = mixed(mixed(entry.low ^ text) ^ time)
        // Version 8, custom, of RFC 9562.
        return UUID(
            high: (high & 0xFFFF_FFFF_FFFF_0FFF) | 0x8000,
            low: (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        )
    }

    /// Spreads every bit of a number over all bits (the finalizer of SplitMix64).
    private static func mixed(_ number: UInt64) -> UInt64 {
        var number = number &+ 0x9E37_79B9_7F4A_7C15
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }
}
