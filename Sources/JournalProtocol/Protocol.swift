// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A namespace for constants of the protocol.
package enum Protocol {
    /// The protocol version that this code implements.
    package static let version = 1
}
