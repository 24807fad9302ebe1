// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Observation
import SwiftData

/// Waits until observers of a property are notified of a change.
///
/// - Parameters:
///   - value: Reads the property.
///   - change: Makes the change, or starts a task that does.
nonisolated(nonsending) func awaitChange<Value>(
    of value: @autoclosure () -> Value,
    by change: () -> Void
) async {
    await withCheckedContinuation { continuation in
        withObservationTracking {
            _ = value()
        } onChange: {
            continuation.resume()
        }
        change()
    }
}

extension ModelContainer {
    /// Saves a new ship in another context, in a task of its own.
    func saveShipElsewhere(_ name: String) {
        Task.detached {
            let context = ModelContext(self)
            context.insert(Ship(name))
            try context.save()
        }
    }
}
