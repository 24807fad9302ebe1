// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Ends the daemon after what is under way; a socket that systemd holds starts it again.
package struct Shutdown: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.shutdown

    /// Asks for it.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }
}
