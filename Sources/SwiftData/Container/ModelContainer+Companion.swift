// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

extension ModelContainer {
    /// Returns the object of another module that belongs to the container, and is released with it.
    ///
    /// - Parameter make: Makes the object; called once for objects of one type.
    /// - Returns: The object, and whether this call made it.
    package func companion<Object: AnyObject & Sendable>(
        _ make: () -> Object
    ) -> (object: Object, isNew: Bool) {
        companion.withLock { companion in
            if let known = companion as? Object { return (known, false) }
            let made = make()
            companion = made
            return (made, true)
        }
    }

    /// Calls a closure after each commit to the stores, except the commits of one context.
    ///
    /// The closure is called on the thread of the save, which must not wait for it.
    ///
    /// - Parameters:
    ///   - context: A context of the container.
    ///   - body: The closure.
    /// - Returns: The observation, which ends when it is released.
    package func observeCommits(
        besides context: ModelContext,
        _ body: @escaping @Sendable () -> Void
    ) -> CommitObservation {
        CommitObservation(listener: context.graph.merger.listen(body))
    }
}

/// The observation of the commits to the stores of a container.
package final class CommitObservation: Sendable {
    private let listener: ChangeFeed.Listener

    init(listener: ChangeFeed.Listener) { self.listener = listener }
}
