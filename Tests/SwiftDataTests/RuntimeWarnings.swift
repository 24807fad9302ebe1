// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

@testable import SwiftData

/// Calls a closure and collects the warnings of the property accesses in it.
func collectingRuntimeWarnings<R>(_ body: () throws -> R) rethrows -> (R, warnings: [String]) {
    let warnings = Mutex<[String]>([])
    let result = try RuntimeWarning.$receiver.withValue(
        { text in warnings.withLock { $0.append(text) } },
        operation: body
    )
    return (result, warnings.withLock { $0 })
}
