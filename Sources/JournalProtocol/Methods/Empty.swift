// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parameters or the reply of a method that has none.
package struct Empty: JSONConvertible, Equatable {
    /// Creates the only value.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }
}
