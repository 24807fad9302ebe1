// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parameters or the reply of a method that has none.
package struct Empty: ProtocolObject, Equatable {
    /// Creates the only value.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}
