// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parameters of a method that takes none, and the reply of one that returns nothing.
package struct Empty: JSONConvertible, Equatable {
    /// Makes the only value.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }
}
