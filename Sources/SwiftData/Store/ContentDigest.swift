// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// The digest of a content that is passed in pieces.
package protocol ContentDigest {
    /// Appends bytes.
    mutating func append(_ bytes: Data)
    /// The digest of all bytes so far, in the form in which rows record it.
    var text: String { get }
}
