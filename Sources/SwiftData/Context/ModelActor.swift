// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch

/// An actor with a context of its own.
public protocol ModelActor: Actor {
    /// The container whose models the actor handles.
    nonisolated var modelContainer: ModelContainer { get }
    /// Runs the actor's jobs, one at a time.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The model executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        modelExecutor.asUnownedSerialExecutor()
    }

    /// The actor's context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The model with an identifier; nil when there is none or it is of another type.
    public subscript<T>(id: PersistentIdentifier, as as: T.Type) -> T? where T: PersistentModel {
        if let model: T = modelContext.registeredModel(for: id) { return model }
        guard let model = modelContext.model(for: id) as? T else { return nil }
        modelContext.graph.objects.load(model)
        return model.modelContext == nil ? nil : model
    }
}

/// An executor with a context.
public protocol ModelExecutor: Executor {
    /// The context that the executor's jobs may use.
    var modelContext: ModelContext { get }
    /// A reference to the executor that doesn't hold it.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor
}

/// An executor with a context that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// Runs the jobs of one actor on a queue of its own, and saves after each if the context wants that.
///
/// Stores are read and written synchronously. On a queue of its own that blocks neither the threads of
/// Swift's concurrency nor an event loop.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    // Unchecked, because the context is only used by jobs, which run one at a time.

    /// The context that the executor's jobs may use.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "swiftdata.model-executor")

    /// Makes an executor for a context that nobody else uses.
    public init(modelContext: ModelContext) { self.modelContext = modelContext }

    /// Runs a job after those that came before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(on: self.asUnownedSerialExecutor())
            self.modelContext.autosave()
        }
    }

    /// A reference to the executor that doesn't hold it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
