// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The models that a step of synchronization wrote, before they are saved.
package struct ShownModels: Sendable {
    /// The new models, in no particular order.
    package let inserted: [PersistentIdentifier]
    /// The changed models, in no particular order.
    package let updated: [PersistentIdentifier]
}
