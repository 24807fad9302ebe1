// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Observation

/// The observable results of a fetch, which are up to date whenever they are read.
///
/// Observers are notified on the isolation soon after a change, and in any case at the end of a
/// save, rollback or merge of the context.
final class LiveResults<Element: PersistentModel>: Observable, ScheduledUpdate {
    /// The results at a time.
    struct Snapshot {
        var keys: [Int64] = []
        var sections = RowSections()
        /// Returns the model of a row.
        var element: (_ offset: Int) -> Element
    }

    /// The error of the last update or of a descriptor that was not adopted; nil if the results
    /// are up to date.
    var fetchError: (any Error)? { descriptorError ?? updateError }
    private var updateError: (any Error)?
    private var descriptorError: (any Error)?
    /// The number of changes of the results.
    private(set) var changeCount = 0
    let controller: ResultsController<Element>
    private(set) var loader: ResultsLoader<Element>
    private var snapshot: Snapshot
    /// Whether the rows have changed since the snapshot.
    private var isStale = false
    /// The models in the results, if a row that is deleted later cannot be read; otherwise empty.
    private var retained: [Int64: Element] = [:]
    private let registrar = ObservationRegistrar()
    private var scheduler: UpdateScheduler?
    private var listener: ChangeFeed.Listener?

    /// Fetches the results.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`.
    init(
        _ descriptor: FetchDescriptor<Element>,
        sectionBy: PartialKeyPath<Element>?,
        in context: ModelContext,
        isolation: (any Actor)?
    ) throws {
        let controller = try ResultsController(descriptor, sectionBy: sectionBy, in: context)
        self.controller = controller
        loader = try ResultsLoader(descriptor, in: context)
        snapshot = Snapshot { _ in Element(backingData: _EmptyBackingData<Element>()) }
        snapshot = try makeSnapshot()
        controller.onSettle = { [weak self] in self?.update() }
        guard let isolation else { return }
        let scheduler = UpdateScheduler(of: self, on: isolation)
        self.scheduler = scheduler
        controller.onChange = { scheduler.schedule() }
        listener = context.graph.merger.listen { scheduler.schedule() }
    }

    /// The current results; registers the read with the current observation scope.
    var current: Snapshot {
        update()
        registrar.access(self, keyPath: \.current)
        return snapshot
    }

    func runScheduledUpdate() { update() }

    /// The descriptor of the results; after an error, it and the results remain as they are.
    var descriptor: FetchDescriptor<Element> {
        get {
            registrar.access(self, keyPath: \.descriptor)
            return controller.descriptor
        }
        set {
            do {
                let loader = try ResultsLoader(newValue, in: controller.context)
                try registrar.withMutation(of: self, keyPath: \.descriptor) {
                    let difference = try controller.setDescriptor(newValue)
                    isStale = isStale || !difference.hasSameRows
                    self.loader = loader
                }
                descriptorError = nil
                update()
            } catch {
                descriptorError = error
            }
        }
    }

    /// Returns the offset of a model; nil if it is not among the results.
    func offset(of element: Element) -> Int? {
        guard element._$model.graph === controller.context.graph,
            let offset = controller.rows.offset(of: element._$model.key),
            snapshot.keys.indices.contains(offset)
        else { return nil }
        return offset
    }

    private func update() {
        do {
            if let difference = try controller.update(), !difference.hasSameRows { isStale = true }
            if isStale { try publish() }
            updateError = nil
        } catch {
            // The next update tries again.
            updateError = error
        }
    }

    private func publish() throws {
        let next = try makeSnapshot()
        isStale = false
        changeCount += 1
        registrar.withMutation(of: self, keyPath: \.current) { snapshot = next }
    }

    private func makeSnapshot() throws -> Snapshot {
        // Not the rows: the next change would copy their sort keys.
        let (keys, sections) = (controller.rows.keys, controller.rows.sections)
        guard controller.entity.mayLackPlaceholders else {
            return Snapshot(keys: keys, sections: sections) { [loader] offset in
                loader.model(at: offset, of: keys)
            }
        }
        let models = try loadModels(keys)
        return Snapshot(keys: keys, sections: sections) { models[$0] }
    }

    /// Returns the models of rows, and loads the models that were not among the results.
    ///
    /// If a row were deleted before it is loaded, the model would have no values.
    private func loadModels(_ keys: [Int64]) throws -> [Element] {
        var models: [Int64: Element] = [:]
        var query = FetchQuery(controller.entity)
        query.scope = .keys(keys.filter { retained[$0] == nil })
        let added = try controller.context.graph.fetcher.models(
            of: Element.self,
            for: query,
            includingPending: true
        )
        for model in added { models[model._$model.key] = model }
        for key in keys { models[key] = models[key] ?? retained[key] }
        retained = models
        return keys.map { models[$0] ?? Element(backingData: _EmptyBackingData<Element>()) }
    }
}
