// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The protocol as a whole.
package enum Protocol {
    /// The version of the protocol that this code speaks.
    package static let version = 1
}
