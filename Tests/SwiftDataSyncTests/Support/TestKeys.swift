// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataSpace
@testable import SwiftDataSync

extension SpaceKey {
    /// The key of a number, the same in all runs.
    static func numbered(_ number: UInt64) throws -> SpaceKey {
        var generator = SplitMix(seed: number)
        return try random(using: &generator)
    }
}

extension ObjectSealer {
    /// A sealer with the key of a number.
    static func numbered(_ number: UInt64, space: UInt64 = 1) throws -> ObjectSealer {
        ObjectSealer(
            space: SpaceID(high: 7, low: space),
            keys: KeyRing(current: try .numbered(number))
        )
    }
}

/// Returns the code of the error that an operation throws; nil if it throws none.
func errorCode(_ operation: () throws -> Void) -> SyncError.Code? {
    do {
        try operation()
        return nil
    } catch {
        return (error as? SyncError)?.code
    }
}
