// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
public import Observation
import Synchronization

/// Counts the history transactions of a container that concern some models and authors.
///
/// The count is up to date whenever it is read, and its observers are notified soon after a save of
/// any context of the container.
///
/// ```swift
/// let observer = try HistoryObserver(
///     observedModels: [Book.self],
///     authors: ["import"],
///     modelContainer: container
/// )
/// print(observer.eventCounter)
/// ```
///
/// ## Topics
///
/// ### Creating an observer
///
/// - ``init(historyTokens:observedModels:authors:modelContainer:isolation:)``
/// - ``modelContainer``
/// - ``observedModels``
/// - ``authors``
///
/// ### Counting
///
/// - ``eventCounter``
public final class HistoryObserver: Sendable, Observable {
    /// The container with the history.
    public let modelContainer: ModelContainer
    /// The models to observe; empty for all models.
    public let observedModels: [any PersistentModel.Type]
    /// The authors to observe; empty for all authors.
    public let authors: Set<String>

    private struct Position: Equatable {
        /// The number of the last counted transaction by store identifier.
        var transactions: [String: Int64] = [:]
        /// The end of the change feed at the last count; nil before the first one.
        var feed: Int?
    }

    private struct State {
        var position = Position()
        var count = 0
        var listener: ChangeFeed.Listener?
    }

    /// The number of transactions in each read.
    private static let batchSize = 512

    /// An observed class, without its subclasses.
    private struct ObservedClass: Hashable {
        let entityName: String
        /// The name of the class; nil for the root class of the entity.
        let subclass: String?
    }

    private let classes: Set<ObservedClass>
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()

    /// Observes the transactions after the given tokens, or else all later ones.
    ///
    /// Observers are notified on the given isolation; without one, on a queue of the module.
    ///
    /// - Parameters:
    ///   - historyTokens: The last known token of each store, by store identifier.
    ///   - observedModels: The models to observe, with their subclasses; empty for all models.
    ///   - authors: The authors to observe; empty for all authors.
    ///   - modelContainer: The container.
    ///   - isolation: The actor on which observers are notified.
    /// - Throws: `SwiftDataError.historyTokenExpired` if transactions after a token were deleted;
    ///   `SwiftDataError.unknownSchema` for a model that is not in the container's schema;
    ///   `StoreError` if a store cannot be read.
    public init(
        historyTokens: [String: any HistoryToken]? = nil,
        observedModels: [any PersistentModel.Type] = [],
        authors: Set<String> = [],
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        self.modelContainer = modelContainer
        self.observedModels = observedModels
        self.authors = authors
        let coordinator = modelContainer.coordinator
        classes = try observedModels.reduce(into: []) { classes, type in
            let entity = try coordinator.resolvedSchema.entity(for: type)
            let names = entity.classNames(of: type) ?? entity.classes.map(\.name)
            for name in names {
                let subclass = name == entity.name ? nil : name
                classes.insert(ObservedClass(entityName: entity.name, subclass: subclass))
            }
        }
        var position = Position()
        for store in coordinator.stores.map(\.store) {
            position.transactions[store.identifier] = try Self.start(
                of: store,
                after: historyTokens?[store.identifier]
            )
        }
        state = Mutex(State(position: position))
        let listener: ChangeFeed.Listener
        if let isolation {
            let scheduler = UpdateScheduler(of: self, on: isolation)
            listener = coordinator.changes.listen { scheduler.schedule() }
        } else {
            listener = coordinator.changes.listen { [weak self] in
                guard let self else { return }
                DispatchQueue.global().async { self.runScheduledUpdate() }
            }
        }
        state.withLock { $0.listener = listener }
    }

    /// Returns the number of the transaction before the first one to count.
    private static func start(
        of store: any ContextStore,
        after token: (any HistoryToken)?
    ) throws -> Int64 {
        let bounds = try store.read(for: StoreClient()) { try $0.historyBounds() }
        guard let token else { return bounds.last }
        let number = (token as? DefaultHistoryToken)?.positions[store.identifier] ?? 0
        guard number >= bounds.deletedThrough else {
            throw SwiftDataError(
                .historyTokenExpired,
                "the history begins at transaction \(bounds.deletedThrough + 1), and the token is "
                    + "older; read all models again and continue from the last token"
            )
        }
        return number
    }

    /// The number of matching transactions since the observer was created, or since the tokens.
    public var eventCounter: Int {
        modelContainer.coordinator.publishRemoteChanges()
        runScheduledUpdate()
        registrar.access(self, keyPath: \.eventCounter)
        return state.withLock { $0.count }
    }

    /// Returns the number of matching transactions after a position, and advances it to the end.
    private func countTransactions(after position: inout Position) throws -> Int {
        let coordinator = modelContainer.coordinator
        // Before the history is read, so that a later commit is read with the next one.
        position.feed = coordinator.changes.position
        var count = 0
        for store in coordinator.stores.map(\.store) {
            var request = HistoryRequest(
                after: position.transactions[store.identifier] ?? 0,
                limit: Self.batchSize
            )
            while true {
                let records = try store.read(for: StoreClient()) { try $0.history(request) }
                count += records.count(where: isMatch)
                guard let last = records.last else { break }
                request.after = last.transaction
                if records.count < Self.batchSize { break }
            }
            position.transactions[store.identifier] = request.after
        }
        return count
    }

    private func isMatch(_ record: HistoryRecord) -> Bool {
        (authors.isEmpty || record.author.map(authors.contains) ?? false)
            && (classes.isEmpty
                || record.changes.contains {
                    classes.contains(
                        ObservedClass(entityName: $0.entityName, subclass: $0.subclass)
                    )
                })
    }
}

extension HistoryObserver: ScheduledUpdate {
    /// Counts the new transactions; after an error, the next call tries again.
    func runScheduledUpdate() {
        var known = state.withLock { $0.position }
        while known.feed != modelContainer.coordinator.changes.position {
            var next = known
            // Without the lock, because a read can wait for a save.
            guard let found = try? countTransactions(after: &next) else { return }
            let isCurrent = state.withLock { state in
                guard state.position == known else {
                    known = state.position
                    return false
                }
                state.position = next
                state.count += found
                return true
            }
            guard isCurrent else { continue }
            // The count has changed already, because observers can read it on another thread while
            // they are notified.
            if found > 0 { registrar.withMutation(of: self, keyPath: \.eventCounter) {} }
            return
        }
    }
}
