// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The damage that was found in a store.
final class StoreDamage: Sendable {
    /// The damage that prevents writing to the store, or `nil` if none was found when it was
    /// opened.
    let whenOpened: StoreError?
    private let wasFound: Atomic<Bool>

    init(_ error: StoreError?) {
        whenOpened = error
        wasFound = Atomic(error != nil)
    }

    /// Whether a read or a write has found damage; from then on, the store writes only on request.
    var isFound: Bool { wasFound.load(ordering: .relaxed) }

    /// Records that a read or a write has found damage.
    func found() { wasFound.store(true, ordering: .relaxed) }
}
