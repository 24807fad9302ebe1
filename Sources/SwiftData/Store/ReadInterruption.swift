// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Ends reads that nobody needs any more.
///
/// Whoever asked keeps it and requests the end from any thread; a context that was given it ends
/// what it reads then, and reads nothing after that.
package final class ReadInterruption: Sendable {
    private let requested = Atomic<Bool>(false)

    /// Makes one that wasn't requested.
    package init() {}

    /// Whether reads are to end; never false again.
    package var isRequested: Bool { requested.load(ordering: .relaxed) }

    /// Makes reads end soon.
    package func request() { requested.store(true, ordering: .relaxed) }
}
