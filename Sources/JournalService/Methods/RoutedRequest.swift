// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A request with decoded parameters, and the part of the daemon that executes it.
struct RoutedRequest: Sendable {
    /// The part of the daemon that executes a request.
    enum Destination: Sendable {
        /// The writer, which changes the journal.
        case writer(any WriteStep)
        /// A reader thread.
        case reader(any ReadMethod)
        /// The main actor, which keeps the statistics.
        case statistics
        /// The broadcaster, which runs subscriptions.
        case subscribe(Subscribe)
        case unsubscribe(Unsubscribe)
        case openList(ListOpen)
        case closeList(ListClose)
        case flush
        /// The router itself.
        case hello(Hello)
        case describe
        case clients
        case shutdown
        case unlock(StoreUnlock)
        case lock
        case release(StoreRelease)
    }

    let method: MethodName
    let destination: Destination
    /// Whether the peer receives notifications of the progress.
    let reportsProgress: Bool

    init(_ method: MethodName, destination: Destination, reportsProgress: Bool = false) {
        self.method = method
        self.destination = destination
        self.reportsProgress = reportsProgress
    }

    /// The traits of the method.
    var traits: MethodTraits { method.traits }

    /// Whether the reply depends on the store, as the epoch in the reply to `hello` does.
    var needsStore: Bool {
        switch destination {
        case .describe, .clients, .shutdown, .release: false
        default: true
        }
    }
}
