// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the state of the synchronization.
package struct SyncStatusCall: MethodCall {
    package typealias Reply = SyncState
    package static let method = MethodName.syncStatus

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}
