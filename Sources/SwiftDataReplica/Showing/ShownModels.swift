// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The models that a step of synchronization wrote, before they are saved.
package struct ShownModels: Sendable {
    /// The new models, in no particular order.
    package let inserted: [PersistentIdentifier]
    /// The models with changed values, in no particular order.
    package let updated: [PersistentIdentifier]
    /// The models of the pairs that were added or removed, in no particular order.
    package let related: [PersistentIdentifier]
}
