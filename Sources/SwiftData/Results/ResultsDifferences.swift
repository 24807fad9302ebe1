// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The differences between the results of a fetch over time, as an asynchronous sequence.
///
/// The first difference inserts all results. Each later one covers all saves of the container's
/// contexts since the previous difference, however many there were: there is no queue, and a slow
/// reader receives fewer and larger differences. Unsaved changes are not included.
///
/// ```swift
/// let differences = ResultsDifferences(
///     of: FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]),
///     modelContainer: container
/// )
/// for try await difference in differences {
///     print(difference.insertions.count, "of", difference.identifiers.count)
///     break
/// }
/// ```
///
/// Each iterator has a context and a queue of its own, so that the sequence can be used in any
/// isolation. A difference contains identifiers; see ``ModelContext/model(for:)``.
public struct ResultsDifferences<Element: PersistentModel>: AsyncSequence, Sendable {
    private let descriptor: FetchDescriptor<Element>
    private let sectionBy: SectionKeyPath<Element>?
    private let modelContainer: ModelContainer

    /// Creates the differences of a fetch.
    ///
    /// - Parameters:
    ///   - descriptor: The criteria, order and limits of the models.
    ///   - modelContainer: The container; each iterator reads in a context of its own.
    public init(
        of descriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContainer: ModelContainer
    ) {
        self.descriptor = descriptor
        sectionBy = nil
        self.modelContainer = modelContainer
    }

    /// Creates the differences of a fetch with sections.
    ///
    /// - Parameters:
    ///   - descriptor: The criteria, order and limits of the models.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContainer: The container; each iterator reads in a context of its own.
    public init(
        of descriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: any KeyPath<Element, String> & Sendable,
        modelContainer: ModelContainer
    ) {
        self.descriptor = descriptor
        self.sectionBy = SectionKeyPath(keyPath: sectionBy)
        self.modelContainer = modelContainer
    }

    /// Creates the differences of a fetch with sections.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Parameters:
    ///   - descriptor: The criteria, order and limits of the models.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContainer: The container; each iterator reads in a context of its own.
    public init(
        of descriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: any KeyPath<Element, String?> & Sendable,
        modelContainer: ModelContainer
    ) {
        self.descriptor = descriptor
        self.sectionBy = SectionKeyPath(keyPath: sectionBy)
        self.modelContainer = modelContainer
    }

    /// Returns an iterator that starts with the present results.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            reader: ResultsReader(descriptor, sectionBy: sectionBy, modelContainer: modelContainer)
        )
    }

    /// An iterator over the differences.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: ResultsReader<Element>

        /// Waits for a difference; returns nil if the task was cancelled.
        ///
        /// - Throws: The errors of ``ModelContext/fetch(_:)``.
        public mutating func next() async throws -> ResultsDifference? { try await reader.next() }

        /// Waits for a difference; returns nil if the task was cancelled.
        ///
        /// - Throws: The errors of ``ModelContext/fetch(_:)``.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> ResultsDifference? { try await reader.next() }
    }
}

/// The key path of the titles of sections.
///
/// Unchecked, because it is created from a key path that is Sendable.
struct SectionKeyPath<Element>: @unchecked Sendable {
    let keyPath: PartialKeyPath<Element>
}

/// Reads the differences of a fetch in a context of its own.
actor ResultsReader<Element: PersistentModel> {
    private let executor: DefaultSerialModelExecutor
    private let descriptor: FetchDescriptor<Element>
    private let sectionBy: SectionKeyPath<Element>?
    private let modelContainer: ModelContainer
    /// The rows as of the last difference; nil before the first one.
    private var controller: ResultsController<Element>?
    /// The commits since the last one that was read.
    private var commits: CommitStream

    init(
        _ descriptor: FetchDescriptor<Element>,
        sectionBy: SectionKeyPath<Element>?,
        modelContainer: ModelContainer
    ) {
        executor = DefaultSerialModelExecutor(modelContext: ModelContext(modelContainer))
        self.descriptor = descriptor
        self.sectionBy = sectionBy
        self.modelContainer = modelContainer
        commits = CommitStream(of: modelContainer)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Waits for a difference; returns nil if the task was cancelled.
    func next() async throws -> ResultsDifference? {
        guard let controller else { return try start() }
        while !Task.isCancelled {
            if let difference = try controller.update(), !difference.isEmpty {
                return try publicDifference(difference, of: controller)
            }
            var iterator = commits.stream.makeAsyncIterator()
            guard await iterator.next(isolation: self) == nil else { continue }
            // The cancellation of the task has ended the stream; another task may continue.
            commits = CommitStream(of: modelContainer)
        }
        return nil
    }

    private func start() throws -> ResultsDifference {
        let controller = try ResultsController(
            descriptor,
            sectionBy: sectionBy?.keyPath,
            in: executor.modelContext
        )
        self.controller = controller
        return try publicDifference(controller.initialDifference, of: controller)
    }

    private func publicDifference(
        _ difference: RowsDifference,
        of controller: ResultsController<Element>
    ) throws -> ResultsDifference {
        let entity = controller.entity
        let store = try modelContainer.coordinator.store(of: entity)
        return ResultsDifference(
            difference,
            identifiers: ResultsIdentifiers(
                controller.rows.keys,
                of: entity.name,
                in: store.identity
            )
        )
    }
}

/// The commits of a container's contexts.
private struct CommitStream {
    /// One element if there was a commit since the last one.
    let stream: AsyncStream<Void>
    private let listener: ChangeFeed.Listener

    init(of modelContainer: ModelContainer) {
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        self.stream = stream
        listener = modelContainer.coordinator.changes.listen { continuation.yield() }
    }
}

extension ResultsController {
    /// The difference from no rows.
    fileprivate var initialDifference: RowsDifference {
        var difference = RowsDifference(newSections: rows.sections)
        difference.insertions = rows.keys.enumerated().map { .init(offset: $0, key: $1) }
        return difference
    }
}
