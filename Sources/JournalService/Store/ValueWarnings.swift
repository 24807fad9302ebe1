// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Logging
internal import SwiftData
internal import Synchronization

/// The log of the framework's warnings about values that cannot be read.
///
/// Each read of such a value causes a warning, of which the first is logged.
package final class ValueWarnings: Sendable {
    /// The maximum number of different warnings that are logged.
    private static let limit = 100

    private let logger: Logger
    private let logged = Mutex<Set<String>>([])

    private init(_ logger: Logger) { self.logger = logger }

    /// Logs the warnings of the process instead of writing them to standard error.
    package static func redirect(to logger: Logger) {
        let warnings = ValueWarnings(logger)
        RuntimeWarning.redirect { warnings.log($0) }
    }

    private func log(_ warning: String) {
        let isNew = logged.withLock { logged in
            logged.count < Self.limit && logged.insert(warning).inserted
        }
        if isNew { logger.warning("\(warning)") }
    }
}
